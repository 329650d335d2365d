mod attacks;
mod departments;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::resources::roles::{Role, RoleType};
use crate::resources::seed;
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face};
use crate::resources::users::User;

const PATH: &str = "/api/admin/tenant-users";

struct World {
    face: Face,
    here: Tenant,
    there: Tenant,
    role: Role,
    people: Vec<User>,
}

async fn ready(kernel: &Kernel) -> World {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
    let role = world::role(&mut cx, "Monitor", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
    let mut people = Vec::new();
    for name in ["anna", "bernd", "chen"] {
        people.push(world::user(&mut cx, name, None).await);
    }
    cx.commit().await.unwrap();
    World { face: Face::over(kernel), here, there, role, people }
}

impl World {
    fn batch(&self, people: &[usize]) -> Value {
        let ids: Vec<_> = people.iter().map(|n| self.people[*n].id.clone()).collect();
        json!({ "tenantId": self.here.id, "userIds": ids, "role": self.role.id, "typeId": "3-cro", "positionId": "2-cra" })
    }

    async fn names(&self, filter: Value) -> Vec<String> {
        let list = self.face.list(&world::admin(), "tenant-users", &filter).await;
        list.body.as_array().unwrap().iter().map(|m| m["userName"].as_str().unwrap().to_owned()).collect()
    }
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

both! {
    async fn people_are_taken_in_together_and_listed_in_their_tenant_alone(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let added = w.face.send(&world::admin(), "POST", PATH, &w.batch(&[1, 0, 1])).await;
        assert_eq!(added.status, 201, "{:?}", added.body);
        let first = &added.body["members"][0];
        assert_eq!(added.body["id"], first["id"]);
        for (field, want) in [("userName", "anna"), ("tenantName", "Here"), ("roleName", "Monitor"), ("enabled", "0"), ("positionId", "2-cra")] {
            assert_eq!(first[field], want);
        }
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, ["anna", "bernd"]);
        assert_eq!(w.names(json!({ "tenantId": w.here.id, "q": "BER" })).await, ["bernd"]);
        assert_eq!(w.names(json!({ "tenantId": w.there.id })).await, Vec::<String>::new());
        assert_eq!(world::audited(&t.kernel, "tenant-users").await.len(), 2);
    }
}

both! {
    async fn every_rule_speaks_on_its_field_and_takes_nobody_in(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let system = world::role(&mut cx, "System", RoleType::System, &[(Permission::Studies, Act::View)]).await;
        cx.commit().await.unwrap();
        for (field, value, zh, en) in [
            ("userIds", json!([]), "请选择一个用户", "please select a user"),
            ("userIds", json!(["nobody"]), "用户不存在", "there is no such user"),
            ("userIds", json!([w.people[0].id, "nobody"]), "用户不存在", "there is no such user"),
            ("role", Value::Null, "请选择角色", "please select role"),
            ("role", json!(system.id), "角色不存在或已关闭", "there is no such open role"),
            ("typeId", json!("2-cra"), "请选择类型", "please select type"),
            ("typeId", Value::Null, "请选择类型", "please select type"),
            ("positionId", json!("none"), "请选择职位", "please select position"),
        ] {
            let said = w.face.refused_on(field, &world::admin(), "POST", PATH, &with(w.batch(&[0]), field, value.clone())).await;
            assert_eq!(said, [zh, en], "{field} = {value}");
        }
        let gone = w.face.send(&world::admin(), "POST", PATH, &with(w.batch(&[0]), "tenantId", json!("none"))).await;
        assert_eq!(gone.status, 404);
        let unknown = w.face.send(&world::admin(), "POST", PATH, &with(w.batch(&[0]), "enabled", json!("1"))).await;
        assert_eq!(unknown.status, 400);
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, Vec::<String>::new());
    }
}

