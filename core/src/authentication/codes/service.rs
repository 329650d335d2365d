//! Issues codes, judges them and spends them.
use axum::http::HeaderMap;
use serde::Serialize;
use serde_json::json;

use super::guesses;
use crate::authentication::bounds::{self, Bound, DAY, HOUR};
use crate::authentication::state::Sessions;
use crate::authentication::store::codes::{self as sql, Place};
use crate::authentication::store::{self, Counted};
use crate::authentication::{captcha, cookies, proof};
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::notify::{self, Asked, Facts, Kind, Purpose};
use crate::resources::users::contacts;

/// Digits of a code (specification, portal, section 5: at most 6), and of one made while the number of wrong guesses
/// exceeds ordinary mistakes.
pub(super) const DIGITS: usize = 6;
pub(super) const MORE_DIGITS: usize = 8;
/// Locks of targets after wrong codes: the same counts as for passwords, under keys of their own.
pub(super) const COUNTED: &str = "code-target";

/// The purpose of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodePurpose {
    /// To sign in; the target is a phone.
    SignIn,
    /// To set a new password; the target is a login name.
    Recovery,
    /// A link by e-mail to set a new password; the target is a mailbox. No code, but the same limits.
    Link,
    /// The login name by SMS; the target is a phone. No code, but the same limits.
    Name,
    /// To verify a phone; the target is a person with the phone. Also asked for with a session.
    Phone,
    /// To set a PIN; the target is a person in a tenant. Needs a session, so its limits are elsewhere.
    Pin,
}

impl CodePurpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::Recovery => "recovery",
            Self::Link => "link",
            Self::Name => "name",
            Self::Phone => "phone",
            Self::Pin => "pin",
        }
    }

    /// The scope of the counts of its targets.
    const fn scope(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in-target",
            Self::Recovery => "recovery-target",
            Self::Link => "link-target",
            Self::Name => "name-target",
            Self::Phone => "phone-target",
            Self::Pin => "pin-target",
        }
    }
}

/// What somebody says who asks for a message.
#[derive(Debug)]
pub(crate) struct MessageRequest<'a> {
    pub what: CodePurpose,
    /// The phone, login name or mailbox, in the form for comparison.
    pub target: &'a str,
    /// The block of numbers, where the target is a phone.
    pub block: Option<&'a str>,
    /// The captcha's answer.
    pub captcha: captcha::Answer<'a>,
    /// The browser's cookie.
    pub browser: &'a str,
}

pub(super) fn place(kernel: &Kernel, what: CodePurpose, target: &str, browser: &str) -> Place {
    Place {
        purpose: what.as_str(),
        target_hash: kernel.hash("code-place", &format!("{}:{target}", what.as_str())),
        browser_hash: kernel.hash("code-browser", browser),
    }
}

pub(super) fn code_hash(kernel: &Kernel, id: &Id, code: &str) -> String {
    kernel.hash("code", &format!("{id}:{code}"))
}

/// A random code, uniformly distributed.
pub(super) fn fresh(kernel: &Kernel, digits: usize) -> Secret {
    let all = 10_u32.pow(u32::try_from(digits).unwrap_or_default());
    loop {
        let drawn = u32::from_be_bytes(kernel.random());
        // Drop values past the last whole range: they would make some codes likelier.
        if drawn < u32::MAX - u32::MAX % all {
            return Secret::new(format!("{:0digits$}", drawn % all));
        }
    }
}

