//! Links by e-mail to set a new password: sealed, valid once, bound to the password that they replace.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::service::{recoverable, recoverable_by_email};
use crate::authentication::state::Sessions;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::kernel::{Kernel, once, pages};
use crate::resources::users::contacts::{self, Reachable};

/// The purpose of sealed keys, and the prefix of their ids in `consumed`.
const PURPOSE: &str = "recovery-link";
/// The longest accepted key, in octets; those of this server are shorter.
const MAX_KEY: usize = 1024;

/// The origin of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Asked {
    /// Anybody who named the mailbox. The owner must have verified it.
    ByAnybody,
    /// An administrator, who answers for the mailbox: users get their first password by such a link. Opening it
    /// verifies the mailbox.
    ByAdministrator,
}

impl Asked {
    fn allows(self, account: &Reachable) -> bool {
        match self {
            Self::ByAnybody => recoverable_by_email(account),
            Self::ByAdministrator => recoverable(account),
        }
    }
}

#[derive(Deserialize, Serialize)]
struct Token {
    id: String,
    user: Id,
    /// Mark of the password that it replaces: another password invalidates every earlier link.
    mark: String,
    /// The origin of the link.
    asked: Asked,
    expires_at: Time,
}

fn mark(kernel: &Kernel, account: &Reachable) -> String {
    let hash = account.password_hash.as_deref().unwrap_or_default();
    kernel.hash("recovery-mark", &format!("{}:{hash}", account.email))
}

/// Makes a link. It always leads to the configured public address, whatever host a request names.
pub(crate) fn make(sessions: &Sessions, account: &Reachable, asked: Asked, minutes: i64) -> Result<Secret, Error> {
    let kernel = sessions.kernel();
    let token = Token {
        id: kernel.token(),
        user: account.id.clone(),
        mark: mark(kernel, account),
        asked,
        expires_at: kernel.now().plus_seconds(minutes * 60),
    };
    let key = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&token)?)?);
    Ok(Secret::new(pages::with_key(sessions.public_url(), pages::FORGET, &key)))
}

/// The error for an invalid link, whatever the reason.
pub(crate) fn spent() -> Error {
    let text =
        Text::new("链接无效、已使用或已过期，请重新申请", "This link is not valid any more; please ask for another");
    Error::new(Code::Forbidden).message(text)
}

/// An opened link.
pub(crate) struct Open {
    /// The account whose password it may replace.
    pub account: Reachable,
    key_hash: String,
    expires_at: Time,
}

/// Opens a key: made by this server, not expired, not spent, and for the account's present password.
pub(crate) async fn open(cx: &mut ReadCtx, key: &str) -> Result<Open, Error> {
    let kernel = cx.kernel().clone();
    let sealed = (key.len() <= MAX_KEY).then(|| URL_SAFE_NO_PAD.decode(key).ok()).flatten().ok_or_else(spent)?;
    let plain = kernel.unseal(PURPOSE, &sealed).map_err(|_| spent())?;
    let token: Token = serde_json::from_slice(&plain).map_err(|_| spent())?;
    let tx = cx.db().await?;
    let account = contacts::by_id(tx, &token.user).await?.filter(|it| token.asked.allows(it)).ok_or_else(spent)?;
    let key_hash = kernel.hash(PURPOSE, &token.id);
    let used = once::is_spent(tx, PURPOSE, &key_hash).await?;
    if used || token.expires_at <= kernel.now() || token.mark != mark(&kernel, &account) {
        return Err(spent());
    }
    Ok(Open { account, key_hash, expires_at: token.expires_at })
}

impl Open {
    /// Spends the link in the caller's transaction.
    pub async fn spend(&self, cx: &mut Ctx) -> Result<(), Error> {
        let first = once::first(cx.db().await?, PURPOSE, &self.key_hash, self.expires_at).await?;
        if first { Ok(()) } else { Err(spent()) }
    }
}
