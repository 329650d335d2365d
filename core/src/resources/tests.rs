//! Authorisation of every operation: each operation of the router is in `operations`, and every kind of caller tries
//! it.

mod answers;
mod lists;
mod operations;
mod proofs;

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use serde_json::{Value, json};

use self::operations::{Operation, Reach, made, operations, routed, sample, samples};
use super::testing::{self as world, Face};
use super::{seed, users};
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, Who};
use crate::kernel::error::Code;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Term};
use crate::kernel::window::Cursor;
use crate::kernel::yes::Yes;
use crate::resources::roles::{Role, RoleType};
use crate::resources::software::{self, AuthorizationStyle};
use crate::resources::tenants::Tenant;
use crate::resources::users::User;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    System,
    HomeTenant,
    OtherTenant,
}

/// The callers: the place of the role, its permissions, and whether these cover the operation.
fn callers(needs: &[Permission], act: Act) -> Vec<(Where, Allowed, bool)> {
    let one = |act| Allowed::Menus(BTreeMap::from([(needs[0], act)]));
    let others = Permission::ALL.iter().filter(|p| !needs.contains(p)).map(|p| (*p, Act::Edit)).collect();
    let mut all = Vec::new();
    for place in [Where::System, Where::HomeTenant, Where::OtherTenant] {
        all.push((place, Allowed::Everything, true));
        all.push((place, one(Act::Edit), true));
        all.push((place, one(Act::View), act == Act::View));
        all.push((place, Allowed::Menus(BTreeMap::new()), false));
        all.push((place, Allowed::Menus(Clone::clone(&others)), false));
        all.push((place, Allowed::Nothing, false));
    }
    all
}

/// The status that the rules of the design demand; `covers` is whether the role itself allows the operation.
fn expected(reach: Reach, place: Where, covers: bool) -> StatusCode {
    match (covers, place, reach) {
        (true, Where::System, _) | (true, _, Reach::Anywhere) | (true, Where::HomeTenant, Reach::Tenant) => {
            StatusCode::OK
        }
        (false, ..) | (true, _, Reach::Platform) | (true, Where::HomeTenant, Reach::TenantByPlatform) => {
            StatusCode::FORBIDDEN
        }
        (true, Where::OtherTenant, Reach::Tenant | Reach::TenantByPlatform) => StatusCode::NOT_FOUND,
    }
}

/// Two tenants, and records to view, change or remove.
struct Targets {
    home: Tenant,
    other: Tenant,
    user: User,
    role: Role,
    /// A declared resource's record, of the tenant `home`. A tenant that is to be removed has none.
    declared: Option<Id>,
}

impl Targets {
    async fn new(kernel: &Kernel, face: &Face, api: &Value, path: &str) -> Self {
        let mut cx = world::system(kernel);
        let (home, other) = (world::tenant(&mut cx, "Home").await, world::tenant(&mut cx, "Other").await);
        let name = format!("target{}", cx.new_id()).replace('-', "");
        let user = world::user(&mut cx, &name, None).await;
        let role = world::role(&mut cx, &name, RoleType::System, &[(Permission::Roles, Act::View)]).await;
        let noun = path.split('/').nth(3).unwrap();
        let mut declared = None;
        if noun == "tenant-users" {
            declared = Some(world::member(&mut cx, &home, &user).await.id);
        }
        if noun == "study-software" {
            let system = world::software_input("EDC", &name, AuthorizationStyle::Edc);
            let system = software::create(&mut cx, system).await.unwrap();
            let domain = world::domain(&mut cx, &home, &system).await;
            let study = world::study(&mut cx, &home, &name, &name).await;
            declared = Some(world::bind(&mut cx, &study, &domain).await.id);
        }
        cx.commit().await.unwrap();
        if declared.is_none() {
            declared = made(face, &samples(api, &home.id), noun).await;
        }
        Self { home, other, user, role, declared }
    }
}

