//! Whether a session is valid, and whose it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::checked::CheckedSession;
use super::model::{EndReason, SessionInfo};
use super::state::{Sessions, TOKEN, TOKEN_LENGTH};
use super::store::{self, SessionRow};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Allowed, Person, ReadCtx, Who};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::recent::Age;
use crate::resources::permissions::{self, Basis};
use crate::resources::roles::{self, RoleMenu};
use crate::resources::users::accounts::barred;

/// How far `seen_at` may lag, in milliseconds.
const TOUCH: i64 = 60_000;

impl Sessions {
    /// Resolves a token to its person, with their present roles. Extends the idle limit.
    pub async fn resolve(&self, token: &str, age: Age) -> Result<Who, Error> {
        let (who, standing) = self.find(token, age).await?;
        if let Some((hash, standing)) = standing {
            self.touch(&hash, &standing.row, self.kernel().now()).await;
        }
        Ok(who)
    }

    /// The same for background calls: the idle limit is not extended.
    pub async fn look_up(&self, token: &str, age: Age) -> Result<Who, Error> {
        Ok(self.find(token, age).await?.0)
    }

    /// The person of a token, and their session where it is valid, with the hash of the token.
    async fn find(&self, token: &str, age: Age) -> Result<(Who, Option<(String, Arc<CheckedSession>)>), Error> {
        if token.len() != TOKEN_LENGTH {
            return Ok((Who::Nobody, None));
        }
        let now = self.kernel().now();
        let hash = self.kernel().hash(TOKEN, token);
        let Some(standing) = self.recent().get(age, now, &hash, self.read(&hash)).await? else {
            return Ok((Who::Nobody, None));
        };
        let CheckedSession { row, system, tenants } = &*standing;
        if let Some(code) = over(row, now) {
            return Ok((Who::Ended(code), None));
        }
        let person = Person {
            id: row.user_id.clone(),
            user_name: row.user_name.clone(),
            full_name: row.full_name.clone(),
            session_id: row.id.clone(),
            // A tenant that the person is no longer a member of is not chosen any more.
            tenant_id: row.tenant_id.clone().filter(|t| system.reaches_tenants() || tenants.contains_key(t)),
            auth_time: row.auth_time,
            acr: row.acr.clone(),
            amr: row.amr.0.clone(),
            system: system.clone(),
            tenants: tenants.clone(),
        };
        Ok((Who::Person(Box::new(person)), Some((hash, standing))))
    }

    /// Reads a session by the hash of its token, with the permissions of its person if it is valid.
    async fn read(&self, hash: &str) -> Result<Option<CheckedSession>, Error> {
        let mut tx = self.kernel().db().autocommit().await?;
        let found = store::session_by_token(&mut tx, hash).await?;
        // Nobody waits for a second connection while holding a first.
        tx.end().await?;
        let Some((row, memberships)) = found else { return Ok(None) };
        if over(&row, self.kernel().now()).is_some() {
            return Ok(Some(CheckedSession { row, system: Allowed::Nothing, tenants: BTreeMap::new() }));
        }
        let role = row.role_id.as_ref();
        let menus = self.menus_of(permissions::role_ids(role, &memberships)).await?;
        let basis = Basis::of(role, memberships, menus);
        let (system, tenants) = (basis.system(), basis.tenants());
        Ok(Some(CheckedSession { row, system, tenants }))
    }

    /// The menus of roles, as they were two seconds ago at most: many people share a role.
    async fn menus_of(&self, roles: Vec<Id>) -> Result<Arc<Vec<RoleMenu>>, Error> {
        if roles.is_empty() {
            return Ok(Arc::default());
        }
        let key = roles.iter().map(Id::as_str).collect::<Vec<_>>().join(" ");
        let read = async {
            let mut tx = self.kernel().db().autocommit().await?;
            Ok::<_, Error>(Some(roles::menus_of(&mut tx, roles).await?))
        };
        Ok(self.menus().get(Age::Recent, self.kernel().now(), &key, read).await?.unwrap_or_default())
    }

    /// Records the use of the session, seldom, in a transaction of its own. Its failure does not fail the request.
    async fn touch(&self, hash: &str, standing: &SessionRow, now: Time) {
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
        self.recent().forget(hash);
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
