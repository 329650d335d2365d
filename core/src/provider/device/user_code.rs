//! User codes as typed by people.

use crate::kernel::Kernel;

/// The purpose of the keyed hash of user codes.
const USER_CODE: &str = "device.user_code";

/// The hash of a typed user code; case and separators are ignored.
pub fn hash(kernel: &Kernel, typed: &str) -> String {
    let letters: String = typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    kernel.hash(USER_CODE, &letters)
}
