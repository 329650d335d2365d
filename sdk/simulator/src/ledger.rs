//! The provisioned users, and the answers given. One lock covers both, so that a key is either answered and
//! remembered, or not used at all.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use http::StatusCode;
use serde::Serialize;
use serde_json::json;

/// Most answers that are remembered; the oldest is forgotten first.
const MAX_KEYS: usize = 20_000;

/// A study role in an environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RolePair {
    /// Role id.
    pub role: String,
    /// Environment id.
    pub environment: String,
}

/// A user's authorisation in a study, or in a sub-project of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GrantRecord {
    /// The sub-project (RTSM).
    pub project: Option<String>,
    /// Site codes.
    pub sites: Vec<String>,
    /// Whether these are all sites of the study (CTMS, eTMF).
    pub all_sites: bool,
    /// Module roles (EDC), or tenant roles (CTMS, eTMF).
    pub module_roles: Vec<String>,
    /// Study roles.
    pub roles: Vec<RolePair>,
    /// Stock houses (RTSM).
    pub stock_houses: Vec<String>,
    /// Whether hidden things stay hidden after unblinding (RTSM).
    pub blinded: Option<bool>,
}

/// A provisioned user of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
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

/// What a call changes.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Writes a user as a whole.
    Put(UserRecord),
    /// Writes sub-projects of a user, takes `closed` ones away, and leaves the others.
    Merge {
        /// The sub-projects that are written.
        record: UserRecord,
        /// Ids of those that are taken away.
        closed: Vec<String>,
    },
    /// Removes a user.
    Remove,
}

/// A call as it arrived, for the page of the system.
#[derive(Clone, Debug)]
pub(crate) struct Arrived {
    /// Its name, such as `saveEdcProject`.
    pub call: String,
    /// The study's code; empty for a call about none.
    pub study: String,
    /// Its body.
    pub body: String,
    /// The status and code of the answer.
    pub answer: String,
}

/// Most calls that are shown.
const MAX_ARRIVED: usize = 50;

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
    users: BTreeMap<UserKey, UserRecord>,
    answers: BTreeMap<String, ([u8; 32], Answer)>,
    order: VecDeque<String>,
    applied: u64,
    /// Ids of the tenants for which the system was initialised.
    initialised: BTreeSet<String>,
    arrived: VecDeque<Arrived>,
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
    /// Makes a change to a user, once for each key. `fingerprint` is the digest of the request: the same key with
    /// another request is refused.
    pub fn apply(&self, key: &str, fingerprint: [u8; 32], user: UserKey, change: Change) -> Outcome {
        self.once(key, fingerprint, |state| state.change(user, change))
    }

    /// Initialises the system for a tenant, once for each key; a second initialisation is refused.
    pub fn initialise(&self, key: &str, fingerprint: [u8; 32], tenant: &str) -> Outcome {
        self.once(key, fingerprint, |state| {
            if state.initialised.insert(tenant.to_owned()) {
                let body = json!({ "code": "200", "data": { "initialised": true } });
                return Answer { status: StatusCode::OK, body };
            }
            let message = "the system was initialised for this tenant before";
            Answer { status: StatusCode::CONFLICT, body: json!({ "code": "initialised", "message": message }) }
        })
    }

    fn once(&self, key: &str, fingerprint: [u8; 32], act: impl FnOnce(&mut State) -> Answer) -> Outcome {
        let mut state = self.lock();
        if let Some((known, answer)) = state.answers.get(key) {
            return if *known == fingerprint { Outcome::Replayed(answer.clone()) } else { Outcome::KeyReused };
        }
        let answer = act(&mut state);
        state.remember(key, fingerprint, answer.clone());
        Outcome::Fresh(answer)
    }

    /// Shows a call on the page.
    pub fn note(&self, call: Arrived) {
        let mut state = self.lock();
        state.arrived.truncate(MAX_ARRIVED - 1);
        state.arrived.push_front(call);
    }

    /// The last calls, the newest first.
    pub fn arrived(&self) -> Vec<Arrived> {
        self.lock().arrived.iter().cloned().collect()
    }

    /// Whether the system was initialised for a tenant.
    pub fn is_initialised(&self, tenant: &str) -> bool {
        self.lock().initialised.contains(tenant)
    }

    pub fn users(&self, study: &str) -> BTreeMap<String, UserRecord> {
        let state = self.lock();
        let of_study = state.users.iter().filter(|((code, _), _)| code == study);
        of_study.map(|((_, id), record)| (id.clone(), record.clone())).collect()
    }

    /// Puts a user into a study, or takes one away, behind the platform's back.
    pub fn meddle(&self, user: UserKey, record: Option<UserRecord>) {
        let mut state = self.lock();
        match record {
            Some(record) => drop(state.users.insert(user, record)),
            None => drop(state.users.remove(&user)),
        }
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
    fn change(&mut self, user: UserKey, change: Change) -> Answer {
        let id = user.1.clone();
        match change {
            Change::Put(record) => {
                self.users.insert(user, record);
            }
            Change::Merge { mut record, closed } => {
                let known = self.users.remove(&user).map(|known| known.grants).unwrap_or_default();
                let other = |grant: &GrantRecord| !record.grants.iter().any(|new| new.project == grant.project);
                let open = |grant: &GrantRecord| !grant.project.as_ref().is_some_and(|id| closed.contains(id));
                let kept: Vec<_> = known.into_iter().filter(|grant| other(grant) && open(grant)).collect();
                record.grants.extend(kept);
                if !record.grants.is_empty() {
                    self.users.insert(user, record);
                }
            }
            Change::Remove => {
                if self.users.remove(&user).is_none() {
                    let body = json!({ "code": "user_unknown", "message": "the user is not in this study" });
                    return Answer { status: StatusCode::NOT_FOUND, body };
                }
            }
        }
        self.applied += 1;
        let body = json!({ "code": "200", "data": { "success": [id], "failure": [] } });
        Answer { status: StatusCode::OK, body }
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
