//! The tenants of a person.

use super::*;

both! {
    async fn the_tenants_of_a_person_are_there_with_their_role(engine) {
        let t = engine.kernel().await;
        let (face, here, there) = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let user = world::user(&mut cx, "zhang", None).await;
        world::member(&mut cx, &there, &user).await;
        world::member(&mut cx, &here, &user).await;
        let role = world::role(&mut cx, "Reader", crate::resources::roles::RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let query = cx.db().await.unwrap().write("UPDATE memberships SET enabled = 1").push(", role_id = ", role.id.clone());
        query.push(" WHERE tenant_id = ", there.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        let path = format!("/api/admin/users/{}/memberships", user.id);
        let seen = face.get(&world::admin(), &path).await.body;
        let row = |at: usize, field: &str| seen[at][field].clone();
        assert_eq!((row(0, "tenantName"), row(0, "roleName"), row(0, "disabled")), (json!("Here"), Value::Null, json!(false)));
        assert_eq!((row(1, "tenantName"), row(1, "roleName"), row(1, "disabled")), (json!("There"), json!("Reader"), json!(true)));
        assert_eq!(face.get(&may(&here, Permission::TenantUsers), &path).await.status, 403, "it is the platform's");
        assert_eq!(face.get(&world::admin(), "/api/admin/users/nobody/memberships").await.status, 404);
    }
}
