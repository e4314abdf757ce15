//! Bounds on what scripts may spend, and the things a script can't catch.
//!
//! The bound on time is a count of the VM's interrupts (one at each call, return and turn of a loop), never a clock, so
//! it strikes at the same instruction in every process.

use muniu_kernel::rulebook::Interrupt;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What sort of call is made into a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file is loaded.
    Load,
    /// A condition, number or list is asked for: must not change anything nor ask anybody.
    Pure,
    /// An effect runs.
    Run,
}

impl Kind {
    /// How many steps one such call may take.
    #[must_use]
    pub fn limit(self) -> i64 {
        match self {
            Kind::Load => 5_000_000,
            Kind::Pure => 200_000,
            Kind::Run => 2_000_000,
        }
    }
}

/// Steps that an outermost call may take together with everything nested in it.
pub const TOTAL: i64 = 20_000_000;

/// A pure call is charged to the outermost call only beyond this many steps. How often conditions are asked depends on
/// who sits at the table (a bot tries many actions, a replay none), and that must not decide when a bound strikes.
pub const FREE: i64 = 1_000;

/// A bound was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped: it ran for more than {0} steps (an endless loop?)")]
pub struct StepBound(pub i64);

/// The meter of one VM.
#[derive(Debug, Default)]
pub struct Guard {
    left: Cell<i64>,
    granted: Cell<i64>,
    total: Cell<i64>,
    depth: Cell<u32>,
    kind: Cell<Option<Kind>>,
    interrupt: Cell<Option<Interrupt>>,
    /// The running call's bound was reached, and where.
    tripped: RefCell<Option<mlua::Error>>,
}

/// A running call; the meter of the call around it goes on when this is dropped.
#[derive(Debug)]
pub struct Metered {
    guard: Rc<Guard>,
    outer_left: i64,
    outer_granted: i64,
    outer_kind: Option<Kind>,
}

impl Guard {
    /// Begin a call.
    #[must_use]
    pub fn enter(self: &Rc<Self>, kind: Kind) -> Metered {
        if self.depth.get() == 0 {
            self.total.set(TOTAL);
        }
        self.depth.set(self.depth.get() + 1);
        let granted = kind.limit().min(self.total.get());
        Metered {
            outer_left: self.left.replace(granted),
            outer_granted: self.granted.replace(granted),
            outer_kind: self.kind.replace(Some(kind)),
            guard: self.clone(),
        }
    }

    /// One step; called by the VM.
    ///
    /// # Errors
    /// When the bound is reached: at this and every later step of the call the same error, which `locate` makes.
    pub(crate) fn step(&self, locate: impl FnOnce(StepBound) -> mlua::Error) -> mlua::Result<()> {
        let left = self.left.get() - 1;
        self.left.set(left);
        if left >= 0 {
            return Ok(());
        }
        let mut tripped = self.tripped.borrow_mut();
        Err(tripped.get_or_insert_with(|| locate(StepBound(self.granted.get()))).clone())
    }

    /// The error that takes a kernel interrupt through Lua. It comes out of the running call as the interrupt again;
    /// no `pcall` holds it.
    pub fn raise(&self, interrupt: Interrupt) -> mlua::Error {
        self.interrupt.set(Some(interrupt));
        mlua::Error::external(interrupt)
    }

    /// The interrupt that is on its way out, if there is one; it is then delivered.
    pub(crate) fn take_interrupt(&self) -> Option<Interrupt> {
        self.interrupt.take()
    }

    /// What a `pcall` must pass on although it caught it.
    pub(crate) fn stopping(&self) -> Option<mlua::Error> {
        if let Some(interrupt) = self.interrupt.get() {
            return Some(mlua::Error::external(interrupt));
        }
        self.tripped.borrow().clone()
    }

    /// The running call's kind; `None` when none runs.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        self.kind.get()
    }

    /// How many calls are nested now.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.get()
    }
}

impl Drop for Metered {
    fn drop(&mut self) {
        let guard = &self.guard;
        if guard.left.get() < 0 {
            guard.tripped.take();
        }
        let used = guard.granted.get() - guard.left.get().max(0);
        let charged = if guard.kind.get() == Some(Kind::Pure) { (used - FREE).max(0) } else { used };
        guard.total.set(guard.total.get() - charged);
        guard.depth.set(guard.depth.get() - 1);
        guard.kind.set(self.outer_kind);
        guard.granted.set(self.outer_granted);
        // With nothing left for the whole, the calls around end too.
        let left = if guard.total.get() > 0 { self.outer_left } else { self.outer_left.min(0) };
        guard.left.set(left);
    }
}