both! {
    async fn a_member_is_not_taken_in_twice_even_at_the_same_time(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let admin = world::admin();
        let body = w.batch(&[0, 1]);
        let calls = (0..4).map(|_| w.face.send(&admin, "POST", PATH, &body));
        let statuses: Vec<_> = futures::future::join_all(calls).await.iter().map(|a| a.status.as_u16()).collect();
        assert_eq!(statuses.iter().filter(|s| **s == 201).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|s| [201, 409, 422].contains(s)), "{statuses:?}");
        let again = w.face.send(&admin, "POST", PATH, &w.batch(&[2, 0])).await;
        assert_eq!(again.on("userIds"), "already in the tenant: anna");
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, ["anna", "bernd"], "all or none");
    }
}

both! {
    async fn the_platform_takes_in_and_nobody_above_themselves(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let full = world::role(&mut cx, "Full", RoleType::Tenant, &[]).await;
        cx.commit().await.unwrap();
        let own = Allowed::Menus(BTreeMap::from([(Permission::TenantUsers, Act::Edit), (Permission::Studies, Act::View)]));
        let clerk = world::person(&w.people[2].id, own, &[(&w.there, Allowed::Everything)]);
        let body = with(w.batch(&[0]), "role", json!(full.id));
        assert_eq!(w.face.send(&clerk, "POST", PATH, &body).await.status, 403, "strong elsewhere is not strong here");
        assert_eq!(w.face.send(&world::admin(), "POST", PATH, &body).await.status, 201);
        assert_eq!(w.face.send(&clerk, "POST", PATH, &w.batch(&[1])).await.status, 201);
        assert_eq!(w.face.send(&clerk, "POST", PATH, &w.batch(&[2])).await.status, 403, "nobody grants themselves");
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&w.here, Allowed::Everything)]);
        assert_eq!(w.face.list(&chief, "tenant-users", &json!({ "tenantId": w.there.id })).await.status, 404);
    }
}

impl World {
    /// The membership of an added person.
    async fn member(&self, person: usize) -> Value {
        let added = self.face.send(&world::admin(), "POST", PATH, &self.batch(&[person])).await;
        added.body["members"][0].clone()
    }
}

fn at(member: &Value) -> String {
    format!("{PATH}/{}", member["id"].as_str().unwrap())
}

both! {
    async fn base_and_important_information_are_changed_apart(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let admin = world::admin();
        let member = w.member(0).await;
        assert_eq!(w.face.get(&admin, &at(&member)).await.body, member);
        let base = with(with(member.clone(), "address", json!(" Shanghai ")), "positionId", json!("2-pm"));
        let after = w.face.send(&admin, "PUT", &at(&member), &with(base.clone(), "enabled", json!("1"))).await.body;
        assert_eq!((&after["address"], &after["positionId"], &after["enabled"], &after["version"]), (&json!("Shanghai"), &json!("2-pm"), &json!("0"), &json!(2)));
        assert_eq!(w.face.send(&admin, "PUT", &at(&member), &base).await.status, 409);
        for (field, value, want) in [("typeId", json!("2-pm"), "please select type"), ("positionId", Value::Null, "please select position")] {
            let answer = w.face.send(&admin, "PUT", &at(&member), &with(after.clone(), field, value)).await;
            assert_eq!((answer.status.as_u16(), answer.on(field)), (422, want));
        }
        let mut cx = world::system(&t.kernel);
        let other = world::role(&mut cx, "Other", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        cx.db().await.unwrap()
            .write("INSERT INTO sessions (id, token_hash, user_id, auth_time, amr, acr, address, user_agent, created_at, seen_at, expires_at, tenant_id) \
                SELECT 's' || id, 'h' || id, ").push("", w.people[0].id.clone()).sql(", 0, '[]', '', '', '', 0, 0, 0, id FROM tenants").execute().await.unwrap();
        cx.commit().await.unwrap();
        let important = format!("{}/important", at(&member));
        assert_eq!(w.face.send(&admin, "PUT", &important, &with(after.clone(), "role", Value::Null)).await.on("role"), "please select role");
        let same = w.face.send(&admin, "PUT", &important, &after).await.body;
        let sessions = || async {
            let mut cx = world::system(&t.kernel);
            cx.db().await.unwrap().query("SELECT count(*) FROM sessions WHERE ended_at IS NULL").one::<(i64,)>().await.unwrap().0
        };
        assert_eq!(sessions().await, 2, "nothing was lost");
        let changed = w.face.send(&admin, "PUT", &important, &with(with(same, "role", json!(other.id)), "enabled", json!("1"))).await;
        assert_eq!((&changed.body["roleName"], &changed.body["enabled"]), (&json!("Other"), &json!("1")), "{:?}", changed.body);
        assert_eq!(sessions().await, 1, "in the other tenant they go on");
        let audit = world::audited(&t.kernel, "tenant-users").await;
        let actions: Vec<_> = audit.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(actions, ["tenant_user.created", "tenant_user.updated", "tenant_user.important_updated", "tenant_user.important_updated"]);
    }
}

both! {
    async fn who_is_taken_out_is_gone_and_can_be_taken_in_again(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let admin = world::admin();
        let member = w.member(0).await;
        let gone = w.face.send(&admin, "DELETE", &at(&member), &json!({})).await;
        assert_eq!((gone.status.as_u16(), &gone.body), (200, &member));
        assert_eq!(w.face.get(&admin, &at(&member)).await.status, 404);
        assert_eq!(w.face.send(&admin, "DELETE", &at(&member), &json!({})).await.status, 404);
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, Vec::<String>::new());
        assert_ne!(w.member(0).await["id"], member["id"]);
        let last = world::audited(&t.kernel, "tenant-users").await;
        assert!(last.iter().any(|row| row.0 == "tenant_user.deleted" && row.1.is_some() && row.2.is_none()));
    }
}

