//! Client secrets: shown once, stored as keyed hashes, replaced with overlap.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use serde_json::json;

use super::access::{beyond, there};
use super::model::{Client, ClientSecret};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

/// The purpose of the hash of secrets. The hash is keyed: a secret chosen by a person cannot be guessed from a stolen
/// database, and one comparison costs a microsecond.
const SECRET: &str = "client_secret";
/// Most valid secrets of a client: each is compared at every call.
const MAX_SECRETS: usize = 5;
/// Default overlap in seconds, for which the old secrets stay valid: a week to deploy the new one.
pub const OVERLAP: i64 = 7 * 86_400;
/// Longest overlap, in seconds.
pub const MAX_OVERLAP: i64 = 30 * 86_400;

/// Whether this is a secret of the client that has not expired, in constant time.
#[must_use]
pub fn secret_matches(kernel: &Kernel, client: &Client, secret: &Secret) -> bool {
    let given = kernel.hash(SECRET, secret.expose());
    client
        .live_secrets(kernel.now())
        .fold(false, |found, kept| found | verify_slices_are_equal(given.as_bytes(), kept.hash.as_bytes()).is_ok())
}

/// The secrets of a client that needs one: its existing ones, or the given one instead, or a new one. The second
/// value is the secret that was set now.
pub(super) fn keep(
    cx: &ReadCtx,
    kept: Vec<ClientSecret>,
    given: Option<Secret>,
) -> (Vec<ClientSecret>, Option<Secret>) {
    match given.or_else(|| kept.is_empty().then(|| fresh(cx))) {
        Some(secret) => (vec![hashed(cx, &secret)], Some(secret)),
        None => (kept, None),
    }
}

/// 256 random bits in letters, digits, `-` and `_`, which neither a form nor a header encodes differently (RFC 6749,
/// section 2.3.1).
fn fresh(cx: &ReadCtx) -> Secret {
    Secret::new(cx.kernel().token())
}

/// A secret as stored.
fn hashed(cx: &ReadCtx, secret: &Secret) -> ClientSecret {
    let hash = cx.kernel().hash(SECRET, secret.expose());
    ClientSecret { id: cx.new_id(), hash, created_at: cx.now(), expires_at: None }
}

/// Makes a new secret. The client's other secrets expire after `overlap` seconds, or at their own earlier end. The
/// caller commits.
///
/// Errors: [`Code::NotFound`]; [`Code::Forbidden`] for a client that may sign in anyone, unless the caller has full
/// administrator permissions; [`Code::Invalid`] for an overlap that is out of range, a client that uses no secret, or
/// too many valid secrets.
pub async fn renew(cx: &mut Ctx, client_id: &str, overlap: i64) -> Result<(ClientSecret, Secret), Error> {
    if !(0..=MAX_OVERLAP).contains(&overlap) {
        let text = Text::new("须为 0 至 2592000 秒（30 天）", "must be 0 to 2592000 seconds (30 days)");
        return Err(Error::field("overlapSeconds", text));
    }
    let revision = store::next_revision(cx).await?;
    let mut client = there(cx, client_id).await?;
    beyond(cx, &client)?;
    if !client.token_endpoint_auth_method.has_secret() {
        let text = Text::new("该客户端的认证方式不使用密钥", "this client authenticates without a secret");
        return Err(Error::new(Code::Invalid).message(text));
    }
    let now = cx.now();
    let end = now.plus_seconds(overlap);
    let earlier = |at: Option<Time>| Some(at.map_or(end, |at| at.min(end)));
    let old = client.live_secrets(now).cloned();
    let old = old.map(|s| ClientSecret { expires_at: earlier(s.expires_at), ..s }).filter(|_| overlap > 0);
    let mut secrets: Vec<_> = old.collect();
    if secrets.len() >= MAX_SECRETS {
        let text = Text::new("有效密钥过多，请先删除旧密钥", "too many secrets still count; delete an old one first");
        return Err(Error::new(Code::Invalid).message(text));
    }
    let secret = fresh(cx);
    let made = hashed(cx, &secret);
    secrets.push(made.clone());
    client.secrets = secrets;
    store::put(cx, &client, revision).await?;
    note(cx, "client.secret_created", &client, json!({ "secretId": made.id, "othersEndAt": end }));
    Ok((made, secret))
}

/// Removes a secret; it stops working at once. The caller commits.
///
/// Errors: [`Code::NotFound`]; [`Code::Invalid`] for the only secret that does not expire: the client would be locked
/// out. To replace a leaked secret, make a new one without overlap.
pub async fn remove(cx: &mut Ctx, client_id: &str, secret_id: &Id) -> Result<ClientSecret, Error> {
    let revision = store::next_revision(cx).await?;
    let mut client = there(cx, client_id).await?;
    beyond(cx, &client)?;
    let at = client.secrets.iter().position(|s| s.id == *secret_id).ok_or(Code::NotFound)?;
    let removed = client.secrets.remove(at);
    if !client.secrets.iter().any(|s| s.expires_at.is_none()) {
        let text = Text::new(
            "这是唯一长期有效的密钥。如已泄露，请生成新密钥并将重叠时间设为 0",
            "this is the only secret without an end; to take it back at once, make a new one without overlap",
        );
        return Err(Error::new(Code::Invalid).message(text));
    }
    store::put(cx, &client, revision).await?;
    note(cx, "client.secret_deleted", &client, json!({ "secretId": removed.id }));
    Ok(removed)
}

fn note(cx: &mut Ctx, action: &'static str, client: &Client, after: serde_json::Value) {
    cx.audit_event(Event {
        action,
        resource: "clients",
        record: client.client_id.clone(),
        tenant: client.tenant_id.clone(),
        after: Some(after),
        ..Event::default()
    });
}
