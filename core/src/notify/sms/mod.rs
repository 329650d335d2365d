//! The sender of SMS: one HTTP call a message to the configured gateway.

mod aliyun;
mod shape;
mod templates;
mod tencent;
mod webhook;

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::model::{Letter, Outcome};
use super::words::Trouble;
use crate::config::{Sms, SmsGateway};
use crate::kernel::clock::Time;
use crate::kernel::id::Id;
use crate::kernel::outbound::{Bounds, Client, Outbound, OutboundError};
use crate::kernel::secret::without_secrets;
use shape::{Call, Shape};

/// The bounds of a gateway's answer: its time and its size.
const BOUNDS: Bounds = Bounds { connect: Duration::from_secs(5), total: Duration::from_secs(15), max_bytes: 64 << 10 };

/// The gateway.
pub(super) struct Gateway {
    client: Client,
    url: String,
    shape: Box<dyn Shape>,
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gateway({})", without_secrets(&self.url))
    }
}

impl Gateway {
    /// The gateway of settings that were checked.
    ///
    /// # Errors
    /// [`OutboundError::Invalid`] with the name of a setting that no message can be made of.
    pub fn new(settings: &Sms, outbound: &Outbound) -> Result<Self, OutboundError> {
        let shape: Box<dyn Shape> = match settings.gateway {
            SmsGateway::Webhook => Box::new(webhook::Webhook::new(settings)?),
            SmsGateway::Aliyun => Box::new(aliyun::Aliyun::new(settings)?),
            SmsGateway::Tencent => Box::new(tencent::Tencent::new(settings)?),
        };
        Ok(Self { client: outbound.client(BOUNDS)?, url: settings.address().to_owned(), shape })
    }

    /// Sends one message. `nonce` is another for each attempt.
    pub async fn send(&self, letter: &Letter, at: Time, nonce: Id) -> Outcome {
        let request = match self.shape.request(&Call { url: &self.url, letter, at, nonce }) {
            Ok(request) => request,
            Err(trouble) => return Outcome::failed(trouble, ""),
        };
        let answer = match self.client.send(request, None).await {
            Ok(answer) => answer,
            Err(error) => {
                tracing::warn!(%error, "the SMS gateway could not be called");
                return Outcome::failed(Trouble::from(&error), error.to_string());
            }
        };
        let status = answer.status();
        let said = format!("HTTP {}\n\n{}", status.as_u16(), String::from_utf8_lossy(answer.body()));
        match self.shape.trouble(status, answer.body()) {
            None => Outcome::sent(said),
            Some(trouble) => {
                tracing::warn!(status = status.as_u16(), trouble = trouble.as_str(), "the SMS gateway took no message");
                Outcome::failed(trouble, said)
            }
        }
    }
}