both! {
    async fn nobody_changes_their_own_membership_or_that_of_somebody_stronger(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let full = world::role(&mut cx, "Full", RoleType::Tenant, &[]).await;
        cx.commit().await.unwrap();
        let chief = w.face.send(&world::admin(), "POST", PATH, &with(w.batch(&[0]), "role", json!(full.id))).await.body["members"][0].clone();
        let own = w.member(1).await;
        let edits = Allowed::Menus(BTreeMap::from([(Permission::TenantUsers, Act::Edit), (Permission::Studies, Act::View)]));
        let clerk = world::person(&w.people[1].id, Allowed::Nothing, &[(&w.here, edits)]);
        for member in [&chief, &own] {
            let important = format!("{}/important", at(member));
            assert_eq!(w.face.send(&clerk, "PUT", &important, &with(member.clone(), "enabled", json!("1"))).await.status, 403);
            assert_eq!(w.face.send(&clerk, "DELETE", &at(member), &json!({})).await.status, 403);
        }
        let foreign = world::person(&Id::from("x"), Allowed::Nothing, &[(&w.there, Allowed::Everything)]);
        for (method, path) in [("GET", at(&own)), ("PUT", at(&own)), ("PUT", format!("{}/important", at(&own))), ("DELETE", at(&own))] {
            assert_eq!(w.face.send(&foreign, method, &path, &own).await.status, 404, "{method} {path}");
        }
    }
}

