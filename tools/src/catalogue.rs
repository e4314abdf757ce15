//! `muniu catalogue`: every general and skill of the packs, in both languages, as a page (`docs/generals.md`).

use crate::cli::Common;
use crate::exit::Exit;
use crate::root;
use anyhow::Result;
use muniu_content::ContentSource;
use muniu_content::data::{Merged, MergedGeneral, Text};
use std::fmt::Write as _;
use std::io::Write as _;

/// Print the page, or with `--json` the same as data.
pub fn run(common: &Common) -> Result<Exit> {
    let source = ContentSource::read(&root::packs(common)?);
    let mut out = std::io::stdout().lock();
    if common.json {
        serde_json::to_writer(&mut out, &json(&source.merged))?;
        writeln!(out)?;
    } else {
        out.write_all(page(&source.merged).as_bytes())?;
    }
    out.flush()?;
    Ok(Exit::Clean)
}

fn page(merged: &Merged) -> String {
    let mut page = String::from(
        "# Generals · 武将\n\nMade by `muniu catalogue` from `generals/*.toml`; the checks compare it with the data, so change the data and \
         make it anew:\n`cargo run --release -- catalogue > docs/generals.md`.\n\n本页由 `muniu catalogue` 根据 `generals/*.toml` 生成；\
         请修改数据后重新生成，不要直接编辑。\n",
    );
    for entry in &merged.boxes {
        let own: Vec<&MergedGeneral> = merged.generals.iter().filter(|general| general.box_id == entry.id).collect();
        let _ = write!(page, "\n## {} · {}\n", entry.data.name.zh, entry.data.name.en);
        for general in own {
            write_general(&mut page, merged, general);
        }
    }
    page
}

fn write_general(page: &mut String, merged: &Merged, general: &MergedGeneral) {
    let data = &general.data;
    let hp = match data.start_hp {
        Some(start) if start != data.hp => format!("{start}/{}", data.hp),
        _ => data.hp.to_string(),
    };
    let lord = if data.lord { " · 主公 lord" } else { "" };
    let _ = write!(
        page,
        "\n### {} {} `{}`\n\n{} · {} · {} · {hp} hp{lord}\n\n",
        data.name.zh, data.name.en, general.id, data.title.zh, data.title.en, data.kingdom.value
    );
    for id in &general.skills {
        write_skill(page, merged, id, "");
    }
    for id in &general.related {
        write_skill(page, merged, id, "可获得 may gain: ");
    }
}

fn write_skill(page: &mut String, merged: &Merged, id: &str, before: &str) {
    let Some(text) = merged.skills.iter().find(|skill| skill.id == id).and_then(|skill| skill.text.as_ref()) else {
        return;
    };
    let one_line = |text: &str| text.split('\n').collect::<Vec<_>>().join(" ");
    let Text { zh, en } = &text.text;
    let _ = writeln!(page, "- {before}**{} {}** `{id}` {}  ", text.name.zh, text.name.en, one_line(zh));
    let _ = writeln!(page, "  {}", one_line(en));
}

fn json(merged: &Merged) -> serde_json::Value {
    let text = |text: &Text| serde_json::json!({ "zh": text.zh, "en": text.en });
    let generals: Vec<_> = merged
        .generals
        .iter()
        .map(|general| {
            serde_json::json!({
                "id": general.id,
                "box": general.box_id,
                "name": text(&general.data.name),
                "title": text(&general.data.title),
                "kingdom": general.data.kingdom.value,
                "hp": general.data.hp,
                "start_hp": general.data.start_hp.unwrap_or(general.data.hp),
                "lord": general.data.lord,
                "skills": general.skills,
                "related": general.related,
            })
        })
        .collect();
    let skills: Vec<_> = merged
        .skills
        .iter()
        .filter_map(|skill| {
            let words = skill.text.as_ref()?;
            Some(serde_json::json!({ "id": skill.id, "name": text(&words.name), "text": text(&words.text) }))
        })
        .collect();
    serde_json::json!({ "version": 1, "generals": generals, "skills": skills })
}
