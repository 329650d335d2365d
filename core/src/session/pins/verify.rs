//! Whether a PIN is somebody's.

use super::TRIES;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::session::password::Verdict;
use crate::session::service::Sessions;
use crate::session::store::pins::{self as sql, Tried};

/// Who signs.
#[derive(Clone, Debug)]
pub struct PinSigner {
    /// The person.
    pub user: Id,
    /// Login name.
    pub user_name: String,
    /// The name to print.
    pub full_name: String,
    /// The tenant's name.
    pub tenant_name: String,
}

/// The one answer to a PIN that does not do: of somebody unknown, not set, wrong.
fn wrong() -> Error {
    Error::new(Code::BadCredentials).message(Text::new("PIN码错误或未设置", "The PIN is wrong or not set"))
}

fn locked() -> Error {
    let text = Text::new(
        "PIN码错误次数过多已锁定，请重新设置",
        "The PIN was wrong too often and is locked; another is set with a new code",
    );
    Error::new(Code::Locked).message(text)
}

impl Sessions {
    /// Verifies the PIN that somebody of a login name has in a tenant. Opens and commits transactions of its own.
    ///
    /// Errors: [`Code::BadCredentials`]; [`Code::Locked`] after too many wrong tries; [`Code::Busy`].
    pub async fn verify_pin(&self, cx: &Ctx, tenant: &Id, login_name: &str, pin: &Secret) -> Result<PinSigner, Error> {
        let turn = self.hasher().enter(cx)?;
        let mut apart = cx.apart();
        let tx = apart.db().await?;
        let found = sql::signer(tx, &fold(login_name), tenant).await?;
        let tried = match &found {
            Some(signer) => sql::try_once(tx, tenant, &signer.user_id, TRIES).await?,
            None => None,
        };
        apart.commit().await?;
        // Without a hash the time is spent all the same.
        let verdict = self.hasher().verify_in(&turn, pin, tried.as_ref().map(|tried| tried.pin_hash.as_str())).await?;
        let (Some(signer), Some(Tried { pin_hash, failures })) = (&found, tried) else {
            // There is a PIN, and it was not tried: it has no tries left.
            return Err(if found.is_some_and(|signer| signer.has_pin) { locked() } else { wrong() });
        };
        if verdict == Verdict::Wrong {
            return Err(if failures >= TRIES { locked() } else { wrong() });
        }
        let mut apart = cx.apart();
        sql::forgive(apart.db().await?, tenant, &signer.user_id, pin_hash).await?;
        apart.commit().await?;
        Ok(PinSigner {
            user: signer.user_id.clone(),
            user_name: signer.user_name.clone(),
            full_name: signer.full_name.clone(),
            tenant_name: signer.tenant_name.clone(),
        })
    }
}
