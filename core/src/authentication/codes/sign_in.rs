//! Signing in with a code by SMS.

use axum::http::HeaderMap;

use super::api::{check_typed, phone_key};
use super::service::{CodePurpose, judge, refusal, wrong};
use crate::authentication::entrant::Entrant;
use crate::authentication::model::{LoginAnswer, LoginRequest};
use crate::authentication::proof::{self, LOCKED};
use crate::authentication::state::Sessions;
use crate::authentication::{cookies, entry};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Problems};
use crate::kernel::fold::fold;
use crate::kernel::http::Envelope;
use crate::resources::users::{accounts, contacts};

/// The `amr` of a code by SMS (RFC 8176, section 2).
const BY_SMS: &[&str] = &["sms"];
/// The `acr` of one factor.
const ACR: &str = "1";

/// Signs in the owner of a phone by a code. A phone that nobody has, or that nobody has verified, gets the answer to a
/// wrong code.
pub(crate) async fn by_phone(
    sessions: &Sessions,
    mut cx: Ctx,
    headers: &HeaderMap,
    body: &LoginRequest,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    let key = phone_key(body.phone.as_deref().unwrap_or_default())?;
    let code = body.phone_captcha.as_deref().unwrap_or_default().trim();
    let mut problems = Problems::default();
    check_typed(&mut problems, "phoneCaptcha", code);
    problems.into_result()?;
    let browser = cookies::read(headers, sessions.cookies().browser()).unwrap_or_default();
    let right = judge(sessions, &cx, CodePurpose::SignIn, &key, browser, code).await?;

    if !right.spend(&mut cx).await? {
        return Err(wrong());
    }
    let tx = cx.db().await?;
    let holder = contacts::by_phone(tx, &key).await?;
    // Where the request names the account, as after a session's end, another person's phone does not open it.
    let holder = holder.filter(|it| body.user_name.as_deref().is_none_or(|name| fold(name) == it.user_name_key));
    let Some(holder) = holder else {
        cx.audit_event(refusal("session.refused", CodePurpose::SignIn, "nobody has verified the phone"));
        cx.commit().await?;
        return Err(wrong());
    };
    let account = accounts::by_name(tx, &holder.user_name_key).await?.ok_or_else(wrong)?;
    if account.status == LOCKED {
        cx.audit_event(proof::refusal("session.refused", Some(&account), "locked by an administrator"));
        cx.commit().await?;
        return Err(Error::new(Code::Locked));
    }
    let strategy = sessions.strategy(tx).await?;
    let return_to = body.return_to.as_deref();
    let entrant = Entrant { account: &account, strategy, amr: BY_SMS, acr: ACR, return_to, changes: false };
    entry::enter(sessions, cx, entrant).await
}
