//! SQL of what administrators read of plugins and publishers.

use std::collections::BTreeMap;

use super::model::{PluginVersion, Publisher, PublisherFilter, VersionFilter, VersionState};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, Sorts};

const COLUMNS: &str = "SELECT p.digest, p.plugin_id, p.web_code, p.plugin_version, p.sequence, p.publisher_id, \
     u.name AS publisher_name, p.state, p.created_at, p.updated_at";

const FROM: &str = " FROM plugins p JOIN publishers u ON u.id = p.publisher_id WHERE TRUE";

/// The active version of each system comes first.
const SORTS: Sorts = &[
    (
        "webCode",
        " ORDER BY p.web_code, p.state, p.sequence DESC, p.digest",
        " ORDER BY p.web_code DESC, p.state, p.sequence DESC, p.digest",
    ),
    ("updatedAt", " ORDER BY p.updated_at, p.digest", " ORDER BY p.updated_at DESC, p.digest DESC"),
];

const PUBLISHER: &str = "SELECT id, name, public_key, shipped, created_at, revoked_at";

const PUBLISHER_SORTS: Sorts = &[
    ("createdAt", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC"),
    ("name", " ORDER BY name, id", " ORDER BY name DESC, id DESC"),
];

/// A page of the installed versions.
pub async fn page(cx: &mut ReadCtx, list: &List<VersionFilter>) -> Result<Page<PluginVersion>, Error> {
    list.run(cx.db().await?, SORTS, COLUMNS, |query, filter| {
        query
            .sql(FROM)
            .push_if(" AND p.web_code = ", filter.web_code.clone())
            .push_if(" AND p.state = ", filter.state.map(VersionState::as_str))
            .push_if(" AND p.publisher_id = ", filter.publisher_id.clone())
    })
    .await
}

/// A version by its digest.
pub async fn version(cx: &mut ReadCtx, digest: &Id) -> Result<Option<PluginVersion>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" AND p.digest = ", digest.clone());
    Ok(query.optional().await?)
}

/// A page of publishers, with the systems that each may serve.
pub async fn publishers(cx: &mut ReadCtx, list: &List<PublisherFilter>) -> Result<Page<Publisher>, Error> {
    let mut page: Page<Publisher> = list
        .run(cx.db().await?, PUBLISHER_SORTS, PUBLISHER, |query, filter| {
            query
                .sql(" FROM publishers WHERE TRUE")
                .sql_if(filter.revoked == Some(true), " AND revoked_at IS NOT NULL")
                .sql_if(filter.revoked == Some(false), " AND revoked_at IS NULL")
        })
        .await?;
    served(cx, &mut page.rows).await?;
    Ok(page)
}

/// A publisher by its id.
pub async fn publisher(cx: &mut ReadCtx, id: &str) -> Result<Option<Publisher>, Error> {
    let query = cx.db().await?.query(PUBLISHER).sql(" FROM publishers").push(" WHERE id = ", id.to_owned());
    let mut found: Vec<Publisher> = query.all().await?;
    served(cx, &mut found).await?;
    Ok(found.pop())
}

/// Adds the systems that publishers may serve.
async fn served(cx: &mut ReadCtx, publishers: &mut [Publisher]) -> Result<(), Error> {
    let query = cx.db().await?.query("SELECT publisher_id, web_code FROM publisher_web_codes WHERE ");
    let ids = publishers.iter().map(|publisher| publisher.id.clone());
    let rows: Vec<(String, String)> =
        query.push_in("publisher_id", ids).sql(" ORDER BY publisher_id, web_code").all().await?;
    let mut codes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (publisher, code) in rows {
        codes.entry(publisher).or_default().push(code);
    }
    for publisher in publishers {
        publisher.web_codes = codes.remove(&publisher.id).unwrap_or_default();
    }
    Ok(())
}