async fn attempt(face: &Face, targets: &Targets, (place, allowed): (Where, Allowed), op: &Operation) -> StatusCode {
    let (method, path) = (op.method.as_str(), op.path.as_str());
    let (system, tenants) = match place {
        Where::System => (allowed, vec![]),
        Where::HomeTenant => (Allowed::Nothing, vec![(&targets.home, allowed)]),
        Where::OtherTenant => (Allowed::Nothing, vec![(&targets.other, allowed)]),
    };
    let who = world::person(&Id::from("caller"), system, &tenants);
    let id = match path.split('/').nth(3) {
        Some("tenants" | "tenant-pins" | "holidays") => &targets.home.id,
        Some("roles") => &targets.role.id,
        Some("security-strategy") => &Id::from("1"),
        _ => targets.declared.as_ref().unwrap_or(&targets.user.id),
    };
    let path = path.replace("{id}", id.as_str());
    if let Some(list) = ["unselected-users", "tenant-software", "study-software/studies"]
        .iter()
        .find(|l| method == "GET" && path.ends_with(**l))
    {
        return face.list(&who, list, &json!({ "tenantId": targets.home.id })).await.status;
    }
    face.send(&who, method, &path, &json!({ "tenantId": targets.home.id })).await.status
}

both! {
    async fn every_operation_is_in_the_table_and_every_caller_gets_what_the_table_says(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let api = serde_json::to_value(world::operations(&t.kernel).split_for_parts().1).unwrap();
        for op in &operations(&api) {
            let Operation { method, path, needs, act, reach } = op;
            let mut targets = Targets::new(&t.kernel, &face, &api, path).await;
            let some = path.replace("{id}", "some");
            let nobody = face.send(&Who::Nobody, method, &some, &json!({ "tenantId": "t" })).await;
            assert_eq!(nobody.body["code"], "no_session", "{method} {path}");
            let ended = Who::Ended(Code::SessionExpired);
            let ended = face.send(&ended, method, &some, &json!({ "tenantId": "t" })).await;
            assert_eq!((ended.status, &ended.body["code"]), (StatusCode::UNAUTHORIZED, &json!("session_expired")));
            for (place, allowed, covers) in callers(needs, *act) {
                if method == "DELETE" {
                    targets = Targets::new(&t.kernel, &face, &api, path).await;
                }
                let got = attempt(&face, &targets, (place, allowed.clone()), op).await;
                // Bodies are empty on purpose: a caller with permission gets the missing fields.
                let got = if got == StatusCode::UNPROCESSABLE_ENTITY { StatusCode::OK } else { got };
                let want = expected(*reach, place, covers);
                assert_eq!(got, want, "{method} {path} by {allowed:?} in {place:?}");
            }
        }
    }
}

#[tokio::test]
async fn every_operation_and_who_may_is_as_it_was_reviewed() {
    let t = crate::testing::Engine::Sqlite.kernel().await;
    let api = serde_json::to_value(world::operations(&t.kernel).split_for_parts().1).unwrap();
    let names: BTreeSet<_> = routed(&api).iter().map(|(.., described)| described["operationId"].to_string()).collect();
    assert_eq!(names.len(), routed(&api).len(), "an operationId names one operation");
    let mut lines = BTreeSet::new();
    let described = routed(&api);
    for Operation { method, path, needs, act, reach } in operations(&api) {
        let menus: Vec<_> = needs.iter().map(|permission| permission.url()).collect();
        let (.., operation) = described.iter().find(|(m, p, _)| (m, p) == (&method, &path)).unwrap();
        let whole = operation["x-part-of"][0].as_str();
        let part = whole.map(|whole| format!("; {} is a part of {whole}", operation["operationId"].as_str().unwrap()));
        let part = part.unwrap_or_default();
        lines.insert(format!("{path} {method}: {reach:?}, to {act:?} one of {}{part}", menus.join(", ")));
    }
    assert_eq!(lines.len(), routed(&api).len(), "an operation is declared, or in the table, and once");
    insta::assert_snapshot!("operations", lines.into_iter().collect::<Vec<_>>().join("\n"));
}

both! {
    async fn a_list_of_another_tenants_records_is_not_there(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (home, other) = (world::tenant(&mut cx, "Home").await, world::tenant(&mut cx, "Other").await);
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let theirs = world::person(&Id::from("theirs"), Allowed::Nothing, &[(&other, Allowed::Everything)]);
        let api = serde_json::to_value(world::operations(&t.kernel).split_for_parts().1).unwrap();
        let mut asked = BTreeSet::new();
        for (method, path, operation) in routed(&api) {
            let filtered = operation["parameters"].to_string().contains("filter");
            let noun = path.strip_prefix("/api/admin/").filter(|noun| method == "GET" && filtered && !noun.contains('/'));
            let Some(noun) = noun else { continue };
            if face.list(&theirs, noun, &json!({ "tenantId": other.id })).await.status.is_success() {
                let status = face.list(&theirs, noun, &json!({ "tenantId": home.id })).await.status;
                assert_eq!(status, StatusCode::NOT_FOUND, "{noun}");
                asked.insert(noun.to_owned());
            }
        }
        assert!(asked.contains("tenant-users") && asked.contains("tenant-sites") && asked.contains("departments"));
    }
}

