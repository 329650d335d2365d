//! One successful answer of every operation of the modules: a tenant from its first day to its last. [`Face`] checks
//! each answer against its description.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::*;
use crate::resources::domains::StudyBinding;
use crate::resources::licences::NewLicence;
use crate::resources::testing::Answer;

/// An administrator with an API client.
struct Administrator {
    face: Face,
    admin: Who,
    kernel: Kernel,
}

/// How often a list asks a database that may be a network away; the session was checked a moment ago. What a tenant has not
/// taken yet is a choice within a form: whether there is such a tenant is asked first.
fn most_crossings(list: &str) -> u64 {
    if list.starts_with("tenants/") { 4 } else { 3 }
}

impl Administrator {
    async fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let Answer { status, body, .. } =
            self.face.send(&self.admin, method, &format!("/api/admin/{path}"), body).await;
        assert!(status.is_success(), "{method} {path}: {body}");
        body
    }

    async fn list(&self, path: &str, filter: &Value) -> Value {
        let answer = self.face.list(&self.admin, path, filter).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        // An empty list does not show the form of its rows.
        assert_ne!(answer.body[0], Value::Null, "{path}");
        let asked = || self.kernel.db().crossings();
        if let Some(before) = asked() {
            // A full page is counted too.
            self.face.page(&self.admin, path, filter, (0, 0)).await;
            let crossings = asked().unwrap() - before;
            assert!(crossings <= most_crossings(path), "{path} {filter}: {crossings}");
        }
        answer.body
    }

    /// Makes a record, finds it, reads it, and changes `field`; returns the changed record.
    async fn keep(&self, noun: &str, form: &Value, field: &str, value: Value) -> Value {
        let made = self.ask("POST", noun, form).await;
        let path = at(noun, &made);
        assert_eq!(self.ask("GET", &path, &Value::Null).await["id"], made["id"]);
        self.list(noun, &json!({ "id": [made["id"]] })).await;
        self.change(&path, made, field, value).await
    }

    /// Every operation of a declared resource: made from its sample, found, read, changed, removed.
    async fn declared(&self, noun: &str, form: &Value) {
        let made = self.ask("POST", noun, form).await;
        let path = at(noun, &made);
        self.list(noun, &json!({ "id": [made["id"]] })).await;
        assert_eq!(self.ask("GET", &path, &Value::Null).await["id"], made["id"]);
        let changed = self.ask("PUT", &path, &made).await;
        assert_eq!(changed["version"], 2, "{path}");
        assert_eq!(self.ask("DELETE", &path, &json!({})).await["id"], made["id"]);
    }

    async fn change(&self, path: &str, mut record: Value, field: &str, value: Value) -> Value {
        record[field] = value.clone();
        let changed = self.ask("PUT", path, &record).await;
        assert_eq!(changed[field], value, "{path}");
        changed
    }

    async fn import(&self, noun: &str, tenant: Option<&Value>, file: &str) {
        let mut body = json!({ "content": STANDARD.encode(file), "dryRun": false });
        if let Some(tenant) = tenant {
            body["tenantId"] = tenant["id"].clone();
        }
        let refused = self.ask("POST", &format!("{noun}/import"), &with_wrong_row(&body, file)).await;
        assert_eq!((&refused["applied"], refused["errors"][0]["row"].is_u64()), (&json!(false), true), "{refused}");
        assert_eq!(self.ask("POST", &format!("{noun}/import"), &body).await["created"], 1);
    }
}

/// The same with a row that is wrong in every field.
fn with_wrong_row(body: &Value, file: &str) -> Value {
    let mut body = body.clone();
    body["content"] = STANDARD.encode(format!("{file}\nx\n")).into();
    body
}

fn at(noun: &str, record: &Value) -> String {
    format!("{noun}/{}", record["id"].as_str().unwrap())
}

impl Administrator {
    async fn reference_data(&self, tenant: &Value) -> [Value; 2] {
        self.ask("GET", "languages", &Value::Null).await;
        self.list("dictionary-categories", &json!({})).await;
        let item = json!({ "categoryId": "4", "dicName": "Wide", "dicCode": "W", "sort": 1 });
        let parent = self.keep("dictionary-items", &item, "dicNum", json!("7")).await;
        let own = json!({ "categoryId": "2", "tenantId": tenant["id"], "dicName": "Own", "dicCode": "O", "sort": 1 });
        let own = self.keep("dictionary-items", &own, "abb", json!("OW")).await;
        self.ask("GET", &format!("{}/children", at("dictionary-items", &parent)), &Value::Null).await;
        let land = json!({ "areaName": "Land", "flag": "86", "sort": 1 });
        let land = self.keep("areas", &land, "areaCode", json!("LA")).await;
        let shire = json!({ "areaName": "Shire", "parentId": land["id"], "sort": 1 });
        let shire = self.keep("areas", &shire, "sort", json!(2)).await;
        self.ask("DELETE", &at("areas", &shire), &json!({})).await;
        self.ask("DELETE", &at("dictionary-items", &own), &json!({})).await;
        [parent, land]
    }

