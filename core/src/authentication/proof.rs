//! Verifies a login name and a password.
//!
//! A failure is counted when it is known, for the name at its place and for the name from everywhere; until then the
//! check is held in memory (`checking`). So however many guesses arrive at once, no more than `sign_in.lock_after`
//! hashes of a name at a place are compared between two successes or locks.
//!
//! A lock is of a name at a place: a network, a known device, a session. From elsewhere the same name can still sign
//! in, at a cost that grows with its failures: first a captcha, then harder and harder ones. A user of a known device
//! notices nothing of failures elsewhere. Names without an account are counted and timed like any other.

use serde_json::json;

use super::bounds::{Bound, DAY};
use super::checking::{Held, Wait};
use super::hasher::{HashPermit, Verdict};
use super::state::Sessions;
use super::store::{self, Attempts, Counted, Strategy};
use super::transport::{self, Opened};
use super::{captcha, device};
use crate::config::SignIn;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::db::Tx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::origin::Origin;
use crate::kernel::{Kernel, once};
use crate::notify::{self, Asked, Facts, Kind, Purpose};
use crate::resources::users::accounts::{self, Account};

/// Status of an account that an administrator locked (specification, study administration, section 3).
pub(crate) const LOCKED: i64 = 1;
/// Seconds after which failures no longer count.
const FORGOTTEN: i64 = DAY;
/// The most messages about locks to the owner of a name within a day: an attacker with a thousand networks must not
/// cause a thousand mails.
const TOLD: i64 = 5;

/// A login name and a password to verify.
#[derive(Debug)]
pub(crate) struct Claim<'a> {
    /// The name as typed.
    pub user_name: &'a str,
    /// The decrypted password.
    pub password: &'a Opened,
    /// The captcha's answer; `None` where the caller is signed in and no captcha applies.
    pub captcha: Option<captcha::Answer<'a>>,
    /// The audit action of a refusal.
    pub refused: &'static str,
}

/// A verified claim.
#[derive(Debug)]
pub(crate) struct Verified {
    pub account: Account,
    pub strategy: Strategy,
    /// The hash that the password matched.
    pub hash: String,
    /// Whether to hash the password again, with the present parameters.
    pub outdated: bool,
    /// The keys of the failure counts, to clear in the caller's transaction.
    pub name_hash: Counted,
    /// Whether there is a count of the place.
    pub failed: bool,
}

/// The kind of place that a claim comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// A network, which strangers may share.
    Network,
    /// A device on which this account signed in, or a session of its own: failures elsewhere do not count.
    Own,
}

/// The account and its counts, read before the password is checked.
struct Seen {
    account: Option<Account>,
    strategy: Strategy,
    counted: Counted,
    kept: Kept,
    place: Attempts,
    name: Attempts,
    /// Whether there is a count of the place, also one that is forgotten by now.
    failed: bool,
}

impl Seen {
    /// The failures that decide on a captcha.
    const fn failures(&self) -> i64 {
        match self.kept {
            Kept::Network => self.name.failures,
            Kept::Own => self.place.failures,
        }
    }

    /// The level of the captcha: one step more for each `lock_after` failures.
    fn level(&self, config: &SignIn) -> u32 {
        match self.kept {
            Kept::Network => captcha::level(self.name.failures, config.lock_after),
            Kept::Own => 0,
        }
    }
}

/// The purpose of used nonces.
const NONCE: &str = "transport-nonce";

/// Marks a nonce as used; an error if it was used before.
pub(crate) async fn spend(sessions: &Sessions, tx: &mut Tx, opened: &Opened) -> Result<(), Error> {
    let Some((hash, until)) = nonce(sessions, opened) else { return Ok(()) };
    if once::first(tx, NONCE, &hash, until).await? { Ok(()) } else { Err(transport::stale()) }
}

/// The same in a transaction of its own: it stays used whatever becomes of the request.
async fn spend_alone(sessions: &Sessions, opened: &Opened) -> Result<(), Error> {
    let Some((hash, until)) = nonce(sessions, opened) else { return Ok(()) };
    if once::first_alone(sessions.kernel().db(), NONCE, &hash, until).await? { Ok(()) } else { Err(transport::stale()) }
}

/// The hash of the nonce, and how long it is remembered: longer than any time stamp that could be accepted now.
fn nonce(sessions: &Sessions, opened: &Opened) -> Option<(String, Time)> {
    let kernel = sessions.kernel();
    let until = Time(kernel.now().0 + 2 * transport::WINDOW);
    opened.nonce.as_ref().map(|nonce| (kernel.hash(NONCE, nonce), until))
}

/// The count that remains after a lock has ended: too low for another lock by itself, but not zero, so that the guesses
/// do not start anew.
pub(crate) fn after_lock(config: &SignIn) -> i64 {
    (config.captcha_after + 1).min(config.lock_after - 1).max(0)
}

