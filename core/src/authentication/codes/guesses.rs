//! Limits of wrong codes over all phones, against attackers who try a few at each of many accounts.
//!
//! Wrong codes are counted for the address, its network, and in total. An address or network with too many may not try
//! again for the rest of the hour. While the total exceeds ordinary mistakes, codes have eight digits and every request
//! needs a captcha, until the hour is over.

use crate::authentication::bounds::{Bound, HOUR};
use crate::authentication::state::Sessions;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::error::Error;
use crate::kernel::origin::Origin;

/// The limits of a request's address and network, in this order; none for the server's own requests.
fn of(sessions: &Sessions, cx: &ReadCtx) -> Vec<Bound> {
    let Some(origin) = Origin::of_request(&cx.request) else { return Vec::new() };
    let (kernel, config) = (sessions.kernel(), sessions.codes());
    let (address, network) = (origin.address.to_string(), origin.network.to_string());
    vec![
        Bound::new(kernel, "code-wrong-address", &address, HOUR, config.wrong_per_address_hour),
        Bound::new(kernel, "code-wrong-network", &network, HOUR, config.wrong_per_network_hour),
    ]
}

fn over_all(sessions: &Sessions) -> Bound {
    Bound::new(sessions.kernel(), "code-wrong-total", "", HOUR, sessions.codes().wrong_total_hour)
}

/// Seconds until this request's address and network may try codes again; `None` where they may now.
pub(crate) async fn wait(sessions: &Sessions, cx: &ReadCtx, tx: &mut ReadTx) -> Result<Option<i64>, Error> {
    let mut longest = None;
    for bound in of(sessions, cx) {
        longest = longest.max(bound.wait(tx, sessions.kernel()).await?);
    }
    Ok(longest)
}

/// Counts a wrong code, in the caller's transaction.
pub(crate) async fn count(sessions: &Sessions, cx: &ReadCtx, tx: &mut Tx) -> Result<(), Error> {
    for bound in of(sessions, cx).into_iter().chain([over_all(sessions)]) {
        bound.add(tx, sessions.kernel()).await?;
    }
    Ok(())
}

/// Whether the total of wrong codes exceeds ordinary mistakes.
pub(crate) async fn are_many(sessions: &Sessions, tx: &mut ReadTx) -> Result<bool, Error> {
    Ok(over_all(sessions).wait(tx, sessions.kernel()).await?.is_some())
}
