//! Explanations agree with what is decided, and say of others only what the asker may see.

use super::*;
use crate::authorisation::{self, trial_claims};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::resources::domains::StudyBinding;
use crate::resources::permissions;
use crate::resources::roles::RoleType;
use crate::resources::software::Software;
use crate::resources::users::{User, contacts};

/// A tenant's study in a system, with a member, and a role for them.
struct World {
    kernel: Kernel,
    face: Face,
    here: Tenant,
    there: Tenant,
    user: User,
    edc: Software,
    bound: StudyBinding,
}

const MENU: &str = "tenantManager/tenantPorject";

impl World {
    async fn new(kernel: &Kernel) -> Self {
        let mut cx = world::system(kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let study = world::study(&mut cx, &here, "Near", "N1").await;
        let edc = world::edc(&mut cx).await;
        let domain = world::domain(&mut cx, &here, &edc).await;
        let bound = world::bind(&mut cx, &study, &domain).await;
        world::give_licence(&mut cx, world::licence(&here, &edc)).await;
        let user = world::user(&mut cx, "zhang", None).await;
        world::member(&mut cx, &here, &user).await;
        cx.commit().await.unwrap();
        let face = face(kernel).await;
        Self { kernel: kernel.clone(), face, here, there, user, edc, bound }
    }

    async fn run(&self, sql: &'static str) {
        let mut cx = world::system(&self.kernel);
        cx.db().await.unwrap().write(sql).execute().await.unwrap();
        cx.commit().await.unwrap();
    }

    /// A role of this kind on the account or on the membership, with the menu of studies to view.
    async fn role(&self, kind: RoleType) {
        let mut cx = world::system(&self.kernel);
        let role = world::role(&mut cx, "Reader", kind, &[(Permission::Studies, Act::View)]).await;
        let query = match kind {
            RoleType::System => cx.db().await.unwrap().write("UPDATE users SET").push(" role_id = ", role.id),
            RoleType::Tenant => cx.db().await.unwrap().write("UPDATE memberships SET").push(" role_id = ", role.id),
        };
        let id = if kind == RoleType::System { " WHERE id = " } else { " WHERE user_id = " };
        query.push(id, self.user.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
    }

    async fn ask(&self, who: &Who, query: &str) -> Value {
        let path = format!("/api/admin/users/{}/access-explanation?{query}", self.user.id);
        let answer = self.face.get(who, &path).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        answer.body
    }

    /// The gate's decision, for a session that the person would have now.
    async fn may(&self, act: Act, tenant: Option<&Id>) -> bool {
        let mut cx = ReadCtx::system(&self.kernel);
        let tx = cx.db().await.unwrap();
        let owner = contacts::owner_by_id(tx, &self.user.id).await.unwrap().unwrap();
        let (system, tenants) = permissions::allowed(tx, &owner.id, owner.role_id.as_ref()).await.unwrap();
        let Who::Person(mut person) = world::person(&owner.id, system, &[]) else { unreachable!() };
        person.tenants = tenants;
        cx.who = Who::Person(person);
        let scope = cx.scope(Permission::Studies, act);
        owner.status == 0 && scope.is_ok_and(|scope| tenant.is_none_or(|tenant| scope.holds(tenant)))
    }

    /// Asks for the menu, and holds the answer to the decision.
    async fn agree(&self, what: &str) -> Vec<bool> {
        let mut decisions = Vec::new();
        for (act, named) in [(Act::View, "view"), (Act::Edit, "edit")] {
            for tenant in [None, Some(&self.here.id), Some(&self.there.id)] {
                let within = tenant.map(|tenant| format!("&tenantId={tenant}")).unwrap_or_default();
                let told = self.ask(&world::admin(), &format!("operation={MENU}&act={named}{within}")).await;
                let decided = self.may(act, tenant).await;
                assert_eq!(told["allowed"], json!(decided), "{what}, to {named} {tenant:?}: {told}");
                assert_eq!(leads(&told), decided, "{what}, to {named} {tenant:?}: {told}");
                decisions.push(decided);
            }
        }
        decisions
    }
}

/// Whether the findings lead to the access: those of the person hold, and all of one way.
fn leads(told: &Value) -> bool {
    let hold = |findings: &Value| {
        findings.as_array().unwrap().iter().all(|finding| finding["holds"] == true || finding["required"] == false)
    };
    let ways = told["ways"].as_array().unwrap();
    assert!(ways.iter().all(|way| way["allowed"] == json!(hold(&way["findings"]))), "{told}");
    hold(&told["person"]) && ways.iter().any(|way| way["allowed"] == true)
}

/// States of the role, of its menu and of the membership, each with the way back.
const STATES: &[&[(&str, &str)]] = &[
    &[
        ("", ""),
        ("UPDATE roles SET status = 1 WHERE name = 'Reader'", "UPDATE roles SET status = 0 WHERE name = 'Reader'"),
        (
            "UPDATE roles SET deleted_at = 1 WHERE name = 'Reader'",
            "UPDATE roles SET deleted_at = NULL WHERE name = 'Reader'",
        ),
        (
            "UPDATE roles SET role_type = 3 - role_type WHERE name = 'Reader'",
            "UPDATE roles SET role_type = 3 - role_type WHERE name = 'Reader'",
        ),
        (
            "UPDATE roles SET super_admin = TRUE WHERE name = 'Reader'",
            "UPDATE roles SET super_admin = FALSE WHERE name = 'Reader'",
        ),
    ],
    &[
        ("", ""),
        ("UPDATE role_menus SET act = 'edit'", "UPDATE role_menus SET act = 'view'"),
        (
            "UPDATE role_menus SET menu_id = 'setting-menu'",
            "UPDATE role_menus SET menu_id = 'tenantManager-tenantPorject'",
        ),
        (
            "UPDATE menus SET status = 1 WHERE id = 'tenantManager-tenantPorject'",
            "UPDATE menus SET status = 0 WHERE id = 'tenantManager-tenantPorject'",
        ),
        (
            "UPDATE menus SET resource_type = 1 WHERE id = 'tenantManager-tenantPorject'",
            "UPDATE menus SET resource_type = 2 WHERE id = 'tenantManager-tenantPorject'",
        ),
        (
            "UPDATE menus SET status = 1 WHERE id IN (SELECT parent_id FROM menus WHERE id = 'tenantManager-tenantPorject')",
            "UPDATE menus SET status = 0",
        ),
    ],
    &[
        ("", ""),
        ("UPDATE memberships SET enabled = 1", "UPDATE memberships SET enabled = 0"),
        (
            "UPDATE tenants SET deleted_at = 1 WHERE tenant_name = 'Here'",
            "UPDATE tenants SET deleted_at = NULL WHERE tenant_name = 'Here'",
        ),
        (
            "UPDATE tenants SET archived_at = 1 WHERE tenant_name = 'Here'",
            "UPDATE tenants SET archived_at = NULL WHERE tenant_name = 'Here'",
        ),
        (
            "UPDATE users SET status = 1 WHERE user_name = 'zhang'",
            "UPDATE users SET status = 0 WHERE user_name = 'zhang'",
        ),
    ],
];

both! {
    async fn an_explanation_of_a_menu_agrees_with_the_gate_in_every_state(engine) {
        let t = engine.kernel().await;
        for kind in [RoleType::Tenant, RoleType::System] {
            let t = if kind == RoleType::Tenant { &t } else { &engine.kernel().await };
            let w = World::new(&t.kernel).await;
            w.agree("no role").await;
            w.role(kind).await;
            let (mut some, mut none) = (0, 0);
            for first in STATES[0] {
                for second in STATES[1] {
                    for third in STATES[2] {
                        // Two things out of order at once tell nothing more than one of them and the third.
                        let changed = [first, second, third].iter().filter(|state| !state.0.is_empty()).count();
                        if changed > 2 || (kind == RoleType::System && changed > 1) {
                            continue;
                        }
                        for (there, _) in [first, second, third].into_iter().filter(|state| !state.0.is_empty()) {
                            w.run(there).await;
                        }
                        let decided = w.agree(&format!("{kind:?} {first:?} {second:?} {third:?}")).await;
                        if decided.contains(&true) { some += 1 } else { none += 1 }
                        for (_, back) in [third, second, first].into_iter().filter(|state| !state.1.is_empty()) {
                            w.run(back).await;
                        }
                    }
                }
            }
            assert!(some > 3 && none > 3, "{kind:?}: {some} {none}");
        }
    }
}

/// What a grant depends on, each with the way back.
const BROKEN: &[(&str, &str, &str)] = &[
    ("UPDATE grants SET revoked_at = 1", "UPDATE grants SET revoked_at = NULL", "grant"),
    ("UPDATE grants SET suspended_at = 1", "UPDATE grants SET suspended_at = NULL", "suspension"),
    ("UPDATE study_software SET deleted_at = 1", "UPDATE study_software SET deleted_at = NULL", "binding"),
    ("UPDATE memberships SET enabled = 1", "UPDATE memberships SET enabled = 0", "membership"),
    ("UPDATE licences SET is_enable = FALSE", "UPDATE licences SET is_enable = TRUE", "licence"),
    (
        "UPDATE licences SET time_enable = TRUE, end_time = '2020-01-01'",
        "UPDATE licences SET time_enable = FALSE, end_time = NULL",
        "licence",
    ),
    ("UPDATE licences SET deleted_at = 1", "UPDATE licences SET deleted_at = NULL", "licence"),
    (
        "UPDATE tenants SET deleted_at = 1 WHERE tenant_name = 'Here'",
        "UPDATE tenants SET deleted_at = NULL WHERE tenant_name = 'Here'",
        "tenant",
    ),
    (
        "UPDATE tenants SET archived_at = 1 WHERE tenant_name = 'Here'",
        "UPDATE tenants SET archived_at = NULL WHERE tenant_name = 'Here'",
        "tenant",
    ),
];

both! {
    async fn an_explanation_of_a_study_and_of_a_system_agrees_with_the_claims(engine) {
        let t = engine.kernel().await;
        let w = World::new(&t.kernel).await;
        let claimed = async || {
            let mut cx = ReadCtx::system(&t.kernel);
            let found = trial_claims(&mut cx, &w.user.id, Some(&w.edc.id), &w.here.id).await.unwrap();
            found.is_some_and(|(_, studies)| !studies.is_empty())
        };
        let questions =
            [format!("studyId={}", w.bound.study_id), format!("studyId={}&softwareId={}", w.bound.study_id, w.edc.id), format!("softwareId={}", w.edc.id)];
        for question in &questions {
            let told = w.ask(&world::admin(), question).await;
            assert!(told["allowed"] == false && !leads(&told) && !claimed().await, "{told}");
            let missing: Vec<_> = told["ways"][0]["findings"].as_array().unwrap().iter().filter(|f| f["holds"] == false).collect();
            assert_eq!((missing.len(), &missing[0]["kind"]), (1, &json!("grant")), "{told}");
        }
        let mut cx: Ctx = world::system(&t.kernel);
        authorisation::keep(&mut cx, &w.bound, &w.user.id, (Vec::new(), [("roles".to_owned(), json!(["cra"]))].into()), &[]).await.unwrap();
        cx.commit().await.unwrap();
        for question in &questions {
            let told = w.ask(&world::admin(), question).await;
            assert!(told["allowed"] == true && leads(&told) && claimed().await, "{told}");
            assert_eq!(told["ways"][0]["name"], "N1 · EDC");
        }
        for (broken, mended, kind) in BROKEN {
            w.run(broken).await;
            for question in &questions {
                let told = w.ask(&world::admin(), question).await;
                assert!(told["allowed"] == false && !leads(&told) && !claimed().await, "{broken}: {told}");
                let against: Vec<_> = told["ways"][0]["findings"].as_array().unwrap().iter().filter(|f| f["holds"] == false).map(|f| f["kind"].as_str().unwrap()).collect();
                assert!(against.contains(kind), "{broken}: {against:?}");
            }
            w.run(mended).await;
            assert!(claimed().await, "{mended}");
        }
        // A locked account has nothing, whatever its grants say.
        w.run("UPDATE users SET status = 1 WHERE user_name = 'zhang'").await;
        for question in &questions {
            assert_eq!(w.ask(&world::admin(), question).await["allowed"], false);
        }
    }
}

both! {
    async fn an_administrator_of_a_tenant_asks_about_its_members_and_hears_of_the_tenant_alone(engine) {
        let t = engine.kernel().await;
        let w = World::new(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let other = world::user(&mut cx, "other", None).await;
        world::member(&mut cx, &w.there, &other).await;
        let far = world::study(&mut cx, &w.there, "Far", "F1").await;
        cx.commit().await.unwrap();
        w.role(RoleType::System).await;
        let chief = may(&w.here, Permission::TenantUsers);
        let told = w.ask(&chief, &format!("operation={MENU}")).await;
        assert_eq!(told["allowed"], true);
        let ways = told["ways"].as_array().unwrap();
        let names: Vec<_> = ways.iter().map(|way| way["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["The platform", "Here"]);
        assert_eq!(ways[0]["findings"][0]["kind"], "platformRole", "the role itself is not named: {told}");
        assert!(!told.to_string().contains("Reader") && !told.to_string().contains("There"), "{told}");
        for (id, query) in [
            (&other.id, format!("operation={MENU}")),
            (&w.user.id, format!("operation={MENU}&tenantId={}", w.there.id)),
            (&w.user.id, format!("studyId={}", far.id)),
            (&Id::from("nobody"), format!("operation={MENU}")),
        ] {
            let path = format!("/api/admin/users/{id}/access-explanation?{query}");
            assert_eq!(w.face.get(&chief, &path).await.status, 404, "{query}");
        }
        let plain = world::person(&w.user.id, Allowed::Nothing, &[]);
        let path = format!("/api/admin/users/{}/access-explanation?operation={MENU}", w.user.id);
        assert_eq!(w.face.get(&plain, &path).await.status, 403);
        for query in ["", "operation=nothing", "operation=systemManger/user&studyId=1", "act=view"] {
            let path = format!("/api/admin/users/{}/access-explanation?{query}", w.user.id);
            assert_eq!(w.face.get(&chief, &path).await.status, 422, "{query}");
        }
    }
}

both! {
    async fn who_is_denied_hears_what_is_missing_and_whom_to_ask(engine) {
        let t = engine.kernel().await;
        let w = World::new(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::role(&mut cx, "Planner", RoleType::Tenant, &[(Permission::Studies, Act::Edit)]).await;
        world::role(&mut cx, "Looker", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        cx.commit().await.unwrap();
        let me = world::person(&w.user.id, Allowed::Nothing, &[(&w.here, Allowed::Nothing)]);
        let told = w.face.get(&me, &format!("/api/admin/access-explanation?operation={MENU}&act=edit")).await.body;
        assert_eq!((&told["allowed"], &told["help"]["roles"]), (&json!(false), &json!(["Planner"])), "{told}");
        assert!(told["help"]["text"].as_str().unwrap().starts_with("Ask an administrator of your tenant"), "{told}");
        let of_platform = w.face.get(&me, "/api/admin/access-explanation?operation=systemManger/user").await.body;
        assert!(of_platform["help"]["text"].as_str().unwrap().starts_with("Ask an administrator of the platform"));
        assert_eq!(of_platform["ways"].as_array().unwrap().len(), 1, "a tenant's role never gives it: {of_platform}");
        let foreign = format!("/api/admin/access-explanation?operation={MENU}&tenantId={}", w.there.id);
        assert_eq!(w.face.get(&me, &foreign).await.status, 404, "nobody learns of other tenants");
        w.role(RoleType::Tenant).await;
        let told = w.face.get(&me, &format!("/api/admin/access-explanation?operation={MENU}")).await.body;
        assert_eq!((&told["allowed"], &told["help"]), (&json!(true), &Value::Null));
        let answer = w.face.get(&Who::Nobody, &format!("/api/admin/access-explanation?operation={MENU}")).await;
        assert_eq!(answer.status, 401);
    }
}
