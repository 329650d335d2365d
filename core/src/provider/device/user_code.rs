//! User codes, as people type them.

use crate::kernel::Kernel;

/// What user codes are hashed for.
const USER_CODE: &str = "device.user_code";

/// The hash of a user code as somebody types it: small letters, and whatever stands between.
pub fn hash(kernel: &Kernel, typed: &str) -> String {
    let letters: String = typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    kernel.hash(USER_CODE, &letters)
}
