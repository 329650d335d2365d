//! What the beans of jobs do.

use futures::future::BoxFuture;

use crate::audit::Trail;
use crate::authentication::Sessions;
use crate::authorisation::{self, Authorisation};
use crate::federation::Federation;
use crate::files::Files;
use crate::invitations;
use crate::jobs::{Bean, Beans, Done};
use crate::kernel::error::Error;
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
    pub files: Files,
}

impl Beans for Parts {
    fn run<'a>(&'a self, bean: Bean, _: &'a str) -> BoxFuture<'a, Result<Done, Error>> {
        Box::pin(async move {
            match bean {
                Bean::Deliver => Ok(format!("messages: {}", self.outbox.run_due().await?)),
                Bean::RetryProvisioning => {
                    Ok(format!("batches: {}", authorisation::run_due(&self.authorisation).await?))
                }
                Bean::RotateKeys => {
                    self.provider.keys().step().await?;
                    Ok("keys are current".to_owned())
                }
                Bean::CleanUp => {
                    self.sessions.sweep().await?;
                    self.notices.sweep().await?;
                    self.outbox.sweep().await?;
                    self.federation.sweep().await?;
                    self.provider.sweep().await?;
                    self.files.sweep().await?;
                    Ok("swept".to_owned())
                }
                Bean::RemindOfPasswords => Ok(format!("people: {}", self.sessions.remind_of_passwords().await?)),
                Bean::RemindOfLicences => {
                    Ok(format!("licences: {}", reports::remind_of_licences(&self.sessions).await?))
                }
                Bean::RemindOfInvitations => Ok(format!("invitations: {}", invitations::remind(&self.sessions).await?)),
                Bean::AuditCheckpoint => {
                    self.trail.seal_all().await?;
                    self.trail.checkpoint_due(true).await?;
                    Ok("checkpoint exported".to_owned())
                }
            }
        })
    }
}
