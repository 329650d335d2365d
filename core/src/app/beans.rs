//! What the beans of jobs do.

use futures::future::BoxFuture;

use crate::audit::Trail;
use crate::authentication::Sessions;
use crate::authorisation::{self, Authorisation};
use crate::federation::Federation;
use crate::invitations;
use crate::jobs::{Bean, Beans, Done};
use crate::kernel::error::{Code, Error};
use crate::notify::Outbox;
use crate::provider::{Notices, Provider};
use crate::reports;

/// The parts of the server that jobs run.
#[derive(Clone)]
pub struct Parts {
    pub outbox: Outbox,
    pub authorisation: Authorisation,
    pub provider: Provider,
    pub sessions: Sessions,
    pub notices: Notices,
    pub federation: Federation,
    pub trail: Trail,
}

impl Beans for Parts {
    fn run<'a>(&'a self, bean: &'static Bean, _: &'a str) -> BoxFuture<'a, Result<Done, Error>> {
        Box::pin(async move {
            match (bean.name, bean.method) {
                ("outboxService", "deliver") => Ok(format!("messages: {}", self.outbox.run_due().await?)),
                ("provisioningService", "retry") => {
                    Ok(format!("batches: {}", authorisation::run_due(&self.authorisation).await?))
                }
                ("keyService", "rotate") => {
                    self.provider.keys().step().await?;
                    Ok("keys are current".to_owned())
                }
                ("cleanUpService", "sweep") => {
                    self.sessions.sweep().await?;
                    self.notices.sweep().await?;
                    self.outbox.sweep().await?;
                    self.federation.sweep().await?;
                    self.provider.sweep().await?;
                    Ok("swept".to_owned())
                }
                ("reminderService", "passwords") => {
                    Ok(format!("people: {}", self.sessions.remind_of_passwords().await?))
                }
                ("reminderService", "licences") => {
                    Ok(format!("licences: {}", reports::remind_of_licences(&self.sessions).await?))
                }
                ("reminderService", "invitations") => {
                    Ok(format!("invitations: {}", invitations::remind(&self.sessions).await?))
                }
                ("auditService", "checkpoint") => {
                    self.trail.seal_all().await?;
                    self.trail.checkpoint_due(true).await?;
                    Ok("checkpoint exported".to_owned())
                }
                _ => Err(Error::new(Code::Internal)),
            }
        })
    }
}
