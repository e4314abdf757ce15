//! The `muniu` command.
fn main() {}
