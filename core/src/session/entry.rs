//! Where every way in ends: the account may still stand or not, the session begins or goes on, the browser
//! gets its cookies and the caller the documented answer.

use axum::http::HeaderMap;
use serde_json::json;

use super::changes;
use super::device;
use super::factors;
use super::model::{self, EndReason, LoginAnswer};
use super::proof;
use super::service::{Begun, Sessions};
use super::store::{self, Account, Strategy};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Allowed, Ctx, Event, Person, Who};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Envelope;
use crate::kernel::id::Id;

/// Milliseconds of a day.
pub(super) const DAY: i64 = 86_400_000;

/// Somebody who proved who they are.
#[derive(Debug)]
pub(super) struct Entrant<'a> {
    pub account: &'a Account,
    /// The password rules of the security strategy.
    pub strategy: Strategy,
    /// How they proved it (RFC 8176, section 2).
    pub amr: &'a [&'a str],
    /// How strongly: `1` for one factor, `2` for more.
    pub acr: &'a str,
    /// Where the sign-in page said to go on to, unchecked.
    pub return_to: Option<&'a str>,
    /// They came to replace their password, and for nothing else.
    pub changes: bool,
}

impl Entrant<'_> {
    /// Whether they used their password. Neither its age nor who chose it is a matter for those who did not, also
    /// after a second factor.
    fn with_password(&self) -> bool {
        self.amr.contains(&"pwd") && !self.amr.contains(&ELSEWHERE)
    }

    /// Whether the password is replaced before anything opens: somebody else set it, or its time is over.
    pub fn owes_a_change(&self, now: Time) -> bool {
        self.changes || (self.with_password() && is_to_be_replaced(self.account, self.strategy, now))
    }
}

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
        let account = store::account_by_id(tx, user).await?.ok_or(Code::BadCredentials)?;
        let strategy = self.strategy(tx).await?;
        let Elsewhere { amr, acr, return_to } = how;
        enter(self, cx, Entrant { account: &account, strategy, amr, acr, return_to, changes: false }).await
    }
}

/// What the methods of a session begin with that somebody else vouched for (RFC 8176, section 2, leaves room for
/// values that parties agree on).
pub const ELSEWHERE: &str = "fed";

/// Whole days until the password expires, begun ones counted; `None` where it does not.
pub(super) fn days_left(account: &Account, strategy: Strategy, now: Time) -> Option<i64> {
    (strategy.expired_day > 0 && account.password_hash.is_some()).then(|| {
        let end = account.password_changed_at.0.saturating_add(strategy.expired_day.saturating_mul(DAY));
        // Rounded up: i64::div_ceil is not stable.
        -((now.0 - end).div_euclid(DAY))
    })
}

/// Whether a password signs nobody in any more: somebody else set it, or its time is over.
pub(super) fn is_to_be_replaced(account: &Account, strategy: Strategy, now: Time) -> bool {
    account.password_reset || days_left(account, strategy, now).is_some_and(|days| days <= 0)
}

/// Lets the entrant in, in the caller's transaction, and commits it. Where a second factor is wanted, nobody is
/// let in: what was done so far is kept, and the error asks for it ([`Code::SecondFactor`]).
pub(super) async fn enter(
    sessions: &Sessions,
    mut cx: Ctx,
    entrant: Entrant<'_>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    stands(entrant.account)?;
    if let Some(asking) = factors::second_step(sessions, &mut cx, &entrant).await? {
        cx.commit().await?;
        return Err(asking);
    }
    let (set, answer) = admit(sessions, cx, entrant).await?;
    Ok((set, Envelope::ok(answer)))
}

/// Lets in who needs to prove nothing more, in the caller's transaction, and commits it. Whose password is to be
/// replaced first gets no session: the answer has what replaces it.
pub(super) async fn admit(
    sessions: &Sessions,
    mut cx: Ctx,
    entrant: Entrant<'_>,
) -> Result<(HeaderMap, LoginAnswer), Error> {
    if entrant.owes_a_change(cx.now()) {
        stands(entrant.account)?;
        return changes::ask(sessions, cx, &entrant).await;
    }
    let left = days_left(entrant.account, entrant.strategy, cx.now()).filter(|_| entrant.with_password());
    let begun = start(sessions, &mut cx, &entrant).await?;
    let mark = device::mark(&cx, &entrant.account.id)?;
    // A script in a page could read the answer, and does not get what the cookie keeps from it.
    let page = cx.request.page;
    cx.commit().await?;
    let mut set = HeaderMap::new();
    sessions.cookies().sign_in(&mut set, sessions.kernel(), begun.token.expose());
    device::remember(sessions, &mark, &mut set);
    let data = LoginAnswer {
        token: (!page).then(|| begun.token.expose().to_owned()),
        session: begun.token,
        is_overdue: left.is_some_and(|days| days <= entrant.strategy.remind_day),
        near_expired_day: left,
        pwd_reset: true,
        continuation: None,
        redirect: entrant.return_to.and_then(model::redirect),
    };
    Ok((set, data))
}

/// Whether the account may be signed in to. The lock of too many failures is no matter here: it is of passwords from one
/// place, and whoever proved themselves otherwise is let in.
fn stands(account: &Account) -> Result<(), Error> {
    if account.status == proof::LOCKED { Err(Error::new(Code::Locked)) } else { Ok(()) }
}

/// Begins the entrant's session. Where the request came with a session of the same person, that one goes on:
/// who proves again who they are, to sign something, stays signed in at the systems they use. Either way no
/// token of before the sign-in lives on after it.
async fn start(sessions: &Sessions, cx: &mut Ctx, entrant: &Entrant<'_>) -> Result<Begun, Error> {
    let Entrant { account, amr, acr, .. } = entrant;
    stands(account)?;
    let before = cx.person().ok().map(|person| (person.id == account.id, person.session_id.clone()));
    let renewed = match &before {
        Some((true, session)) => sessions.renew(cx, session, amr, acr).await?,
        Some((false, session)) => sessions.end(cx, session, EndReason::Replaced).await.map(|_| None)?,
        None => None,
    };
    let action = if renewed.is_some() { "session.renewed" } else { "session.started" };
    let begun = match renewed {
        Some(begun) => begun,
        None => sessions.begin(cx, &account.id, amr, acr).await?,
    };
    // From here on the audit names the person; what they may do is found at their next request.
    cx.who = Who::Person(Box::new(Person {
        id: account.id.clone(),
        user_name: account.user_name.clone(),
        full_name: account.full_name.clone(),
        session_id: begun.id.clone(),
        tenant_id: None,
        auth_time: cx.now(),
        system: Allowed::Nothing,
        tenants: std::collections::BTreeMap::new(),
    }));
    cx.audit_event(Event {
        action,
        resource: "sessions",
        record: begun.id.to_string(),
        after: Some(json!({ "userId": account.id, "amr": amr })),
        ..Event::default()
    });
    Ok(begun)
}