    async fn people(&self, role: &Role) -> Value {
        let form = json!({ "fullName": "Wang Min", "userName": "wang.min", "email": "wang@example.com",
            "phone": "13800000000", "roleId": role.id, "sex": "1", "birthday": "1990-01-31" });
        let user = self.keep("users", &form, "remark", json!("night shift")).await;
        let path = at("users", &user);
        self.ask("POST", &format!("{path}/email-verification"), &json!({})).await;
        let user = self.change(&format!("{path}/important"), user, "phone", json!("13900000000")).await;
        self.ask("POST", &format!("{path}/lock"), &json!({ "reason": "away" })).await;
        let user_again = self.ask("POST", &format!("{path}/unlock"), &json!({ "reason": "back" })).await;
        assert_eq!(user_again["id"], user["id"]);
        self.ask("POST", "user-accounts/pull", &json!({ "email": "wang@example.com" })).await;
        self.ask("POST", "users/export", &json!({ "all": true })).await;
        self.import("users", None, "Name,User name,E-mail,Phone,Role\nLi Na,li.na,li@example.com,13700000000,Clerk")
            .await;
        self.list("roles", &json!({ "roleType": "1" })).await;
        let read = self.ask("GET", &format!("roles/{}", role.id), &Value::Null).await;
        assert_eq!((&read["code"], &read["desc"]), (&read["id"], &read["name"]));
        self.change(&format!("roles/{}", role.id), read, "mfaRequired", json!(true)).await;
        user_again
    }

    async fn places(&self, tenant: &Value, country: &Value) {
        let form = json!({ "siteName": "Clinic", "countryId": country["id"], "levelId": "11-3a", "typeId": "12-general",
            "address": "Road 1", "remark": "" });
        let site = self.keep("sites", &form, "remark", json!("new wing")).await;
        self.import("sites", None, "Name,Country,Level,Type\nHospital,Land,三级甲等,General hospital").await;
        self.list(&format!("{}/unselected-sites", at("tenants", tenant)), &json!({})).await;
        let form = json!({ "tenantId": tenant["id"], "siteId": site["id"], "nickName": "Ours" });
        let place = self.keep("tenant-sites", &form, "nickName", json!("Still ours")).await;
        self.ask("DELETE", &at("tenant-sites", &place), &json!({})).await;
        self.ask("DELETE", &at("sites", &site), &json!({})).await;
    }

    /// Removes what a sample of a declared resource left to the tenant: records that it refers to.
    async fn clear(&self, tenant: &Value) {
        let of_tenant = json!({ "tenantId": tenant["id"] });
        for (noun, filter) in
            [("studies", &of_tenant), ("tenant-sites", &of_tenant), ("sites", &json!({ "q": tenant["id"] }))]
        {
            for left in self.face.list(&self.admin, noun, filter).await.body.as_array().unwrap() {
                if noun == "studies" {
                    self.list(&format!("{}/unselected-sites", at(noun, left)), &json!({})).await;
                }
                self.ask("DELETE", &at(noun, left), &json!({})).await;
            }
        }
    }

    async fn study_software(&self, tenant: &Tenant, bound: &StudyBinding) {
        self.list("study-software/studies", &json!({ "tenantId": tenant.id })).await;
        let path = format!("study-software/{}", bound.id);
        let read = self.ask("GET", &path, &Value::Null).await;
        let read = self.change(&path, read, "roleApiRequest", json!("https://roles.example.com")).await;
        self.ask("DELETE", &path, &json!({})).await;
        self.ask("POST", "study-software", &read).await;
    }

