//! Content in one VM: the catalogue the kernel plays with, and the runtime that is its rulebook.

use crate::data::{self, CardData, Entry, ModeData};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::lua::define::{Declared, Form};
use crate::lua::keys::{Build, Fields};
use crate::lua::loader::Loader;
use crate::lua::runtime::Runtime;
use crate::lua::{card, mode, skill};
use crate::source::ContentSource;
use crate::texts::Texts;
use mlua::AnyUserData;
use muniu_kernel::card::{Face, Slot, Suit};
use muniu_kernel::def::{CardDef, CardType, Catalogue, Gender, GeneralDef, ModeDef, Nature, SaveRule, TargetRule};
use muniu_kernel::names::Names;
use muniu_kernel::rulebook::Rulebook;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Content ready to be played with. It belongs to the thread that made it.
pub struct Content {
    runtime: Rc<Runtime>,
    names: Names,
    catalogue: RefCell<Rc<Catalogue>>,
    source: RefCell<Arc<ContentSource>>,
    findings: RefCell<Diagnostics>,
}

impl Content {
    /// Load packs from the disk. What is wrong with a card, skill, general or mode costs that one thing.
    ///
    /// # Panics
    /// If there is no memory for a VM.
    #[must_use]
    pub fn load(packs: &[PathBuf]) -> (Content, Diagnostics) {
        Content::from_source(Arc::new(ContentSource::read(packs)))
    }

    /// A VM of its own for content that was read before; quick, because nothing is parsed.
    ///
    /// # Panics
    /// If there is no memory for a VM.
    #[must_use]
    pub fn from_source(source: Arc<ContentSource>) -> (Content, Diagnostics) {
        let names = Names::default();
        let runtime = Rc::new(Runtime::new(names.clone()).expect("there is memory for a VM"));
        let (catalogue, findings) = assemble(&runtime, &names, &source);
        *runtime.shared.source.borrow_mut() = Some(source.clone());
        let content = Content {
            runtime,
            names,
            catalogue: RefCell::new(Rc::new(catalogue)),
            source: RefCell::new(source),
            findings: RefCell::new(findings.clone()),
        };
        (content, findings)
    }

    /// Build definitions from `source` beside the running ones. The new catalogue is in force in this content from now
    /// on and is handed out for running games ([`muniu_kernel::Game::install`]); handlers that are running finish on
    /// their old code. When no game uses the old catalogue any more, [`Runtime::retire`] drops its functions.
    ///
    /// # Errors
    /// If anything is wrong that wasn't wrong before: then nothing has changed. A skill whose script was deleted is no
    /// such thing: skills may be removed while they are in play, and only that one is lost.
    pub fn reload_from(&self, source: Arc<ContentSource>) -> Result<Rc<Catalogue>, Diagnostics> {
        let (catalogue, findings) = assemble(&self.runtime, &self.names, &source);
        let known = |finding: &Diagnostic| {
            let same = |old: &Diagnostic| {
                old.code == finding.code && old.file == finding.file && old.message == finding.message
            };
            self.findings.borrow().iter().any(same)
        };
        let refuses = |finding: &Diagnostic| {
            finding.severity == Severity::Error && !data::is_skill_without_script(finding) && !known(finding)
        };
        if findings.iter().any(refuses) {
            self.runtime.shared.funs.abandon();
            return Err(findings);
        }
        let catalogue = Rc::new(catalogue);
        *self.catalogue.borrow_mut() = catalogue.clone();
        *self.runtime.shared.source.borrow_mut() = Some(source.clone());
        *self.source.borrow_mut() = source;
        *self.findings.borrow_mut() = findings;
        Ok(catalogue)
    }

    /// The definitions in force.
    #[must_use]
    pub fn catalogue(&self) -> Rc<Catalogue> {
        self.catalogue.borrow().clone()
    }

    /// The runtime.
    #[must_use]
    pub fn runtime(&self) -> &Rc<Runtime> {
        &self.runtime
    }

    /// The runtime, as the kernel knows it.
    #[must_use]
    pub fn rulebook(&self) -> Rc<dyn Rulebook> {
        self.runtime.clone()
    }

    /// The table of names; it survives reloads.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What the content was made from.
    #[must_use]
    pub fn source(&self) -> Arc<ContentSource> {
        self.source.borrow().clone()
    }

    /// Findings about the content in force.
    #[must_use]
    pub fn findings(&self) -> Diagnostics {
        self.findings.borrow().clone()
    }

    /// Look something up in the names and texts.
    pub fn with_texts<T>(&self, look: impl FnOnce(&Texts) -> T) -> T {
        look(&self.source.borrow().texts)
    }
}

/// Run all scripts and put what they return together with the data.
fn assemble(runtime: &Runtime, names: &Names, source: &ContentSource) -> (Catalogue, Diagnostics) {
    runtime.shared.funs.next_generation();
    let mut catalogue = Catalogue { names: names.clone(), digest: source.digest.clone(), ..Catalogue::default() };
    let loader = Loader::begin(&runtime.lua, &runtime.shared.guard, &runtime.sessions, source.scripts.clone());
    let at = Assembly { runtime, loader: &loader, source };
    for entry in &source.merged.cards {
        if let Some(def) = at.card(entry) {
            catalogue.add_card(def);
        }
    }
    for entry in &source.merged.skills {
        let build = at.build(&entry.id, &entry.pack);
        let made = at.script(&build, &entry.script, &Form::Skill, |declared| skill::skill(&build, declared));
        if let Some(def) = made {
            catalogue.add_skill(def);
        }
    }
    for entry in &source.merged.modes {
        if let Some(def) = at.mode(entry) {
            catalogue.modes.push(Rc::new(def));
        }
    }
    let mut findings = source.findings.clone();
    findings.extend(loader.finish().into_iter().filter(|found| !source.findings.iter().any(|known| known == found)));
    generals(names, source, &mut catalogue);
    deck(names, source, &mut catalogue);
    (catalogue, findings)
}

