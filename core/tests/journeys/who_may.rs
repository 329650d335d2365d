//! Permissions of every administrative operation in the server's own description: a caller without a session, and a
//! person without a role, may do nothing, and the administrator of one tenant nothing in another.

use axum::http::{Method, header};
use serde_json::{Value, json};

use crate::app::{Running, spawn_app};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::operations::{Known, Operation, filled, operations};

/// Part of the names of all records of the other tenant.
const MARK: &str = "quokka";

/// Records of the other tenant: the prefix of the path, and the query for such a record's id.
const RECORDS: &[(&str, &str)] = &[
    ("/api/admin/tenants/", "SELECT id FROM tenants WHERE abbr = 'quokka'"),
    ("/api/admin/users/", "SELECT id FROM users WHERE user_name = 'quokka.user'"),
    ("/api/admin/tenant-users/", "SELECT id FROM memberships WHERE address = 'quokka'"),
    ("/api/admin/tenant-sites/", "SELECT id FROM tenant_sites WHERE nick_name = 'quokka'"),
    ("/api/admin/sites/", "SELECT site_id FROM tenant_sites WHERE nick_name = 'quokka'"),
    ("/api/admin/tenant-software/", "SELECT id FROM licences WHERE id = 'quokka-licence'"),
    ("/api/admin/invitations/", "SELECT id FROM invitations WHERE full_name = 'quokka'"),
    ("/api/admin/preauthorisations/", "SELECT id FROM preauthorisations WHERE email = 'quokka@example.org'"),
    ("/api/admin/clients/", "SELECT id FROM clients WHERE client_name = 'quokka'"),
    ("/api/admin/panels/", "SELECT id FROM software WHERE id = 'edc'"),
    ("/api/admin/holidays/", "SELECT id FROM tenants WHERE abbr = 'quokka'"),
];

/// Counts and versions that these callers must not change.
const KEPT: &[&str] = &[
    "SELECT COUNT(*) FROM tenants",
    "SELECT CAST(SUM(version) AS BIGINT) FROM tenants",
    "SELECT COUNT(*) FROM users",
    "SELECT CAST(SUM(version) AS BIGINT) FROM users",
    "SELECT CAST(SUM(version) AS BIGINT) FROM memberships",
    "SELECT COUNT(*) FROM invitations",
    "SELECT CAST(SUM(version) AS BIGINT) FROM tenant_sites",
    "SELECT CAST(SUM(version) AS BIGINT) FROM clients",
    "SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) FROM holidays",
    "SELECT COUNT(*) FROM codes",
    "SELECT COUNT(*) FROM messages",
    "SELECT COUNT(*) FROM authorisation_batches",
    "SELECT COUNT(*) FROM preauthorisations",
    "SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) FROM preauthorisations",
];

/// Lists of one tenant's records.
const OF_TENANTS: &[&str] = &[
    "tenant-users",
    "tenant-sites",
    "tenant-software",
    "invitations",
    "dictionary-items",
    "unselected-users",
    "study-software/studies",
    "grant-changes",
    "preauthorisations",
    "preauthorisation-changes",
];

/// What anybody who is signed in may ask, about themselves.
const OWN: &str = "/api/admin/access-explanation";
/// What callers set for themselves alone.
const SET: &[&str] = &["PUT /api/admin/home/first-steps"];

