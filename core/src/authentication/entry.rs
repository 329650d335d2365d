//! The common end of every way to sign in: checks that the account may sign in, begins or renews the session, sets the
//! cookies and gives the documented answer.

use axum::http::HeaderMap;

use super::entrant::{self, Entrant};
use super::model::LoginAnswer;
use super::state::Sessions;
use super::{admission, factors};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Envelope;
use crate::kernel::id::Id;
use crate::resources::users::accounts;

/// A proof of identity made elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<'a> {
    /// The authentication methods (RFC 8176, section 2); [`ELSEWHERE`] first.
    pub amr: &'a [&'a str],
    /// The authentication context class: `1` for one factor.
    pub acr: &'a str,
    /// The address to continue at, unchecked.
    pub return_to: Option<&'a str>,
}

impl Sessions {
    /// Admits a person who authenticated elsewhere, for a module above: in the caller's transaction, which it commits.
    /// From here on it is like every other sign-in.
    ///
    /// Errors: [`Code::BadCredentials`] where the account is gone; [`Code::Locked`].
    pub async fn enter(
        &self,
        mut cx: Ctx,
        user: &Id,
        how: Elsewhere<'_>,
    ) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
        let tx = cx.db().await?;
        let account = accounts::by_id(tx, user).await?.ok_or(Code::BadCredentials)?;
        let strategy = self.strategy(tx).await?;
        let Elsewhere { amr, acr, return_to } = how;
        enter(self, cx, Entrant { account: &account, strategy, amr, acr, return_to, changes: false }).await
    }
}

/// Admits the entrant in the caller's transaction, and commits it. Where a second factor is required, it admits nobody:
/// it keeps the state so far, and the error asks for the factor ([`Code::SecondFactor`]).
pub(crate) async fn enter(
    sessions: &Sessions,
    mut cx: Ctx,
    entrant: Entrant<'_>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    entrant::stands(entrant.account)?;
    if let Some(asking) = factors::second_step(sessions, &mut cx, &entrant).await? {
        cx.commit().await?;
        return Err(asking);
    }
    let (set, answer) = admission::admit(sessions, cx, entrant).await?;
    Ok((set, Envelope::ok(answer)))
}
