//! HTTP of recovery. The answers are the same whether there is an account or not.

use std::time::Duration;

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};

use super::service::{By, recover, recoverable, recoverable_by_email, recoverable_by_phone};
use super::{link, state};
use crate::authentication::bounds::{self, Bound, HOUR};
use crate::authentication::captcha::Answer;
use crate::authentication::codes::{self, CodePurpose, CodeSent, MessageRequest};
use crate::authentication::hasher::HashPermit;
use crate::authentication::model::{self, Nothing};
use crate::authentication::state::Sessions;
use crate::authentication::transport::Opened;
use crate::authentication::{cookies, password_history};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::http::{Envelope, Json};
use crate::kernel::secret::Secret;
use crate::kernel::{mailaddr, phone as number};
use crate::notify::{Facts, Kind, Purpose};
use crate::resources::users::contacts::{self, Reachable};

/// The least time that `find` takes. It must look for an account; reading an existing row takes some microseconds more,
/// which a timer of milliseconds hides.
const LEVEL: Duration = Duration::from_millis(25);

/// The account whose password is forgotten.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FindRequest {
    /// Login name.
    user_name: String,
}

/// The account's phone, masked.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Found {
    /// Its last digits, after asterisks.
    phone: String,
}

/// A request for a code by SMS.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SendCode {
    /// Login name, as given to `find`.
    user_name: String,
    /// The answer to the captcha, once one is required.
    captcha: Option<String>,
    /// The key of the captcha.
    check_key: Option<String>,
}

/// A request for a message to a mailbox.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByEmail {
    /// E-mail address.
    email: String,
    /// The answer to the captcha, once one is required.
    captcha: Option<String>,
    /// The key of the captcha.
    check_key: Option<String>,
}

/// A request for a message to a phone.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByPhone {
    /// Phone number.
    phone: String,
    /// The answer to the captcha, once one is required.
    captcha: Option<String>,
    /// The key of the captcha.
    check_key: Option<String>,
}

/// A new password and the code that allows it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewByCode {
    /// Login name, as given to `find`.
    user_name: String,
    /// The phone, as `find` showed it or in full.
    phone: String,
    /// The code.
    auth_code: String,
    /// The new password, or a compact JWE of it.
    password: Secret,
    /// The new password again.
    re_password: Secret,
}

/// A new password and the link that allows it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewByLink {
    /// The link's key.
    key: String,
    /// The new password, or a compact JWE of it.
    password: Secret,
    /// The new password again.
    re_password: Secret,
}

/// The key of a link to check.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkQuery {
    /// The link's key.
    #[serde(default)]
    key: String,
}

/// Whether a link is valid.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LinkState {
    /// Whether the link can set a password.
    valid: bool,
    /// The login name whose password it replaces; the mail with the link names it too. Null where the link is not
    /// valid.
    user_name: Option<String>,
}

fn typed_name(text: &str) -> Result<String, Error> {
    let mut problems = Problems::default();
    model::check_name(&mut problems, text);
    problems.into_result().map(|()| fold(text))
}

/// Shows the last digits of the phone of a login name.
#[utoipa::path(post, path = "/api/account/forget/find", operation_id = "forgetFind", tag = "recovery",
    request_body = FindRequest, responses((status = 200, body = Envelope<Found>)))]
pub(crate) async fn find(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<FindRequest>,
) -> Result<(HeaderMap, Envelope<Found>), Error> {
    let name = typed_name(&body.user_name)?;
    let mut set = HeaderMap::new();
    let browser = codes::browser(&sessions, &headers, &mut set);
    let (phone, ()) = tokio::join!(masked_phone(&sessions, cx, &name), tokio::time::sleep(LEVEL));
    let phone = phone?;
    state::note(&sessions, &mut set, &name, &browser, &phone)?;
    Ok((set, Envelope::ok(Found { phone })))
}

/// The masked phone of a name, with or without an account; counts the request.
async fn masked_phone(sessions: &Sessions, mut cx: Ctx, name: &str) -> Result<String, Error> {
    let kernel = sessions.kernel();
    let address = bounds::client(&cx);
    let bound = Bound::new(kernel, "recovery-find", &address, HOUR, sessions.codes().per_address_hour);
    let tx = cx.db().await?;
    let so_far = bound.look(tx, kernel).await?;
    if !address.is_empty() && bound.is_full(so_far) {
        return Err(bounds::too_many(so_far));
    }
    bound.raise(tx, kernel, so_far).await?;
    let found = contacts::by_name(tx, name).await?.filter(recoverable);
    let exists = found.is_some();
    // An account without a verified phone is answered like a name without an account: no code goes there.
    let account = found.filter(|it| it.phone_valid);
    cx.commit().await?;
    if account.is_none() && sessions.sign_in().recovery_tells_unknown {
        return Err(if exists { unreachable() } else { unknown() });
    }
    // Computed for every name, so that the time tells nothing.
    let imagined = imagined_digits(&kernel.hash("recovery-imagined", name));
    let digits = account.as_ref().map_or(imagined.as_str(), |it| number::last_four(&it.phone_key));
    Ok(number::mask(digits))
}

