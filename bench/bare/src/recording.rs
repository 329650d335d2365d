//! What Cardea answered: the bare program's answers have the same members and the same headers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One answer to each question that is measured.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Recording {
    /// The issuer whose answers these are.
    pub issuer: String,
    /// By the question: `discovery`, `jwks`, `introspection`, `userinfo`, or `CLIENT GRANT` for tokens.
    pub answers: BTreeMap<String, Recorded>,
}

/// An answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Recorded {
    /// The headers that are not the connection's own.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

/// What HTTP itself, or the server under it, sets.
const NOT_KEPT: &[&str] = &["date", "content-length", "connection", "keep-alive", "transfer-encoding", "set-cookie"];

impl Recorded {
    /// An answer with these headers, but for those of the connection.
    #[must_use]
    pub fn of(headers: &[(&str, &str)], body: &str) -> Self {
        let kept = |name: &str| !NOT_KEPT.iter().any(|n| n.eq_ignore_ascii_case(name));
        let headers = headers.iter().filter(|(name, _)| kept(name));
        let headers = headers.map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { headers, body: body.to_owned() }
    }
}

/// The name of a token answer.
#[must_use]
pub fn token_answer(client_id: &str, grant_type: &str) -> String {
    format!("{client_id} {grant_type}")
}
