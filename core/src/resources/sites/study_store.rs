//! SQL of the sites of studies.

use super::model::StudySite;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::MAX_ROWS;
use crate::kernel::resource::{Record as _, taken};
use crate::kernel::window::{Cursor, Walk, Window};

/// The sites of a study, ordered by name; the search matches parts of name or code.
pub async fn of_study(cx: &mut ReadCtx, study: &Id, walk: &Walk) -> Result<Window<StudySite>, Error> {
    const ORDER: &str = " ORDER BY study_sites.name_key, study_sites.id";
    let query = cx.db().await?.query(StudySite::SELECT).sql(StudySite::FROM).sql(StudySite::THERE);
    let query = query.push("study_sites.study_id = ", study.clone());
    let query = walk.search.in_any(query, &["study_sites.name_key", "study_sites.code_key"]);
    let place = |s: &StudySite| Cursor(fold(&s.nick_name), s.id.clone());
    walk.run(query, " AND (study_sites.name_key, study_sites.id) > (", ORDER, place).await
}

/// The number of a study's sites.
pub async fn count_of_study(cx: &mut ReadCtx, study: &Id) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT COUNT(*) FROM study_sites WHERE deleted_at IS NULL");
    Ok(query.push(" AND study_id = ", study.clone()).one::<(i64,)>().await?.0)
}

/// The sites of the study among the ids, ordered by name. At most [`MAX_ROWS`] ids.
pub async fn of_study_by_ids(cx: &mut ReadCtx, study: &Id, ids: &[Id]) -> Result<Vec<StudySite>, Error> {
    if i64::try_from(ids.len()).is_ok_and(|n| n > MAX_ROWS) {
        return Err(Error::new(Code::Invalid));
    }
    let query = cx.db().await?.query(StudySite::SELECT).sql(StudySite::FROM).sql(StudySite::THERE);
    let query = query.push("study_sites.study_id = ", study.clone());
    let query = query.push_in(" AND study_sites.id", ids.iter().cloned());
    Ok(query.sql(" ORDER BY study_sites.name_key, study_sites.id").all().await?)
}

/// Those of the sites that are there. Nobody removes one of them until the transaction ends. At most [`MAX_ROWS`] ids.
pub async fn kept(cx: &mut Ctx, ids: &[Id]) -> Result<Vec<Id>, Error> {
    let query = cx.db().await?.write("SELECT id FROM study_sites WHERE deleted_at IS NULL");
    let rows: Vec<(Id,)> = query.push_in(" AND id", ids.iter().cloned()).kept(StudySite::TABLE).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Adds the row of a site. One that the study had before is the same again, under its new code.
///
/// Errors: a site that the study has, and a code that is taken, each on its field.
pub async fn add(cx: &mut Ctx, site: &mut StudySite) -> Result<(), Error> {
    let now = cx.now();
    let query = site.insert(cx.db().await?.write(StudySite::INSERT), now).sql(
        " ON CONFLICT (study_id, tenant_site_id) DO UPDATE SET version = study_sites.version + 1, \
         code = excluded.code, code_key = excluded.code_key, name_key = excluded.name_key, \
         updated_at = excluded.updated_at, deleted_at = NULL WHERE study_sites.deleted_at IS NOT NULL \
         RETURNING id, version",
    );
    let unique = |error: sqlx::Error| match StudySite::UNIQUE {
        Some((field, text)) => taken(error, field, text),
        None => error.into(),
    };
    let Some(kept) = query.optional().await.map_err(unique)? else {
        let text = Text::new("该项目已有此中心", "the study has this site already");
        return Err(Error::field("tenantSiteId", text));
    };
    (site.id, site.version) = kept;
    Ok(())
}

/// Lets another site of the study have the code of a removed one. No code that is in use begins with a space.
pub async fn free_code(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE study_sites SET code_key = ' ' || id");
    query.push(" WHERE id = ", id.clone()).execute().await?;
    Ok(())
}
