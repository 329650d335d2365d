//! HTTP of codes by SMS.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;

use super::service::{CodePurpose, CodeSent, MessageRequest};
use crate::authentication::captcha;
use crate::authentication::model::Nothing;
use crate::authentication::state::Sessions;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::{patterns, phone};
use crate::notify::{Facts, Kind, Purpose};

/// A request for a code to sign in with.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SendRequest {
    /// Phone number.
    phone: String,
    /// The answer to the captcha, once one is required.
    captcha: Option<String>,
    /// The key of the captcha.
    check_key: Option<String>,
}

/// A code to check.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct CheckRequest {
    /// Phone number.
    phone: String,
    /// The code.
    code: String,
}

/// The phone in the form for comparison, or the error of the field.
pub(crate) fn phone_key(text: &str) -> Result<String, Error> {
    if text.trim().is_empty() {
        return Err(Error::field("phone", Text::new("手机号不能为空", "Phone cannot be empty")));
    }
    phone::key(text)
        .ok_or_else(|| Error::field("phone", Text::new("手机号格式不正确", "The phone number is incorrect")))
}

/// Checks the form of a typed SMS code: 4 to 6 digits (specification, portal, section 5), or 8 where codes are longer.
pub(crate) fn check_typed(problems: &mut Problems, field: &str, code: &str) {
    let code = code.trim();
    problems.check(!code.is_empty(), field, "短信验证码不能为空", "SMS code cannot be empty");
    let known = code.is_empty() || patterns::is_numeric_code(code);
    problems.check(known, field, "短信验证码不正确", "SMS code is incorrect");
}

/// Sends a sign-in code to a phone that its owner has verified. The answer is the same for every phone.
#[utoipa::path(post, path = "/api/sys/login/sendAuthCode", operation_id = "sendAuthCode", tag = "sign-in",
    request_body = SendRequest, responses((status = 200, body = Envelope<CodeSent>)))]
pub(crate) async fn send(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<SendRequest>,
) -> Result<(HeaderMap, Envelope<CodeSent>), Error> {
    let key = phone_key(&body.phone)?;
    let mut set = HeaderMap::new();
    let browser = super::browser(&sessions, &headers, &mut set);
    let request = MessageRequest {
        what: CodePurpose::SignIn,
        target: &key,
        block: Some(phone::block(&key)),
        captcha: captcha::Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), &browser)?,
        browser: &browser,
    };
    let facts = Facts::default().with("phone", &key);
    let answer = super::ask(&sessions, cx, request, (Kind::Sms, Purpose::SignInCode), facts).await?;
    Ok((set, Envelope::ok(answer)))
}

/// Checks a code without spending it: it still signs in, once. A wrong one counts as a try.
#[utoipa::path(post, path = "/api/sys/login/checkAuthCode", operation_id = "checkAuthCode", tag = "sign-in",
    request_body = CheckRequest, responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn check(
    State(sessions): State<Sessions>,
    cx: ReadCtx,
    headers: HeaderMap,
    Json(body): Json<CheckRequest>,
) -> Result<Envelope<Nothing>, Error> {
    let key = phone_key(&body.phone)?;
    let mut problems = Problems::default();
    check_typed(&mut problems, "code", &body.code);
    problems.into_result()?;
    let browser = crate::authentication::cookies::read(&headers, sessions.cookies().browser()).unwrap_or_default();
    super::judge(&sessions, &cx, CodePurpose::SignIn, &key, browser, body.code.trim()).await?;
    Ok(Envelope::ok(Nothing))
}
