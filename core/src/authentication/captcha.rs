//! The captcha: the server stores nothing until it is answered.
//!
//! It is a picture or, for people who cannot read one, proof of work: a number that makes a hash begin with enough zero
//! bits. The key of either is a sealed token with the answer or the amount of work, its expiry, and a mark of the
//! browser. The first answer, right or wrong, spends it.

use ::captcha::Captcha as Picture;
use ::captcha::filters::{Dots, Noise, Wave};
use aws_lc_rs::digest::{SHA256, digest};
use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use super::bounded::Bounded;
use super::cookies::{self, Cookies};
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::Tx;
use crate::kernel::error::{Code, Error};
use crate::kernel::origin::Origin;
use crate::kernel::{Kernel, once};

/// The purpose of sealed tokens, and the prefix of their ids in `consumed`.
const PURPOSE: &str = "captcha";
/// The lifetime of a captcha, in seconds.
const LIFE: i64 = 300;
/// The least number of characters of an answer.
const LENGTH: usize = 5;
/// Steps by which a captcha gets harder: bits of work, and characters of a picture up to [`LONGEST`].
const LEVELS: u32 = 5;
/// The greatest number of characters of an answer: a picture has no space for more.
const LONGEST: usize = 7;
/// Seconds for which a browser remembers the level of its captchas.
const PRICED: i64 = 900;
/// Characters that stay distinct when they are distorted. There are 32, so that a random octet picks each equally
/// often.
const ALPHABET: &[u8; 32] = b"2347ABCDEFGHKMNPRSTUWXYabdefhmnr";
/// The longest accepted key, in octets; those of this server are shorter.
const MAX_KEY: usize = 1024;
/// The longest accepted answer, in octets.
const MAX_GIVEN: usize = 256;

/// The content of a key.
#[derive(Deserialize, Serialize)]
struct Token {
    id: String,
    /// The characters of the picture; empty for proof of work.
    answer: String,
    /// The zero bits of the work.
    bits: u32,
    browser: String,
    expires_at: Time,
}

/// A picture for a browser, and the key to send back with the answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Shown {
    /// A PNG as a data URL.
    pub image: String,
    /// Send it back as `checkKey`.
    pub key: String,
}

/// Proof of work for a browser, and the key to send back with the answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Work {
    /// The text to hash by SHA-256, with a number in decimal digits appended.
    pub challenge: String,
    /// How many leading bits of the hash must be zero. The number is the answer.
    pub bits: u32,
    /// Send it back as `checkKey`.
    pub key: String,
}

/// Draws pictures, a bounded number at a time.
#[derive(Debug)]
pub(crate) struct Captchas {
    bounded: Bounded,
    bits: u32,
}

/// The level of a captcha after so many failures: one step for every `each` failures.
pub(crate) fn level(failures: i64, each: i64) -> u32 {
    u32::try_from(failures / each.max(1)).unwrap_or_default().min(LEVELS)
}

/// Characters of a picture at a level.
fn length(level: u32) -> usize {
    (LENGTH + usize::try_from(level).unwrap_or_default()).min(LONGEST)
}

/// The level of this browser's captchas, as the server last told it in a cookie. A browser that claims a lower level
/// gets captchas that are too easy and do not count.
pub(crate) fn told(cookies: Cookies, headers: &HeaderMap) -> u32 {
    let level = cookies::read(headers, cookies.captcha()).and_then(|text| text.parse().ok());
    level.unwrap_or(0).min(LEVELS)
}

/// Tells the browser the level of its next captcha, where it is above 0.
pub(crate) fn priced(cookies: Cookies, error: Error, level: u32) -> Error {
    if level == 0 {
        return error;
    }
    let mut set = HeaderMap::new();
    cookies.set_for_a_while(&mut set, cookies.captcha(), &level.to_string(), PRICED);
    error.cookies(set)
}