both! {
    async fn a_refusal_is_in_the_audit_although_the_call_did_nothing(engine) {
        let t = engine.kernel().await;
        let face = Face::over(&t.kernel);
        let who = world::person(&Id::from("u1"), Allowed::Nothing, &[]);
        face.send(&who, "POST", "/api/admin/users", &json!({})).await;
        face.send(&Who::Nobody, "POST", "/api/admin/users", &json!({})).await;
        let rows = world::audited(&t.kernel, "calls").await;
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].0.as_str(), rows[0].3.as_str()), ("call.refused", "refused"));
    }
}

both! {
    /// Text that the database must not get: NUL (PostgreSQL refuses it), control characters, endless ranges.
    async fn odd_ids_filters_and_ranges_are_a_clear_4xx(engine) {
        let t = engine.kernel().await;
        let mut cx: Ctx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        for (path, status) in [
            ("tenants/%00", 404),
            ("tenants/a%0Ab", 404),
            ("users/%E5%BC%A0", 404),
            ("tenants?filter=%7B%22q%22%3A%22a%5Cu0000%22%7D", 400),
            ("tenants?filter=%7B%22id%22%3A%22%5Cu0000%22%7D", 400),
            ("tenants?filter=%7B%22id%22%3A%5B1%5D%7D", 400),
            ("tenants?filter=%7B%22what%22%3A1%7D", 400),
            ("tenants?filter=%5B%5D", 400),
            ("tenants?filter=nonsense", 400),
            ("tenants?range=%5B0%2C100000%5D", 422),
            ("tenants?range=%5B-5%2C3%5D", 422),
            ("tenants?range=%5B20000%2C20009%5D", 422),
            ("tenants?range=%5B%22a%22%5D", 400),
            ("tenants?sort=%5B%22name_key%3B%20DROP%22%2C%22ASC%22%5D", 422),
            ("tenants?sort=x", 400),
            ("unselected-users", 422),
            ("tenant-users?filter=%7B%22tenantId%22%3A%22%00%22%7D", 400),
        ] {
            let answer = face.get(&admin, &format!("/api/admin/{path}")).await;
            assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.body);
            for part in ["code", "message", "requestId"] {
                assert!(answer.body[part].as_str().is_some_and(|t| !t.is_empty()), "{path}: {}", answer.body);
            }
        }
    }
}

#[test]
fn yes_is_zero_and_one_is_no() {
    assert_eq!(serde_json::to_string(&[Yes(true), Yes(false)]).unwrap(), r#"["0","1"]"#);
    assert!(serde_json::from_str::<Yes>("0").is_err() && serde_json::from_str::<Yes>(r#""2""#).is_err());
    assert!(serde_json::from_str::<Yes>(r#""0""#).unwrap().0);
}

#[test]
fn search_terms_ids_and_cursors_are_bounded() {
    assert!(Term::parse(&"x".repeat(101)).is_err());
    assert_eq!(Term::parse("50%_!医").unwrap().anywhere(), "%50!%!_!!医%");
    let ids = |n: usize| serde_json::from_value::<Ids>(json!(vec!["a"; n]));
    assert!(ids(1000).is_ok() && ids(1001).is_err());
    let place = Cursor("名称".into(), Id::from("x"));
    assert_eq!(Cursor::parse(&place.text().unwrap()).unwrap(), place);
    for bad in ["", "!", "W10", "WyJhXHUwMDAwIiwieCJd"] {
        assert_eq!(Cursor::parse(bad).unwrap_err().code, Code::Malformed, "{bad}");
    }
}

both! {
    async fn an_administrators_role_is_what_makes_an_administrator(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let plain = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::Edit)]).await;
        world::user(&mut cx, "clerk", Some(&plain)).await;
        assert!(!users::has_platform_administrator(&mut cx, None).await.unwrap());
        let all = world::role(&mut cx, "All", RoleType::System, &[]).await;
        let admin = world::user(&mut cx, "admin", Some(&all)).await;
        assert!(users::has_platform_administrator(&mut cx, None).await.unwrap());
        assert!(!users::has_platform_administrator(&mut cx, Some(&admin.id)).await.unwrap());
    }
}
