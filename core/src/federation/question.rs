//! The confirmation before a sign-in by a code or ticket in an address.
//!
//! An address can be sent to anybody. Without a confirmation, an attacker who sends one with a code of their own
//! would sign the victim in to the attacker's account, and later read what the victim entered there (login CSRF; RFC
//! 9700, section 4.7). So in a browser where no one, or another person, is signed in, the answer names the person who
//! would be signed in and the party that vouches for them, and the sign-in goes on only with the page's button. A
//! sealed cookie holds the question: a page of another site can neither set it nor make this server's pages send the
//! answer.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::flow::LIFE_SECONDS;
use super::state::Federation;
use crate::authentication::read_cookie;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Person;
use crate::kernel::error::{Code, Error, Text};
use crate::resources::users::accounts::Account;

const PURPOSE: &str = "federation-question";
/// Longer than any sealed text of this server.
const MAX_SEALED: usize = 1024;
/// Most words of a displayed name.
const MAX_WORDS: usize = 4;

/// The latest question in a browser.
#[derive(Debug, Deserialize, Serialize)]
struct Question {
    /// Keyed hash of the code or continuation.
    about: String,
    expires_at: Time,
}

/// The contents of a question.
#[derive(Debug)]
pub struct Asked<'a> {
    /// Keyed hash of the code or continuation.
    pub about: &'a str,
    /// The name of the program or provider that vouches.
    pub issuer: &'a str,
    /// The person who would be signed in.
    pub subject: &'a Account,
    /// The person who is signed in now.
    pub current: Option<&'a Person>,
    /// Further data that the page needs to go on.
    pub more: Value,
}

/// Asks the question: an error answer, with the cookie that remembers it.
pub fn put(federation: &Federation, asked: Asked<'_>) -> Result<Error, Error> {
    let kernel = federation.kernel();
    let question = Question { about: asked.about.to_owned(), expires_at: kernel.now().plus_seconds(LIFE_SECONDS) };
    let sealed = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&question)?)?);
    let mut set = HeaderMap::new();
    federation.sessions().cookies().set_question(&mut set, &sealed, LIFE_SECONDS);
    let mut data = asked.more;
    data["kind"] = json!("confirm");
    data["issuer"] = json!(asked.issuer);
    data["subject"] =
        json!({ "userName": masked(&asked.subject.user_name), "fullName": masked(&asked.subject.full_name) });
    data["current"] = json!(asked.current.map(|p| json!({ "userName": p.user_name, "fullName": p.full_name })));
    let text = match asked.current {
        Some(_) => Text::new(
            "当前浏览器已登录其他账号，请确认是否切换",
            "Somebody else is signed in in this browser. Please confirm that you want to switch.",
        ),
        None => Text::new("请确认是否登录该账号", "Please confirm that you want to sign in to this account."),
    };
    Ok(Error::new(Code::Conflict).message(text).data(data).cookies(set))
}

/// Whether this browser was asked this question.
pub fn was_put(federation: &Federation, headers: &HeaderMap, about: &str) -> bool {
    let kernel = federation.kernel();
    read_cookie(headers, federation.sessions().cookies().question())
        .filter(|sealed| sealed.len() <= MAX_SEALED)
        .and_then(|sealed| URL_SAFE_NO_PAD.decode(sealed).ok())
        .and_then(|octets| kernel.unseal(PURPOSE, &octets).ok())
        .and_then(|plain| serde_json::from_slice::<Question>(&plain).ok())
        .is_some_and(|question| question.about == about && question.expires_at > kernel.now())
}

/// A masked name: the first letter of each word, which its owner recognises and which tells others nothing.
fn masked(name: &str) -> String {
    let words = name.split_whitespace().take(MAX_WORDS);
    words.filter_map(|word| word.chars().next()).map(|first| format!("{first}**")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn a_masked_name_shows_first_letters_and_no_length() {
        assert_eq!(masked("李伟"), "李**");
        assert_eq!(masked("欧阳若兰"), "欧**");
        assert_eq!(masked(" Alice  van Wong "), "A** v** W**");
        assert_eq!(masked("li.wei"), "l**");
        assert_eq!(masked("a b c d e"), "a** b** c** d**");
        assert_eq!(masked(" "), "");
    }
}
