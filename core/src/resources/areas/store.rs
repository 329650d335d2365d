//! SQL of the regions.

use std::collections::BTreeMap;

use super::model::ROOT;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::{Error, Locale};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Term};
use crate::kernel::resource::Narrow;

/// The filter of a list of regions.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// The parent region. Without it: countries, unless ids are given.
    pub parent_id: Option<Id>,
    /// A part of the name, in either language.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

impl Narrow for Filter {
    fn ids(&self) -> Option<&Ids> {
        self.id.as_ref()
    }

    fn more<'q>(&self, query: Query<'q>) -> Query<'q> {
        let term = self.q.as_ref().filter(|q| !q.is_empty());
        let parent = match (&self.parent_id, &self.id, term) {
            (None, Some(_), None) => None,
            (given, ..) => Some(given.clone().unwrap_or_else(|| Id::from(ROOT))),
        };
        // A region has few children, so the query reads all of them.
        let query = query.push_if(" AND parent_id = ", parent);
        match term {
            Some(term) => term.in_any(query, &["name_key", "name_en_key"]),
            None => query,
        }
    }
}

/// The names of regions in the caller's language, deleted ones too.
pub async fn names(cx: &mut ReadCtx, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let query = if cx.locale() == Locale::En { "SELECT id, area_name_en" } else { "SELECT id, area_name" };
    let rows: Vec<(Id, String)> = cx.db().await?.query(query).push_in(" FROM areas WHERE id", ids).all().await?;
    Ok(rows.into_iter().collect())
}

/// The names and the code of a region, folded for comparison.
#[derive(Debug, sqlx::FromRow)]
pub struct Called {
    pub id: Id,
    pub name_key: String,
    pub name_en_key: String,
    pub code_key: String,
}

/// The children of a region, the first ten thousand: no country has as many.
pub async fn below(cx: &mut ReadCtx, parent: &Id) -> Result<Vec<Called>, Error> {
    let query = cx.db().await?.query("SELECT id, name_key, name_en_key, code_key FROM areas WHERE deleted_at IS NULL");
    let query = query.push(" AND parent_id = ", parent.clone());
    Ok(query.sql(" ORDER BY parent_id, sort, id LIMIT 10000").all().await?)
}

/// A seeded region: id, parent, Chinese name, English name, position in the list.
pub type Row = (&'static str, &'static str, &'static str, &'static str, i64);

/// Inserts the missing ones of these regions, and updates those that nobody has changed since they were seeded. Two
/// statements: a few hundred rows.
pub async fn bring(cx: &mut Ctx, level: i64, rows: &[Row]) -> Result<(), Error> {
    let now = cx.now();
    let mut query = cx.db().await?.write(
        "INSERT INTO areas (id, version, parent_id, level, area_name, area_name_en, name_key, name_en_key, area_code, \
         code_key, flag, sort, created_at, updated_at) VALUES ",
    );
    for (at, (id, parent, zh, en, sort)) in rows.iter().enumerate() {
        // The code is the part of the id after the country's: `11` of `CN-11`, and the whole id where there is no such
        // part.
        let code = id.split_once('-').map_or(*id, |(_, code)| code);
        query = query
            .push(if at == 0 { "(" } else { ", (" }, *id)
            .push(", 1, ", *parent)
            .push(", ", level)
            .push(", ", *zh)
            .push(", ", *en)
            .push(", ", fold(zh))
            .push(", ", fold(en))
            .push(", ", code)
            .push(", ", fold(code))
            .push(", '', ", *sort)
            .push(", ", now)
            .push(", ", now)
            .sql(")");
    }
    query.sql(" ON CONFLICT DO NOTHING").execute().await?;
    let mut query = cx.db().await?.write("WITH brought (id, zh, en, zh_key, en_key, place) AS (VALUES ");
    for (at, (id, _, zh, en, sort)) in rows.iter().enumerate() {
        query = query
            .push(if at == 0 { "(" } else { ", (" }, *id)
            .push(", ", *zh)
            .push(", ", *en)
            .push(", ", fold(zh))
            .push(", ", fold(en))
            .push(", ", *sort)
            .sql(")");
    }
    let query = query.sql(
        ") UPDATE areas SET area_name = zh, area_name_en = en, name_key = zh_key, name_en_key = en_key, sort = place \
         FROM brought WHERE areas.id = brought.id AND version = 1 AND deleted_at IS NULL \
         AND (area_name <> zh OR area_name_en <> en OR sort <> place)",
    );
    query.execute().await?;
    Ok(())
}
