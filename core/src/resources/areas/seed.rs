//! The regions that the server brings along. The file beside this one is made by `core/areas/generate.mjs`,
//! which names where each name is from.

use std::collections::HashMap;

use super::model::ROOT;
use super::store::{Row, bring};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::settings;

/// Lines of: id, id of the region it is in, Chinese name, English name, with tabs between them. `#` begins a
/// remark. A region comes behind the one it is in; neighbours are in the order of their list.
const AREAS: &str = include_str!("areas.tsv");

/// Where it is remembered which file was loaded.
const LOADED: &str = "areas";

/// Rows of one statement: their values stay below what either engine takes.
const AT_ONCE: usize = 500;

/// What tells one file from the next: its first line, which holds a digest of the others.
fn edition() -> &'static str {
    AREAS.lines().next().unwrap_or_default()
}

/// The regions of the file by their level.
pub fn brought() -> [Vec<Row>; 3] {
    let mut levels: [Vec<Row>; 3] = Default::default();
    // The level of what can be in a region, and how many are in it so far.
    let mut places: HashMap<&str, (usize, i64)> = HashMap::from([(ROOT, (0, 0))]);
    for line in AREAS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split('\t');
        let mut next = || parts.next().unwrap_or_default();
        let (id, parent, zh, en) = (next(), next(), next(), next());
        let parent = if parent.is_empty() { ROOT } else { parent };
        let Some((level, sort)) = places.get_mut(parent) else { continue };
        *sort += 1;
        let (level, sort) = (*level, *sort);
        if let Some(rows) = levels.get_mut(level) {
            rows.push((id, parent, if zh.is_empty() { en } else { zh }, en, sort));
        }
        places.insert(id, (level + 1, 0));
    }
    levels
}

/// Adds what is not there yet and renews what is, once for each edition of the file. What an administrator has changed or
/// removed stays changed and removed.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    if settings::get::<String>(cx, LOADED).await?.is_some_and(|loaded| loaded == edition()) {
        return Ok(());
    }
    for (level, rows) in (1_i64..).zip(&brought()) {
        for some in rows.chunks(AT_ONCE) {
            bring(cx, level, some).await?;
        }
    }
    settings::put(cx, LOADED, &edition()).await
}