/// Bodies that the description does not fully define.
fn body_of(operation: &Operation, known: &Known) -> Option<String> {
    let Known { tenant, user, .. } = known;
    let special = match (operation.method.as_str(), operation.path.as_str()) {
        ("POST", "/api/admin/invitations") => {
            json!({ "tenantId": tenant, "email": "new@example.org", "role": "clerk", "typeId": "3-a" })
        }
        ("POST", "/api/admin/tenant-users") => {
            json!({ "tenantId": tenant, "userIds": [user], "role": "clerk", "typeId": "3-a", "positionId": "2-a" })
        }
        ("POST", "/api/admin/tenant-users/import") => json!({ "tenantId": tenant, "content": "YQ==", "dryRun": true }),
        ("PUT", "/api/admin/tenant-users/{id}/departments") => json!({ "version": 1, "departmentId": "d" }),
        ("POST", "/api/admin/tenant-sites") => json!({ "tenantId": tenant, "siteId": "s", "nickName": "n" }),
        ("PUT", "/api/admin/tenant-sites/{id}") => json!({ "nickName": "n", "version": 1 }),
        ("POST", "/api/admin/panels/{softwareId}/authorise") => {
            json!({ "tenantId": tenant, "userIds": [user], "userRole": "r", "userTypeId": "3-a", "grants": [] })
        }
        ("POST", "/api/admin/preauthorisations") => {
            json!({ "tenantId": tenant, "softwareId": "edc", "userIds": [user], "userRole": "r", "userTypeId": "3-a",
                "grants": [] })
        }
        ("POST", "/api/admin/panels/{softwareId}/reconcile") => {
            json!({ "tenantId": tenant, "studyUrlId": "b", "subjects": ["x"], "reason": "x" })
        }
        ("POST", "/api/admin/panels/{softwareId}/revoke" | "/api/admin/panels/{softwareId}/cancel") => {
            json!({ "tenantId": tenant, "ids": [user], "reason": "over" })
        }
        ("POST", "/api/admin/panels/{softwareId}/sites") => {
            json!({ "tenantId": tenant, "studyUrlId": user, "studySiteIds": [user], "tenantUserIds": [user] })
        }
        ("POST", "/api/admin/held-grants/export") => json!({ "studyId": user, "at": "2026-01-05T08:00:00Z" }),
        ("POST", "/api/admin/panels/{softwareId}/options") => json!({ "tenantId": tenant, "column": "c" }),
        ("POST", "/api/admin/plugins" | "/api/admin/plugins/check") => json!({ "content": "YQ==" }),
        ("POST", "/api/admin/publishers") => json!({ "name": "V", "publicKey": "k", "webCodes": ["020"] }),
        ("PUT", "/api/admin/plugin-systems/{id}") => json!({ "version": 0, "everywhere": false }),
        ("PUT", "/api/admin/plugin-systems/{id}/tenants/{tenantId}") => json!({ "version": 0, "active": false }),
        ("PUT", "/api/admin/plugin-systems/{id}/settings") => json!({ "version": 0, "values": {} }),
        ("PUT", "/api/admin/home/first-steps") => json!({ "dismissed": true }),
        ("POST", "/api/admin/message-templates/preview") => {
            json!({ "id": "email-invitation", "locale": "en", "subject": "s", "text": "{link}" })
        }
        ("POST", "/api/admin/signing-keys/rotate") => json!({ "alg": "ES256" }),
        ("POST", "/api/admin/users/{id}/factors/reset") => json!({ "reason": "lost" }),
        ("POST", "/api/admin/tenants/{id}/archive" | "/api/admin/tenants/{id}/restore") => json!({ "reason": "over" }),
        _ => return operation.right_body(known),
    };
    Some(special.to_string())
}

struct World {
    server: Running,
    known: Known,
    admin: String,
}

