//! The rules of the PIN settings.

use super::model::{PinInput, PinSetting};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::kernel::page::Sorts;
use crate::kernel::resource::{ByName, Kind, Operation, Reach, Resource, record};
use crate::resources::tenants;

impl Resource for PinSetting {
    type State = Kernel;
    type Form = PinInput;
    type Filter = ByName;

    const NOUN: &'static str = "tenant-pins";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::Read, "getPinById", "What a tenant asks of PINs; its id is the tenant's."),
        Operation::new(
            Kind::Update,
            "savePin",
            "Changes what a tenant asks of PINs. It holds for those that are set from now on.",
        ),
    ];
    const PERMISSION: Permission = Permission::TenantPins;
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = &[];
    const CALLED: (&'static str, &'static str) = ("PIN设置", "PIN setting");

    async fn find(cx: &mut ReadCtx, id: &Id) -> Result<Option<Self>, Error> {
        if tenants::get(cx, id).await?.is_some() { of(cx, id).await.map(Some) } else { Ok(None) }
    }

    async fn check(
        _: &mut Ctx,
        p: &mut Problems,
        form: &PinInput,
        _: Option<&Self>,
        setting: &mut Self,
    ) -> Result<(), Error> {
        setting.take(p, form);
        Ok(())
    }

    async fn save(cx: &mut Ctx, setting: &mut Self) -> Result<(), Error> {
        record::put(cx, setting).await
    }
}

/// The setting of a tenant: its own, or the one that every tenant begins with.
pub async fn of(cx: &mut ReadCtx, tenant: &Id) -> Result<PinSetting, Error> {
    record::get_or_blank(cx, tenant).await
}
