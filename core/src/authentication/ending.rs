//! The ends of sessions: signed out, ended by somebody else, over.

use axum::http::HeaderMap;

use super::model::EndReason;
use super::{Sessions, store};
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// Sessions that one transaction lets expire at most.
const BATCH: i64 = 100;

impl Sessions {
    /// Ends one session in the caller's transaction, and tells who has to know; false if it had ended before.
    pub async fn end(&self, cx: &mut Ctx, session: &Id, reason: EndReason) -> Result<bool, Error> {
        let now = cx.now();
        let ended = store::end_session(cx.db().await?, session, reason, now).await?;
        if ended {
            self.witness().ended(cx, std::slice::from_ref(session)).await?;
        }
        Ok(ended)
    }

    /// Ends every session of a user in the caller's transaction, and tells who has to know; how many there
    /// were. They are refused from the commit on, on every node.
    pub async fn end_all(&self, cx: &mut Ctx, user: &Id, reason: EndReason) -> Result<usize, Error> {
        let now = cx.now();
        let ended = store::end_sessions_of(cx.db().await?, user, reason, now).await?;
        if !ended.is_empty() {
            self.witness().ended(cx, &ended).await?;
        }
        Ok(ended.len())
    }

    /// The same for the sessions of the user in which the tenant is chosen. Those in other tenants, and those in none, go
    /// on: what they may do in this one is found anew at each request.
    pub async fn end_in(&self, cx: &mut Ctx, user: &Id, tenant: &Id, reason: EndReason) -> Result<usize, Error> {
        let now = cx.now();
        let ended = store::end_sessions_in(cx.db().await?, user, tenant, reason, now).await?;
        if !ended.is_empty() {
            self.witness().ended(cx, &ended).await?;
        }
        Ok(ended.len())
    }

    /// The same for every session of the user but one.
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

    /// Ends the sessions that are past their absolute end, and tells who has to know: each once over all nodes.
    /// Nobody could use them any more; but their clients hear of it by this. To be run now and then; how many
    /// were ended here.
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

/// What takes the cookies of a session away.
pub(crate) fn signed_out(sessions: &Sessions) -> HeaderMap {
    let mut set = HeaderMap::new();
    sessions.cookies().sign_out(&mut set);
    set
}
