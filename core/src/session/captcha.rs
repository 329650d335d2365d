//! The picture captcha: made and judged without keeping anything until it is answered.
//!
//! The key that goes out with a picture is a sealed token: the answer, the moment it ends, and a mark of the
//! browser it was shown to. The first answer, right or wrong, spends it.

use ::captcha::Captcha as Picture;
use ::captcha::filters::{Dots, Noise, Wave};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use super::bounded::Bounded;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::db::Tx;
use crate::kernel::error::{Code, Error};

/// What tokens are sealed for, and how their ids are told apart in `consumed`.
const PURPOSE: &str = "captcha";
/// Seconds that a picture is good for.
const LIFE: i64 = 300;
/// Characters of an answer.
const LENGTH: usize = 5;
/// Characters that do not look like one another once they are bent. 32 of them, so that a random octet picks
/// each as often.
const ALPHABET: &[u8; 32] = b"2347ABCDEFGHKMNPRSTUWXYabdefhmnr";
/// Longer than any key of ours.
const MAX_KEY: usize = 1024;

/// What is in a key.
#[derive(Deserialize, Serialize)]
struct Token {
    id: String,
    answer: String,
    browser: String,
    expires_at: Time,
}

/// A picture for a browser, and the key that comes back with the answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Shown {
    /// A PNG as a data URL.
    pub image: String,
    /// To be sent back as `checkKey`.
    pub key: String,
}

/// Draws pictures behind a bound.
#[derive(Debug)]
pub(super) struct Captchas(Bounded);

fn draw(answer: &str) -> Option<Vec<u8>> {
    let mut picture = Picture::new();
    for letter in answer.chars() {
        picture.set_chars(&[letter]).add_char();
    }
    picture
        .apply_filter(Noise::new(0.2))
        .apply_filter(Wave::new(2.0, 8.0).horizontal())
        .apply_filter(Wave::new(2.0, 8.0).vertical())
        .view(220, 90)
        .apply_filter(Dots::new(8).max_radius(6).min_radius(3))
        .as_png()
}

/// Upper and lower case are the same to a person who reads a bent letter.
fn same(given: &str, answer: &str) -> bool {
    given.trim().eq_ignore_ascii_case(answer)
}

impl Captchas {
    /// At most `queue` requests wait for a picture.
    pub fn new(queue: usize) -> Self {
        Self(Bounded::new(0, queue))
    }

    /// Makes a picture for the browser that carries this cookie.
    pub async fn show(&self, kernel: &Kernel, browser: &str) -> Result<Shown, Error> {
        let letters = kernel.random::<LENGTH>();
        let answer: String = letters.iter().map(|b| char::from(ALPHABET[usize::from(b % 32)])).collect();
        let token = Token {
            id: kernel.token(),
            answer: answer.clone(),
            browser: mark(kernel, browser),
            expires_at: kernel.now().plus_seconds(LIFE),
        };
        let key = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&token)?)?);
        let png = self.0.enter()?.run(move || draw(&answer)).await?;
        let png = png.ok_or_else(|| Error::internal("the captcha could not be drawn"))?;
        Ok(Shown { image: format!("data:image/png;base64,{}", STANDARD.encode(png)), key })
    }
}

fn mark(kernel: &Kernel, browser: &str) -> String {
    kernel.hash("captcha-browser", browser)
}

fn open(kernel: &Kernel, key: &str) -> Option<Token> {
    let sealed = (key.len() <= MAX_KEY).then(|| URL_SAFE_NO_PAD.decode(key).ok()).flatten()?;
    serde_json::from_slice(&kernel.unseal(PURPOSE, &sealed).ok()?).ok()
}

/// An answer as the browser sent it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answer<'a> {
    /// What the person read.
    pub given: &'a str,
    /// The key of the picture.
    pub key: &'a str,
    /// The browser's cookie.
    pub browser: &'a str,
}

/// Whether the answer is right. Spends the picture in `tx`, which must be committed whatever comes out.
pub(super) async fn judge(kernel: &Kernel, tx: &mut Tx, answer: Answer<'_>) -> Result<bool, Error> {
    let Some(token) = open(kernel, answer.key) else { return Ok(false) };
    if token.expires_at <= kernel.now() {
        return Ok(false);
    }
    let first = store::consume(tx, PURPOSE, &kernel.hash(PURPOSE, &token.id), token.expires_at).await?;
    Ok(first && token.browser == mark(kernel, answer.browser) && same(answer.given, &token.answer))
}

/// The error that asks for a captcha.
pub(super) fn wanted() -> Error {
    Error::new(Code::Captcha).data(serde_json::json!({ "captchaRequired": true }))
}

/// The answer in a key, for tests: nobody else can open one.
#[cfg(test)]
pub(super) fn answer(kernel: &Kernel, key: &str) -> String {
    open(kernel, key).expect("a key of this server").answer
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
        let shown = Captchas::new(4).show(&t.kernel, "browser").await.unwrap();
        let png = STANDARD.decode(shown.image.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let answer = answer(&t.kernel, &shown.key);
        assert_eq!(answer.len(), LENGTH);
        assert!(!String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(&shown.key).unwrap()).contains(&answer));
    }
}
