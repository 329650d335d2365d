//! What binds a continuation to the browser that it was given to, and to the password that was proved.

use crate::kernel::Kernel;
use crate::resources::users::accounts::Account;

/// Of the browser, by a cookie.
pub(crate) fn browser(kernel: &Kernel, cookie: &str) -> String {
    kernel.hash("factor-browser", cookie)
}

/// Of the password: a change of it ends what was begun with the old one.
pub(crate) fn password(kernel: &Kernel, account: &Account) -> String {
    kernel.hash("factor-password", account.password_hash.as_deref().unwrap_or_default())
}
