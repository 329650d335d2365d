//! Codes of authenticator applications: RFC 6238 with SHA-1, six digits, steps of thirty seconds, as every application
//! supports. The previous and the next code are accepted, for clocks that are a little off; no code is accepted twice.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use totp_rs::{Algorithm, Builder, Secret, Totp};

use super::model::TotpOffer;
use super::store;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::seal::{Before, Column};
use crate::kernel::{Kernel, once};

/// The column with the sealed seeds.
pub const SEED: Column =
    Column { table: "totp_factors", column: "secret", row: "user_id", before: Before::Purpose("totp-seed") };
/// The purpose of sealed enrolments, and the prefix of their ids in `consumed`.
const ENROLMENT: &str = "totp-enrolment";
/// The lifetime of an enrolment, in seconds.
const LIFE: i64 = 900;
/// Octets of a seed: as many as the hash has (RFC 4226, section 4, requirement R6).
const SEED_LENGTH: usize = 20;
const DIGITS: usize = 6;
/// The longest accepted enrolment, in octets; those of this server are shorter.
const MAX_SEALED: usize = 1024;

/// An offered seed, until one of its codes comes back.
#[derive(Deserialize, Serialize)]
struct Enrolment {
    id: String,
    user: Id,
    seed: Vec<u8>,
    expires_at: Time,
}

fn generator(seed: &[u8], issuer: &str, account: &str) -> Result<Totp, Error> {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_skew(1)
        .with_step_duration(30)
        .with_secret(Secret::from(seed.to_vec()))
        // A colon would end the issuer in the address (Key Uri Format).
        .with_issuer(Some(issuer.replace(':', " ")))
        .with_account_name(account.replace(':', " "))
        .build()
        .map_err(|e| Error::internal(e.to_string()))
}

/// The step of this code, if it is a current one. Spaces are allowed: people type them.
fn step_of(seed: &[u8], typed: &str, now: Time) -> Result<Option<i64>, Error> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    if code.len() != DIGITS || !code.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(None);
    }
    let seconds = u64::try_from(now.unix_seconds()).unwrap_or_default();
    let step = generator(seed, "", "nobody")?.check(&code, seconds);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// Accepts a code of the person's application, in the caller's transaction; false where it is wrong or was accepted
/// before.
pub async fn take(cx: &mut Ctx, user: &Id, typed: &str) -> Result<bool, Error> {
    let now = cx.now();
    let Some(sealed) = store::totp_secret(cx.db().await?, user).await? else { return Ok(false) };
    let seed = cx.kernel().unseal_at(&SEED, user.as_str(), &sealed)?;
    match step_of(&seed, typed, now)? {
        Some(step) => Ok(store::take_totp(cx.db().await?, user, step, now).await?),
        None => Ok(false),
    }
}

/// Offers the person a seed. Stores nothing.
pub fn offer(kernel: &Kernel, user: &Id, issuer: &str, account: &str) -> Result<TotpOffer, Error> {
    let seed = kernel.random::<SEED_LENGTH>();
    let generator = generator(&seed, issuer, account)?;
    let enrolment = Enrolment {
        id: kernel.token(),
        user: user.clone(),
        seed: seed.to_vec(),
        expires_at: kernel.now().plus_seconds(LIFE),
    };
    let sealed = kernel.seal(ENROLMENT, &serde_json::to_vec(&enrolment)?)?;
    Ok(TotpOffer {
        enrolment: URL_SAFE_NO_PAD.encode(sealed),
        uri: generator.to_url().map_err(|e| Error::internal(e.to_string()))?,
        secret: generator.secret().to_base32(),
    })
}

fn open(kernel: &Kernel, sealed: &str, user: &Id) -> Option<Enrolment> {
    let octets = (sealed.len() <= MAX_SEALED).then(|| URL_SAFE_NO_PAD.decode(sealed).ok()).flatten()?;
    let enrolment: Enrolment = serde_json::from_slice(&kernel.unseal(ENROLMENT, &octets).ok()?).ok()?;
    (enrolment.user == *user && enrolment.expires_at > kernel.now()).then_some(enrolment)
}

/// Stores an offered seed once a code proves that the application has it. False where the code is wrong. An offer works
/// once.
pub async fn confirm(cx: &mut Ctx, user: &Id, enrolment: &str, typed: &str) -> Result<bool, Error> {
    let (kernel, now) = (cx.kernel().clone(), cx.now());
    let over = || Error::new(Code::StepOver);
    let offered = open(&kernel, enrolment, user).ok_or_else(over)?;
    let Some(step) = step_of(&offered.seed, typed, now)? else { return Ok(false) };
    let sealed = kernel.seal_at(&SEED, user.as_str(), &offered.seed)?;
    let tx = cx.db().await?;
    if !once::first(tx, ENROLMENT, &kernel.hash(ENROLMENT, &offered.id), offered.expires_at).await? {
        return Err(over());
    }
    store::put_totp(tx, user, sealed, step, now).await?;
    Ok(true)
}

/// The code of a seed in base32, for tests that act as the application.
///
/// # Panics
/// When the seed is not base32.
#[cfg(test)]
pub fn code(secret: &str, now: Time) -> String {
    let seed = Secret::try_from_base32(secret).expect("base32");
    let seconds = u64::try_from(now.unix_seconds()).expect("after 1970");
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_secret(seed)
        .with_account_name("a")
        .build()
        .expect("a generator")
        .generate(seconds)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B: the last six of its eight digits, with its SHA-1 seed.
    #[test]
    fn codes_are_those_of_the_rfc() {
        const SEED: &[u8] = b"12345678901234567890";
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let at = |later: i64| Time((seconds + later) * 1000);
            let step = seconds / 30;
            assert_eq!(step_of(SEED, code, at(0)).unwrap(), Some(step));
            let start = step * 30 - seconds;
            assert_eq!(step_of(SEED, code, at(start - 30)).unwrap(), Some(step), "a clock that is one step behind");
            assert_eq!(step_of(SEED, code, at(start + 59)).unwrap(), Some(step), "a clock that is one step ahead");
            if step > 1 {
                assert_eq!(step_of(SEED, code, at(start - 31)).unwrap(), None);
            }
            assert_eq!(step_of(SEED, code, at(start + 60)).unwrap(), None);
        }
        let now = Time(59_000);
        assert_eq!(step_of(SEED, " 287 082 ", now).unwrap(), Some(1));
        for other in ["", "28708", "2870822", "28708a", "２８７０８２", "-87082", "+87082"] {
            assert_eq!(step_of(SEED, other, now).unwrap(), None, "{other}");
        }
    }
}