/// Holds a request against every bound and raises them. An error is committed by the caller: a captcha is spent
/// although the request is refused.
pub(super) async fn admit(
    sessions: &Sessions,
    cx: &mut Ctx,
    request: &MessageRequest<'_>,
) -> Result<Result<(), (Error, &'static str)>, Error> {
    let (kernel, config) = (sessions.kernel(), sessions.codes());
    let address = bounds::client(cx);
    let target = Bound::new(kernel, request.what.scope(), request.target, DAY, config.per_target_day);
    let mut wider = Vec::new();
    if let Some(block) = request.block {
        wider.push((Bound::new(kernel, "code-block", block, HOUR, config.per_block_hour), "too many for the block"));
    }
    if !address.is_empty() {
        let bound = Bound::new(kernel, "code-address", &address, HOUR, config.per_address_hour);
        wider.push((bound, "too many from the address"));
    }
    wider.push((Bound::new(kernel, "code-total", "", HOUR, config.total_hour), "too many in all"));

    let tx = cx.db().await?;
    let mine = target.look(tx, kernel).await?;
    if target.is_full(mine) {
        return Ok(Err((bounds::daily(config.per_target_day, mine), "too many for the day")));
    }
    if let Some(waited) = mine.since_last.filter(|waited| *waited < config.resend_seconds) {
        return Ok(Err((bounds::too_soon(config.resend_seconds - waited), "too soon after the last")));
    }
    let mut found = Vec::new();
    for (bound, reason) in &wider {
        let it = bound.look(tx, kernel).await?;
        if bound.is_full(it) {
            return Ok(Err((bounds::too_many(it), reason)));
        }
        found.push(it);
    }
    let asked = mine.total >= config.captcha_after || guesses::are_many(sessions, tx).await?;
    if asked && !sessions.captchas().judge(sessions.kernel(), tx, request.captcha, 0).await? {
        return Ok(Err((captcha::wanted(sessions.cookies(), 0), "captcha")));
    }
    target.raise(tx, kernel, mine).await?;
    for ((bound, _), it) in wider.iter().zip(found) {
        bound.raise(tx, kernel, it).await?;
    }
    Ok(Ok(()))
}

