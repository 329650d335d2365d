//! The limits of licences, held while studies are bound and people are authorised.
//!
//! What is used is counted, never kept: a binding that is removed and a grant that is revoked or suspended give their
//! place back in the transaction that ends them. Whoever takes a place holds the row of the licence until the end of
//! the transaction, so of many who want the last place one gets it.

use super::model::Licence;
use super::store;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;

/// Locks the licence, and reads it as it is from then on.
async fn hold(cx: &mut Ctx, tenant: &Id, software: &Id) -> Result<Option<Licence>, Error> {
    // Both engines take the lock of an UPDATE.
    let query = cx.db().await?.write("UPDATE licences SET updated_at = updated_at WHERE deleted_at IS NULL");
    let query = query.push(" AND tenant_id = ", tenant.clone()).push(" AND software_id = ", software.clone());
    if query.execute().await? == 0 { Ok(None) } else { store::get(cx, tenant, software).await }
}

/// Why the licence has no room for one more study of the tenant, if it has none. Where there is no licence nobody can be
/// authorised, and studies are bound freely.
pub async fn full_of_studies(cx: &mut Ctx, tenant: &Id, software: &Id) -> Result<Option<Text>, Error> {
    let Some(licence) = hold(cx, tenant, software).await? else { return Ok(None) };
    let most = licence.max_study.filter(|most| licence.study_enable && licence.now_study_num >= *most);
    Ok(most.map(|most| full(&licence, "项目", "studies", most)))
}

fn full(licence: &Licence, zh: &str, en: &str, most: i64) -> Text {
    let Licence { tenant_name, software_name, .. } = licence;
    Text::made(
        format!("许可“{tenant_name} · {software_name}”的{zh}数已满（最多{most}）"),
        format!("the licence of {tenant_name} for {software_name} is full: at most {most} {en}"),
    )
}

static NONE: Text = Text::new("该租户没有此系统的许可", "the tenant has no licence for this system");

/// The seats of a tenant's people in a system.
#[derive(Debug)]
pub struct Seats {
    licence: Option<Licence>,
    /// The seats that are free; `None` where they are not limited.
    free: Option<i64>,
}

impl Seats {
    /// The seats of a licence, which nobody else takes until the transaction ends.
    pub async fn hold(cx: &mut Ctx, tenant: &Id, software: &Id) -> Result<Self, Error> {
        let licence = hold(cx, tenant, software).await?;
        Self::of(cx, licence).await
    }

    /// The seats as they are now, to refuse early.
    pub async fn look(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<Self, Error> {
        let licence = store::get(cx, tenant, software).await?;
        Self::of(cx, licence).await
    }

    async fn of(cx: &mut ReadCtx, licence: Option<Licence>) -> Result<Self, Error> {
        let bounded = licence.as_ref().filter(|licence| licence.user_enable);
        let free = match bounded.and_then(|licence| licence.max_user.map(|most| (licence, most))) {
            Some((licence, most)) => Some(most - used(cx, licence, most).await?),
            None => None,
        };
        Ok(Self { licence, free })
    }

    /// Gives a person a seat, who may have one already; otherwise why there is none.
    pub async fn take(&mut self, cx: &mut ReadCtx, user: &Id) -> Result<Option<Text>, Error> {
        let Some(licence) = &self.licence else { return Ok(Some(NONE.clone())) };
        let Some(free) = &mut self.free else { return Ok(None) };
        if sits(cx, licence, user).await? {
            return Ok(None);
        }
        if *free < 1 {
            return Ok(Some(full(licence, "用户", "users", licence.max_user.unwrap_or_default())));
        }
        *free -= 1;
        Ok(None)
    }
}

/// Whether every seat is taken.
pub async fn is_full(cx: &mut ReadCtx, licence: &Licence) -> Result<bool, Error> {
    match licence.max_user.filter(|_| licence.user_enable) {
        Some(most) => Ok(used(cx, licence, most).await? >= most),
        None => Ok(false),
    }
}

/// The people with a valid grant, counted up to `most`.
async fn used(cx: &mut ReadCtx, licence: &Licence, most: i64) -> Result<i64, Error> {
    let query = cx.db().await?.query(
        "SELECT count(*) FROM (SELECT DISTINCT user_id FROM grants WHERE revoked_at IS NULL AND suspended_at IS NULL",
    );
    let query = query.push(" AND tenant_id = ", licence.tenant_id.clone());
    let query = query.push(" AND software_id = ", licence.software_id.clone());
    let (used,): (i64,) = query.push(" LIMIT ", most).sql(") AS users").one().await?;
    Ok(used)
}

/// Whether a person has a valid grant under the licence.
async fn sits(cx: &mut ReadCtx, licence: &Licence, user: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM grants WHERE revoked_at IS NULL AND suspended_at IS NULL");
    let query = query.push(" AND tenant_id = ", licence.tenant_id.clone());
    let query = query.push(" AND software_id = ", licence.software_id.clone()).push(" AND user_id = ", user.clone());
    Ok(query.sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}
