//! Proving a name and a password, with every attempt counted before it is judged.
//!
//! The count is raised in a transaction of its own, committed before the hash is computed. However many
//! guesses arrive at once, each finds the count that the one before it left, so that no more than
//! `sign_in.lock_after` hashes are ever compared between two successes or locks. Names that nobody has are
//! counted and timed like any other.

use serde_json::json;

use super::captcha;
use super::password::{Turn, Verdict};
use super::service::Sessions;
use super::store::{self, Account, Attempts, Strategy};
use super::transport::{self, Opened};
use crate::config::SignIn;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, Outcome};
use crate::kernel::db::Tx;
use crate::kernel::error::{Code, Error};
use crate::kernel::fold::fold;
use crate::notify::{self, Asked, Facts, Kind, Purpose};

/// Status of an account that an administrator locked (specification, study administration, section 3).
pub(super) const LOCKED: i64 = 1;

/// Somebody's claim to be a user.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    /// The name as typed.
    pub user_name: &'a str,
    /// The password as it came out of its transport.
    pub password: &'a Opened,
    /// The captcha's answer; `None` where the caller is signed in and none is asked for.
    pub captcha: Option<captcha::Answer<'a>>,
    /// What the audit calls a refusal.
    pub refused: &'static str,
}

/// A claim that is true.
#[derive(Debug)]
pub(super) struct Proven {
    pub account: Account,
    pub strategy: Strategy,
    /// The hash that the password matched.
    pub hash: String,
    /// Whether that hash is to be made anew.
    pub outdated: bool,
    /// Under which the attempts are counted; to be forgotten in the caller's transaction.
    pub name_hash: String,
}