fn draw(answer: &str) -> Option<Vec<u8>> {
    let mut picture = Picture::new();
    for letter in answer.chars() {
        picture.set_chars(&[letter]).add_char();
    }
    picture
        .apply_filter(Noise::new(0.2))
        .apply_filter(Wave::new(2.0, 8.0).horizontal())
        .apply_filter(Wave::new(2.0, 8.0).vertical())
        .view(if answer.chars().count() > LENGTH { 300 } else { 220 }, 90)
        .apply_filter(Dots::new(8).max_radius(6).min_radius(3))
        .as_png()
}

/// Compares without case: a person cannot tell upper and lower case in distorted letters.
fn same(given: &str, answer: &str) -> bool {
    given.trim().eq_ignore_ascii_case(answer)
}

/// Whether the number makes the hash begin with enough zero bits.
fn is_done(challenge: &str, number: &str, bits: u32) -> bool {
    let plain = (1..=20).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    plain && zero_bits(digest(&SHA256, format!("{challenge}{number}").as_bytes()).as_ref()) >= bits
}

fn zero_bits(hash: &[u8]) -> u32 {
    let zeros = hash.iter().take_while(|b| **b == 0).count();
    let next = hash.get(zeros).map_or(0, |b| b.leading_zeros());
    u32::try_from(zeros).unwrap_or(u32::MAX) * 8 + next
}

impl Captchas {
    /// At most `queue` requests wait for a picture; the proof of work starts at `bits` zero bits.
    pub fn new(queue: usize, bits: u32) -> Self {
        Self { bounded: Bounded::new(0, queue), bits }
    }

    fn seal(kernel: &Kernel, browser: &str, answer: String, bits: u32) -> Result<(String, String), Error> {
        let expires_at = kernel.now().plus_seconds(LIFE);
        let token = Token { id: kernel.token(), answer, bits, browser: mark(kernel, browser), expires_at };
        let key = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&token)?)?);
        Ok((key, token.id))
    }

    /// Makes proof of work for the browser with this cookie.
    pub fn work(&self, kernel: &Kernel, browser: &str, level: u32) -> Result<Work, Error> {
        let bits = self.bits + level;
        let (key, challenge) = Self::seal(kernel, browser, String::new(), bits)?;
        Ok(Work { challenge, bits, key })
    }

    /// Makes a picture for the browser with this cookie.
    pub async fn show(&self, cx: &ReadCtx, browser: &str, level: u32) -> Result<Shown, Error> {
        let kernel = cx.kernel();
        let letters = kernel.random::<LONGEST>();
        let answer: String =
            letters.iter().take(length(level)).map(|b| char::from(ALPHABET[usize::from(b % 32)])).collect();
        let (key, _) = Self::seal(kernel, browser, answer.clone(), 0)?;
        let network = Origin::of_request(&cx.request).map(|origin| origin.network);
        let png = self.bounded.enter(network)?.run(move || draw(&answer)).await?;
        let png = png.ok_or_else(|| Error::internal("the captcha could not be drawn"))?;
        Ok(Shown { image: format!("data:image/png;base64,{}", STANDARD.encode(png)), key })
    }

    /// Whether the answer is right and its captcha was hard enough. Spends the captcha in `tx`; the caller must commit
    /// it whatever the result.
    pub async fn judge(&self, kernel: &Kernel, tx: &mut Tx, answer: Answer<'_>, level: u32) -> Result<bool, Error> {
        let Some(token) = open(kernel, answer.key) else { return Ok(false) };
        if token.expires_at <= kernel.now() {
            return Ok(false);
        }
        let first = once::first(tx, PURPOSE, &kernel.hash(PURPOSE, &token.id), token.expires_at).await?;
        let right = match token.bits {
            0 => token.answer.len() >= length(level) && same(answer.given, &token.answer),
            bits => bits >= self.bits + level && is_done(&token.id, answer.given.trim(), bits),
        };
        Ok(first && token.browser == mark(kernel, answer.browser) && right)
    }
}