/// The error for a name, mailbox or phone without an account, where the operator configures that answer (specification,
/// portal, section 8).
fn unknown() -> Error {
    Error::new(Code::NotFound).message(Text::new("用户不存在", "The user does not exist"))
}

fn unreachable() -> Error {
    let text = Text::new(
        "该账号没有已验证的手机，请使用邮箱找回或联系管理员",
        "This account has no verified phone; use your e-mail, or ask an administrator",
    );
    Error::new(Code::NotFound).message(text)
}

/// Four digits that are always the same for a name without an account.
pub(crate) fn imagined_digits(hash: &str) -> String {
    let number = hash.bytes().fold(0_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(b.into()));
    format!("{:04}", number % 10_000)
}

/// Sends a code to the phone of the name given to `find`.
#[utoipa::path(post, path = "/api/account/forget/send/code", operation_id = "forgetSendCode", tag = "recovery",
    request_body = SendCode, responses((status = 200, body = Envelope<CodeSent>)))]
pub(crate) async fn send(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<SendCode>,
) -> Result<Envelope<CodeSent>, Error> {
    let name = typed_name(&body.user_name)?;
    let browser = cookies::read(&headers, sessions.cookies().browser()).unwrap_or_default();
    state::read(&sessions, &headers, &name, browser)?;
    let captcha = Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), browser)?;
    let request = MessageRequest { what: CodePurpose::Recovery, target: &name, block: None, captcha, browser };
    let facts = Facts::default().with("name", &name);
    let answer = codes::ask(&sessions, cx, request, (Kind::Sms, Purpose::RecoveryCode), facts).await?;
    Ok(Envelope::ok(answer))
}

/// Sends a link for setting a new password to the mailbox of an account.
#[utoipa::path(post, path = "/api/account/forget/email/find", operation_id = "forgetEmailFind", tag = "recovery",
    request_body = ByEmail, responses((status = 200, body = Envelope<CodeSent>)))]
pub(crate) async fn email(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ByEmail>,
) -> Result<(HeaderMap, Envelope<CodeSent>), Error> {
    let mut problems = Problems::default();
    let typed = body.email.trim();
    problems.check(!typed.is_empty(), "email", "邮箱不能为空", "Please enter the e-mail address");
    let right = typed.is_empty() || mailaddr::is_valid(typed);
    problems.check(right, "email", "邮箱格式错误，请重新输入", "email format error, please re-enter");
    problems.into_result()?;
    let mut set = HeaderMap::new();
    let browser = codes::browser(&sessions, &headers, &mut set);
    let key = mailaddr::key(typed);
    let captcha = Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), &browser)?;
    let request = MessageRequest { what: CodePurpose::Link, target: &key, block: None, captcha, browser: &browser };
    let facts = Facts::default().with("email", &key);
    let mut looking = cx.new_transaction();
    let answer = codes::ask(&sessions, cx, request, (Kind::Email, Purpose::RecoveryLink), facts).await?;
    if sessions.sign_in().recovery_tells_unknown {
        let found = contacts::by_email(looking.db().await?, &key).await?;
        found.filter(recoverable_by_email).ok_or_else(unknown)?;
    }
    Ok((set, Envelope::ok(answer)))
}

/// Sends a person's login name to their phone.
#[utoipa::path(post, path = "/api/account/forget/phone/find", operation_id = "forgetPhoneFind", tag = "recovery",
    request_body = ByPhone, responses((status = 200, body = Envelope<CodeSent>)))]
pub(crate) async fn phone(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ByPhone>,
) -> Result<(HeaderMap, Envelope<CodeSent>), Error> {
    let key = codes::phone_key(&body.phone)?;
    let mut set = HeaderMap::new();
    let browser = codes::browser(&sessions, &headers, &mut set);
    let captcha = Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), &browser)?;
    let request = MessageRequest {
        what: CodePurpose::Name,
        target: &key,
        block: Some(number::block(&key)),
        captcha,
        browser: &browser,
    };
    let facts = Facts::default().with("phone", &key);
    let mut looking = cx.new_transaction();
    let answer = codes::ask(&sessions, cx, request, (Kind::Sms, Purpose::UserName), facts).await?;
    if sessions.sign_in().recovery_tells_unknown {
        contacts::by_phone(looking.db().await?, &key).await?.ok_or_else(unknown)?;
    }
    Ok((set, Envelope::ok(answer)))
}

