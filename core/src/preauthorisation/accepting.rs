//! Accepts pre-authorisations: each becomes a batch of authorisations, once.

use serde_json::json;

use super::model::{Accepter, Preauthorisation, State};
use super::{history, store};
use crate::authorisation::{self, Obstacle};
use crate::invitations;
use crate::kernel::ctx::{Act, Audited as _, Ctx, Event, Outcome, Permission, Person};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;

static SENDER: Text = Text::new(
    "发送该预授权的管理员已无授权权限，请联系管理员重新发送",
    "whoever sent this may no longer authorise; please ask an administrator to send it again",
);

/// Accepts one in the caller's transaction; returns the batch that carries it out. Where something stands against that,
/// it waits on with the reason, which the caller commits.
///
/// Errors: [`Code::Conflict`] where it does not wait any more: another request was first, or it has ended.
pub(super) async fn accept(cx: &mut Ctx, it: &Preauthorisation, by: &Accepter) -> Result<Result<Id, Obstacle>, Error> {
    // First, so that a concurrent request waits here and then finds it accepted.
    if !store::claim(cx, &it.id, &by.id).await? {
        let text = Text::new(
            "该预授权已被接受、谢绝、撤回或已过期",
            "this was accepted already, declined, withdrawn, or has expired",
        );
        return Err(Error::new(Code::Conflict).message(text));
    }
    match ordered(cx, it, by).await? {
        Ok(batch) => {
            let after = Preauthorisation {
                state: State::Accepted,
                version: it.version + 1,
                user_name: by.user_name.clone(),
                full_name: by.full_name.clone(),
                accepted_by: Some(by.id.clone()),
                accepted_at: Some(cx.now()),
                batch_id: Some(batch.clone()),
                updated_at: cx.now(),
                ..it.clone()
            };
            let key = store::key_hash(cx, &it.id).await?;
            store::accepted(cx, &after, &batch).await?;
            if let Some(key) = key {
                invitations::end_key(cx, &key).await?;
            }
            let parts = store::studies(cx, &it.id).await?;
            history::accepted(cx, &after, &parts, by).await?;
            store::wait_no_more(cx, &it.id).await?;
            cx.audit_change("preauthorisation.accepted", it, &after)?;
            Ok(Ok(batch))
        }
        Err(obstacle) => {
            store::back(cx, &it.id, obstacle.reason, &obstacle.text).await?;
            cx.audit_event(Event {
                action: "preauthorisation.refused",
                resource: Preauthorisation::RESOURCE,
                record: it.id.to_string(),
                tenant: Some(it.tenant_id.clone()),
                after: Some(json!({ "userId": by.id, "reason": obstacle.reason })),
                reason: Some(obstacle.reason.to_owned()),
                outcome: Some(Outcome::Refused),
                ..Event::default()
            });
            Ok(Err(obstacle))
        }
    }
}

async fn ordered(cx: &mut Ctx, it: &Preauthorisation, by: &Accepter) -> Result<Result<Id, Obstacle>, Error> {
    let sender = invitations::sender(cx, &it.invited_by).await?;
    let scope = |person: &Person| person.scope(Permission::Authorization, Act::Edit);
    let sender = sender.filter(|person| scope(person).is_some_and(|scope| scope.holds(&it.tenant_id)));
    let Some(sender) = sender else { return Ok(Err(Obstacle::new("sender", SENDER.clone()))) };
    let choice = store::choice(cx, &it.id).await?;
    authorisation::order(cx, &it.order(choice, sender.user_name), &by.id).await
}
