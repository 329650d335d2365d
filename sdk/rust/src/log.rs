//! The host's log. It marks a plugin's lines as untrusted, and caps them at 64 kB a call.

use std::sync::Once;

pub use crate::bindings::panel_plugin::cardea::panel::log::Level;
use crate::host;

/// Writes a line with fields. Never log secrets.
pub fn write(level: Level, message: &str, fields: &[(&str, &str)]) {
    let fields: Vec<_> = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    host::log(level, message, &fields);
}

/// Writes a line at the level `debug`.
pub fn debug(message: &str, fields: &[(&str, &str)]) {
    write(Level::Debug, message, fields);
}

/// Writes a line at the level `info`.
pub fn info(message: &str, fields: &[(&str, &str)]) {
    write(Level::Info, message, fields);
}

/// Writes a line at the level `warn`.
pub fn warn(message: &str, fields: &[(&str, &str)]) {
    write(Level::Warn, message, fields);
}

/// Writes a line at the level `error`.
pub fn error(message: &str, fields: &[(&str, &str)]) {
    write(Level::Error, message, fields);
}

/// Sends panics to the log: a trap alone has no message.
pub(crate) fn report_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| error(&panic.to_string(), &[])));
    });
}