/// The key of the counts of a login name; `name_key` is folded.
pub(crate) fn name_hash(kernel: &Kernel, name_key: &str) -> String {
    kernel.hash("login-name", name_key)
}

/// Queues the message that tells an owner of the lock. The outbox looks for the owner when the message leaves, so that
/// locking a name without an account takes the same time.
async fn tell(kernel: &Kernel, cx: &mut Ctx, config: &SignIn, name_key: String) -> Result<(), Error> {
    let bound = Bound::new(kernel, "lock-told", &name_key, DAY, TOLD);
    if !bound.take(cx.db().await?, kernel).await? {
        return Ok(());
    }
    let minutes = config.lock_minutes;
    let facts = Facts::default().with("name", name_key).with("minutes", minutes.to_string());
    let locale = cx.locale();
    let asked = Asked { kind: Kind::Email, purpose: Purpose::AccountLocked, facts, locale, life: minutes * 60 };
    notify::ask(cx, asked).await.map(|_| ())
}

/// The key of a name's count at the place of a request.
fn place(kernel: &Kernel, cx: &ReadCtx, name_key: &str, signed_in: bool, user: Option<&Id>) -> (String, Kept) {
    let session = cx.person().ok().filter(|_| signed_in).map(|person| format!("session:{}", person.session_id));
    let device = || user.and_then(|user| device::known(cx, user)).map(|device| format!("device:{}", device.id));
    let (place, kept) = session.or_else(device).map_or_else(
        || {
            let network = Origin::of_request(&cx.request).map(|origin| origin.network.to_string());
            (format!("network:{}", network.unwrap_or_default()), Kept::Network)
        },
        |own| (own, Kept::Own),
    );
    (kernel.hash("login-place", &format!("{name_key}\n{place}")), kept)
}

/// Reads the account and its counts. Writes nothing.
async fn look(sessions: &Sessions, cx: &ReadCtx, claim: &Claim<'_>, name_key: &str) -> Result<Seen, Error> {
    let kernel = sessions.kernel();
    let mut reading = cx.new_read_transaction().autocommit();
    let tx = reading.db().await?;
    let account = accounts::by_name(tx, name_key).await?;
    let strategy = sessions.strategy(tx).await?;
    let user = account.as_ref().map(|account| &account.id);
    let (place, kept) = place(kernel, cx, name_key, claim.captcha.is_none(), user);
    let counted = Counted { name: name_hash(kernel, name_key), place };
    let (place, name) = store::counts(tx, &counted).await?;
    let failed = place != Attempts::default();
    let (now, after) = (kernel.now(), after_lock(sessions.sign_in()));
    let standing = |it: Attempts| match it {
        it if it.last_at < now.plus_seconds(-FORGOTTEN) && it.locked_until <= now => Attempts::default(),
        it if it.locked_until > Time(0) && it.locked_until <= now => Attempts { failures: after, ..it },
        it => it,
    };
    Ok(Seen { account, strategy, counted, kept, place: standing(place), name: standing(name), failed })
}

/// The error that stops a claim, if any: its place is locked, or a required captcha is missing. A right captcha counts
/// for the whole claim: `solved`.
async fn stop(
    sessions: &Sessions,
    cx: &ReadCtx,
    claim: &Claim<'_>,
    seen: &Seen,
    solved: &mut bool,
) -> Result<(), Error> {
    let (kernel, config) = (sessions.kernel(), sessions.sign_in());
    let now = kernel.now();
    if seen.place.locked_until > now {
        let seconds = u32::try_from((seen.place.locked_until.0 - now.0) / 1000 + 1).unwrap_or(u32::MAX);
        refuse(cx, refusal(claim.refused, seen.account.as_ref(), "locked for a time")).await?;
        return Err(Error::new(Code::Locked).message(locked_here()).retry_after(seconds));
    }
    let Some(answer) = claim.captcha.filter(|_| !*solved && seen.failures() > config.captcha_after) else {
        return Ok(());
    };
    let level = seen.level(config);
    let mut separate = cx.new_transaction();
    *solved = sessions.captchas().judge(sessions.kernel(), separate.db().await?, answer, level).await?;
    if *solved {
        return separate.commit().await;
    }
    separate.audit_event(refusal(claim.refused, seen.account.as_ref(), "captcha"));
    separate.commit().await?;
    Err(captcha::wanted(sessions.cookies(), level))
}

fn locked_here() -> Text {
    Text::new(
        "多次登录失败，该账号在当前网络的密码登录已暂时锁定，请稍后再试，或使用其他登录方式",
        "Too many failed sign-ins: this account takes no password from this network for a while. Try again later, or sign \
         in another way",
    )
}