impl World {
    async fn new(server: Running) -> Self {
        let mut browser = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        browser.set_up(&link).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let admin = browser.token();
        let known = Known { tenant: String::new(), user: String::new(), category: String::new(), role: String::new() };
        let mut world = Self { server, known, admin };
        let items = "/api/admin/dictionary-items?filter=%7B%22categoryId%22:%221%22%7D";
        let items = world.done(Method::GET, items, &Value::Null).await;
        items[0]["id"].as_str().unwrap().clone_into(&mut world.known.category);
        let roles = world.done(Method::GET, "/api/admin/roles", &Value::Null).await;
        roles[0]["id"].as_str().unwrap().clone_into(&mut world.known.role);
        for name in [MARK, "own"] {
            let tenant = json!({ "tenantName": name, "abbr": name, "categoryId": world.known.category });
            let tenant = world.done(Method::POST, "/api/admin/tenants", &tenant).await;
            if name == MARK {
                tenant["id"].as_str().unwrap().clone_into(&mut world.known.tenant);
            }
        }
        for name in ["quokka.user", "own.clerk", "without.role"] {
            let user = json!({ "fullName": name, "userName": name, "email": format!("{name}@example.org"),
                "phone": "5550100", "roleId": world.known.role });
            let user = world.done(Method::POST, "/api/admin/users", &user).await;
            if name == "quokka.user" {
                user["id"].as_str().unwrap().clone_into(&mut world.known.user);
            }
        }
        for sql in [
            "UPDATE users SET role_id = NULL WHERE user_name <> 'first.admin'",
            "UPDATE users SET password_hash = (SELECT a.password_hash FROM users a WHERE a.user_name = 'first.admin'), \
             password_changed_at = 1767600000000, password_reset = FALSE",
            "INSERT INTO roles (id, version, name, description, status, role_type, super_admin, created_at, updated_at) \
             VALUES ('clerk', 1, 'Clerk', '', 0, 2, TRUE, 0, 0)",
            "INSERT INTO memberships (id, version, tenant_id, user_id, role_id, enabled, join_date, updated_at, \
             user_name_key, full_name_key, email_key, address) SELECT t.abbr || '-member', 1, t.id, u.id, 'clerk', 0, 0, 0, \
             u.user_name_key, u.full_name_key, u.email_key, t.abbr FROM tenants t JOIN users u \
             ON u.user_name = t.abbr || '.user' OR u.user_name = t.abbr || '.clerk'",
            "INSERT INTO sites (id, version, site_name, name_key, address, remark, created_at, updated_at) \
             VALUES ('s', 1, 'Site', 'site', '', '', 0, 0)",
            "INSERT INTO tenant_sites (id, version, tenant_id, site_id, nick_name, name_key, created_at, updated_at) \
             SELECT 'quokka-site', 1, id, 's', 'quokka', 'quokka', 0, 0 FROM tenants WHERE abbr = 'quokka'",
            "INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
             authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at) \
             VALUES ('edc', 1, 'EDC', '', '020', '', 30, 1, 2, 0, 0, 7, 90, 0, 0)",
            "INSERT INTO licences (id, version, tenant_id, software_id, time_enable, study_enable, user_enable, is_enable, \
             created_at, updated_at) SELECT 'quokka-licence', 1, id, 'edc', FALSE, FALSE, FALSE, TRUE, 0, 0 FROM tenants \
             WHERE abbr = 'quokka'",
            "INSERT INTO invitations (id, version, tenant_id, email, email_key, full_name, role_id, type_id, locale, state, \
             expires_at, sent_at, created_at, updated_at) SELECT 'quokka-invitation', 1, id, 'q@example.org', \
             'q@example.org', 'quokka', 'clerk', '3-a', 'zh', 'open', 9000000000000, 0, 0, 0 FROM tenants \
             WHERE abbr = 'quokka'",
            "INSERT INTO preauthorisations (id, version, tenant_id, tenant_name, software_id, software_name, email, email_key, \
             user_name, full_name, user_role, user_type_id, selection, shown, projects, plugin_digest, study_names, site_names, \
             role_names, locale, round, state, reason, message_zh, message_en, invited_by, inviter_name, expires_at, sent_at, \
             created_at, updated_at) SELECT 'quokka-preauthorisation', 1, t.id, '', 'edc', 'EDC', 'quokka@example.org', \
             'quokka@example.org', '', '', 'clerk', '3-a', '[]', '[]', 'project', '', '', '', '', 'zh', 1, 'waiting', '', '', \
             '', u.id, '', 9000000000000, 0, 0, 0 FROM tenants t JOIN users u ON u.user_name = 'first.admin' \
             WHERE t.abbr = 'quokka'",
            "INSERT INTO clients (id, version, client_name, name_key, application_type, token_endpoint_auth_method, \
             redirect_uris, post_logout_redirect_uris, grant_types, scope, tenant_id, revision, created_at, updated_at) \
             SELECT 'quokka-client', 1, 'quokka', 'quokka', 'web', 'none', '[]', '[]', '[]', '', id, 1, 0, 0 FROM tenants \
             WHERE abbr = 'quokka'",
        ] {
            world.server.run(sql).await;
        }
        world
    }

    async fn done(&self, method: Method, address: &str, body: &Value) -> Value {
        let answer = self.ask(&method, address, Some(&self.admin), Some(body.to_string())).await;
        assert!(answer.status.is_success(), "{answer:?}");
        answer.json()
    }

    async fn ask(&self, method: &Method, address: &str, token: Option<&str>, body: Option<String>) -> Answer {
        let mut request = client().request(method.clone(), format!("{}{address}", self.server.base));
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(body) = body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body);
        }
        Answer::read(request.send().await.unwrap()).await
    }

    async fn token(&self, name: &str) -> String {
        let mut browser = Browser::new(&self.server.base);
        browser.login(name, PASSWORD).await.data();
        browser.token()
    }

    /// Sends a complete request; only the permission may be missing.
    async fn try_one(&self, operation: &Operation, token: Option<&str>) -> Answer {
        let sql = RECORDS.iter().find(|(begin, _)| operation.path.starts_with(begin)).map(|(_, sql)| *sql);
        let id = match sql {
            Some(sql) => {
                let mut tx = self.server.test.kernel.db().begin_read().await.unwrap();
                let found: Option<(String,)> = tx.query(sql).optional().await.unwrap();
                found.unwrap_or_else(|| panic!("{sql}: nothing")).0
            }
            None => "1".to_owned(),
        };
        let tenant = &self.known.tenant;
        // What these lists are asked about is needed, and is not there.
        let (filter, needed) = match operation.path.as_str() {
            "/api/admin/held-grants" => (json!({ "studyId": tenant, "at": "2026-01-05T08:00:00Z" }), true),
            "/api/admin/allowed-users" => (json!({ "tenantId": tenant, "studyUrlId": tenant }), true),
            _ => (json!({ "tenantId": tenant }), false),
        };
        let filter = filter.to_string();
        let narrowed = needed || OF_TENANTS.iter().any(|list| operation.path == format!("/api/admin/{list}"));
        let query = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(operation.query.iter().any(|q| q == "tenantId").then_some(("tenantId", &*self.known.tenant)))
            .extend_pairs(operation.query.iter().any(|q| q == "softId").then_some(("softId", "edc")))
            .extend_pairs(operation.query.iter().any(|q| q == "studyUrlId").then_some(("studyUrlId", "b")))
            .extend_pairs(narrowed.then_some(("filter", &*filter)))
            .finish();
        let address = format!("{}?{query}", filled(&operation.path, &id));
        self.ask(&operation.method, &address, token, body_of(operation, &self.known)).await
    }

    async fn kept(&self) -> Vec<i64> {
        let mut tx = self.server.test.kernel.db().begin_read().await.unwrap();
        let mut all = Vec::new();
        for sql in KEPT {
            all.push(tx.query(sql).one::<(i64,)>().await.unwrap().0);
        }
        all
    }
}

