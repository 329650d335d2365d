//! Single sign-on with a code in the address (specification, portal, sections 1, 4 and 7).
//!
//! A trusted program, such as a hospital's portal that has already signed its people in, requests a code for a person
//! and sends their browser to `/signIn?code=…`; the portal uses the code and goes to the root. A code works once, for
//! a minute, for one person at one portal; only a keyed hash of it is stored. The person confirms before it is used
//! (`question`).
//!
//! The client's setting `cardea_sso_code` allows it; such a program can sign in anyone, and has to be protected like
//! the sign-in itself. It learns nothing about accounts: an unknown login name gets a code as well.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::question::{self, Asked};
use super::refusal::{note_refusal, refused};
use super::state::Federation;
use super::store;
use crate::authentication::{ELSEWHERE, Elsewhere, LoginAnswer, from_browser};
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::resources::users::accounts;

/// Lifetime of a code in seconds.
const LIFE_SECONDS: i64 = 60;
/// The purpose of the keyed hash of codes.
const PURPOSE: &str = "sso-code";
/// Longest text accepted, in octets.
const MAX: usize = 256;
const PATH: &str = "/api/sys/ssoCode";
/// The authentication method of these sessions: elsewhere. See `model::Stranger::session_amr`.
const BY_PROGRAM: &[&str] = &[ELSEWHERE];
/// One factor.
const ACR: &str = "1";

/// The person for whom a code is requested. The client's credentials may be members too, as at the token endpoint:
/// `client_id`, `client_secret`, `client_assertion`, `client_assertion_type`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeRequest {
    /// Login name.
    user_name: String,
}

/// A sign-in code.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuedCode {
    /// The code; it works once.
    code: String,
    /// Seconds until it expires.
    expires_in: i64,
    /// The address to send the browser to.
    url: String,
}

/// Issues a sign-in code to a trusted program.
///
/// Errors: 401 where the program's authentication fails; 403 where it may not request codes.
#[utoipa::path(post, path = "/api/sys/ssoCode", operation_id = "ssoCode", tag = "federation",
    request_body = CodeRequest, responses((status = 200, body = Envelope<IssuedCode>)))]
pub async fn issue(
    State(federation): State<Federation>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<Map<String, Value>>,
) -> Result<Envelope<IssuedCode>, Error> {
    let program = federation.programs().program(&cx, &headers, &body, PATH).await?;
    if !program.may_sign_in {
        note_refusal(&cx, &program.client_id, "the program may not ask for codes").await?;
        return Err(Error::new(Code::Forbidden));
    }
    let CodeRequest { user_name } = crate::kernel::http::from_value(Value::Object(body))?;
    if user_name.trim().is_empty() || user_name.len() > MAX || user_name.chars().any(char::is_control) {
        return Err(Error::field("userName", Text::new("用户名不正确", "The user name is not valid")));
    }
    let code = federation.kernel().token();
    let user_id = accounts::by_name(cx.db().await?, &fold(&user_name)).await?.map(|account| account.id);
    cx.audit_event(Event {
        action: "sso_code.issued",
        resource: "clients",
        record: program.client_id.clone(),
        after: user_id.as_ref().map(|id| json!({ "userId": id })),
        ..Event::default()
    });
    let audience = federation.issuer().to_owned();
    let new = store::NewCode {
        code_hash: federation.kernel().hash(PURPOSE, &code),
        client_id: program.client_id,
        user_id,
        audience: audience.clone(),
        expires_at: cx.now().plus_seconds(LIFE_SECONDS),
    };
    store::insert_code(&mut cx, new).await?;
    cx.commit().await?;
    let url = format!("{audience}/signIn?code={code}");
    Ok(Envelope::ok(IssuedCode { code, expires_in: LIFE_SECONDS, url }))
}

/// A code from the address.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SsoLogin {
    /// The code.
    code: String,
    /// Whether the person confirmed the question of the previous call.
    #[serde(default)]
    confirm: bool,
}

