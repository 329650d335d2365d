//! Counts wrong credentials for each client and address.
//!
//! An attacker who guesses a client's secret from one address is stopped after [`LIMIT`] wrong guesses, for the rest
//! of [`WINDOW`]; the client itself, calling from elsewhere, is not affected. Only a failure touches the database: a
//! successful authentication costs no query. A burst can make as many guesses as are in flight at once, which is
//! nothing against secrets of 128 bits and more.

use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Event, Outcome};
use crate::kernel::error::{Code, Error};
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::limit::Limit;

/// Failures after which a client and address are stopped.
pub const LIMIT: i64 = 10;
/// Seconds from the first failure until the count starts again.
pub const WINDOW: i64 = 300;

/// The stopped pairs of client and address.
#[derive(Debug)]
pub struct Failures(Limit);

impl Default for Failures {
    fn default() -> Self {
        Self(Limit::new("client_failures", LIMIT, WINDOW))
    }
}

impl Failures {
    /// Errors: [`Code::TooMany`] where this client and address are stopped.
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
            // The limit was reached on another node; from the next failure on, this node knows it too.
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