/// Decrypts both passwords and compares them.
async fn open_both(sessions: &Sessions, permit: &HashPermit, first: &Secret, again: &Secret) -> Result<Opened, Error> {
    let mut problems = Problems::default();
    model::check_new(&mut problems, first, again);
    problems.into_result()?;
    let opened = sessions.open_password(permit, first).await?;
    let repeated = sessions.open_password(permit, again).await?;
    if opened.password != repeated.password {
        return Err(Error::field("rePassword", Text::new("两次输入的密码不一致", "The two passwords differ")));
    }
    Ok(opened)
}

/// Sets a new password with a code. Ends all sessions.
#[utoipa::path(post, path = "/api/account/forget/check/auth", operation_id = "forgetCheckAuth", tag = "recovery",
    request_body = NewByCode, responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn by_code(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<NewByCode>,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    let name = typed_name(&body.user_name)?;
    let code = body.auth_code.trim();
    let mut problems = Problems::default();
    codes::check_typed(&mut problems, "authCode", code);
    model::check_new(&mut problems, &body.password, &body.re_password);
    problems.into_result()?;
    let browser = cookies::read(&headers, sessions.cookies().browser()).unwrap_or_default();
    let state = state::read(&sessions, &headers, &name, browser)?;
    let permit = sessions.hasher().enter(&cx)?;
    let new = open_both(&sessions, &permit, &body.password, &body.re_password).await?;
    sessions.rules().check(new.password.expose(), &name).map_err(|text| Error::field("password", text))?;
    let right = codes::judge(&sessions, &cx, CodePurpose::Recovery, &name, browser, code).await?;

    let account =
        contacts::by_name(cx.db().await?, &name).await?.filter(recoverable_by_phone).ok_or_else(codes::wrong)?;
    cx.release();
    if body.phone.trim() != state.phone && number::key(&body.phone).as_deref() != Some(&account.phone_key) {
        return Err(codes::wrong());
    }
    let hash = fresh(&sessions, &mut cx, &permit, &account, &new).await?;
    if !right.spend(&mut cx).await? {
        return Err(codes::wrong());
    }
    recover(&sessions, cx, &account, &new, By::Phone, &hash).await?;
    Ok((cleared(&sessions), Envelope::ok(Nothing)))
}

/// The hash of the new password, after checking the password history. Leaves no transaction open.
async fn fresh(
    sessions: &Sessions,
    cx: &mut ReadCtx,
    permit: &HashPermit,
    account: &Reachable,
    new: &Opened,
) -> Result<String, Error> {
    let used = password_history::earlier(sessions, cx, &account.id, account.password_hash.as_deref()).await?;
    cx.release();
    password_history::check_unused(sessions, permit, &new.password, used, "password").await?;
    sessions.hasher().hash_in(permit, &new.password).await
}

fn cleared(sessions: &Sessions) -> HeaderMap {
    let mut set = HeaderMap::new();
    sessions.cookies().sign_out(&mut set);
    sessions.cookies().clear_recovery(&mut set);
    set
}

/// Checks a link without spending it: mail scanners that open addresses by themselves do no harm.
#[utoipa::path(get, path = "/api/account/forget/link", operation_id = "forgetLinkState", tag = "recovery",
    params(LinkQuery), responses((status = 200, body = Envelope<LinkState>)))]
pub(crate) async fn link_state(mut cx: ReadCtx, Query(query): Query<LinkQuery>) -> Result<Envelope<LinkState>, Error> {
    let opened = link::open(&mut cx, &query.key).await.ok();
    Ok(Envelope::ok(LinkState { valid: opened.is_some(), user_name: opened.map(|it| it.account.user_name) }))
}

/// Sets a new password with a link. Ends all sessions.
#[utoipa::path(post, path = "/api/account/forget/link", operation_id = "forgetLink", tag = "recovery",
    request_body = NewByLink, responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn reset(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<NewByLink>,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    let opened = link::open(&mut cx, &body.key).await?;
    cx.release();
    let permit = sessions.hasher().enter(&cx)?;
    let new = open_both(&sessions, &permit, &body.password, &body.re_password).await?;
    let account = &opened.account;
    let checked = sessions.rules().check(new.password.expose(), &account.user_name);
    checked.map_err(|text| Error::field("password", text))?;
    let hash = fresh(&sessions, &mut cx, &permit, account, &new).await?;
    opened.spend(&mut cx).await?;
    recover(&sessions, cx, account, &new, By::Email, &hash).await?;
    Ok((cleared(&sessions), Envelope::ok(Nothing)))
}
