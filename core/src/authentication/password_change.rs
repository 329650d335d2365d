//! Changing one's own password: with a session; or at sign-in, where it has expired or somebody else set it.
//!
//! Such a password opens no session. A sign-in with it passes every usual step (captcha, lock and second factor) and
//! then ends in a sealed continuation instead of a session. The continuation replaces the password, once, in the same
//! browser, while account and password are unchanged; then the person signs in with the new one.

use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::json;

use super::captcha::Answer;
use super::ending::signed_out;
use super::hasher::HashPermit;
use super::model::{self, ACR, BY_PASSWORD, EndReason, NamedPasswordChange, Nothing, PasswordChange};
use super::password_continuation::{self, PURPOSE, Step};
use super::proof::{self, Claim};
use super::state::Sessions;
use super::store::{self, Counted};
use super::transport::Opened;
use super::{cookies, entrant, factors, password_history};
use crate::authentication::entrant::Entrant;
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::once;
use crate::kernel::secret::Secret;
use crate::resources::users::accounts::Account;

fn same() -> Error {
    Error::field("newPassword", Text::new("新旧密码不能相同", "The new password must differ from the current one"))
}

/// Decrypts a new password and checks it against the rules.
async fn open_new(sessions: &Sessions, permit: &HashPermit, user_name: &str, new: &Secret) -> Result<Opened, Error> {
    let new = sessions.open_password(permit, new).await.map_err(|mut error| {
        error.fields.iter_mut().for_each(|(name, _)| "newPassword".clone_into(name));
        error
    })?;
    let checked = sessions.rules().check(new.password.expose(), user_name);
    checked.map_err(|text| Error::field("newPassword", text))?;
    Ok(new)
}

/// The same for both passwords of a change.
async fn open_both(
    sessions: &Sessions,
    permit: &HashPermit,
    user_name: &str,
    (old, new): (&Secret, &Secret),
) -> Result<(Opened, Opened), Error> {
    model::check_change(old, new)?;
    let old = sessions.open_password(permit, old).await?;
    let new = open_new(sessions, permit, user_name, new).await?;
    if old.password.expose() == new.password.expose() { Err(same()) } else { Ok((old, new)) }
}

