//! The rules of the catalogue.

use cardea_macros::Narrow;
use serde::Deserialize;

use super::model::{Software, SoftwareInput};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Sorts, Term};
use crate::kernel::resource::{Kind, Operation, Reach, Resource, operations, record, sorts};

/// What the catalogue is narrowed by.
#[derive(Debug, Deserialize, Narrow)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    q: Option<Term>,
    id: Option<Ids>,
}

impl Resource for Software {
    type State = Kernel;
    type Form = SoftwareInput;
    type Filter = Filter;

    const NOUN: &'static str = "software";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            Kind::List,
            "getSoftWareList",
            "The catalogue of trial systems; `q` is in a name or a web code.",
        ),
        Operation::new(Kind::Read, "getSoftware", "One trial system."),
        Operation::new(Kind::Create, "saveSoftware", "Adds a trial system."),
        Operation::new(Kind::Update, "updateSoftware", "Changes a trial system.").part_of(&["saveSoftware"]),
        Operation::new(Kind::Remove, "deleteSoftware", "Removes a trial system that nothing refers to."),
    ];
    const PERMISSION: Permission = Permission::Software;
    const REACH: Reach = Reach::Platform;
    const SORTS: Sorts = sorts!["sort": sort, web_code, id; "softwareName": name_key, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key", "code_key"];
    const CALLED: (&'static str, &'static str) = ("系统", "system");
    const SAMPLE: &'static str = r#"{ "softwareName": "EDC", "webCode": "{new}", "appCode": "M", "appKey": "key",
        "validityTime": 30, "sort": 1, "authorizationStyle": 2 }"#;

    async fn check(
        _: &mut Ctx,
        p: &mut Problems,
        form: &SoftwareInput,
        _: Option<&Self>,
        software: &mut Self,
    ) -> Result<(), Error> {
        software.take(p, form);
        Ok(())
    }

    async fn add(cx: &mut Ctx, software: &mut Self) -> Result<(), Error> {
        record::insert(cx, software).await?;
        store::keep_key(cx, software).await
    }

    async fn save(cx: &mut Ctx, software: &mut Self) -> Result<(), Error> {
        record::update(cx, software).await?;
        store::keep_key(cx, software).await
    }
}

/// A trial system that is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Software>, Error> {
    operations::get(cx, id).await
}

/// Adds a trial system, and audits it.
pub async fn create(cx: &mut Ctx, form: SoftwareInput) -> Result<Software, Error> {
    Box::pin(operations::make(cx, &form)).await
}