pub(super) fn refusal(action: &'static str, what: CodePurpose, reason: &str) -> Event {
    Event {
        action,
        resource: "codes",
        // Neither phone nor name: they may belong to nobody, or to a person who never asked.
        after: Some(json!({ "purpose": what.as_str() })),
        reason: Some(reason.to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    }
}

/// The audit event of a wrong code, in the history of the person whose phone it was tried for, if any.
pub(super) fn wrong_code(what: CodePurpose, reason: &str, whose: Option<&Id>) -> Event {
    let mut note = refusal("code.wrong", what, reason);
    if matches!(what, CodePurpose::SignIn) {
        // As much is written for nobody as for somebody, so that the time of the answer does not tell.
        note.after = Some(json!({ "purpose": what.as_str(), "amr": ["sms"] }));
    }
    match whose {
        Some(id) => Event { resource: "users", record: id.to_string(), ..note },
        None => note,
    }
}

/// The answer to a request for a message; the same for every recipient.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
// As the description calls it, which clients are made of.
#[schema(as = Asking)]
pub(crate) struct CodeSent {
    /// Seconds until the next request is allowed.
    resend_seconds: i64,
}

impl CodeSent {
    /// The answer of the settings.
    pub fn of(sessions: &Sessions) -> Self {
        Self { resend_seconds: sessions.codes().resend_seconds }
    }
}

/// Grants or refuses a wish; commits either way. Sends a message of `purpose` with `facts`, and a code where the
/// purpose has one.
pub(crate) async fn ask(
    sessions: &Sessions,
    mut cx: Ctx,
    request: MessageRequest<'_>,
    (kind, purpose): (Kind, Purpose),
    facts: Facts,
) -> Result<CodeSent, Error> {
    let available = if kind == Kind::Sms { sessions.has_sms() } else { sessions.has_email() };
    if !available {
        return Err(Error::new(Code::NotAvailable));
    }
    if let Err((error, reason)) = admit(sessions, &mut cx, &request).await? {
        cx.audit_event(refusal("code.refused", request.what, reason));
        cx.commit().await?;
        return Err(error);
    }
    let (config, locale) = (sessions.codes(), cx.locale());
    let mut facts = facts;
    let mut life = config.link_minutes * 60;
    if matches!(request.what, CodePurpose::SignIn | CodePurpose::Recovery) {
        life = config.life_minutes * 60;
        let code = lay(sessions, &mut cx, request.what, (request.target, request.browser), life).await?;
        facts = facts.with("code", code.expose()).with("minutes", config.life_minutes.to_string());
    }
    notify::ask(&mut cx, Asked { kind, purpose, facts, locale, life }).await?;
    cx.commit().await?;
    Ok(CodeSent::of(sessions))
}

/// Makes a code for a target and a browser, valid for `life` seconds, in the caller's transaction. Invalidates the
/// previous one.
pub(crate) async fn lay(
    sessions: &Sessions,
    cx: &mut Ctx,
    what: CodePurpose,
    (target, browser): (&str, &str),
    life: i64,
) -> Result<Secret, Error> {
    let kernel = sessions.kernel();
    let digits = if guesses::are_many(sessions, cx.db().await?).await? { MORE_DIGITS } else { DIGITS };
    let (id, code, expires_at) = (cx.new_id(), fresh(kernel, digits), cx.now().plus_seconds(life));
    let hash = code_hash(kernel, &id, code.expose());
    sql::put(cx.db().await?, &place(kernel, what, target, browser), id, hash, expires_at).await?;
    Ok(code)
}

/// Invalidates every code of a target, whichever browser asked for it, in the caller's transaction.
pub(crate) async fn withdraw(cx: &mut Ctx, what: CodePurpose, target: &str) -> Result<(), Error> {
    let place = place(cx.kernel(), what, target, "");
    sql::withdraw(cx.db().await?, place.purpose, place.target_hash).await?;
    Ok(())
}

/// A right code that is not spent yet.
#[derive(Debug)]
pub(crate) struct Right {
    /// The code's id.
    id: Id,
    /// The keys of the target's failure counts, to clear in the caller's transaction.
    counted: Counted,
}

/// The one error for every invalid code, whatever the reason.
pub(crate) fn wrong() -> Error {
    let text = Text::new("验证码错误或已失效", "The code is wrong or no longer valid");
    Error::new(Code::BadCredentials).message(text)
}

/// Judges a code. Opens and commits a transaction of its own: the caller's must not be open.
pub(crate) async fn judge(
    sessions: &Sessions,
    cx: &ReadCtx,
    what: CodePurpose,
    target: &str,
    browser: &str,
    code: &str,
) -> Result<Right, Error> {
    let (kernel, config) = (sessions.kernel(), sessions.sign_in());
    let counted = Counted::under(kernel.hash(COUNTED, &format!("{}:{target}", what.as_str())));
    let at = place(kernel, what, target, browser);
    let mut separate = cx.new_transaction();
    let now = separate.now();
    let tx = separate.db().await?;
    if let Some(seconds) = guesses::wait(sessions, cx, tx).await? {
        separate.audit_event(wrong_code(what, "too many wrong codes from the network", None));
        separate.commit().await?;
        return Err(Error::new(Code::TooMany).retry_after(u32::try_from(seconds).unwrap_or(u32::MAX)));
    }
    let whose = match what {
        CodePurpose::SignIn => contacts::id_by_phone(tx, target).await?,
        _ => None,
    };
    // Only the browser that asked for a code can fail at it: otherwise anybody could lock anybody's phone.
    let Some(live) = sql::try_once(tx, &at, sessions.codes().tries, now).await? else {
        guesses::count(sessions, cx, tx).await?;
        separate.audit_event(wrong_code(what, "no such code", whose.as_ref()));
        separate.commit().await?;
        return Err(wrong());
    };
    let (attempts, _) = store::counts(tx, &counted).await?;
    if attempts.locked_until > now {
        let seconds = u32::try_from((attempts.locked_until.0 - now.0) / 1000 + 1).unwrap_or(u32::MAX);
        separate.audit_event(wrong_code(what, "locked for a time", whose.as_ref()));
        separate.commit().await?;
        return Err(Error::new(Code::Locked).retry_after(seconds));
    }
    if live.code_hash == code_hash(kernel, &live.id, code) {
        separate.commit().await?;
        return Ok(Right { id: live.id, counted });
    }
    let keys = (counted.place.as_str(), counted.name.as_str());
    let failed = store::fail(tx, keys, (now, Time(0)), proof::after_lock(config)).await?;
    if failed.failures >= config.lock_after {
        store::lock(tx, &counted.place, now.plus_seconds(config.lock_minutes * 60)).await?;
    }
    guesses::count(sessions, cx, tx).await?;
    separate.audit_event(wrong_code(what, "wrong code", whose.as_ref()));
    separate.commit().await?;
    Err(wrong())
}

impl Right {
    /// Spends the code in the caller's transaction; false if another request was first.
    pub async fn spend(&self, cx: &mut Ctx) -> Result<bool, Error> {
        let now = cx.now();
        let tx = cx.db().await?;
        let first = sql::spend(tx, &self.id, now).await?;
        if first {
            store::forget_attempts(tx, &self.counted).await?;
        }
        Ok(first)
    }
}

/// The browser cookie of this request, or a new one, which it sets in `headers`.
pub(crate) fn browser(sessions: &Sessions, request: &HeaderMap, headers: &mut HeaderMap) -> String {
    let names = sessions.cookies();
    cookies::read(request, names.browser()).map_or_else(
        || {
            let fresh = sessions.kernel().token();
            names.set_browser(headers, &fresh);
            fresh
        },
        str::to_owned,
    )
}
