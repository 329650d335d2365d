//! What waits in a tenant for whoever joins it.

use futures::future::BoxFuture;

use super::accepting;
use super::model::{Accepter, Preauthorisation};
use super::state::Preauthorisations;
use super::store;
use crate::invitations::{Awaiting, WaitingSystem};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::resources::users::contacts;

impl Awaiting for Preauthorisations {
    fn systems<'a>(
        &'a self,
        cx: &'a mut ReadCtx,
        tenant: &'a Id,
        email_key: &'a str,
    ) -> BoxFuture<'a, Result<Vec<WaitingSystem>, Error>> {
        Box::pin(async move {
            let waiting = store::of_address(cx, tenant, email_key).await?;
            let system = |it: Preauthorisation| WaitingSystem {
                software_name: it.software_name,
                study_names: it.study_names,
                role_names: it.role_names,
            };
            Ok(waiting.into_iter().map(system).collect())
        })
    }

    fn joined<'a>(
        &'a self,
        cx: &'a mut Ctx,
        tenant: &'a Id,
        email_key: &'a str,
        user: &'a Id,
    ) -> BoxFuture<'a, Result<Vec<Id>, Error>> {
        Box::pin(async move {
            let waiting = store::of_address(cx, tenant, email_key).await?;
            if waiting.is_empty() {
                return Ok(Vec::new());
            }
            let owner = contacts::owner_by_id(cx.db().await?, user).await?;
            let owner = owner.ok_or_else(|| Error::new(Code::NotFound))?;
            let by = Accepter { id: owner.id, user_name: owner.user_name, full_name: owner.full_name };
            let mut batches = Vec::new();
            for it in waiting.iter().filter(|it| it.user_id.as_ref().is_none_or(|id| id == user)) {
                if let Ok(batch) = accepting::accept(cx, it, &by).await? {
                    batches.push(batch);
                }
            }
            Ok(batches)
        })
    }

    fn begin(&self, batches: &[Id]) {
        for batch in batches {
            self.authorisation.begin_batch(batch);
        }
    }
}
