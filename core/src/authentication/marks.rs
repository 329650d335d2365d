//! Marks that bind a continuation to its browser and to the password that was proved.

use crate::kernel::Kernel;
use crate::resources::users::accounts::Account;

/// The mark of a browser, from its cookie.
pub(crate) fn browser(kernel: &Kernel, cookie: &str) -> String {
    kernel.hash("factor-browser", cookie)
}

/// The mark of a password: changing it invalidates continuations of the old one.
pub(crate) fn password(kernel: &Kernel, account: &Account) -> String {
    kernel.hash("factor-password", account.password_hash.as_deref().unwrap_or_default())
}
