//! A person's own e-mail and phone: their state, and their verification.
//!
//! Neither signs in nor recovers an account until its owner has verified it: administrators, invitees and imports only
//! enter it. A phone is verified here, by a code that it gets while its owner is signed in; a mailbox by the link in a
//! mail. A number that another account has verified is refused: a code to it would be ambiguous.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::authentication::Sessions;
use crate::authentication::codes::{self, CodePurpose, CodeSent};
use crate::authentication::messages::count_message;
use crate::authentication::model::Nothing;
use crate::authentication::recovery::language;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::phone;
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::users;
use crate::resources::users::contacts::{self, Reachable};

/// The caller's e-mail and phone.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "two facts of each contact")]
pub struct Contacts {
    /// E-mail address.
    email: String,
    /// Whether the caller has verified it: only then can it recover the account.
    email_verified: bool,
    /// Phone number.
    phone: String,
    /// Whether the caller has verified it: only then can it sign in and recover the account.
    phone_verified: bool,
    /// Whether a code can go to the phone: it is a number, and this deployment sends SMS.
    phone_reachable: bool,
    /// Whether this deployment sends e-mail.
    email_reachable: bool,
}

async fn own(cx: &mut ReadCtx) -> Result<Reachable, Error> {
    let user = cx.person()?.id.clone();
    contacts::by_id(cx.db().await?, &user).await?.ok_or_else(|| Error::new(Code::SessionRevoked))
}

/// The target of a code: a person with a number. A code for one number is not valid for the next.
fn target(account: &Reachable) -> String {
    format!("{}:{}", account.id, account.phone_key)
}

/// The caller's e-mail and phone, and whether they are verified.
#[utoipa::path(get, path = "/api/account/contacts", operation_id = "accountContacts", tag = "account",
    responses((status = 200, body = Envelope<Contacts>)))]
pub async fn contacts(State(sessions): State<Sessions>, mut cx: ReadCtx) -> Result<Envelope<Contacts>, Error> {
    let account = own(&mut cx).await?;
    Ok(Envelope::ok(Contacts {
        phone_reachable: sessions.has_sms() && !account.phone_key.is_empty(),
        email_reachable: sessions.has_email(),
        email: account.email,
        email_verified: account.email_valid,
        phone: account.phone,
        phone_verified: account.phone_valid,
    }))
}

fn verified_already() -> Error {
    Error::new(Code::Conflict).message(Text::new("已验证，无需重复验证", "This is verified already"))
}

/// Sends the caller a code to verify their phone. Needs a recent proof: a verified phone signs in.
#[utoipa::path(post, path = "/api/account/phone/code", operation_id = "accountPhoneCode", tag = "account",
    responses((status = 200, body = Envelope<CodeSent>)))]
pub async fn phone_code(State(sessions): State<Sessions>, mut cx: Ctx) -> Result<Envelope<CodeSent>, Error> {
    sessions.require_recent(&mut cx).await?;
    let account = own(&mut cx).await?;
    if account.phone_valid {
        return Err(verified_already());
    }
    if account.phone_key.is_empty() {
        let text = Text::new(
            "您的手机号格式不正确，请联系管理员修改",
            "Your phone number is incorrect; please ask an administrator to correct it",
        );
        return Err(Error::new(Code::NotAvailable).message(text));
    }
    let target = target(&account);
    let counted = format!("phone-code:{target}");
    count_message(&sessions, &mut cx, Kind::Sms, &counted, &account.phone_key, None).await?;
    // The limit of the block of numbers, over all callers, as for every code.
    let block = phone::block(&account.phone_key);
    sessions.spend(&mut cx, "code-block", block, (3600, sessions.codes().per_block_hour)).await?;
    let minutes = sessions.codes().life_minutes;
    let code = codes::lay(&sessions, &mut cx, CodePurpose::Phone, (&target, ""), minutes * 60).await?;
    let message = Message {
        kind: Kind::Sms,
        address: account.phone.clone(),
        notice: Notice::PhoneCode { code, minutes, user_name: account.user_name.clone() },
        locale: language(&account),
        user: Some(account.id.clone()),
        tenant: None,
        software: None,
        life: minutes * 60,
    };
    notify::send(&mut cx, message).await?;
    cx.commit().await?;
    Ok(Envelope::ok(CodeSent::of(&sessions)))
}

/// The code that verifies a phone.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PhoneProof {
    /// The code.
    code: String,
}

/// Verifies the caller's phone by the code that it got: from now on it can sign in. Needs a recent proof.
///
/// Errors: 701 for an invalid code; 409 for a number that another account has verified.
#[utoipa::path(post, path = "/api/account/phone/verify", operation_id = "accountPhoneVerify", tag = "account",
    request_body = PhoneProof, responses((status = 200, body = Envelope<Nothing>)))]
pub async fn phone_verify(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<PhoneProof>,
) -> Result<Envelope<Nothing>, Error> {
    sessions.require_recent(&mut cx).await?;
    let code = body.code.trim();
    let mut problems = Problems::default();
    codes::check_typed(&mut problems, "code", code);
    problems.into_result()?;
    let account = own(&mut cx).await?;
    cx.release();
    let right = codes::judge(&sessions, &cx, CodePurpose::Phone, &target(&account), "", code).await?;
    if !right.spend(&mut cx).await? {
        return Err(codes::wrong());
    }
    let now = cx.now();
    if !contacts::phone_is_theirs(cx.db().await?, &account.id, &account.phone_key, now).await? {
        // Only a caller who holds the phone learns this.
        let text = Text::new(
            "该手机号已被其他账号验证，请联系管理员",
            "This number is verified for another account; please ask an administrator",
        );
        return Err(Error::new(Code::Conflict).message(text));
    }
    cx.audit_event(Event {
        action: "user.phone_verified",
        resource: "users",
        record: account.id.to_string(),
        after: Some(json!({ "userName": account.user_name, "phone": account.phone })),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}

/// Sends the caller a mail to verify their address. Needs a recent proof: a verified mailbox can recover the account.
#[utoipa::path(post, path = "/api/account/email/verification", operation_id = "accountEmailVerification",
    tag = "account", responses((status = 200, body = Envelope<Nothing>)))]
pub async fn email_verification(State(sessions): State<Sessions>, mut cx: Ctx) -> Result<Envelope<Nothing>, Error> {
    sessions.require_recent(&mut cx).await?;
    let id = cx.person()?.id.clone();
    let user = users::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::SessionRevoked))?;
    if user.email_valid.0 {
        return Err(verified_already());
    }
    sessions.send_verification(&mut cx, &user).await?;
    cx.audit_event(Event {
        action: "user.verification_sent",
        resource: "users",
        record: id.to_string(),
        after: Some(json!({ "userName": user.user_name, "email": user.email })),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}