both! {
    async fn without_a_tenant_the_list_is_of_all_that_the_caller_administers(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let admin = world::admin();
        w.face.send(&admin, "POST", PATH, &w.batch(&[0, 1])).await;
        w.face.send(&admin, "POST", PATH, &with(w.batch(&[0, 2]), "tenantId", json!(w.there.id))).await;
        assert_eq!(w.names(json!({})).await, ["anna", "anna", "bernd", "chen"]);
        assert_eq!(w.names(json!({ "q": "ANNA" })).await, ["anna", "anna"]);
        assert_eq!(w.names(json!({ "userName": "b" })).await, ["bernd"]);
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&w.there, Allowed::Everything)]);
        let theirs = w.face.list(&chief, "tenant-users", &json!({ "q": "che" })).await;
        assert_eq!((theirs.body[0]["userName"].as_str(), &theirs.headers["x-total-count"]), (Some("chen"), &"1".parse().unwrap()));
        assert_eq!(w.face.list(&chief, "tenant-users", &json!({ "tenantId": w.here.id })).await.status, 404);
        // Changes of an account's names reach its memberships.
        let anna = w.face.get(&admin, &format!("/api/admin/users/{}", w.people[0].id)).await.body;
        let renamed = with(with(anna.clone(), "userName", json!("zoes")), "email", json!("zoe@example.com"));
        let answer = w.face.send(&admin, "PUT", &format!("/api/admin/users/{}/important", w.people[0].id), &renamed).await;
        assert_eq!(answer.status, 200);
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, ["bernd", "zoes"]);
        assert_eq!(w.names(json!({ "tenantId": w.here.id, "q": "zoe@" })).await, ["zoes"]);
        // Members of special display are listed when all are requested.
        let bernd = w.face.get(&admin, &format!("/api/admin/users/{}", w.people[1].id)).await.body;
        let special = with(bernd, "userType", json!("1"));
        assert_eq!(w.face.send(&admin, "PUT", &format!("/api/admin/users/{}", w.people[1].id), &special).await.status, 200);
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, ["zoes"]);
        assert_eq!(w.names(json!({ "tenantId": w.here.id, "searchAll": true })).await, ["bernd", "zoes"]);
        // Members whose account was removed are in no list.
        let gone = w.face.send(&admin, "DELETE", &format!("/api/admin/users/{}", w.people[1].id), &json!({})).await;
        assert_eq!(gone.status, 200);
        for filter in [json!({}), json!({ "searchAll": true }), json!({ "q": "bernd", "searchAll": true })] {
            let found = w.names(with(filter.clone(), "tenantId", json!(w.here.id))).await;
            assert!(!found.contains(&"bernd".to_owned()), "{filter}: {found:?}");
        }
    }
}

both! {
    async fn candidates_are_browsed_by_the_platform_and_not_by_a_tenant(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        w.member(0).await;
        let found = |who: crate::kernel::ctx::Who, q: &'static str| {
            let w = &w;
            async move {
                let list = w.face.list(&who, "unselected-users", &json!({ "tenantId": w.here.id, "q": q })).await;
                list.body.as_array().unwrap().iter().map(|u| u["userName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
            }
        };
        let admin = world::admin;
        let chief = || world::person(&Id::from("chief"), Allowed::Nothing, &[(&w.here, Allowed::Everything)]);
        assert_eq!(found(admin(), "").await, ["bernd", "chen"]);
        assert_eq!(found(admin(), "be").await, ["bernd"]);
        assert_eq!(found(admin(), "CHEN@").await, ["chen"]);
        assert_eq!(found(admin(), "anna").await, Vec::<String>::new(), "is in the tenant");
        for q in ["", "be", "Bernd", "CHEN@example.com", "anna", "nobody@example.com"] {
            let list = w.face.list(&chief(), "unselected-users", &json!({ "tenantId": w.here.id, "q": q })).await;
            assert_eq!(list.status, 403, "{q}");
        }
    }
}

both! {
    async fn people_are_taken_in_out_of_a_file_all_or_none_and_once(engine) {
        use base64::Engine as _;
        const IMPORT: &str = "/api/admin/tenant-users/import";
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let body = |file: &str, dry_run: bool| {
            let content = base64::engine::general_purpose::STANDARD.encode(file);
            json!({ "tenantId": w.here.id, "content": content, "dryRun": dry_run })
        };
        let admin = world::admin();
        let file = "User name,Role,Type,Position\nanna,Monitor,CRO staff,Project manager\nBERND,Monitor,site staff,Data manager\n";
        let tried = w.face.send(&admin, "POST", IMPORT, &body(file, true)).await.body;
        assert_eq!((&tried["created"], &tried["applied"], &tried["errors"]), (&json!(2), &json!(false), &json!([])));
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, Vec::<String>::new());
        let taken = w.face.send(&admin, "POST", IMPORT, &body(file, false)).await.body;
        assert_eq!((&taken["created"], &taken["applied"]), (&json!(2), &json!(true)));
        let again = w.face.send(&admin, "POST", IMPORT, &body(file, false)).await.body;
        assert_eq!((&again["created"], &again["unchanged"], &again["applied"]), (&json!(0), &json!(2), &json!(true)));
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, ["anna", "bernd"]);
        let bad = "User name,Role,Type,Position\nchen,Monitor,CRO staff,Project manager\nnobody,None,None,None\nanna,Monitor,CRO staff,Data manager\n";
        let refused = w.face.send(&admin, "POST", IMPORT, &body(bad, false)).await.body;
        assert_eq!((&refused["applied"], &refused["errorCount"]), (&json!(false), &json!(5)), "{refused}");
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, ["anna", "bernd"]);
        let own = Allowed::Menus(BTreeMap::from([(Permission::TenantUsers, Act::Edit)]));
        let clerk = world::person(&w.people[2].id, own, &[]);
        let stronger = w.face.send(&clerk, "POST", IMPORT, &body("User name,Role,Type,Position\nchen,Monitor,CRO staff,Data manager\n", false)).await.body;
        let fields: Vec<_> = stronger["errors"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
        assert_eq!(fields, ["role", "userName"], "no stronger role, and nobody themselves");
        let audit = world::audited(&t.kernel, "tenant-users").await;
        assert_eq!(audit.iter().filter(|row| row.0 == "tenant_user.created").count(), 2);
        assert_eq!(audit.iter().filter(|row| row.0 == "tenant_user.imported").count(), 2);
    }
}

