//! Roles: what a new server has, and that a change counts at once for who is signed in.

use axum::http::Method;
use cardea::kernel::ctx::Ctx;
use serde_json::{Value, json};

use crate::app::{Running, spawn_app};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};

async fn call(server: &Running, browser: &Browser, method: Method, path: &str, body: &Value) -> Answer {
    let request = client().request(method, format!("{}/api/admin/{path}", server.base));
    let request = request.header("authorization", browser.token()).header("content-type", "application/json");
    Answer::read(request.body(body.to_string()).send().await.unwrap()).await
}

async fn menus(browser: &mut Browser) -> Vec<Value> {
    let groups = browser.get("/api/sys/user/info").await.data()["menuList"].as_array().unwrap().clone();
    groups.iter().flat_map(|group| group["list"].as_array().unwrap().clone()).map(|item| item["url"].clone()).collect()
}

both! {
    async fn a_changed_role_counts_at_the_next_request_and_a_new_server_can_invite(engine) {
        let server = spawn_app(engine).await;
        let mut cx = Ctx::system(&server.test.kernel, "test");
        cardea::resources::seed_roles(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let mut admin = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        admin.set_up(&link).await.data();
        admin.login(ADMIN, PASSWORD).await.data();
        let info = admin.get("/api/sys/user/info").await.data();
        let me = call(&server, &admin, Method::GET, &format!("users/{}", info["id"].as_str().unwrap()), &json!({})).await.json();
        assert_eq!(me["roleId"], "platform-administrator", "the set-up gives the role that there is");

        let set = json!([{ "id": "systemManger-user", "act": "view" }, { "id": "systemManger-site", "act": "view" }]);
        let role = json!({ "name": "文员", "roleType": "1", "resourceIdList": set });
        let role = call(&server, &admin, Method::POST, "roles", &role).await.json();
        let clerk = json!({ "fullName": "Clerk", "userName": "clerk", "email": "clerk@example.org", "phone": "5550100",
            "roleId": role["id"] });
        assert_eq!(call(&server, &admin, Method::POST, "users", &clerk).await.status, 201);
        server.run("UPDATE users SET password_hash = (SELECT a.password_hash FROM users a WHERE a.user_name = \
             'first.admin'), password_changed_at = 1767600000000, password_reset = FALSE").await;
        let mut clerk = Browser::new(&server.base);
        clerk.login("clerk", PASSWORD).await.data();
        assert_eq!(menus(&mut clerk).await, ["systemManger/site", "systemManger/user"]);
        assert_eq!(call(&server, &clerk, Method::GET, "users", &json!({})).await.status, 200);

        let path = format!("roles/{}", role["id"].as_str().unwrap());
        let change = async |version: i64, status: &str, set: Value| {
            let form = json!({ "version": version, "name": "文员", "status": status, "resourceIdList": set });
            assert_eq!(call(&server, &admin, Method::PUT, &path, &form).await.status, 200);
        };
        change(1, "0", json!([{ "id": "systemManger-site", "act": "view" }])).await;
        assert_eq!(call(&server, &clerk, Method::GET, "users", &json!({})).await.status, 403);
        assert_eq!(menus(&mut clerk).await, ["systemManger/site"]);
        change(2, "1", json!([{ "id": "systemManger-site", "act": "view" }])).await;
        assert_eq!(call(&server, &clerk, Method::GET, "sites", &json!({})).await.status, 403);
        assert_eq!(menus(&mut clerk).await, Vec::<Value>::new());

        let tenant = json!({ "tenantName": "Here", "abbr": "H", "categoryId": "1-cro" });
        let tenant = call(&server, &admin, Method::POST, "tenants", &tenant).await.json();
        let invitation = json!({ "tenantId": tenant["id"], "email": "lin@example.org", "role": "tenant-administrator",
            "typeId": "3-cro", "positionId": "2-pm" });
        let invited = call(&server, &admin, Method::POST, "invitations", &invitation).await;
        assert_eq!(invited.status, 201, "{}", invited.body);
        assert!(server.latest("link").await.unwrap().contains("/register"), "the mail leads to the registration");
    }
}
