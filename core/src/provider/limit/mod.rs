//! Limits on the requests of one client from one address, over all nodes.
//!
//! The count is in the database. A pair of client and address that has reached the limit is also remembered in
//! memory, so that its further requests cost the database nothing. A client that calls from another address is not
//! affected by an abuse of its `client_id`.

pub mod store;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Request;
use crate::kernel::origin::Origin;
use crate::provider::clients::Client;

/// Most pairs remembered in memory; for others the database is asked.
const REMEMBERED: usize = 10_000;

type Pair = (String, Option<IpAddr>);

/// A limit for each pair of a client and an address.
#[derive(Debug)]
pub struct Limit {
    purpose: &'static str,
    most: i64,
    window: i64,
    /// The pairs that have reached the limit, and until when.
    reached: Mutex<HashMap<Pair, Time>>,
}

impl Limit {
    /// At most `most` requests within `window` seconds, which begin with the first. `purpose` separates the counts of
    /// this limit from those of others.
    #[must_use]
    pub fn new(purpose: &'static str, most: i64, window: i64) -> Self {
        Self { purpose, most, window, reached: Mutex::default() }
    }

    /// Checks the pairs that this node remembers.
    ///
    /// Errors: [`Code::TooMany`] where the pair has reached the limit.
    pub fn check(&self, now: Time, client: &Client, request: &Request) -> Result<(), Error> {
        let reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if reached.is_empty() {
            return Ok(());
        }
        match reached.get(&(client.client_id.clone(), Origin::of_request(request).map(|origin| origin.address))) {
            Some(until) if *until > now => Err(too_many(now, *until)),
            _ => Ok(()),
        }
    }

    /// Counts a request, in the context's transaction.
    ///
    /// Errors: [`Code::TooMany`] where this exceeds the limit.
    pub async fn count(&self, cx: &mut Ctx, client: &Client) -> Result<(), Error> {
        let (now, origin) = (cx.now(), Origin::of_request(&cx.request).map(|origin| origin.address));
        let key = self.key(cx.kernel(), client, origin);
        let count = store::count(cx, &key, now.plus_seconds(self.window)).await?;
        if count.times >= self.most {
            // Before the commit: if that fails, the pair is stopped one request early, and by this node alone.
            self.remember((client.client_id.clone(), origin), count.ends_at, now);
        }
        if count.times > self.most { Err(too_many(now, count.ends_at)) } else { Ok(()) }
    }

    fn key(&self, kernel: &Kernel, client: &Client, origin: Option<IpAddr>) -> String {
        let address = origin.map(|address| address.to_string()).unwrap_or_default();
        kernel.hash(self.purpose, &format!("{}\n{address}", client.client_id))
    }

    fn remember(&self, pair: Pair, until: Time, now: Time) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if reached.len() >= REMEMBERED {
            reached.retain(|_, until| *until > now);
        }
        if reached.len() < REMEMBERED {
            reached.insert(pair, until);
        }
    }
}

fn too_many(now: Time, until: Time) -> Error {
    let seconds = u32::try_from((until.0 - now.0 + 999) / 1000).unwrap_or(u32::MAX);
    Error::new(Code::TooMany).retry_after(seconds)
}

/// Removes expired counts, and returns their number.
pub async fn sweep(kernel: &Kernel) -> Result<u64, Error> {
    let mut cx = Ctx::system(kernel, "oidc");
    let rows = store::sweep(&mut cx).await?;
    cx.commit().await?;
    Ok(rows)
}
