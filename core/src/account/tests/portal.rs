use super::*;
use crate::both;

async fn menus(app: &App) {
    app.run(
        "INSERT INTO menus (id, version, name, name_en, description, parent_id, seq, url, icon, status, \
        resource_type, created_at, updated_at) VALUES \
        ('g1', 1, '系统管理', 'System', '', '0', 1, '', 'system', 0, 1, 0, 0), \
        ('g2', 1, '租户管理', 'Tenant', '', '0', 2, '', 'tenant', 0, 2, 0, 0), \
        ('g3', 1, '空', 'Empty', '', '0', 3, '', 'empty', 0, 2, 0, 0), \
        ('g4', 1, '关闭', 'Closed', '', '0', 4, '', 'closed', 1, 1, 0, 0), \
        ('a', 1, '租户', 'Tenants', '', 'g1', 2, 'systemManger/tenant', 'ti', 0, 1, 0, 0), \
        ('b', 1, '用户', 'Users', '', 'g1', 1, 'systemManger/user', 'ui', 0, 1, 0, 0), \
        ('c', 1, '字典', 'Dictionaries', '', 'g1', 3, 'systemManger/dictionary', 'di', 1, 1, 0, 0), \
        ('d', 1, '租户用户', 'Tenant users', '', 'g2', 1, 'tenantManager/tenantUser', 'tu', 0, 2, 0, 0), \
        ('e', 1, '部门', 'Departments', '', 'g2', 2, 'tenantManager/department', 'de', 0, 2, 0, 0), \
        ('f', 1, '角色', 'Roles', '', 'g4', 1, 'setting/role', 'ro', 0, 1, 0, 0)",
    )
    .await;
}

/// Group names, each with the names of its items.
fn names(answer: &Answer) -> Value {
    let groups = answer.data()["menuList"].as_array().unwrap();
    let name = |v: &Value| v["name"].clone();
    groups
        .iter()
        .map(|g| json!([g["name"], g["list"].as_array().unwrap().iter().map(name).collect::<Vec<_>>()]))
        .collect()
}

both! {
    async fn the_side_menu_holds_what_the_roles_reach_in_order_and_language(engine) {
        let app = App::new(engine).await;
        let id = app.user("alice").await;
        menus(&app).await;
        app.role("sys", 1, true).await;
        app.role("ten", 2, false).await;
        app.run("INSERT INTO role_menus (role_id, menu_id, act) VALUES ('ten', 'd', 'view'), ('ten', 'a', 'edit')").await;
        app.tenant("t1", "申办方一").await;
        app.member("t1", &id, Some("ten")).await;
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        let member = browser.get("/api/sys/user/info").await.ok();
        assert_eq!(names(&member), json!([["租户管理", ["租户用户"]]]));
        assert_eq!((&member.data()["tenantId"], &member.data()["tenantName"]), (&json!("t1"), &json!("申办方一")));
        assert_eq!((&member.data()["remark"], &member.data()["phone"]), (&json!("a remark"), &json!("13800000000")));

        app.run("UPDATE users SET role_id = 'sys'").await;
        let all = browser.get("/api/sys/user/info").await.ok();
        assert_eq!(names(&all), json!([["系统管理", ["用户", "租户"]], ["租户管理", ["租户用户", "部门"]]]));
        let english = browser.clone().header("accept-language", "en").get("/api/sys/user/info").await.ok();
        assert_eq!(names(&english), json!([["System", ["Users", "Tenants"]], ["Tenant", ["Tenant users", "Departments"]]]));
        let item = &english.data()["menuList"][0]["list"][1];
        assert_eq!(item, &json!({ "id": "a", "name": "Tenants", "url": "systemManger/tenant", "icon": "ti",
            "parentId": "g1", "act": "edit" }));
    }
}

