//! The seeded regions. `core/areas/generate.mjs` makes the file beside this one; it names the source of each name.

use std::collections::HashMap;

use super::model::ROOT;
use super::store::{Row, bring};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::settings;

/// Tab-separated lines: id, id of the parent, Chinese name, English name. `#` begins a comment. A region follows its
/// parent; siblings are in the order of their list.
const AREAS: &str = include_str!("areas.tsv");

/// The setting with the edition that was loaded last.
const LOADED: &str = "areas";

/// Rows of one statement: the number of its values stays below the limits of both engines.
const AT_ONCE: usize = 500;

/// The edition of the file: its first line, which has a digest of the other lines.
fn edition() -> &'static str {
    AREAS.lines().next().unwrap_or_default()
}

/// The regions of the file, by level.
pub fn brought() -> [Vec<Row>; 3] {
    let mut levels: [Vec<Row>; 3] = Default::default();
    // For each region so far: the level of its children, and how many it has so far.
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

/// Inserts missing regions and updates existing ones, once for each edition of the file. Regions that an administrator
/// has changed or removed stay so.
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