struct Assembly<'a> {
    runtime: &'a Runtime,
    loader: &'a Loader<'a>,
    source: &'a ContentSource,
}

impl<'a> Assembly<'a> {
    fn build(&self, id: &str, pack: &str) -> Build<'a> {
        Build {
            runtime: self.runtime,
            loader: self.loader,
            ids: &self.source.ids,
            owner: id.into(),
            pack: pack.into(),
            failed: Cell::new(false),
        }
    }

    /// Run a script and make something of what it returns; `None` with findings if anything is wrong with it.
    fn script<T>(&self, build: &Build<'_>, path: &Path, form: &Form, make: impl FnOnce(&Declared) -> T) -> Option<T> {
        let made: AnyUserData = self.loader.load(path)?;
        let declared = made.borrow::<Declared>().ok()?;
        if declared.form != *form {
            let expected = match form {
                Form::Card => "card",
                Form::Mode => "mode",
                _ => "skill",
            };
            let message = format!("this script returns `{} {{ … }}`, expected `{expected} {{ … }}`", declared.verb);
            self.loader.note(Diagnostic::error("wrong-definition", path, message).at_line(declared.line, None));
            return None;
        }
        let made = make(&declared);
        (!build.failed.get()).then_some(made)
    }

    fn card(&self, entry: &Entry<CardData>) -> Option<CardDef> {
        let build = self.build(&entry.id, &entry.pack);
        let mut def = printed(&build, entry);
        match &entry.script {
            None if entry.data.needs_script() => None,
            None => Some(def),
            Some(path) => self.script(&build, path, &Form::Card, |declared| {
                card::card(&Fields::of(&build, declared), declared, &mut def);
                def
            }),
        }
    }

    fn mode(&self, entry: &Entry<ModeData>) -> Option<ModeDef> {
        let build = self.build(&entry.id, &entry.pack);
        let mut def = ModeDef {
            name: build.name(&entry.id),
            seats: (entry.data.min_seats.into(), entry.data.max_seats.into()),
            setup: None,
            first: None,
            over: None,
            reward: None,
            skill: None,
        };
        self.script(&build, entry.script.as_ref()?, &Form::Mode, |declared| {
            mode::mode(&Fields::of(&build, declared), declared, &mut def);
            def
        })
    }
}

/// What a card's TOML says.
fn printed(build: &Build<'_>, entry: &Entry<CardData>) -> CardDef {
    let data = &entry.data;
    let card_type = match data.kind {
        data::CardType::Basic => CardType::Basic,
        data::CardType::Trick => CardType::Trick,
        data::CardType::DelayedTrick => CardType::DelayedTrick,
        data::CardType::Equip => CardType::Equip,
    };
    CardDef {
        name: build.name(&entry.id),
        family: build.name(data.family.as_deref().unwrap_or(&entry.id)),
        card_type,
        nature: data.nature.map(|nature| match nature {
            data::Nature::Fire => Nature::Fire,
            data::Nature::Thunder => Nature::Thunder,
        }),
        slot: data.slot.map(|slot| match slot {
            data::Slot::Weapon => Slot::Weapon,
            data::Slot::Armor => Slot::Armor,
            data::Slot::PlusHorse => Slot::PlusHorse,
            data::Slot::MinusHorse => Slot::MinusHorse,
            data::Slot::Treasure => Slot::Treasure,
        }),
        range: data.range.map_or(0, i32::from),
        distance_to: data.distance_to,
        distance_from: data.distance_from,
        at_idle: true,
        targets: TargetRule::Own,
        target_filter: None,
        second: None,
        when: None,
        quota: None,
        answered_by: None,
        nullifiable: card_type.is_trick(),
        nullifies: false,
        saves: SaveRule::No,
        recast: false,
        run: None,
        run_save: None,
        missed: None,
        skill: None,
    }
}

/// The generals all of whose skills are there.
fn generals(names: &Names, source: &ContentSource, catalogue: &mut Catalogue) {
    for general in &source.merged.generals {
        let skills: Vec<_> = general.skills.iter().map(|id| names.intern(id)).collect();
        if !general.missing.is_empty() || skills.iter().any(|skill| catalogue.skill(*skill).is_none()) {
            continue;
        }
        let data = &general.data;
        let gender = match data.gender {
            data::Gender::Male => Gender::Male,
            data::Gender::Female => Gender::Female,
            data::Gender::Neutral => Gender::Neutral,
        };
        catalogue.generals.push(Rc::new(GeneralDef {
            name: names.intern(&general.id),
            kingdom: names.intern(&data.kingdom.value),
            gender,
            hp: data.hp.into(),
            start_hp: data.start_hp.unwrap_or(data.hp).into(),
            lord: data.lord,
            skills,
        }));
    }
}

/// The physical cards of all decks whose kind is there.
fn deck(names: &Names, source: &ContentSource, catalogue: &mut Catalogue) {
    for (id, copy) in source.merged.decks.iter().flat_map(|deck| &deck.copies) {
        let name = names.intern(id);
        if catalogue.card(name).is_some() {
            let suit = match copy.suit {
                data::Suit::Spade => Suit::Spade,
                data::Suit::Heart => Suit::Heart,
                data::Suit::Club => Suit::Club,
                data::Suit::Diamond => Suit::Diamond,
            };
            catalogue.deck.push(Face { name, suit, rank: copy.rank });
        }
    }
}