/// Waits until the claim may be checked, or gives the error.
async fn begin<'s>(
    sessions: &'s Sessions,
    cx: &ReadCtx,
    claim: &Claim<'_>,
    name_key: &str,
) -> Result<(Seen, Held<'s>), Error> {
    let config = sessions.sign_in();
    let mut solved = false;
    loop {
        let mut end = std::pin::pin!(sessions.checking().next_end());
        end.as_mut().enable();
        let before = sessions.checking().look(name_key);
        let seen = look(sessions, cx, claim, name_key).await?;
        stop(sessions, cx, claim, &seen, &mut solved).await?;
        let mut keys = vec![(seen.counted.place.clone(), config.lock_after - seen.place.failures)];
        if claim.captcha.is_some() && !solved {
            // Before a captcha is required, concurrent requests get no more guesses than sequential ones.
            let key = if seen.kept == Kept::Network { &seen.counted.name } else { &seen.counted.place };
            keys.push((format!("free:{key}"), config.captcha_after + 1 - seen.failures()));
        }
        match sessions.checking().hold(before, &keys) {
            Ok(held) => return Ok((seen, held)),
            Err(Wait::Full) => end.await,
            Err(Wait::Stale) => {}
        }
    }
}

/// Counts a failure and audits it; returns the new counts.
async fn fail(sessions: &Sessions, cx: &ReadCtx, claim: &Claim<'_>, seen: &Seen) -> Result<Seen, Error> {
    let (kernel, config) = (sessions.kernel(), sessions.sign_in());
    let mut separate = cx.new_transaction();
    let now = separate.now();
    let (counted, since, after) = (&seen.counted, now.plus_seconds(-FORGOTTEN), after_lock(config));
    let tx = separate.db().await?;
    let place = store::fail(tx, (&counted.place, &counted.name), (now, since), after).await?;
    let name = match seen.kept {
        Kept::Network => store::fail(tx, (&counted.name, &counted.name), (now, since), after).await?,
        Kept::Own => seen.name,
    };
    if place.failures >= config.lock_after && place.locked_until <= now {
        store::lock(tx, &counted.place, now.plus_seconds(config.lock_minutes * 60)).await?;
        if sessions.has_email() {
            tell(kernel, &mut separate, config, fold(claim.user_name)).await?;
        }
    }
    separate.audit_event(refusal(claim.refused, seen.account.as_ref(), "wrong name or password"));
    separate.commit().await?;
    let (strategy, kept, counted) = (seen.strategy, seen.kept, counted.clone());
    Ok(Seen { account: None, strategy, counted, kept, place, name, failed: true })
}

/// The audit event of a refusal. It never has the typed name of a missing account: people type passwords there.
pub(crate) fn refusal(action: &'static str, account: Option<&Account>, reason: &str) -> Event {
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

/// Verifies the claim. Opens and commits transactions of its own: the caller's must not be open.
pub(crate) async fn prove(
    sessions: &Sessions,
    cx: &ReadCtx,
    permit: &HashPermit,
    claim: Claim<'_>,
) -> Result<Verified, Error> {
    let name_key = fold(claim.user_name);
    spend_alone(sessions, claim.password).await?;
    let (seen, _held) = begin(sessions, cx, &claim, &name_key).await?;
    let hash = seen.account.as_ref().and_then(|a| a.password_hash.clone());
    let verdict = sessions.hasher().verify_in(permit, &claim.password.password, hash.as_deref()).await?;
    let (Some(account), Some(hash), true) = (seen.account.clone(), hash, verdict != Verdict::Wrong) else {
        let after = fail(sessions, cx, &claim, &seen).await?;
        // No captcha is announced where the caller cannot give one.
        let wanted = claim.captcha.is_some() && after.failures() > sessions.sign_in().captcha_after;
        let error = Error::new(Code::BadCredentials).data(json!({ "captchaRequired": wanted }));
        return Err(captcha::priced(sessions.cookies(), error, after.level(sessions.sign_in())));
    };
    if account.status == LOCKED {
        // Only a caller who knows the password learns of the lock; the right password clears the count.
        forget(cx, &seen.counted, refusal(claim.refused, Some(&account), "locked by an administrator")).await?;
        return Err(Error::new(Code::Locked));
    }
    let outdated = verdict == Verdict::Outdated;
    let Seen { strategy, counted: name_hash, failed, .. } = seen;
    Ok(Verified { account, strategy, hash, outdated, name_hash, failed })
}

async fn refuse(cx: &ReadCtx, event: Event) -> Result<(), Error> {
    let mut separate = cx.new_transaction();
    separate.audit_event(event);
    separate.commit().await
}

/// Clears the count although the request fails, and audits the reason.
pub(crate) async fn forget(cx: &ReadCtx, name_hash: &Counted, event: Event) -> Result<(), Error> {
    let mut separate = cx.new_transaction();
    store::forget_attempts(separate.db().await?, name_hash).await?;
    separate.audit_event(event);
    separate.commit().await
}