both! {
    async fn nobody_sees_or_changes_what_is_not_theirs(engine) {
        let world = World::new(spawn_app(engine).await).await;
        let (clerk, plain) = (world.token("own.clerk").await, world.token("without.role").await);
        let description = world.ask(&Method::GET, "/api/openapi.json", None, None).await.json();
        let operations: Vec<_> =
            operations(&description).into_iter().filter(|o| o.path.starts_with("/api/admin/")).collect();
        assert!(operations.len() > 80, "the description is whole");
        let before = world.kept().await;
        let mut complaints = Vec::new();
        for operation in &operations {
            let what = format!("{} {}", operation.method, operation.path);
            for (who, token, refused) in [
                ("nobody", None, &[401][..]),
                ("somebody without a role", Some(&plain), &[403]),
                // Another tenant's record does not exist for them.
                ("another tenant's administrator", Some(&clerk), &[403, 404]),
            ] {
                let answer = world.try_one(operation, token.map(String::as_str)).await;
                let status = answer.status.as_u16();
                let own = operation.path == OWN && who != "nobody" && matches!(status, 200 | 404 | 422);
                // A list that they may see has no record of the other tenant.
                let harmless = who.starts_with("another") && operation.method == Method::GET && status == 200;
                let set = who.starts_with("another") && SET.contains(&what.as_str()) && status == 200;
                if answer.body.contains(MARK) || !(refused.contains(&status) || harmless || own || set) {
                    complaints.push(format!("{what}, {who}: {status} {:.300}", answer.body));
                }
            }
        }
        assert!(complaints.is_empty(), "{} answers:\n{}", complaints.len(), complaints.join("\n"));
        assert_eq!(world.kept().await, before, "{KEPT:?}");
        // A caller with permission sees the records.
        for list in [
            "tenants",
            "users",
            "tenant-users",
            "tenant-sites",
            "tenant-software",
            "invitations",
            "preauthorisations",
            "clients",
        ] {
            let path = format!("/api/admin/{list}");
            let operation = operations.iter().find(|o| o.method == Method::GET && o.path == path).unwrap();
            let answer = world.try_one(operation, Some(&world.admin)).await;
            assert!(answer.status == 200 && answer.body.contains(MARK), "{path}: {answer:?}");
        }
    }
}
