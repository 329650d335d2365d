//! Ends pre-authorisations that wait.

use super::model::{Preauthorisation, State};
use super::store;
use crate::invitations;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};

/// The answer about one that cannot be withdrawn or sent again.
pub(super) fn settled() -> Error {
    let text = Text::new("该预授权已失效", "This pre-authorisation is not open any more");
    Error::new(Code::Conflict).message(text)
}

/// Withdraws one that waits: its link stops working.
pub(super) async fn withdraw(cx: &mut Ctx, before: &Preauthorisation) -> Result<Preauthorisation, Error> {
    if !end(cx, before, State::Withdrawn, "preauthorisation.withdrawn").await? {
        return Err(settled());
    }
    store::get(cx, &before.id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

/// Ends one that waits, with its key; false where it does not wait any more.
pub(super) async fn end(
    cx: &mut Ctx,
    before: &Preauthorisation,
    state: State,
    action: &'static str,
) -> Result<bool, Error> {
    let key = store::key_hash(cx, &before.id).await?;
    if !store::end(cx, &before.id, state).await? {
        return Ok(false);
    }
    if let Some(key) = key {
        invitations::end_key(cx, &key).await?;
    }
    let version = before.version + 1;
    let after = Preauthorisation { state, version, updated_at: cx.now(), ..before.clone() };
    cx.audit_change(action, before, &after)?;
    Ok(true)
}
