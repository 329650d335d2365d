//! Of the people of a batch, those whom the trial system is told of: the licence has a seat for them, and they may have
//! what they would get beside what they have. The others have their result at once.

use super::Authorisation;
use super::blinding::{self, Wanted};
use super::carrying::carrier;
use super::model::{Batch, Held, Item};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::resources::domains::StudyBinding;
use crate::resources::licences::Seats;

/// An item with its result, and the grant that it made.
pub type Settled = (Item, Option<Held>);

/// The word for a licence without a free seat.
pub const FULL: &str = "rejected";

/// Those for whom the licence has a seat, and the others with the reason: the trial system is not asked for these.
pub async fn seated(
    authorisation: &Authorisation,
    batch: &Batch,
    items: Vec<Item>,
) -> Result<(Vec<Item>, Vec<Settled>), Error> {
    let mut cx = ReadCtx::system(&authorisation.kernel);
    let mut seats = Seats::look(&mut cx, &batch.tenant_id, &batch.software_id).await?;
    let (mut seated, mut unseated) = (Vec::with_capacity(items.len()), Vec::new());
    for item in items {
        let full = match &item.user_id {
            Some(user) => seats.take(&mut cx, user).await?,
            None => None,
        };
        match full {
            None => seated.push(item),
            Some(full) => unseated.push((item.failed(FULL, &full), None)),
        }
    }
    Ok((seated, unseated))
}

/// Those who may have what they would get beside what they have in the study, and the others with the reason: the trial
/// system is not asked for these. What the first would get is held for them until it is settled.
pub async fn unblinded(
    authorisation: &Authorisation,
    batch: &Batch,
    bound: &StudyBinding,
    wanted: &Wanted,
    items: Vec<Item>,
) -> Result<(Vec<Item>, Vec<Settled>), Error> {
    if !blinding::concerns(&mut ReadCtx::system(&authorisation.kernel), bound, wanted).await? {
        return Ok((items, Vec::new()));
    }
    let mut cx = carrier(authorisation, batch);
    let refused = blinding::admit(&mut cx, batch, bound, wanted).await?;
    cx.commit().await?;
    let is_refused = |item: &Item| item.user_id.as_ref().is_some_and(|user| refused.contains(user));
    let (refused, admitted): (Vec<_>, Vec<_>) = items.into_iter().partition(is_refused);
    let told = refused.into_iter().map(|item| (item.failed(blinding::BLINDING, &blinding::REFUSED), None));
    Ok((admitted, told.collect()))
}
