//! Writes `page/protocol.d.ts`, the types of all messages as the page's modules import them.

use super::told::Told;
use super::wire::Message;
use muniu_kernel::card::{Color, Slot, Suit};
use muniu_kernel::def::CardType;
use muniu_kernel::event::Phase;
use muniu_kernel::request::Ask;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const REWRITE: &str = "MUNIU_WRITE=1 cargo test -p muniu --bin muniu protocol";

/// Declarations by name: each type once, with all that it is made of.
struct Declared {
    config: Config,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of our own have a file; the others are written out where they stand.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.types.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        self.types.insert(name, declaration);
        T::visit_dependencies(self);
    }
}

/// A type that is one of some ids of the kernel.
fn one_of(out: &mut String, name: &str, doc: &str, ids: &[&str]) {
    let ids = ids.iter().map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(" | ");
    let _ = writeln!(out, "/**\n * {doc}\n */\nexport type {name} = {ids};\n");
}

fn declarations() -> String {
    let mut out = format!(
        "// The messages between page and server. Written from the types in `tools/src/web`; to write it anew:\n//\n//     {REWRITE}\n\n"
    );
    let types = [CardType::Basic, CardType::Trick, CardType::DelayedTrick, CardType::Equip];
    one_of(&mut out, "Suit", "A suit.", &Suit::ALL.map(Suit::id));
    one_of(&mut out, "Color", "A colour.", &[Color::Red, Color::Black].map(Color::id));
    one_of(&mut out, "CardType", "A type of card.", &types.map(CardType::id));
    one_of(&mut out, "Slot", "A slot for equipment.", &Slot::ALL.map(Slot::id));
    one_of(&mut out, "Phase", "A phase of a turn.", &Phase::ALL.map(Phase::id));
    one_of(&mut out, "Kind", "A kind of question.", &Ask::KINDS);
    out.push_str("/**\n * A way to begin an action: opaque to a page, goes back as it came.\n */\nexport type Way = Record<string, unknown>;\n\n");
    let mut declared = Declared { config: Config::new().with_large_int("number"), types: BTreeMap::new() };
    declared.visit::<Message>();
    declared.visit::<Told<'static>>();
    out.push_str(&declared.types.into_values().collect::<Vec<_>>().join("\n"));
    // Short comments on one line, none that end in a space.
    out.replace("/**\n * ", "/** ").replace("\n */", " */").replace(" \n", "\n")
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test may be told to write")]
fn the_pages_types_are_those_of_the_server() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/protocol.d.ts");
    let fresh = declarations();
    if std::env::var_os("MUNIU_WRITE").is_some() {
        std::fs::write(&file, &fresh).expect("it can be written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == fresh, "tools/page/protocol.d.ts is not of these types; to write it anew:\n\n    {REWRITE}\n");
}
