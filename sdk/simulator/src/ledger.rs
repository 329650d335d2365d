//! The provisioned users, and the answers given. One lock covers both, so that a key is either answered and
//! remembered, or not used at all.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use http::StatusCode;
use serde::{Deserialize, Serialize};

/// Most answers that are remembered; the oldest is forgotten first.
const MAX_KEYS: usize = 20_000;

/// A study role in an environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RolePair {
    /// Role id.
    pub role: String,
    /// Environment id.
    pub environment: String,
}

/// A user's grant in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GrantRecord {
    /// Site codes.
    pub sites: Vec<String>,
    /// Module role ids.
    pub module_roles: Vec<String>,
    /// Study roles.
    pub roles: Vec<RolePair>,
}

/// A provisioned user of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UserRecord {
    /// Login name.
    pub login: String,
    /// E-mail address.
    pub email: String,
    /// Full name.
    pub name: String,
    /// The user's grants; at least one.
    pub grants: Vec<GrantRecord>,
}

/// An answer that is repeated for the same key.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub status: StatusCode,
    pub body: serde_json::Value,
}

/// A user of a study: study code, user id.
pub(crate) type UserKey = (String, String);

#[derive(Debug, Default)]
struct State {
    users: BTreeMap<UserKey, (u64, UserRecord)>,
    answers: BTreeMap<String, ([u8; 32], Answer)>,
    order: VecDeque<String>,
    references: u64,
    applied: u64,
}

/// Users and remembered answers.
#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<State>);

/// The outcome of a request with a key.
pub(crate) enum Outcome {
    /// Applied now.
    Fresh(Answer),
    /// Applied before; the same answer again.
    Replayed(Answer),
    /// The key was used for another request.
    KeyReused,
}

impl Ledger {
    /// Adds a user, or removes them with `None`, once for each key. `fingerprint` is the digest of the request: the
    /// same key with another request is refused.
    pub fn apply(&self, key: &str, fingerprint: [u8; 32], user: UserKey, record: Option<UserRecord>) -> Outcome {
        let mut state = self.lock();
        if let Some((known, answer)) = state.answers.get(key) {
            return if *known == fingerprint { Outcome::Replayed(answer.clone()) } else { Outcome::KeyReused };
        }
        let answer = match record {
            Some(record) => state.put(user, record),
            None => state.remove(&user),
        };
        state.remember(key, fingerprint, answer.clone());
        Outcome::Fresh(answer)
    }

    pub fn users(&self, study: &str) -> BTreeMap<String, UserRecord> {
        let state = self.lock();
        let of_study = state.users.iter().filter(|((code, _), _)| code == study);
        of_study.map(|((_, id), (_, record))| (id.clone(), record.clone())).collect()
    }

    pub fn applied(&self) -> u64 {
        self.lock().applied
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock panics half-way, so a poisoned state is still consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn put(&mut self, user: UserKey, record: UserRecord) -> Answer {
        self.applied += 1;
        let known = self.users.get(&user).map(|(reference, _)| *reference);
        let reference = known.unwrap_or_else(|| {
            self.references += 1;
            self.references
        });
        let body = serde_json::json!({ "userId": user.1, "ref": format!("U{reference:06}") });
        self.users.insert(user, (reference, record));
        let status = if known.is_some() { StatusCode::OK } else { StatusCode::CREATED };
        Answer { status, body }
    }

    fn remove(&mut self, user: &UserKey) -> Answer {
        match self.users.remove(user) {
            Some(_) => {
                self.applied += 1;
                let body = serde_json::json!({ "userId": user.1, "revoked": true });
                Answer { status: StatusCode::OK, body }
            }
            None => Answer {
                status: StatusCode::NOT_FOUND,
                body: serde_json::json!({
                    "code": "user_unknown", "message": "the user is not in this study"
                }),
            },
        }
    }

    fn remember(&mut self, key: &str, fingerprint: [u8; 32], answer: Answer) {
        if self.order.len() == MAX_KEYS
            && let Some(oldest) = self.order.pop_front()
        {
            self.answers.remove(&oldest);
        }
        self.order.push_back(key.to_owned());
        self.answers.insert(key.to_owned(), (fingerprint, answer));
    }
}
