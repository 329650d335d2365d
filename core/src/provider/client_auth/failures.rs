//! Wrong credentials, counted for each client and address.
//!
//! Whoever guesses a client's secret from one address is stopped after [`LIMIT`] wrong ones, for the rest of
//! [`WINDOW`]; the client itself, calling from elsewhere, notices nothing. Only a failure touches the database: a
//! client that proves itself costs no query. A burst can get as many guesses in as are in flight at once; against
//! secrets of 128 bits and more that is nothing.

use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Event, Outcome};
use crate::kernel::error::{Code, Error};
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::limit::Limit;

/// Failures after which a pair is stopped.
pub const LIMIT: i64 = 10;
/// Seconds from the first failure to the moment when counting starts anew.
pub const WINDOW: i64 = 300;

/// The pairs that are stopped.
#[derive(Debug)]
pub struct Failures(Limit);

impl Default for Failures {
    fn default() -> Self {
        Self(Limit::new("client_failures", LIMIT, WINDOW))
    }
}

impl Failures {
    /// Errors: [`Code::TooMany`] where the pair is stopped.
    pub fn check(&self, now: Time, client: &Client, caller: &Caller) -> Result<(), Error> {
        self.0.check(now, client, &caller.request)
    }

    /// Counts a failure and writes it to the audit.
    pub async fn note(
        &self,
        kernel: &Kernel,
        client: &Client,
        caller: &Caller,
        why: &'static str,
    ) -> Result<(), Error> {
        if self.check(kernel.now(), client, caller).is_err() {
            return Ok(());
        }
        let mut cx = caller.writing(kernel);
        match self.0.count(&mut cx, client).await {
            // The limit was reached at another node; from the next one on, this one knows it too.
            Err(error) if error.code == Code::TooMany => {}
            counted => counted?,
        }
        cx.audit_event(Event {
            action: "client.refused",
            resource: "clients",
            record: client.client_id.clone(),
            tenant: client.tenant_id.clone(),
            reason: Some(why.to_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
        cx.commit().await
    }
}
