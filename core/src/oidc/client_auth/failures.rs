//! Wrong credentials, counted for each client and address.
//!
//! Whoever guesses a client's secret from one address is stopped after [`LIMIT`] wrong ones, for the rest of
//! [`WINDOW`]; the client itself, calling from elsewhere, notices nothing. The count is in the database, for
//! all nodes, but only a failure touches it: a client that proves itself costs no query. Pairs that are
//! stopped are remembered in memory, so that going on costs the database nothing either. A burst can get as
//! many guesses in as are in flight at once; against secrets of 128 bits and more that is nothing.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use super::store;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Event, Outcome};
use crate::kernel::error::{Code, Error};
use crate::oidc::caller::Caller;
use crate::oidc::clients::Client;
use crate::oidc::error::OAuthError;

/// Failures after which a pair is stopped.
pub const LIMIT: i64 = 10;
/// Seconds from the first failure to the moment when counting starts anew.
pub const WINDOW: i64 = 300;
/// Most pairs that are remembered in memory; beyond, the database is asked.
const MOST: usize = 10_000;

type Pair = (String, Option<IpAddr>);

/// The pairs that are stopped, and until when.
#[derive(Debug, Default)]
pub struct Failures(Mutex<HashMap<Pair, Time>>);

/// Whose guesses count together: an IPv6 customer has at least a /64 to call from.
fn origin(caller: &Caller) -> Option<IpAddr> {
    caller.request.address.map(|address| match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    })
}

impl Failures {
    /// An error where the pair is stopped.
    pub fn check(&self, now: Time, client: &Client, caller: &Caller) -> Result<(), OAuthError> {
        let stopped = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if stopped.is_empty() {
            return Ok(());
        }
        match stopped.get(&(client.client_id.clone(), origin(caller))) {
            Some(until) if *until > now => {
                let seconds = u32::try_from((until.0 - now.0 + 999) / 1000).unwrap_or(u32::MAX);
                Err(Error::new(Code::TooMany).retry_after(seconds).into())
            }
            _ => Ok(()),
        }
    }

    /// Counts a failure and writes it to the audit.
    pub async fn note(
        &self,
        kernel: &Kernel,
        client: &Client,
        caller: &Caller,
        why: &'static str,
    ) -> Result<(), OAuthError> {
        let (now, origin) = (kernel.now(), origin(caller));
        let pair = (client.client_id.clone(), origin);
        if self.known(&pair, now) {
            return Ok(());
        }
        let address = origin.map(|address| address.to_string()).unwrap_or_default();
        let key = kernel.hash("client_failures", &format!("{}\n{address}", client.client_id));
        let mut cx = caller.writing(kernel);
        let count = store::count_failure(&mut cx, &key, now.plus_seconds(WINDOW)).await?;
        cx.audit_event(Event {
            action: "client.refused",
            resource: "clients",
            record: client.client_id.clone(),
            tenant: client.tenant_id.clone(),
            reason: Some(why.to_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
        cx.commit().await?;
        if count.failures >= LIMIT {
            self.remember(pair, count.ends_at, now);
        }
        Ok(())
    }

    fn known(&self, pair: &Pair, now: Time) -> bool {
        let stopped = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get(pair).is_some_and(|until| *until > now)
    }

    fn remember(&self, pair: Pair, until: Time, now: Time) {
        let mut stopped = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if stopped.len() >= MOST {
            stopped.retain(|_, until| *until > now);
        }
        if stopped.len() < MOST {
            stopped.insert(pair, until);
        }
    }
}
