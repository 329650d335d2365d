//! The rules of the licences. A tenant's administrators see what they have; the platform's give it.

use super::listing::{self, Filter};
use super::model::{Licence, LicenceInput};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx, Scope};
use crate::kernel::error::{Error, Problems};
use crate::kernel::page::{List, Page, Sorts};
use crate::kernel::resource::{Kind, Operation, Reach, Record as _, Reference, Resource, record};
use crate::resources::software::Software;
use crate::resources::tenants::Tenant;

impl Resource for Licence {
    type State = Kernel;
    type Form = LicenceInput;
    type Filter = Filter;

    const NOUN: &'static str = "licences";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "getLicenceList", "Licences with what is used of each."),
        Operation::new(Kind::Read, "getTenantSoft", "One licence."),
        Operation::new(Kind::Create, "saveTenantSoft", "Gives a tenant a licence for a system.").by_platform(),
        Operation::new(Kind::Update, "updateTenantSoft", "Changes the limits of a licence; tenant and system stay.")
            .part_of(&["saveTenantSoft"])
            .by_platform(),
        Operation::new(Kind::Remove, "deleteTenantSoftList", "Takes back a licence that nobody uses.").by_platform(),
    ];
    const PERMISSION: Permission = Permission::Licences;
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = listing::SORTS;
    const CALLED: (&'static str, &'static str) = ("许可", "licence");
    const OTHER_REFERENCES: &'static [Reference] = &[
        Reference::new(
            "licences",
            ("项目", "studies"),
            "SELECT 1 FROM licences l JOIN studies y ON y.tenant_id = l.tenant_id JOIN study_software b \
             ON b.study_id = y.id AND b.software_id = l.software_id WHERE l.id = $1 AND y.deleted_at IS NULL \
             AND b.deleted_at IS NULL LIMIT 1",
        ),
        Reference::new(
            "licences",
            ("用户授权", "authorisations"),
            "SELECT 1 FROM licences l JOIN grants g ON g.tenant_id = l.tenant_id AND g.software_id = l.software_id \
             WHERE l.id = $1 AND g.revoked_at IS NULL LIMIT 1",
        ),
    ];
    const SAMPLE: &'static str = r#"{ "tenantId": "{tenant}", "softwareId": "{software}", "timeEnable": true,
        "startTime": "2026-01-01", "endTime": "2026-12-31", "studyEnable": true, "maxStudy": 3 }"#;

    async fn page(cx: &mut ReadCtx, list: &List<Filter>, scope: &Scope) -> Result<Option<Page<Self>>, Error> {
        listing::page(cx, list, scope).await.map(Some)
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &LicenceInput,
        before: Option<&Self>,
        licence: &mut Self,
    ) -> Result<(), Error> {
        licence.take(p, form);
        if before.is_some() {
            return Ok(());
        }
        match record::get_kept::<Tenant>(cx, &licence.tenant_id).await? {
            Some(tenant) => licence.tenant_name = tenant.tenant_name,
            None => p.check(false, "tenantId", "请选择租户", "please select a tenant"),
        }
        match record::get_kept::<Software>(cx, &licence.software_id).await? {
            Some(software) => licence.software_name = software.software_name,
            None => p.check(false, "softwareId", "请选择系统", "please select a system"),
        }
        Ok(())
    }

    /// One that the tenant had before and gave back is the same again, under its new limits.
    async fn add(cx: &mut Ctx, licence: &mut Self) -> Result<(), Error> {
        let now = cx.now();
        let query = licence.set(cx.db().await?.write(Self::UPDATE), now).sql(", deleted_at = NULL");
        let query = query.sql(" WHERE deleted_at IS NOT NULL").push(" AND tenant_id = ", licence.tenant_id.clone());
        let query = query.push(" AND software_id = ", licence.software_id.clone()).sql(" RETURNING id, version");
        match query.optional().await? {
            Some(had) => (licence.id, licence.version) = had,
            None => record::insert(cx, licence).await?,
        }
        Ok(())
    }

    async fn describe(cx: &mut ReadCtx, licences: &mut [Self]) -> Result<(), Error> {
        let now = cx.now();
        for licence in licences {
            licence.standing = licence.standing(now);
        }
        Ok(())
    }
}