fn mark(kernel: &Kernel, browser: &str) -> String {
    kernel.hash("captcha-browser", browser)
}

fn open(kernel: &Kernel, key: &str) -> Option<Token> {
    let sealed = (key.len() <= MAX_KEY).then(|| URL_SAFE_NO_PAD.decode(key).ok()).flatten()?;
    serde_json::from_slice(&kernel.unseal(PURPOSE, &sealed).ok()?).ok()
}

impl<'a> Answer<'a> {
    /// From the fields of a body and the browser's cookie. A text that no captcha can have is a wrong answer, even
    /// where no captcha is required.
    pub fn of(given: Option<&'a str>, key: Option<&'a str>, browser: &'a str) -> Result<Self, Error> {
        let it = Self { given: given.unwrap_or_default(), key: key.unwrap_or_default(), browser };
        let too_long = it.given.len() > MAX_GIVEN || it.key.len() > MAX_KEY;
        if too_long || it.given.chars().chain(it.key.chars()).any(char::is_control) {
            return Err(asked());
        }
        Ok(it)
    }
}

/// An answer as the browser sent it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answer<'a> {
    /// The characters or the number.
    pub given: &'a str,
    /// The key of the captcha.
    pub key: &'a str,
    /// The browser's cookie.
    pub browser: &'a str,
}

/// The error that asks for a captcha.
pub(crate) fn wanted(cookies: Cookies, level: u32) -> Error {
    priced(cookies, asked(), level)
}

fn asked() -> Error {
    Error::new(Code::Captcha).data(serde_json::json!({ "captchaRequired": true }))
}

/// The answer in a key, for tests: only this server can open one.
#[cfg(test)]
pub(crate) fn answer(kernel: &Kernel, key: &str) -> String {
    open(kernel, key).expect("a key of this server").answer
}

/// The first number that solves the work, for tests.
#[cfg(test)]
pub(crate) fn worked(challenge: &str, bits: u32) -> String {
    (0..u64::MAX).map(|n| n.to_string()).find(|n| is_done(challenge, n, bits)).expect("there is one")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Engine;

    #[test]
    fn every_character_can_be_drawn() {
        let drawable = Picture::new().supported_chars();
        assert!(ALPHABET.iter().all(|b| drawable.contains(&char::from(*b))));
        let mut folded: Vec<_> = ALPHABET.to_vec();
        folded.dedup();
        assert_eq!(folded.len(), ALPHABET.len());
    }

    #[tokio::test]
    async fn the_picture_is_a_png_and_the_key_does_not_tell_the_answer() {
        let t = Engine::Sqlite.kernel().await;
        let cx = ReadCtx::system(&t.kernel);
        let shown = Captchas::new(4, 10).show(&cx, "browser", 0).await.unwrap();
        let png = STANDARD.decode(shown.image.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let answer = answer(&t.kernel, &shown.key);
        assert_eq!(answer.len(), LENGTH);
        let longer = Captchas::new(4, 10).show(&cx, "browser", LEVELS).await.unwrap();
        assert_eq!(super::answer(&t.kernel, &longer.key).len(), LONGEST);
        assert!(!String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(&shown.key).unwrap()).contains(&answer));
    }

    #[test]
    fn work_is_told_from_what_only_looks_like_it() {
        let done = worked("challenge", 12);
        assert!(is_done("challenge", &done, 12));
        assert!(!is_done("challenge", &done, 30) && !is_done("another", &done, 12));
        let signed = format!("+{done}");
        for no in ["", "abc", "-1", &signed, &"1".repeat(21)] {
            assert!(!is_done("challenge", no, 0), "{no}");
        }
        assert_eq!(
            [zero_bits(&[0, 0, 1]), zero_bits(&[0x80]), zero_bits(&[0x1f, 0]), zero_bits(&[0, 0])],
            [23, 0, 3, 16]
        );
    }
}
