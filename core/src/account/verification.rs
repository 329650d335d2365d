//! The verification of e-mail addresses: a sealed key for one account and one address.

use axum::extract::{Query, State};
use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::authentication::Sessions;
use crate::authentication::messages::count_mail;
use crate::authentication::model::KeyQuery;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::http::Envelope;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::kernel::{mailaddr, once, pages};
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::users::{User, contacts as sql};

/// The purpose of sealed keys.
const PURPOSE: &str = "email-verification";
/// The longest accepted key, in octets; those of this server are shorter.
const MAX_KEY: usize = 1024;

#[derive(Deserialize, Serialize)]
struct Token {
    user: Id,
    /// Keyed hash of the address: once the account has another address, the key does not verify it.
    mark: String,
    expires_at: Time,
}

/// A verified address and its account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Verified {
    /// The address.
    email: String,
    /// Login name of its account.
    user_name: String,
}

impl Sessions {
    /// Queues the mail for verifying a user's address, in the caller's transaction; returns the message's id.
    ///
    /// Errors: [`Code::TooMany`] too soon after the last one or beyond the limits; [`Code::NotAvailable`] where the
    /// deployment sends no e-mail.
    pub async fn send_verification(&self, cx: &mut Ctx, user: &User) -> Result<Id, Error> {
        let email_key = mailaddr::key(&user.email);
        count_mail(self, cx, &format!("verification:{email_key}"), &email_key, None).await?;
        let (kernel, hours) = (self.kernel(), self.invitations().verification_hours);
        let token = Token {
            user: user.id.clone(),
            mark: kernel.hash(PURPOSE, &email_key),
            expires_at: kernel.now().plus_seconds(hours * 3600),
        };
        let key = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&token)?)?);
        let message = Message {
            kind: Kind::Email,
            address: user.email.clone(),
            notice: Notice::EmailVerification {
                link: Secret::new(pages::with_key(self.public_url(), pages::CHECK_EMAIL, &key)),
                hours,
                user_name: user.user_name.clone(),
            },
            locale: Locale::of(&user.language),
            user: Some(user.id.clone()),
            tenant: None,
            software: None,
            life: hours * 3600,
        };
        notify::send(cx, message).await
    }
}

/// The one error for every invalid key, whatever the reason.
fn dead() -> Error {
    let text = Text::new(
        "验证链接无效或已过期，请联系管理员重新发送",
        "This link is not valid any more; please ask an administrator for another",
    );
    Error::new(Code::Forbidden).message(text)
}

/// Verifies an e-mail address. A key verifies once; a second call succeeds as long as the address is still verified.
#[utoipa::path(get, path = "/api/account/email/valid", operation_id = "checkEmailValid", tag = "registration",
    params(KeyQuery), responses((status = 200, body = Envelope<Verified>)))]
pub(crate) async fn verify(
    State(sessions): State<Sessions>,
    method: Method,
    mut cx: ReadCtx,
    Query(query): Query<KeyQuery>,
) -> Result<Envelope<Verified>, Error> {
    let kernel = sessions.kernel();
    let key = &query.key;
    let sealed = (key.len() <= MAX_KEY).then(|| URL_SAFE_NO_PAD.decode(key).ok()).flatten().ok_or_else(dead)?;
    let plain = kernel.unseal(PURPOSE, &sealed).map_err(|_| dead())?;
    let token: Token = serde_json::from_slice(&plain).map_err(|_| dead())?;
    let found = sql::mailbox(cx.db().await?, &token.user).await?.ok_or_else(dead)?;
    cx.release();
    if token.expires_at <= kernel.now() || token.mark != kernel.hash(PURPOSE, &found.email_key) {
        return Err(dead());
    }
    // HEAD must not change anything (RFC 9110, section 9.2.1).
    if method == Method::GET {
        use_up(cx.new_transaction(), &token, &found).await?;
    }
    let said = match cx.locale() {
        Locale::Zh => "邮箱验证成功",
        Locale::En => "The e-mail address is verified",
    };
    Ok(Envelope::saying(said, Verified { email: found.email, user_name: found.user_name }))
}

/// Spends the key and marks the address as verified. The key is the authority, whoever is signed in. A spent key only
/// tells whether the address is verified: it does not verify an address again that was given up meanwhile.
async fn use_up(mut cx: Ctx, token: &Token, mailbox: &sql::Mailbox) -> Result<(), Error> {
    cx.who = Who::System("email-verification");
    let now = cx.now();
    let hash = cx.kernel().hash(PURPOSE, &format!("{}:{}:{}", token.user, token.mark, token.expires_at.0));
    let tx = cx.db().await?;
    if !once::first(tx, PURPOSE, &hash, token.expires_at).await? {
        let stands = sql::mailbox(tx, &token.user).await?.is_some_and(|found| found.email_valid);
        return if stands { Ok(()) } else { Err(dead()) };
    }
    if sql::verify_email(tx, &token.user, &mailbox.email_key, now).await? {
        cx.audit_event(Event {
            action: "user.email_verified",
            resource: "users",
            record: token.user.to_string(),
            after: Some(json!({ "userName": mailbox.user_name, "email": mailbox.email })),
            ..Event::default()
        });
    }
    cx.commit().await
}
