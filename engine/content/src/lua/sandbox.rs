//! The sandbox: what a script finds, and what it doesn't.
//!
//! Left out: everything that reads the world (`os`, `require`, clocks, chance), makes code from text, reaches into
//! other scripts (`getfenv`, `setmetatable`, …) or differs between processes and machines: `gcinfo`, the transcendental
//! functions of `math`, and addresses. Tables, functions and handles have an order by address when they are keys, so
//! `pairs` and `next` refuse them (a bare `for k, v in t` can't be watched; use lists, or names and seats as keys).
//! `table.move` is the one C loop that the bound on steps can't stop.

use super::guard::{Guard, StepBound};
use mlua::chunk::Compiler;
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value, VmState};
use std::rc::Rc;

/// The largest script, in bytes.
pub const MAX_SOURCE: usize = 256 * 1024;

/// The largest heap of one VM, in bytes.
pub const MAX_HEAP: usize = 128 * 1024 * 1024;

const GLOBALS: [&str; 18] = [
    "assert", "bit32", "buffer", "error", "ipairs", "math", "next", "pairs", "pcall", "rawequal", "select", "string",
    "table", "tonumber", "tostring", "type", "utf8", "xpcall",
];

const MATH: [&str; 13] =
    ["abs", "ceil", "clamp", "floor", "fmod", "huge", "lerp", "map", "max", "min", "modf", "round", "sign"];

/// Globals whose fields change while a script runs, so the compiler must not fix them when it loads.
const LIVE: [&str; 11] =
    ["game", "history", "on", "watch", "modify", "forbid", "effect", "lent", "scenario", "use", "t"];

/// Functions that the VM would otherwise run without looking at what the sandbox left of them.
const REPLACED: [&str; 13] = [
    "getmetatable",
    "setmetatable",
    "rawget",
    "rawset",
    "rawlen",
    "tostring",
    "typeof",
    "math.random",
    "math.noise",
    "math.pow",
    "math.sqrt",
    "math.exp",
    "math.log",
];

const TRIGONOMETRY: [&str; 14] = [
    "math.sin",
    "math.cos",
    "math.tan",
    "math.asin",
    "math.acos",
    "math.atan",
    "math.atan2",
    "math.sinh",
    "math.cosh",
    "math.tanh",
    "math.log10",
    "math.ldexp",
    "math.frexp",
    "math.deg",
];

/// The compiler for all scripts: line numbers in errors, nothing that would bring back what the sandbox removed.
#[must_use]
pub fn compiler() -> Compiler {
    Compiler::new()
        .set_optimization_level(1)
        .set_debug_level(1)
        .set_mutable_globals(LIVE)
        .set_disabled_builtins(REPLACED.iter().chain(&TRIGONOMETRY).copied())
}

/// A VM with only the harmless part of the standard library. [`close`] it when the rest is in.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn open(guard: &Rc<Guard>) -> mlua::Result<Lua> {
    let libs = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::BUFFER;
    let lua = Lua::new_with(libs, LuaOptions::new().catch_rust_panics(false))?;
    let globals = lua.globals();
    let stopped = {
        let guard = guard.clone();
        lua.create_function(move |_, error: Value| pass_on(&guard, error))?
    };
    let prelude: Table = lua.load(PRELUDE).set_name("=prelude").call(stopped)?;
    keep(&globals, &GLOBALS)?;
    keep(&globals.get("math")?, &MATH)?;
    globals.get::<Table>("table")?.set("move", Value::Nil)?;
    for name in ["pcall", "xpcall", "pairs", "next", "tostring"] {
        globals.set(name, prelude.get::<Function>(name)?)?;
    }
    globals.get::<Table>("string")?.set("format", prelude.get::<Function>("format")?)?;
    Ok(lua)
}

/// Make everything that is shared read-only, and start the meters.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn close(lua: &Lua, guard: &Rc<Guard>) -> mlua::Result<()> {
    lua.sandbox(true)?;
    lua.globals().set_readonly(true);
    lua.set_memory_limit(MAX_HEAP)?;
    let guard = guard.clone();
    lua.set_interrupt(move |lua| guard.step(|bound| located(lua, bound)).map(|()| VmState::Continue));
    Ok(())
}

/// The bound with the line it was reached at: the VM's own traceback leaves out the function that was interrupted.
#[cold]
fn located(lua: &Lua, bound: StepBound) -> mlua::Error {
    let place = lua.inspect_stack(0, |frame| Some(format!("{}:{}", frame.source().short_src?, frame.current_line()?)));
    match place.flatten() {
        Some(place) => mlua::Error::runtime(format!("{place}: {bound}")),
        None => mlua::Error::external(bound),
    }
}

/// Remove everything from a library but these names.
fn keep(library: &Table, names: &[&str]) -> mlua::Result<()> {
    let mut doomed = Vec::new();
    for pair in library.pairs::<Value, Value>() {
        let (key, _) = pair?;
        let kept = matches!(&key, Value::String(name) if names.iter().any(|kept| *name == **kept));
        if !kept {
            doomed.push(key);
        }
    }
    for key in doomed {
        library.raw_set(key, Value::Nil)?;
    }
    Ok(())
}

/// What a script's `pcall` caught: bounds and interrupts go on upwards.
fn pass_on(guard: &Guard, error: Value) -> mlua::Result<()> {
    if let Some(stop) = guard.stopping() {
        return Err(stop);
    }
    match error {
        Value::Error(error) if matches!(*error, mlua::Error::MemoryError(_)) => Err(*error),
        Value::String(text) if text == "not enough memory" => {
            Err(mlua::Error::MemoryError("not enough memory".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Replacements written in Luau, so that they cost no crossing of the border.
const PRELUDE: &str = r#"
local stopped = ...
local raw_pcall, raw_xpcall, raw_next, raw_tostring, raw_format = pcall, xpcall, next, tostring, string.format
local type, select, pack, unpack, match, error = type, select, table.pack, table.unpack, string.match, error

local function passed(ok, ...)
  if not ok then stopped((...)) end
  return ok, ...
end

local ordered = { string = true, number = true, boolean = true, ["nil"] = true }

local function refuse(key)
  error(`a {type(key)} is a key here, and such keys have no fixed order: use a list, or names and seats as keys`, 3)
end

local function checked(key, ...)
  if not ordered[type(key)] then refuse(key) end
  return key, ...
end

local function guarded_next(t, key)
  return checked(raw_next(t, key))
end

local function text(value)
  local written = raw_tostring(value)
  local kind = type(value)
  if kind == "string" or kind == "number" then return written end
  return if match(written, "^[%w_]+: 0x%x+$") then kind else written
end

return {
  pcall = function(f, ...) return passed(raw_pcall(f, ...)) end,
  xpcall = function(f, handler, ...) return passed(raw_xpcall(f, handler, ...)) end,
  next = guarded_next,
  pairs = function(t)
    if type(t) ~= "table" then error(`pairs expects a table, got {type(t)}`, 2) end
    for key in raw_next, t, if #t > 0 then #t else nil do
      if not ordered[type(key)] then refuse(key) end
    end
    return raw_next, t, nil
  end,
  tostring = text,
  format = function(pattern, ...)
    local given = pack(...)
    for place = 1, given.n do
      local kind = type(given[place])
      if kind ~= "string" and kind ~= "number" and kind ~= "boolean" then given[place] = text(given[place]) end
    end
    return raw_format(pattern, unpack(given, 1, given.n))
  end,
}
"#;