both! {
    async fn who_is_no_member_is_found_however_many_are(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::crowd(&mut cx).await;
        let join = "INSERT INTO memberships (id, version, tenant_id, user_id, enabled, join_date, updated_at) \
             SELECT 'm' || id, 1, ";
        let query = cx.db().await.unwrap().write(join).push("", w.here.id.clone());
        query.sql(", id, 0, 0, 0 FROM users WHERE full_name = 'Crowd'").execute().await.unwrap();
        let late = world::user(&mut cx, "crowdy.late", None).await;
        cx.commit().await.unwrap();
        for filter in [json!({}), json!({ "q": "crowd" })] {
            let mut filter = filter.clone();
            filter["tenantId"] = json!(w.here.id);
            let found = w.face.list(&world::admin(), "unselected-users", &filter).await.body;
            assert!(found.as_array().unwrap().iter().any(|one| one["id"] == json!(late.id)), "{filter}: {found}");
        }
    }
}

both! {
    async fn a_tenant_finds_its_people_by_any_part_of_a_name_for_as_long_as_they_are_its(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        assert_eq!(w.face.send(&world::admin(), "POST", PATH, &w.batch(&[0, 1])).await.status, 201);
        for (q, want) in [("ern", vec!["bernd"]), ("N", vec!["anna", "bernd"]), ("nn", vec!["anna"]), ("hen", vec![])] {
            assert_eq!(w.names(json!({ "tenantId": w.here.id, "q": q })).await, want, "{q}");
            assert_eq!(w.names(json!({ "q": q })).await, want, "{q} everywhere");
        }
        assert_eq!(w.names(json!({ "tenantId": w.here.id, "userName": "rnd" })).await, ["bernd"]);
        let first = w.face.list(&world::admin(), "tenant-users", &json!({ "q": "nna" })).await.body;
        let path = format!("{PATH}/{}", first[0]["id"].as_str().unwrap());
        assert_eq!(w.face.send(&world::admin(), "DELETE", &path, &json!({})).await.status, 200);
        assert_eq!(w.names(json!({ "q": "nna" })).await, Vec::<String>::new());
        let there = json!({ "tenantId": w.there.id, "q": "ern" });
        let candidates = w.face.list(&world::admin(), "unselected-users", &there).await.body;
        assert_eq!(candidates[0]["userName"], "bernd");
        let here = json!({ "tenantId": w.here.id, "q": "ern" });
        assert_eq!(w.face.list(&world::admin(), "unselected-users", &here).await.body, json!([]), "a member already");
    }
}
