//! The captcha: made and judged without keeping anything until it is answered.
//!
//! It is a picture, or, for whoever cannot read one, work for the browser: a number that makes a hash begin with
//! enough zero bits. The key that goes out with either is a sealed token: the answer or the amount of work, the
//! moment it ends, and a mark of the browser it was shown to. The first answer, right or wrong, spends it.

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

/// What tokens are sealed for, and how their ids are told apart in `consumed`.
const PURPOSE: &str = "captcha";
/// Seconds that a picture is good for.
const LIFE: i64 = 300;
/// Characters of an answer, at the least.
const LENGTH: usize = 5;
/// Steps by which a captcha grows: bits of work, and characters of a picture up to [`LONGEST`].
const LEVELS: u32 = 5;
/// Characters of an answer, at the most: what a picture has room for.
const LONGEST: usize = 7;
/// Seconds that a browser remembers how much a captcha has to cost.
const PRICED: i64 = 900;
/// Characters that do not look like one another once they are bent. 32 of them, so that a random octet picks
/// each as often.
const ALPHABET: &[u8; 32] = b"2347ABCDEFGHKMNPRSTUWXYabdefhmnr";
/// Longer than any key of ours.
const MAX_KEY: usize = 1024;
/// Longest answer, in octets.
const MAX_GIVEN: usize = 256;

/// What is in a key.
#[derive(Deserialize, Serialize)]
struct Token {
    id: String,
    /// What the picture shows; empty where work is asked for.
    answer: String,
    /// Zero bits of work.
    bits: u32,
    browser: String,
    expires_at: Time,
}

/// A picture for a browser, and the key that comes back with the answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Shown {
    /// A PNG as a data URL.
    pub image: String,
    /// To be sent back as `checkKey`.
    pub key: String,
}

/// Work for a browser, and the key that comes back with its answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Work {
    /// To be hashed, with a number in decimal digits behind it, by SHA-256.
    pub challenge: String,
    /// Bits at the beginning of the hash that must be zero. The number is the answer.
    pub bits: u32,
    /// To be sent back as `checkKey`.
    pub key: String,
}

/// Draws pictures behind a bound.
#[derive(Debug)]
pub(crate) struct Captchas {
    bounded: Bounded,
    bits: u32,
}

/// How much a captcha has to cost after so many failures, where `each` of them are one step.
pub(crate) fn level(failures: i64, each: i64) -> u32 {
    u32::try_from(failures / each.max(1)).unwrap_or_default().min(LEVELS)
}

/// Characters of a picture at a level.
fn length(level: u32) -> usize {
    (LENGTH + usize::try_from(level).unwrap_or_default()).min(LONGEST)
}

/// How much the captchas of this browser have to cost, by what it was told last. One that says less than it was told
/// gets captchas that are not enough.
pub(crate) fn told(cookies: Cookies, headers: &HeaderMap) -> u32 {
    let level = cookies::read(headers, cookies.captcha()).and_then(|text| text.parse().ok());
    level.unwrap_or(0).min(LEVELS)
}

/// Tells the browser how much its next captcha has to cost, where that is more than usual.
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

/// Upper and lower case are the same to a person who reads a bent letter.
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
    /// At most `queue` requests wait for a picture; the work in its place is `bits` zero bits.
    pub fn new(queue: usize, bits: u32) -> Self {
        Self { bounded: Bounded::new(0, queue), bits }
    }

    fn seal(kernel: &Kernel, browser: &str, answer: String, bits: u32) -> Result<(String, String), Error> {
        let expires_at = kernel.now().plus_seconds(LIFE);
        let token = Token { id: kernel.token(), answer, bits, browser: mark(kernel, browser), expires_at };
        let key = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&token)?)?);
        Ok((key, token.id))
    }

    /// Makes work for the browser that carries this cookie.
    pub fn work(&self, kernel: &Kernel, browser: &str, level: u32) -> Result<Work, Error> {
        let bits = self.bits + level;
        let (key, challenge) = Self::seal(kernel, browser, String::new(), bits)?;
        Ok(Work { challenge, bits, key })
    }

    /// Makes a picture for the browser that carries this cookie.
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

    /// Whether the answer is right, and of a captcha that cost enough. Spends it in `tx`, which must be committed whatever
    /// comes out.
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
    /// From what a body holds of it, and the browser's cookie. What no captcha can hold is a wrong answer even
    /// where none is asked for.
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
    /// What the person read.
    pub given: &'a str,
    /// The key of the picture.
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

/// The answer in a key, for tests: nobody else can open one.
#[cfg(test)]
pub(crate) fn answer(kernel: &Kernel, key: &str) -> String {
    open(kernel, key).expect("a key of this server").answer
}

/// The first number that does the work, for tests.
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