/// Signs in with a code.
///
/// Errors: 701 for an invalid code; 409 with `data.kind` = `confirm`, `data.subject` (masked), `data.issuer` and
/// `data.current`, in a browser where no one, or another person, is signed in: the code stays valid, and works with
/// `confirm` in this browser; 403 for a request from another site's page; 423 for a locked account. A program without
/// a browser is not asked.
#[utoipa::path(post, path = "/api/sys/ssoLogin", operation_id = "ssoLogin", tag = "federation",
    request_body = SsoLogin, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub async fn login(
    State(federation): State<Federation>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<SsoLogin>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    let code = body.code.trim();
    if code.is_empty() || code.len() > MAX {
        return Err(refused());
    }
    let hash = federation.kernel().hash(PURPOSE, code);
    let audience = federation.issuer();
    if let Some(question) = asks(&federation, &mut cx, &headers, &hash, body.confirm).await? {
        return Err(question);
    }
    cx.release();
    // In a transaction of its own: a code that was presented is used up, whatever the result.
    let mut using = cx.new_transaction();
    let used = store::consume_code(&mut using, &hash, audience).await?;
    using.commit().await?;
    let Some(store::CodeRow { client_id, user_id }) = used else {
        note_refusal(&cx, "", "a code that does not stand").await?;
        return Err(refused());
    };
    let Some(person) = user_id else {
        note_refusal(&cx, &client_id, "a code for a name that nobody has").await?;
        return Err(refused());
    };
    let how = Elsewhere { amr: BY_PROGRAM, acr: ACR, return_to: None };
    let (mut set, answer) = federation.enter(cx, &person, how).await?;
    federation.sessions().cookies().clear_question(&mut set);
    Ok((set, answer))
}

/// The question to ask before the code is used, if any.
async fn asks(
    federation: &Federation,
    cx: &mut ReadCtx,
    headers: &HeaderMap,
    hash: &str,
    confirmed: bool,
) -> Result<Option<Error>, Error> {
    if !federation.must_ask(cx, headers, None, hash, confirmed) {
        return Ok(None);
    }
    let Some(code) = store::standing_code(cx, hash, federation.issuer()).await? else { return Ok(None) };
    let Some(user) = code.user_id else { return Ok(None) };
    if !federation.must_ask(cx, headers, Some(&user), hash, confirmed) {
        return Ok(None);
    }
    let Some(subject) = accounts::by_id(cx.db().await?, &user).await? else { return Ok(None) };
    let issuer = federation.programs().name(&code.client_id, cx.locale()).await?;
    let current = cx.person().ok();
    let asked = Asked { about: hash, issuer: &issuer, subject: &subject, current, more: json!({}) };
    question::put(federation, asked).map(Some)
}

impl Federation {
    /// Whether the person has to confirm before the code or continuation `about` signs in `user` (`None`: not known
    /// yet): when another person is signed in, and in a browser where no one is.
    pub(super) fn must_ask(
        &self,
        cx: &ReadCtx,
        headers: &HeaderMap,
        user: Option<&Id>,
        about: &str,
        confirmed: bool,
    ) -> bool {
        if !self.asks() {
            return false;
        }
        let browser = from_browser(headers);
        let asks = match cx.person() {
            Ok(person) => user.is_none_or(|user| *user != person.id),
            Err(_) => browser,
        };
        // A confirmation counts in the browser that was asked; a program cannot remember the question.
        asks && !(confirmed && (!browser || question::was_put(self, headers, about)))
    }

    /// The last step of every federated sign-in. A refusal is recorded.
    pub(super) async fn enter(
        &self,
        cx: Ctx,
        user: &Id,
        how: Elsewhere<'_>,
    ) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
        let noting = cx.new_transaction();
        match self.sessions().enter(cx, user, how).await {
            Err(error) if matches!(error.code, Code::BadCredentials | Code::Locked) => {
                let gone = error.code == Code::BadCredentials;
                note_refusal(&noting, user.as_str(), if gone { "the account is gone" } else { "locked" }).await?;
                Err(if gone { refused() } else { error })
            }
            other => other,
        }
    }
}
