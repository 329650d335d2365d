//! A test double of the host, for testing a plugin natively, without WebAssembly.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;

pub use crate::bindings::panel_plugin::cardea::panel::http::{Error, Request as HttpRequest, Response as HttpResponse};
use crate::log::Level;
use crate::{Ctx, Query, Study};

type Answer = Result<HttpResponse, Error>;
type Handler = Box<dyn FnMut(&HttpRequest) -> Answer>;

struct State {
    handler: Option<Handler>,
    requests: Vec<HttpRequest>,
    logs: Vec<(Level, String)>,
    cache: BTreeMap<String, Vec<u8>>,
    now_ms: u64,
}

thread_local! {
    static CURRENT: RefCell<Option<Rc<RefCell<State>>>> = const { RefCell::new(None) };
}

/// The host of this thread, until dropped.
///
/// ```
/// use cardea_plugin_sdk::prelude::*;
///
/// let host = testing::Host::install(|_| testing::json(200, &serde_json::json!([{ "id": "m1" }])));
/// let found: serde_json::Value = http::get_json(Endpoint::RoleApi, "roles", &[("q", "m")]).unwrap();
/// assert_eq!((&found[0]["id"], host.requests().len()), (&serde_json::json!("m1"), 1));
/// ```
pub struct Host(Rc<RefCell<State>>);

impl Host {
    /// A host whose trial system answers with `handler`.
    pub fn install(handler: impl FnMut(&HttpRequest) -> Answer + 'static) -> Self {
        let state = Rc::new(RefCell::new(State {
            handler: Some(Box::new(handler)),
            requests: Vec::new(),
            logs: Vec::new(),
            cache: BTreeMap::new(),
            now_ms: 1_800_000_000_000,
        }));
        CURRENT.set(Some(Rc::clone(&state)));
        Self(state)
    }

    /// A host that denies every call, like the real one while claims are projected.
    pub fn pure() -> Self {
        Self::install(|_| Err(Error::Denied("claims are pure".into())))
    }

    /// The calls so far.
    pub fn requests(&self) -> Vec<HttpRequest> {
        self.0.borrow().requests.clone()
    }

    /// The log so far.
    pub fn logs(&self) -> Vec<(Level, String)> {
        self.0.borrow().logs.clone()
    }

    /// Sets the clock.
    pub fn set_now_ms(&self, now_ms: u64) {
        self.0.borrow_mut().now_ms = now_ms;
    }

    /// Clears the cache, as a host may at any time.
    pub fn clear_cache(&self) {
        self.0.borrow_mut().cache.clear();
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        CURRENT.with_borrow_mut(|current| {
            if current.as_ref().is_some_and(|current| Rc::ptr_eq(current, &self.0)) {
                *current = None;
            }
        });
    }
}

/// A JSON answer.
///
/// # Errors
/// Never; the type fits [`Host::install`].
pub fn json(status: u16, body: &impl Serialize) -> Answer {
    let body = serde_json::to_vec(body).unwrap_or_default();
    let headers = vec![("content-type".into(), "application/json".into())];
    Ok(HttpResponse { status, headers, body })
}

/// An answer without a body.
///
/// # Errors
/// Never; the type fits [`Host::install`].
pub fn status(status: u16) -> Answer {
    Ok(HttpResponse { status, headers: Vec::new(), body: Vec::new() })
}

/// The context of a call about a study, in English, without settings.
pub fn ctx(study_code: &str) -> Ctx {
    Ctx {
        request_id: "request-1".into(),
        locale: "en".into(),
        study: Study { id: "study-1".into(), code: study_code.into(), settings: Vec::new() },
        actor: "actor-1".into(),
    }
}

/// A query for a column's first page.
pub fn query(column: &str) -> Query {
    Query { column: column.into(), tab: None, search: String::new(), picked: Vec::new(), cursor: None }
}

/// The native implementation of [`crate::http`] and the other modules.
pub(crate) mod double {
    use super::{CURRENT, Error, HttpRequest, HttpResponse, Level, Rc, RefCell, State};

    fn current() -> Option<Rc<RefCell<State>>> {
        CURRENT.with_borrow(Clone::clone)
    }

    pub fn send(request: &HttpRequest) -> Result<HttpResponse, Error> {
        let Some(host) = current() else {
            return Err(Error::Denied("no host is installed for this test".into()));
        };
        // Removed while it runs: the handler may use the host itself.
        let mut state = host.borrow_mut();
        state.requests.push(request.clone());
        let handler = state.handler.take();
        drop(state);
        let Some(mut handler) = handler else {
            return Err(Error::Invalid("a call within a call".into()));
        };
        let answer = handler(request);
        host.borrow_mut().handler = Some(handler);
        answer
    }

    pub fn send_all(requests: &[HttpRequest]) -> Vec<Result<HttpResponse, Error>> {
        requests.iter().map(send).collect()
    }

    pub fn log(level: Level, message: &str, _: &[(String, String)]) {
        if let Some(host) = current() {
            host.borrow_mut().logs.push((level, message.to_owned()));
        }
    }

    pub fn now_ms() -> u64 {
        current().map_or(0, |host| host.borrow().now_ms)
    }

    pub fn cache_get(key: &str) -> Option<Vec<u8>> {
        current()?.borrow().cache.get(key).cloned()
    }

    pub fn cache_put(key: &str, value: &[u8], _: u32) -> bool {
        let Some(host) = current() else { return false };
        host.borrow_mut().cache.insert(key.to_owned(), value.to_owned());
        true
    }
}
