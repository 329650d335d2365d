//! The authorisations that the demonstration starts with, in three systems: the rows of their panels, and the claims.
//! The systems hold nothing of it; they learn their people from the tokens.

use serde_json::{Value, json};

use crate::authorisation;
use crate::host::model::{Claims, Grant};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::page::Walk;
use crate::resources::domains::StudyBinding;
use crate::resources::sites;

/// The person who is authorised from the start.
pub const PERSON: &str = "monitor";
/// A site in every system: the first of each study.
const SITE: &str = "S01";

/// Authorises the person in a study of this system, if it is one of the three.
pub async fn grant(cx: &mut Ctx, web_code: &str, bound: &StudyBinding, person: &Id) -> Result<(), Error> {
    let project = json!({ "picks": [bound.id] });
    let (row, claims) = match web_code {
        "030" => (
            json!({ "tab": "main", "cells": {
                "project": project, "role": { "picks": ["investigator"] }, "sites": { "picks": [SITE] },
                "isBlind": { "flag": true },
            }}),
            json!({
                "roles": ["investigator"], "sites": [SITE], "stock_houses": [],
                "projects": [{
                    "project": "main", "role": "investigator", "sites": [SITE], "stock_houses": [], "blinded": true,
                }],
            }),
        ),
        "040" => {
            let first = first_site(cx, bound).await?;
            (
                json!({ "cells": {
                    "project": project, "sites": { "picks": [first] }, "tenantRole": { "picks": ["tenant-member"] },
                    "studyRole": { "picks": ["cra"] },
                }}),
                json!({ "roles": ["cra"], "sites": [SITE], "tenant_roles": ["tenant-member"] }),
            )
        }
        "070" => (
            json!({ "cells": {
                "projects": project, "sites": { "picks": [format!("{}:{SITE}", bound.study_code)] },
                "tenantRole": { "picks": ["archive-member"] }, "studyRole": { "picks": ["document-reviewer"] },
            }}),
            json!({ "roles": ["document-reviewer"], "sites": [SITE], "tenant_roles": ["archive-member"] }),
        ),
        _ => return Ok(()),
    };
    let (row, claims) = (parsed::<Grant>(row)?, parsed::<Claims>(claims)?);
    authorisation::keep(cx, bound, person, (vec![row], claims)).await
}

async fn first_site(cx: &mut Ctx, bound: &StudyBinding) -> Result<Id, Error> {
    let window = sites::of_study(cx, &bound.study_id, &Walk::all()).await?;
    let found = window.rows.into_iter().find(|site| site.code == SITE);
    found.map(|site| site.id).ok_or_else(|| Code::Internal.into())
}

fn parsed<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Error> {
    serde_json::from_value(value).map_err(Error::internal)
}