    async fn members(&self, tenant: &Value, user: &Value, role: &Role) {
        let of_tenant = json!({ "tenantId": tenant["id"] });
        self.list("unselected-users", &of_tenant).await;
        let form = json!({ "tenantId": tenant["id"], "userIds": [user["id"]], "role": role.id, "typeId": "3-cro", "positionId": "2-cra" });
        let added = self.ask("POST", "tenant-users", &form).await;
        self.list("tenant-users", &of_tenant).await;
        let path = at("tenant-users", &added);
        let member = self.ask("GET", &path, &Value::Null).await;
        let member = self.change(&path, member, "address", json!("Road 2")).await;
        let member = self.change(&format!("{path}/important"), member, "enabled", json!("1")).await;
        self.import("tenant-users", Some(tenant), "User name,Role,Type,Position\nli.na,Monitor,CRO,CRA").await;
        let department = json!({ "tenantId": tenant["id"], "departmentName": "Data" });
        let department = self.ask("POST", "departments", &department).await;
        let into = json!({ "version": member["version"], "departmentId": department["id"] });
        let saved = self.ask("PUT", &format!("{path}/departments"), &into).await;
        assert_eq!(self.ask("GET", &format!("{path}/departments"), &Value::Null).await, saved);
        for member in [member, self.list("tenant-users", &of_tenant).await[0].clone()] {
            self.face
                .send(&self.admin, "DELETE", &format!("/api/admin/{}", at("tenant-users", &member)), &json!({}))
                .await;
        }
        self.ask("DELETE", &at("departments", &department), &json!({})).await;
        let pins = format!("tenant-pins/{}", tenant["id"].as_str().unwrap());
        let first = self.ask("GET", &pins, &Value::Null).await;
        self.change(&pins, first, "pinLength", json!(8)).await;
        self.list("holidays", &json!({})).await;
        let calendar = format!("holidays/{}", tenant["id"].as_str().unwrap());
        let first = self.ask("GET", &calendar, &Value::Null).await;
        self.change(&calendar, first, "lawHolidays", json!("2026-03-02")).await;
    }
}

both! {
    async fn every_operation_answers_as_it_is_described(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let clerk = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::View)]).await;
        let monitor = world::role(&mut cx, "Monitor", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let (licensed, edc) = (world::tenant(&mut cx, "Licensed").await, world::edc(&mut cx).await);
        let days = Some(("2026-01-01".to_owned(), "2026-12-31".to_owned()));
        world::give_licence(&mut cx, NewLicence { days, ..world::licence(&licensed, &edc) }).await;
        let bounded = world::tenant(&mut cx, "Bounded").await;
        let domain = world::domain(&mut cx, &licensed, &edc).await;
        let study = world::study(&mut cx, &licensed, "Bound", "B-1").await;
        let bound = world::bind(&mut cx, &study, &domain).await;
        world::give_licence(&mut cx, NewLicence { max_user: Some(7), ..world::licence(&bounded, &edc) }).await;
        cx.commit().await.unwrap();
        let administrator = Administrator { face: Face::over(&t.kernel), admin: world::admin(), kernel: t.kernel.clone() };

        let form = json!({ "tenantName": "Acme", "abbr": "ACM", "categoryId": "1-cro", "email": "a@b.cn" });
        let tenant = administrator.keep("tenants", &form, "contact", json!("Li")).await;
        let [_, land] = administrator.reference_data(&tenant).await;
        let user = administrator.people(&clerk).await;
        administrator.places(&tenant, &land).await;
        administrator.members(&tenant, &user, &monitor).await;
        administrator.list("tenant-software", &json!({})).await;
        administrator.ask("GET", "tenant-software/choices", &Value::Null).await;
        administrator.ask("GET", "software/styles", &Value::Null).await;
        let strategy = administrator.ask("GET", "security-strategy/1", &Value::Null).await;
        administrator.change("security-strategy/1", strategy, "remindDay", json!(14)).await;
        administrator.study_software(&licensed, &bound).await;
        administrator.ask("DELETE", &at("users", &user), &json!({})).await;
        administrator.list("users", &json!({ "deleted": true })).await;
        administrator.ask("POST", &format!("{}/restore", at("users", &user)), &json!({ "reason": "back" })).await;
        administrator.ask("DELETE", &at("users", &user), &json!({})).await;
        let api = serde_json::to_value(world::operations(&t.kernel).split_for_parts().1).unwrap();
        let samples = samples(&api, &Id::from(tenant["id"].as_str().unwrap()));
        for noun in samples.keys() {
            let form = sample(&administrator.face, &samples, noun).await.unwrap();
            administrator.declared(noun, &form).await;
            administrator.clear(&tenant).await;
        }
        for act in ["archive", "restore"] {
            let path = format!("{}/{act}", at("tenants", &tenant));
            administrator.ask("POST", &path, &json!({ "reason": "over" })).await;
        }
        administrator.ask("DELETE", &at("tenants", &tenant), &json!({})).await;
        assert_eq!(administrator.face.unanswered(), [""; 0], "never answered rightly");
    }
}
