//! The templates that come with the server.

use super::key::Key;
use super::model::MessageTemplate;
use super::store;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::resource::record;
use crate::kernel::settings;

/// Adds the templates that are missing, and brings those that nobody changed to the server's own texts. Nodes that start
/// together wait for each other where something is to be done.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    if outdated(cx).await?.is_empty() {
        return Ok(());
    }
    settings::hold(cx.db().await?).await?;
    for (mut standard, version) in outdated(cx).await? {
        match version {
            Some(version) => {
                standard.version = version;
                record::update(cx, &mut standard).await?;
            }
            None => record::insert(cx, &standard).await?,
        }
    }
    Ok(())
}

/// The standard templates that are not there as they should be, each with the version of its row if there is one.
async fn outdated(cx: &mut Ctx) -> Result<Vec<(MessageTemplate, Option<i64>)>, Error> {
    let (rows, now) = (store::all(cx).await?, cx.now());
    let standard = (1..).zip(Key::all()).map(|(seq, key)| MessageTemplate::standard(key, seq, now));
    let outdated = standard.filter_map(|standard| match rows.iter().find(|row| row.id == standard.id) {
        None => Some((standard, None)),
        Some(row) if !row.changed && !row.says(&standard) => Some((standard, Some(row.version))),
        Some(_) => None,
    });
    Ok(outdated.collect())
}