both! {
    async fn the_tenants_to_choose_are_ones_own_or_all(engine) {
        let app = App::new(engine).await;
        let id = app.user("alice").await;
        for (id, name) in [("t1", "Gamma"), ("t2", "alpha"), ("t3", "Beta"), ("t4", "gone")] {
            app.tenant(id, name).await;
        }
        app.run("UPDATE tenants SET deleted_at = 1 WHERE id = 't4'").await;
        app.member("t1", &id, None).await;
        app.member("t3", &id, None).await;
        app.member("t4", &id, None).await;
        app.browser().get("/api/tenant/combobox").await.fails("401");
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        let own = browser.get("/api/tenant/combobox").await.ok();
        assert_eq!(own.data(), &json!([{ "code": "t3", "desc": "Beta" }, { "code": "t1", "desc": "Gamma" }]));
        let info = browser.get("/api/sys/user/info").await.ok();
        assert_eq!(info.data()["tenantId"], Value::Null, "of two tenants none is chosen yet");
        app.run("UPDATE memberships SET enabled = 1 WHERE tenant_id = 't1'").await;
        let own = browser.get("/api/tenant/combobox").await.ok();
        assert_eq!(own.data(), &json!([{ "code": "t3", "desc": "Beta" }]));
        // A platform role without work in tenants needs no tenant names; one for tenants' people does.
        menus(&app).await;
        app.role("sys", 1, false).await;
        app.run("UPDATE users SET role_id = 'sys'").await;
        for menu in ["INSERT INTO role_menus (role_id, menu_id, act) VALUES ('sys', 'b', 'edit')", "DELETE FROM role_menus"] {
            assert_eq!(browser.get("/api/tenant/combobox").await.ok().data(), &json!([{ "code": "t3", "desc": "Beta" }]));
            app.run(menu).await;
        }
        app.run("INSERT INTO role_menus (role_id, menu_id, act) VALUES ('sys', 'd', 'view')").await;
        let all = browser.get("/api/tenant/combobox").await.ok();
        let names: Vec<&Value> = all.data().as_array().unwrap().iter().map(|t| &t["desc"]).collect();
        assert_eq!(names, ["alpha", "Beta", "Gamma"]);
    }
}

both! {
    async fn languages_and_brand_need_no_session(engine) {
        let app = App::with(engine, |c| { c.branding.accent = "#123456".into(); c.branding.copyright.en = "(c)".into(); }).await;
        let languages = app.browser().get("/api/base/language/type").await.ok();
        assert_eq!(languages.data(), &json!([
            { "language": "zh", "desc": "中文", "icon": "zh" },
            { "language": "en", "desc": "English", "icon": "en" },
        ]));
        let zh = app.browser().get("/api/sys/branding").await.ok();
        let en = app.browser().header("accept-language", "en-GB").get("/api/sys/branding").await.ok();
        assert_eq!((&zh.data()["systemAbbr"], &en.data()["systemAbbr"]), (&json!("账户中心"), &json!("Cardea")));
        assert_eq!((&en.data()["accent"], &en.data()["logo"], &en.data()["filing"]), (&json!("#123456"), &json!(null), &json!(null)));
        assert_eq!((&zh.data()["copyright"], &en.data()["copyright"]), (&json!(""), &json!("(c)")));
    }
}

