//! Panics as values.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Do it. If it panics, what the panic said; it has been reported on stderr too.
///
/// A panic may leave half done whatever was changed while it came: whoever calls throws that away, and goes on with
/// nothing but what is whole at any time.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("a panic without a message").to_owned()
    })
}
