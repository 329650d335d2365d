//! The background job: ends what nobody accepted in time, reminds, and notes how what was accepted ended.

use super::model::{Preauthorisation, State};
use super::state::Preauthorisations;
use super::{again, ending, store};
use crate::authorisation;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};

/// Seconds of a day.
const DAY: i64 = 24 * 3600;
/// The part of the server that does it, in the audit.
const PART: &str = "preauthorisation";

/// Does what is due, each in its own transaction; any number of nodes may at once. Returns how many were done.
pub async fn run_due(state: &Preauthorisations) -> Result<usize, Error> {
    Ok(conclude(state).await? + expire(state).await? + remind(state).await?)
}

/// Notes how the batches of what was accepted ended.
async fn conclude(state: &Preauthorisations) -> Result<usize, Error> {
    let kernel = state.sessions.kernel();
    let under_way = store::under_way(&mut ReadCtx::system(kernel).autocommit()).await?;
    let mut done = 0;
    for (id, batch) in under_way {
        let mut cx = Ctx::system(kernel, PART);
        let Some(outcome) = authorisation::ended(&mut cx, &batch).await? else { continue };
        if !store::settle(&mut cx, &id, &outcome).await? {
            continue;
        }
        if let Some(after) = store::get(&mut cx, &id).await? {
            let action = if outcome.is_ok() { "preauthorisation.done" } else { "preauthorisation.failed" };
            cx.audit(action, &after)?;
        }
        cx.commit().await?;
        done += 1;
    }
    Ok(done)
}

async fn expire(state: &Preauthorisations) -> Result<usize, Error> {
    let kernel = state.sessions.kernel();
    let expiring = store::expiring(&mut ReadCtx::system(kernel).autocommit()).await?;
    let mut done = 0;
    for it in expiring {
        let mut cx = Ctx::system(kernel, PART);
        if ending::end(&mut cx, &it, State::Expired, "preauthorisation.expired").await? {
            cx.commit().await?;
            done += 1;
        }
    }
    Ok(done)
}

async fn remind(state: &Preauthorisations) -> Result<usize, Error> {
    let days = state.sessions.invitations().reminder_days;
    if days == 0 {
        return Ok(0);
    }
    let kernel = state.sessions.kernel();
    let until = kernel.now().plus_seconds(days * DAY);
    let forgotten: Vec<Preauthorisation> = store::forgotten(&mut ReadCtx::system(kernel).autocommit(), until).await?;
    let mut done = 0;
    for it in forgotten {
        let mut cx = Ctx::system(kernel, PART);
        match again::remind(state, &mut cx, &it).await {
            Ok(()) => cx.commit().await?,
            // The mailbox has had its share of today, or there is no mail: another time.
            Err(error) if matches!(error.code, Code::TooMany | Code::NotAvailable) => continue,
            Err(error) => return Err(error),
        }
        done += 1;
    }
    Ok(done)
}
