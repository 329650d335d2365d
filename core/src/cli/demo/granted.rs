//! The authorisations that the demonstration starts with, in three systems: the rows of their panels, and the claims.
//! The systems hold nothing of it; they learn their people from the tokens.

use serde_json::{Value, json};

use crate::authorisation::{self, NamedPick};
use crate::host::model::{Claims, Grant, Kind};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::window::Walk;
use crate::resources::domains::StudyBinding;
use crate::resources::sites::{self, StudySite};

/// The person who is authorised from the start.
pub const PERSON: &str = "monitor";
/// A site in every system: the first of each study.
const SITE: &str = "S01";

/// Authorises the person in a study of this system, if it is one of the three.
pub async fn grant(cx: &mut Ctx, web_code: &str, bound: &StudyBinding, person: &Id) -> Result<(), Error> {
    let project = json!({ "picks": [bound.id] });
    let first = first_site(cx, bound).await?;
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
        "040" => (
            json!({ "cells": {
                "project": project, "sites": { "picks": [first.id] }, "tenantRole": { "picks": ["tenant-member"] },
                "studyRole": { "picks": ["cra"] },
            }}),
            json!({ "roles": ["cra"], "sites": [SITE], "tenant_roles": ["tenant-member"] }),
        ),
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
    authorisation::keep(cx, bound, person, (vec![row], claims), &names(bound, &first)).await
}

/// The picks of the rows above as the panels show them; the systems name theirs in Chinese.
fn names(bound: &StudyBinding, first: &StudySite) -> Vec<NamedPick> {
    let own = [
        ("role", Kind::ModuleRoles, "investigator", "研究者"),
        ("tenantRole", Kind::ModuleRoles, "tenant-member", "租户成员"),
        ("tenantRole", Kind::ModuleRoles, "archive-member", "档案成员"),
        ("studyRole", Kind::ModuleRoles, "cra", "临床监查员"),
        ("studyRole", Kind::ModuleRoles, "document-reviewer", "文档审核员"),
        ("sites", Kind::Sites, SITE, "第一中心"),
    ];
    let pick = |column, kind, id: &str, name: &str, of_platform| {
        let (id, name) = (id.to_owned(), name.to_owned());
        NamedPick { column, kind, id, name, of_platform }
    };
    let of_study = format!("{}:{SITE}", bound.study_code);
    let mut names: Vec<NamedPick> =
        own.into_iter().map(|(column, kind, id, name)| pick(column, kind, id, name, false)).collect();
    names.push(pick("sites", Kind::Sites, &of_study, "第一中心", false));
    names.push(pick("sites", Kind::Sites, first.id.as_str(), &format!("{SITE} · {}", first.nick_name), true));
    names.extend(
        ["project", "projects"].map(|column| pick(column, Kind::Projects, bound.id.as_str(), &bound.study_name, false)),
    );
    names
}

async fn first_site(cx: &mut Ctx, bound: &StudyBinding) -> Result<StudySite, Error> {
    let window = sites::of_study(cx, &bound.study_id, &Walk::all()).await?;
    let found = window.rows.into_iter().find(|site| site.code == SITE);
    found.ok_or_else(|| Code::Internal.into())
}

fn parsed<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Error> {
    serde_json::from_value(value).map_err(Error::internal)
}