#[test]
fn every_call_has_its_name_and_there_is_no_other() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let api = runtime.block_on(async {
        let app = App::new(Engine::Sqlite).await;
        calls(app.sessions.clone()).split_for_parts().1
    });
    let api = serde_json::to_value(api).unwrap();
    let mut named: Vec<String> = Vec::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            named.push(format!("{} {path} {}", method.to_uppercase(), operation["operationId"].as_str().unwrap()));
        }
    }
    named.sort();
    insta::assert_snapshot!(named.join("\n"), @r"
    GET /api/account/contacts accountContacts
    GET /api/account/email/getTenantUser getTenantUser
    GET /api/account/email/valid checkEmailValid
    GET /api/account/factors accountFactors
    GET /api/account/forget/link forgetLinkState
    GET /api/account/pins accountPins
    GET /api/account/sessions accountSessions
    GET /api/account/signIns accountSignIns
    GET /api/base/language/type languageType
    GET /api/sys/branding branding
    GET /api/sys/browserKey browserKey
    GET /api/sys/captcha captcha
    GET /api/sys/captcha/work captchaWork
    GET /api/sys/passwordRules passwordRules
    GET /api/sys/publicKey publicKey
    GET /api/sys/setup setupState
    GET /api/sys/user/info userInfo
    GET /api/tenant/combobox tenantCombobox
    POST /api/account/email/authorization emailAuthorization
    POST /api/account/email/verification accountEmailVerification
    POST /api/account/factors/recovery accountRecoveryCodes
    POST /api/account/factors/totp accountTotpConfirm
    POST /api/account/factors/totp/begin accountTotpBegin
    POST /api/account/factors/totp/remove accountTotpRemove
    POST /api/account/forget/check/auth forgetCheckAuth
    POST /api/account/forget/email/find forgetEmailFind
    POST /api/account/forget/find forgetFind
    POST /api/account/forget/link forgetLink
    POST /api/account/forget/phone/find forgetPhoneFind
    POST /api/account/forget/send/code forgetSendCode
    POST /api/account/passkeys accountPasskeyAdd
    POST /api/account/passkeys/begin accountPasskeyBegin
    POST /api/account/passkeys/remove accountPasskeyRemove
    POST /api/account/passkeys/rename accountPasskeyRename
    POST /api/account/phone/code accountPhoneCode
    POST /api/account/phone/verify accountPhoneVerify
    POST /api/account/pins accountPinSet
    POST /api/account/pins/code accountPinCode
    POST /api/account/sessions/revoke accountSessionRevoke
    POST /api/account/sessions/revokeOthers accountSessionRevokeOthers
    POST /api/sys/login login
    POST /api/sys/login/checkAuthCode checkAuthCode
    POST /api/sys/login/factor/enrol/passkey loginEnrolPasskey
    POST /api/sys/login/factor/enrol/passkey/begin loginEnrolPasskeyBegin
    POST /api/sys/login/factor/enrol/totp loginEnrolTotp
    POST /api/sys/login/factor/enrol/totp/begin loginEnrolTotpBegin
    POST /api/sys/login/factor/passkey loginFactorPasskey
    POST /api/sys/login/factor/passkey/begin loginFactorPasskeyBegin
    POST /api/sys/login/factor/recovery loginFactorRecovery
    POST /api/sys/login/factor/totp loginFactorTotp
    POST /api/sys/login/passkey loginPasskey
    POST /api/sys/login/passkey/begin loginPasskeyBegin
    POST /api/sys/login/sendAuthCode sendAuthCode
    POST /api/sys/logout logout
    POST /api/sys/recentProof/passkey recentProofPasskey
    POST /api/sys/recentProof/passkey/begin recentProofPasskeyBegin
    POST /api/sys/recentProof/password recentProofPassword
    POST /api/sys/recentProof/recovery recentProofRecovery
    POST /api/sys/recentProof/totp recentProofTotp
    POST /api/sys/setup setup
    POST /api/sys/user/password userPassword
    POST /api/sys/user/username/password usernamePassword
    ");
}

both! {
    async fn a_browser_has_a_key_of_its_own_where_values_are_encrypted(engine) {
        const KEY: &str = "/api/sys/browserKey";
        let app = App::with(engine, |c| c.browser.encrypt_values = true).await;
        let ours = || app.browser().header("x-requested-with", "cardea");
        let (mut one, mut other) = (ours(), ours());
        let first = one.get(KEY).await.ok();
        assert!(first.cookies()[0].contains("; HttpOnly; Max-Age=34560000"), "{first:?}");
        assert!(!first.cookies()[0].contains("Domain"), "{first:?}");
        let key = first.data()["key"].as_str().unwrap().to_owned();
        assert_eq!(key.len(), 43);
        assert_eq!(one.get(KEY).await.ok().data()["key"], key.as_str(), "the same again");
        assert_ne!(other.get(KEY).await.ok().data()["key"], key.as_str(), "another browser, another key");
        assert!(!first.cookies()[0].contains(&key), "the cookie is not the key");
        let foreign = app.browser().header("x-requested-with", "").get(KEY).await;
        assert_eq!((foreign.status, foreign.code()), (StatusCode::FORBIDDEN, "403"));
        assert_eq!(app.browser().get("/api/sys/branding").await.ok().data()["browser"],
            json!({ "encrypted": true, "cookieDomain": null }));
        let off = App::with(engine, |c| {
            c.http.public_url = "https://id.example.org".into();
            c.browser.cookie_domain = "example.org".into();
        }).await;
        off.browser().header("x-requested-with", "cardea").get(KEY).await.fails("501");
        assert_eq!(off.browser().get("/api/sys/branding").await.ok().data()["browser"],
            json!({ "encrypted": false, "cookieDomain": "example.org" }));
    }
}
