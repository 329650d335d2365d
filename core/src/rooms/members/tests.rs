use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::rooms::roles::{Role, RoleType};
use crate::rooms::seed;
use crate::rooms::tenants::Tenant;
use crate::rooms::testing::{self as world, Face};
use crate::rooms::users::User;

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
        for (field, value, want) in [
            ("userIds", json!([]), "please select a user"),
            ("userIds", json!(["nobody"]), "there is no such user"),
            ("userIds", json!([w.people[0].id, "nobody"]), "there is no such user"),
            ("role", Value::Null, "please select role"),
            ("role", json!(system.id), "there is no such open role"),
            ("typeId", json!("2-cra"), "please select type"),
            ("typeId", Value::Null, "please select type"),
            ("positionId", json!("none"), "please select position"),
        ] {
            let answer = w.face.send(&world::admin(), "POST", PATH, &with(w.batch(&[0]), field, value.clone())).await;
            assert_eq!((answer.status.as_u16(), answer.on(field)), (422, want), "{field} = {value}");
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
    async fn a_tenants_administrator_takes_in_where_they_administer_and_not_above_themselves(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let full = world::role(&mut cx, "Full", RoleType::Tenant, &[]).await;
        cx.commit().await.unwrap();
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&w.here, Allowed::Everything)]);
        let own = Allowed::Menus(BTreeMap::from([(Permission::TenantUsers, Act::Edit), (Permission::Studies, Act::View)]));
        let clerk = world::person(&w.people[2].id, Allowed::Nothing, &[(&w.here, own.clone()), (&w.there, Allowed::Everything)]);
        let body = with(w.batch(&[0]), "role", json!(full.id));
        assert_eq!(w.face.send(&clerk, "POST", PATH, &body).await.status, 403, "strong elsewhere is not strong here");
        assert_eq!(w.face.send(&chief, "POST", PATH, &body).await.status, 201);
        assert_eq!(w.face.send(&clerk, "POST", PATH, &w.batch(&[1])).await.status, 201);
        assert_eq!(w.face.send(&clerk, "POST", PATH, &w.batch(&[2])).await.status, 403, "nobody grants themselves");
        let foreign = with(w.batch(&[1]), "tenantId", json!(w.there.id));
        assert_eq!(w.face.send(&chief, "POST", PATH, &foreign).await.status, 404);
        assert_eq!(w.face.list(&chief, "tenant-users", &json!({ "tenantId": w.there.id })).await.status, 404);
    }
}
