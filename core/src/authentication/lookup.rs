//! Whether a session is valid, and whose it is.

use super::model::{EndReason, SessionInfo};
use super::state::{Sessions, TOKEN, TOKEN_LENGTH};
use super::store::{self, SessionRow};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Person, ReadCtx, Who};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::resources::permissions;
use crate::resources::users::accounts::barred;

/// How far `seen_at` may lag, in milliseconds.
const TOUCH: i64 = 60_000;

impl Sessions {
    /// Resolves a token to its person, with their present roles. Extends the idle limit.
    pub async fn resolve(&self, token: &str) -> Result<Who, Error> {
        let (who, standing) = self.find(token).await?;
        if let Some(standing) = standing {
            self.touch(&standing, self.kernel().now()).await;
        }
        Ok(who)
    }

    /// The same for background calls: the idle limit is not extended.
    pub async fn look_up(&self, token: &str) -> Result<Who, Error> {
        Ok(self.find(token).await?.0)
    }

    /// The person of a token, and their session where it is valid.
    async fn find(&self, token: &str) -> Result<(Who, Option<SessionRow>), Error> {
        if token.len() != TOKEN_LENGTH {
            return Ok((Who::Nobody, None));
        }
        let kernel = self.kernel();
        let now = kernel.now();
        // Each statement sees its own moment: what ended or was taken away meanwhile counts at once.
        let mut tx = kernel.db().autocommit().await?;
        let Some(standing) = store::session_by_token(&mut tx, &kernel.hash(TOKEN, token)).await? else {
            return Ok((Who::Nobody, None));
        };
        if let Some(code) = over(&standing, now) {
            return Ok((Who::Ended(code), None));
        }
        let (system, tenants) = permissions::allowed(&mut tx, &standing.user_id, standing.role_id.as_ref()).await?;
        tx.end().await?;
        let person = Person {
            id: standing.user_id.clone(),
            user_name: standing.user_name.clone(),
            full_name: standing.full_name.clone(),
            session_id: standing.id.clone(),
            // A tenant that the person is no longer a member of is not chosen any more.
            tenant_id: standing.tenant_id.clone().filter(|t| system.reaches_tenants() || tenants.contains_key(t)),
            auth_time: standing.auth_time,
            acr: standing.acr.clone(),
            amr: standing.amr.0.clone(),
            system,
            tenants,
        };
        Ok((Who::Person(Box::new(person)), Some(standing)))
    }

    /// Records the use of the session, seldom, in a transaction of its own. Its failure does not fail the request.
    async fn touch(&self, standing: &SessionRow, now: Time) {
        let interval = match standing.validity_time {
            0 => TOUCH,
            minutes => TOUCH.min(minutes * 60_000 / 4),
        };
        if now.0 - standing.seen_at.0 < interval {
            return;
        }
        let written = async {
            let mut tx = self.kernel().db().begin().await?;
            store::touch(&mut tx, &standing.id, now).await?;
            tx.commit().await
        };
        if let Err(error) = written.await {
            tracing::warn!(%error, "the use of a session could not be noted");
        }
    }
}

/// Why a session is no longer valid, if it is not.
fn over(standing: &SessionRow, now: Time) -> Option<Code> {
    if standing.ended_at.is_some() {
        return Some(match standing.end_reason.as_deref() {
            Some(reason) if reason == EndReason::Logout.as_str() => Code::NoSession,
            Some(reason) if reason == EndReason::Expired.as_str() => Code::SessionExpired,
            _ => Code::SessionRevoked,
        });
    }
    if barred(standing.status, standing.deleted_at).is_some() {
        return Some(Code::SessionRevoked);
    }
    let idle = standing.validity_time > 0 && now.0 - standing.seen_at.0 > standing.validity_time * 60_000;
    (idle || standing.expires_at <= now).then_some(Code::SessionExpired)
}

/// The facts of a session; `None` if there is no such session.
pub async fn info(cx: &mut ReadCtx, session: &Id) -> Result<Option<SessionInfo>, Error> {
    Ok(store::session_info(cx.db().await?, session).await?.map(|row| SessionInfo {
        id: row.id,
        user_id: row.user_id,
        tenant_id: row.tenant_id,
        auth_time: row.auth_time,
        amr: row.amr.0,
        acr: row.acr,
        expires_at: row.expires_at,
        ended_at: row.ended_at,
    }))
}
