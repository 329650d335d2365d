//! Where every way in ends: the account may still stand or not, the session begins or goes on, the browser
//! gets its cookies and the caller the documented answer.

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

/// How somebody proved elsewhere who they are.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<'a> {
    /// By what (RFC 8176, section 2); [`ELSEWHERE`] first.
    pub amr: &'a [&'a str],
    /// How strongly: `1` for one factor.
    pub acr: &'a str,
    /// Where to go on to, unchecked.
    pub return_to: Option<&'a str>,
}

impl Sessions {
    /// Lets in, for a module above, who proved elsewhere who they are: in the caller's transaction, which is
    /// committed. From here on it is as with every other way in.
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

/// Lets the entrant in, in the caller's transaction, and commits it. Where a second factor is wanted, nobody is
/// let in: what was done so far is kept, and the error asks for it ([`Code::SecondFactor`]).
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
