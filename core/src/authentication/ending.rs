//! The end of sessions: by signing out, by somebody else, by expiry.

use axum::http::HeaderMap;

use super::model::EndReason;
use super::{Sessions, store};
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// The most sessions that one transaction lets expire.
const BATCH: i64 = 100;

impl Sessions {
    /// Ends one session in the caller's transaction and notifies the witness; false if it had ended before.
    pub async fn end(&self, cx: &mut Ctx, session: &Id, reason: EndReason) -> Result<bool, Error> {
        let now = cx.now();
        let ended = store::end_session(cx.db().await?, session, reason, now).await?;
        if ended {
            self.witness().ended(cx, std::slice::from_ref(session)).await?;
        }
        Ok(ended)
    }

    /// Ends every session of a user in the caller's transaction and notifies the witness; returns how many. From the
    /// commit on, every node refuses them.
    pub async fn end_all(&self, cx: &mut Ctx, user: &Id, reason: EndReason) -> Result<usize, Error> {
        let now = cx.now();
        let ended = store::end_sessions_of(cx.db().await?, user, reason, now).await?;
        if !ended.is_empty() {
            self.witness().ended(cx, &ended).await?;
        }
        Ok(ended.len())
    }

    /// Ends the sessions of the user in which the tenant is chosen. Sessions in other tenants, or in none, continue:
    /// each request resolves anew what they may do in this one.
    pub async fn end_in(&self, cx: &mut Ctx, user: &Id, tenant: &Id, reason: EndReason) -> Result<usize, Error> {
        let now = cx.now();
        let ended = store::end_sessions_in(cx.db().await?, user, tenant, reason, now).await?;
        if !ended.is_empty() {
            self.witness().ended(cx, &ended).await?;
        }
        Ok(ended.len())
    }

    /// Ends every session of the user but one.
    pub(crate) async fn end_others(
        &self,
        cx: &mut Ctx,
        user: &Id,
        keep: &Id,
        reason: EndReason,
    ) -> Result<usize, Error> {
        let now = cx.now();
        let ended = store::end_other_sessions(cx.db().await?, user, keep, reason, now).await?;
        if !ended.is_empty() {
            self.witness().ended(cx, &ended).await?;
        }
        Ok(ended.len())
    }

    /// Ends the sessions past their absolute lifetime and notifies the witness: each once over all nodes. Nobody could
    /// use them any more, but this tells their clients. A periodic job; returns how many this node ended.
    pub async fn expire(&self) -> Result<usize, Error> {
        let kernel = self.kernel();
        let mut ended = 0;
        loop {
            let mut tx = kernel.db().begin_read().await?;
            let over = store::sessions_over(&mut tx, kernel.now(), BATCH).await?;
            drop(tx);
            if over.is_empty() {
                return Ok(ended);
            }
            let mut cx = Ctx::system(kernel, "session");
            let now = cx.now();
            let over = store::expire_sessions(cx.db().await?, over, now).await?;
            if !over.is_empty() {
                self.witness().ended(&mut cx, &over).await?;
            }
            for session in &over {
                cx.audit_event(Event {
                    action: "session.ended",
                    resource: "sessions",
                    record: session.to_string(),
                    reason: Some(EndReason::Expired.as_str().to_owned()),
                    ..Event::default()
                });
            }
            cx.commit().await?;
            ended += over.len();
        }
    }
}

/// The headers that clear a session's cookies.
pub(crate) fn signed_out(sessions: &Sessions) -> HeaderMap {
    let mut set = HeaderMap::new();
    sessions.cookies().sign_out(&mut set);
    set
}