/// The proof that allows a password change.
#[derive(Clone, Copy)]
enum By<'a> {
    /// The present password, proved just now; with the key of its failure counts.
    Password(&'a Counted),
    /// The continuation of a sign-in, which has cleared the failures.
    Continuation(&'a Step),
}

/// Stores the new password instead of `old`, ends every session of the person, and commits.
async fn change(
    sessions: &Sessions,
    mut cx: Ctx,
    permit: &HashPermit,
    (account, old): (&Account, &str),
    new: &Opened,
    by: By<'_>,
) -> Result<(), Error> {
    let user = &account.id;
    let earlier = password_history::earlier(sessions, &mut cx, user, Some(old)).await?;
    cx.release();
    password_history::check_unused(sessions, permit, &new.password, earlier, "newPassword").await?;
    let hash = sessions.hasher().hash_in(permit, &new.password).await?;
    let tx = cx.db().await?;
    proof::spend(sessions, tx, new).await?;
    if let By::Continuation(step) = by
        && !once::first(tx, PURPOSE, &sessions.kernel().hash(PURPOSE, &step.id), step.expires_at).await?
    {
        return Err(Error::new(Code::StepOver));
    }
    if !password_history::replace(sessions, &mut cx, user, Some(old), &hash).await? {
        return Err(Error::new(Code::Conflict));
    }
    if let By::Password(counted) = by {
        store::forget_attempts(cx.db().await?, counted).await?;
    }
    let ended = sessions.end_all(&mut cx, user, EndReason::PasswordChanged).await?;
    cx.audit_event(Event {
        action: "user.password_changed",
        resource: "users",
        record: user.to_string(),
        after: Some(json!({ "userName": account.user_name, "sessionsEnded": ended })),
        ..Event::default()
    });
    cx.commit().await
}

/// Changes the caller's own password, with a session. Ends all their sessions.
#[utoipa::path(post, path = "/api/sys/user/password", operation_id = "userPassword", tag = "sign-in",
    request_body = PasswordChange, responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn change_password(
    State(sessions): State<Sessions>,
    cx: Ctx,
    Json(body): Json<PasswordChange>,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    let user_name = cx.person()?.user_name.clone();
    let permit = sessions.hasher().enter(&cx)?;
    let (old, new) = open_both(&sessions, &permit, &user_name, (&body.password, &body.new_password)).await?;
    let claim = Claim { user_name: &user_name, password: &old, captcha: None, refused: "user.password_refused" };
    let proven = proof::prove(&sessions, &cx, &permit, claim).await.map_err(|error| match error.code {
        Code::BadCredentials => error.message(Text::new("当前密码不正确", "The current password is incorrect")),
        _ => error,
    })?;
    change(&sessions, cx, &permit, (&proven.account, &proven.hash), &new, By::Password(&proven.name_hash)).await?;
    Ok((signed_out(&sessions), Envelope::ok(Nothing)))
}

/// Changes a password that has expired, or that somebody else set, without a session: by name and present password, as
/// a sign-in takes them; or by the `continuation` of a sign-in. It begins no session.
///
/// Errors: 701, 21018, 423 as at a sign-in; 20011 where a second factor is required, after which the answer of its step
/// has a `continuation`; 20014 for an invalid one; 403 for a password that is neither expired nor set by somebody else:
/// its owner signs in and changes it there.
#[utoipa::path(post, path = "/api/sys/user/username/password", operation_id = "usernamePassword", tag = "sign-in",
    request_body = NamedPasswordChange, responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn change_password_by_name(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<NamedPasswordChange>,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    match &body.continuation {
        Some(text) => by_continuation(&sessions, cx, &headers, (text, &body.new_password)).await?,
        None => by_name(&sessions, cx, &headers, &body).await?,
    }
    let mut set = signed_out(&sessions);
    sessions.cookies().clear(&mut set, sessions.cookies().change());
    Ok((set, Envelope::ok(Nothing)))
}

async fn by_continuation(
    sessions: &Sessions,
    mut cx: Ctx,
    headers: &HeaderMap,
    (text, new): (&str, &Secret),
) -> Result<(), Error> {
    model::check_replacement(new)?;
    let (step, account) = password_continuation::open(sessions, &mut cx, headers, text).await?;
    cx.release();
    let permit = sessions.hasher().enter(&cx)?;
    let new = open_new(sessions, &permit, &account.user_name, new).await?;
    let old = account.password_hash.as_deref().unwrap_or_default();
    // Even where no history is kept: the present password may not be its own successor.
    password_history::check_unused(sessions, &permit, &new.password, vec![old.to_owned()], "newPassword")
        .await
        .map_err(|error| if error.code == Code::Invalid { same() } else { error })?;
    change(sessions, cx, &permit, (&account, old), &new, By::Continuation(&step)).await
}

async fn by_name(
    sessions: &Sessions,
    mut cx: Ctx,
    headers: &HeaderMap,
    body: &NamedPasswordChange,
) -> Result<(), Error> {
    let (user_name, password) = body.typed()?;
    model::check_typed(user_name, password)?;
    let permit = sessions.hasher().enter(&cx)?;
    let (old, new) = open_both(sessions, &permit, user_name, (password, &body.new_password)).await?;
    let browser = cookies::read(headers, sessions.cookies().browser()).unwrap_or_default();
    let claim = Claim {
        user_name,
        password: &old,
        captcha: Some(Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), browser)?),
        refused: "user.password_refused",
    };
    let proven = proof::prove(sessions, &cx, &permit, claim).await?;
    let (account, strategy) = (&proven.account, proven.strategy);
    if !entrant::is_to_be_replaced(account, strategy, cx.now()) {
        let event = proof::refusal("user.password_refused", Some(account), "neither expired nor set by somebody else");
        proof::forget(&cx, &proven.name_hash, event).await?;
        let text = Text::new("密码仍然有效，请登录后修改", "This password is still valid; please sign in to change it");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let entrant = Entrant { account, strategy, amr: BY_PASSWORD, acr: ACR, return_to: None, changes: true };
    if let Some(asking) = factors::second_step(sessions, &mut cx, &entrant).await? {
        store::forget_attempts(cx.db().await?, &proven.name_hash).await?;
        cx.commit().await?;
        return Err(asking);
    }
    cx.release();
    change(sessions, cx, &permit, (account, &proven.hash), &new, By::Password(&proven.name_hash)).await
}
