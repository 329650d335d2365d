//! Passwords that were used before, and the one place that replaces one.

use super::password::{Turn, Verdict};
use super::service::Sessions;
use super::store::passwords as sql;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

/// The hashes that a new password of this person is compared with: the present one's and those before it.
pub(super) async fn earlier(
    sessions: &Sessions,
    cx: &mut Ctx,
    user: &Id,
    present: Option<&str>,
) -> Result<Vec<String>, Error> {
    let most = sessions.rules().history();
    if most == 0 {
        return Ok(Vec::new());
    }
    let before = sql::before(cx.db().await?, user, most - 1).await?;
    Ok(present.map(str::to_owned).into_iter().chain(before).collect())
}

/// An error at `field` where the password is one of these. No transaction should be open: each comparison takes
/// as long as a sign-in.
pub(super) async fn check_unused(
    sessions: &Sessions,
    turn: &Turn,
    password: &Secret,
    hashes: Vec<String>,
    field: &str,
) -> Result<(), Error> {
    for hash in hashes {
        if sessions.hasher().verify_in(turn, password, Some(&hash)).await? != Verdict::Wrong {
            return Err(Error::field(field, sessions.rules().used_before()));
        }
    }
    Ok(())
}

/// Takes the password away and remembers it, in the caller's transaction: from now on none is right. False if
/// somebody else was first.
pub(super) async fn forget(sessions: &Sessions, cx: &mut Ctx, user: &Id, old: Option<&str>) -> Result<bool, Error> {
    let Some(old) = old else { return Ok(true) };
    let (id, now) = (cx.new_id(), cx.now());
    let tx = cx.db().await?;
    if !sql::clear(tx, user, old, now).await? {
        return Ok(false);
    }
    if sessions.rules().history() > 1 {
        sql::remember(tx, id, user, old, now).await?;
    }
    Ok(true)
}

/// Puts a new hash in the place of the old one and remembers that, in the caller's transaction. False if
/// somebody else was first.
pub(super) async fn replace(
    sessions: &Sessions,
    cx: &mut Ctx,
    user: &Id,
    old: Option<&str>,
    new: &str,
) -> Result<bool, Error> {
    let (id, now) = (cx.new_id(), cx.now());
    let kept = sessions.rules().history() - 1;
    let tx = cx.db().await?;
    if !sql::replace(tx, user, old, new, now).await? {
        return Ok(false);
    }
    if let Some(old) = old.filter(|_| kept > 0) {
        sql::remember(tx, id, user, old, now).await?;
    }
    sql::forget_older(tx, user, kept.max(0)).await?;
    Ok(true)
}