/// What the counting found.
struct Reserved {
    account: Option<Account>,
    strategy: Strategy,
    attempts: Attempts,
    /// Why it goes no further.
    stop: Option<(Error, &'static str)>,
}

/// Marks a nonce as used; an error if it was.
pub(super) async fn spend(sessions: &Sessions, tx: &mut Tx, opened: &Opened) -> Result<(), Error> {
    let Some(nonce) = &opened.nonce else { return Ok(()) };
    let kernel = sessions.kernel();
    // Beyond the moment until which any time-stamp that is accepted now will be.
    let until = Time(kernel.now().0 + 2 * transport::WINDOW);
    let first = store::consume(tx, "transport-nonce", &kernel.hash("transport-nonce", nonce), until).await?;
    if first { Ok(()) } else { Err(transport::stale()) }
}

/// The counts after a lock has run out: the captcha stays asked for, and one lock does not cause the next.
pub(super) fn after_lock(config: &SignIn) -> Attempts {
    let failures = (config.captcha_after + 1).min(config.lock_after - 1).max(0);
    Attempts { failures, locked_until: Time(0) }
}

/// Under which the attempts at a login name are counted; `name_key` is folded.
pub(super) fn name_hash(kernel: &Kernel, name_key: &str) -> String {
    kernel.hash("login-name", name_key)
}

/// Queues the message that tells an owner of the lock. Whose it is, and whether it is anybody's, is found when
/// the message leaves: a name that nobody has is locked in the same time.
async fn tell(cx: &mut Ctx, config: &SignIn, name_key: String) -> Result<(), Error> {
    let minutes = config.lock_minutes;
    let facts = Facts::default().with("name", name_key).with("minutes", minutes.to_string());
    let locale = cx.locale();
    let asked = Asked { kind: Kind::Email, purpose: Purpose::AccountLocked, facts, locale, life: minutes * 60 };
    notify::ask(cx, asked).await.map(|_| ())
}

/// Counts the attempt, in a transaction that the caller commits unless this fails.
async fn reserve(sessions: &Sessions, cx: &mut Ctx, claim: &Claim<'_>, name_hash: &str) -> Result<Reserved, Error> {
    let (kernel, config) = (sessions.kernel(), sessions.sign_in());
    let now = kernel.now();
    let tx = cx.db().await?;
    spend(sessions, tx, claim.password).await?;
    let mut attempts = store::attempts(tx, name_hash, now).await?;
    let account = store::account_by_name(tx, &fold(claim.user_name)).await?;
    let strategy = sessions.strategy(tx).await?;
    if attempts.locked_until > now {
        let seconds = u32::try_from((attempts.locked_until.0 - now.0) / 1000 + 1).unwrap_or(u32::MAX);
        let stop = Some((Error::new(Code::Locked).retry_after(seconds), "locked for a time"));
        return Ok(Reserved { account, strategy, attempts, stop });
    }
    if attempts.locked_until != Time(0) {
        attempts = after_lock(config);
    }
    if attempts.failures > config.captcha_after
        && let Some(answer) = claim.captcha
        && !captcha::judge(kernel, tx, answer).await?
    {
        store::set_attempts(tx, name_hash, attempts).await?;
        return Ok(Reserved { account, strategy, attempts, stop: Some((captcha::wanted(), "captcha")) });
    }
    attempts.failures += 1;
    if attempts.failures >= config.lock_after {
        attempts.locked_until = now.plus_seconds(config.lock_minutes * 60);
    }
    store::set_attempts(tx, name_hash, attempts).await?;
    if attempts.locked_until != Time(0) && sessions.has_email() {
        tell(cx, config, fold(claim.user_name)).await?;
    }
    Ok(Reserved { account, strategy, attempts, stop: None })
}

/// The audit's note of a refusal. A name that nobody has is not written: people type passwords there.
pub(super) fn refusal(action: &'static str, account: Option<&Account>, reason: &str) -> Event {
    Event {
        action,
        resource: "users",
        record: account.map(|a| a.id.to_string()).unwrap_or_default(),
        after: account.map(|a| json!({ "userName": a.user_name })),
        reason: Some(reason.to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    }
}

/// Proves the claim, or says why not. Opens and commits transactions of its own: the caller's must not be open.
pub(super) async fn prove(sessions: &Sessions, cx: &Ctx, turn: &Turn, claim: Claim<'_>) -> Result<Proven, Error> {
    let name_hash = name_hash(sessions.kernel(), &fold(claim.user_name));
    let mut counting = cx.apart();
    let reserved = reserve(sessions, &mut counting, &claim, &name_hash).await?;
    if let Some((error, reason)) = reserved.stop {
        counting.audit_event(refusal(claim.refused, reserved.account.as_ref(), reason));
        counting.commit().await?;
        return Err(error);
    }
    counting.commit().await?;

    let hash = reserved.account.as_ref().and_then(|a| a.password_hash.clone());
    let verdict = sessions.hasher().verify_in(turn, &claim.password.password, hash.as_deref()).await?;
    let (Some(account), Some(hash), true) = (reserved.account.clone(), hash, verdict != Verdict::Wrong) else {
        refuse(cx, refusal(claim.refused, reserved.account.as_ref(), "wrong name or password")).await?;
        // Nobody is told to solve what is not asked for here.
        let wanted = claim.captcha.is_some() && reserved.attempts.failures > sessions.sign_in().captcha_after;
        return Err(Error::new(Code::BadCredentials).data(json!({ "captchaRequired": wanted })));
    };
    if account.status == LOCKED {
        // Only whoever knows the password hears of it; that they know it clears the count.
        forget(cx, &name_hash, refusal(claim.refused, Some(&account), "locked by an administrator")).await?;
        return Err(Error::new(Code::Locked));
    }
    let outdated = verdict == Verdict::Outdated;
    Ok(Proven { account, strategy: reserved.strategy, hash, outdated, name_hash })
}

async fn refuse(cx: &Ctx, event: Event) -> Result<(), Error> {
    let mut apart = cx.apart();
    apart.audit_event(event);
    apart.commit().await
}

/// Clears the count although the request fails, and notes why it does.
pub(super) async fn forget(cx: &Ctx, name_hash: &str, event: Event) -> Result<(), Error> {
    let mut apart = cx.apart();
    store::forget_attempts(apart.db().await?, name_hash).await?;
    apart.audit_event(event);
    apart.commit().await
}
