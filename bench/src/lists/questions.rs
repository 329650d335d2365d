//! What is asked of every list: each sort, the first page and the last that can be asked for, each filter, a
//! search by one letter, by a few and by a whole name.

use url::form_urlencoded;

/// A list, and the ways in which it is asked.
#[derive(Debug)]
pub struct Question {
    /// The operation's path, as the server describes it.
    pub list: &'static str,
    /// Who may ask it besides the platform's administrator.
    pub tenant_too: bool,
    /// Whether every answer has rows.
    pub finds: bool,
    sorts: &'static [&'static str],
    filters: &'static [&'static str],
    deep: bool,
}

/// Everybody's own: nothing narrows it.
const ALL: &[&str] = &["{}"];

/// A list that is read on from its last row, or a page of figures: `queries` are what stands behind the question mark.
const fn plain(list: &'static str, queries: &'static [&'static str]) -> Question {
    Question { list, tenant_too: false, finds: true, sorts: &[], filters: queries, deep: false }
}

/// The large tenant, and one of its people, in paths.
const TENANTS: &str = "tenants/01900000-0000-7000-9000-100000000001";
const SOMEBODY: &str = "users/01900000-0000-7000-8000-100000000007";

const fn of(list: &'static str, sorts: &'static [&'static str], filters: &'static [&'static str]) -> Question {
    Question { list, tenant_too: false, finds: true, sorts, filters, deep: false }
}

impl Question {
    const fn tenant_too(self) -> Self {
        Self { tenant_too: true, ..self }
    }

    /// Longer than can be leafed through.
    const fn deep(self) -> Self {
        Self { deep: true, ..self }
    }

    const fn may_be_empty(self) -> Self {
        Self { finds: false, ..self }
    }

    /// The address of a round: rounds go through the sorts, their directions, the filters and the pages.
    #[must_use]
    pub fn path(&self, round: usize) -> String {
        let filter = pick(self.filters, round);
        let list =
            self.list.replace("{softwareId}", "edc").replace("tenants/{id}", TENANTS).replace("users/{id}", SOMEBODY);
        let list = list.replace("plugin-systems/{id}", "plugin-systems/020");
        let list = list.replace("tasks/{id}", "tasks/job-keys");
        let list =
            list.replace("studies/{id}", "studies/study").replace("allowed-studies/study", "allowed-studies/bound");
        if self.sorts.is_empty() {
            return format!("{list}?{filter}");
        }
        let sort = pick(self.sorts, round / self.filters.len());
        let direction = pick(&["ASC", "DESC"], round / self.filters.len() / self.sorts.len());
        let range = if self.is_at_end(round) { "[9990,9999]" } else { "[0,9]" };
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("sort", &format!("[\"{sort}\",\"{direction}\"]"))
            .append_pair("range", range)
            .append_pair("filter", filter)
            .finish();
        format!("{list}?{query}")
    }

    /// Whether a round asks for the last page. Only what nothing narrows is long enough to be leafed to its end.
    #[must_use]
    pub fn is_at_end(&self, round: usize) -> bool {
        self.deep && pick(self.filters, round) == "{}" && round % 3 == 2
    }

    /// Rounds after which every sort has met every filter in both directions.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.filters.len() * (self.sorts.len() * 2).max(1)
    }
}

fn pick<'a>(of: &[&'a str], at: usize) -> &'a str {
    of.get(at % of.len().max(1)).copied().unwrap_or_default()
}

/// The large tenant, a small one, and what people are called, are those of the seed.
pub const QUESTIONS: &[Question] = &[
    of(
        "/api/admin/users",
        &["userName", "fullName", "createdAt", "id"],
        &[
            "{}",
            r#"{"searchAll":true}"#,
            r#"{"status":"1"}"#,
            r#"{"status":"0"}"#,
            r#"{"q":"l"}"#,
            r#"{"q":"王"}"#,
            r#"{"q":"王伟"}"#,
            r#"{"q":"liu.fang4"}"#,
            r#"{"q":"伟"}"#,
            r#"{"q":"ang"}"#,
            r#"{"q":"iulan7"}"#,
            r#"{"q":"4@example"}"#,
            r#"{"q":"e","status":"1"}"#,
            r#"{"emailValid":"1"}"#,
            r#"{"q":"e","emailValid":"1"}"#,
            r#"{"q":"e","deleted":true}"#,
            r#"{"userName":"zh"}"#,
            r#"{"userName":".wei9"}"#,
            r#"{"userName":"zhang.w","searchAll":true}"#,
        ],
    )
    .deep(),
    of(
        "/api/admin/tenant-users",
        &["userName", "fullName"],
        &[
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","searchAll":true}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"l"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"王"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"王伟"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"伟"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"iulan7"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000002","q":"example"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","userName":"zhang.w"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","departmentId":"everybody"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","departmentId":"everybody","q":"伟"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","departmentId":"few"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","departmentId":"few","q":"e"}"#,
            "{}",
            r#"{"q":"l"}"#,
        ],
    )
    .deep()
    .tenant_too(),
    of(
        "/api/admin/unselected-users",
        &["userName"],
        &[
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"w"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"王伟"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000002","q":"liu.f"}"#,
        ],
    )
    // An administrator of a tenant finds whom they can name, and nobody else.
    .may_be_empty(),
    of(
        "/api/admin/tenants",
        &["tenantName", "createdAt", "id"],
        &["{}", r#"{"q":"华"}"#, r#"{"q":"华康"}"#, r#"{"q":"t00001"}"#],
    )
    .may_be_empty(),
    of("/api/admin/sites", &["siteName", "createdAt", "id"], &["{}", r#"{"q":"第"}"#, r#"{"q":"第77"}"#]).deep(),
    of(
        "/api/admin/tenant-sites",
        &["nickName", "id"],
        &[
            "{}",
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"第7"}"#,
            r#"{"nickName":"第"}"#,
        ],
    )
    .tenant_too(),
    of("/api/admin/tenants/{id}/unselected-sites", &["siteName"], &["{}", r#"{"q":"第"}"#, r#"{"q":"第77"}"#])
        .tenant_too(),
    of(
        "/api/admin/tenant-software",
        &["tenantName"],
        &["{}", r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#, r#"{"softwareId":"edc"}"#],
    )
    .tenant_too(),
    of("/api/admin/holidays", &["tenantName"], &["{}", r#"{"q":"华"}"#]).deep(),
    of(
        "/api/admin/invitations",
        &["createdAt", "email"],
        &[
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"in"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"in1998"}"#,
        ],
    )
    .may_be_empty()
    .tenant_too(),
    of("/api/admin/areas", &["sort", "id"], &["{}", r#"{"parentId":"CN"}"#, r#"{"parentId":"0","q":"c"}"#]),
    of("/api/admin/dictionary-categories", &["sort", "id"], ALL),
    of(
        "/api/admin/dictionary-items",
        &["sort", "id"],
        &[r#"{"categoryId":"1"}"#, r#"{"categoryId":"2","tenantId":"01900000-0000-7000-9000-100000000001"}"#],
    ),
    of("/api/admin/roles", &["name", "id"], &["{}", r#"{"q":"p"}"#, r#"{"roleType":"2"}"#]).may_be_empty(),
    of(
        "/api/admin/clients",
        &["client_name", "updated_at", "id"],
        &["{}", r#"{"q":"c"}"#, r#"{"cardea_software_id":"edc"}"#],
    )
    .may_be_empty(),
    of("/api/admin/initial-access-tokens", &["createdAt", "id"], ALL).may_be_empty(),
    of(
        "/api/admin/logout-deliveries",
        &["createdAt", "id"],
        &["{}", r#"{"state":"failed"}"#, r#"{"state":"waiting"}"#],
    )
    .deep()
    .may_be_empty(),
    of(
        "/api/admin/sms-messages",
        &["createTime"],
        &[
            "{}",
            r#"{"isArrive":1}"#,
            r#"{"softId":"edc","isArrive":0}"#,
            r#"{"phone":"13800000007"}"#,
            r#"{"q":"1380"}"#,
            r#"{"q":"no such","startTime":"2023-11-15T00:00:00Z"}"#,
        ],
    )
    .deep()
    .may_be_empty(),
    of(
        "/api/admin/tasks",
        &["jobName", "createTime"],
        &["{}", r#"{"jobGroup":"cardea"}"#, r#"{"jobName":"keys"}"#, r#"{"status":0}"#],
    )
    .deep()
    .may_be_empty(),
    of(
        "/api/admin/files",
        &["createTime", "fileName"],
        &["{}", r#"{"purpose":"export"}"#, r#"{"fileName":"a"}"#, r#"{"softId":"edc"}"#],
    )
    .may_be_empty(),
    of("/api/admin/message-templates", &["seq"], &["{}", r#"{"kind":"email"}"#, r#"{"changed":true}"#]).may_be_empty(),
    of("/api/admin/tasks/{id}/runs", &["createTime"], &["{}", r#"{"state":"ok"}"#]).deep().may_be_empty(),
    of(
        "/api/admin/email-messages",
        &["createTime"],
        &[
            "{}",
            r#"{"state":"failed"}"#,
            r#"{"to":"person7@example.org"}"#,
            r#"{"subject":"rol"}"#,
            r#"{"q":"no such"}"#,
        ],
    )
    .deep()
    .may_be_empty(),
    of("/api/admin/signing-keys", &["publishedAt", "id"], ALL),
    of(
        "/api/admin/grant-changes",
        &["createTime"],
        &[
            "{}",
            r#"{"type":"2"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","softwareId":"edc","type":"1"}"#,
            r#"{"since":"2023-11-14T00:00:00Z","until":"2024-01-01T00:00:00Z"}"#,
            r#"{"userLike":"王伟"}"#,
            r#"{"siteNameLike":"01","studyNameLike":"tud"}"#,
        ],
    )
    .deep()
    .tenant_too()
    .may_be_empty(),
    of(
        "/api/admin/held-grants",
        &["id"],
        &[
            r#"{"studyId":"study","at":"2023-12-01T00:00:00Z"}"#,
            r#"{"studyId":"study","softwareId":"edc","at":"2023-11-14T22:13:21.500Z"}"#,
        ],
    )
    .tenant_too(),
    of(
        "/api/admin/allowed-users",
        &["id", "fullName"],
        &[
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","studyUrlId":"bound"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","studyUrlId":"bound","q":"王"}"#,
        ],
    )
    .may_be_empty(),
    of(
        "/api/admin/studies",
        &["studyName", "studyCode", "id"],
        &[
            "{}",
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"q":"7"}"#,
            r#"{"q":"研究1"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"s19"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","studyName":"9"}"#,
        ],
    )
    .deep()
    .tenant_too(),
    of(
        "/api/admin/study-sites",
        &["nickName", "code", "id"],
        &[
            "{}",
            r#"{"studyId":"study"}"#,
            r#"{"studyId":"study","q":"1"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"第1"}"#,
        ],
    )
    .deep()
    .tenant_too(),
    of("/api/admin/studies/{id}/unselected-sites", &["nickName"], &["{}", r#"{"q":"第"}"#, r#"{"nickName":"7"}"#])
        .tenant_too(),
    of(
        "/api/admin/study-software/studies",
        &["studyName"],
        &[
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","studyName":"研究1"}"#,
        ],
    )
    .tenant_too(),
    of(
        "/api/admin/departments",
        &["departmentName", "id"],
        &["{}", r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#],
    )
    .deep()
    .tenant_too(),
    of(
        "/api/admin/domains",
        &["urlName", "id"],
        &[
            "{}",
            r#"{"q":"7"}"#,
            r#"{"url":"t77"}"#,
            r#"{"softwareId":"edc"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
        ],
    )
    .may_be_empty()
    .tenant_too(),
    of(
        "/api/admin/licences",
        &["tenantName"],
        &["{}", r#"{"softwareId":"edc"}"#, r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#],
    )
    .deep()
    .tenant_too(),
    of("/api/admin/software", &["sort", "softwareName", "id"], &["{}", r#"{"q":"e"}"#]),
    of("/api/admin/menus", &["seq", "id"], ALL),
    of("/api/admin/blinding-rules", &["roleName", "id"], &["{}", r#"{"q":"7"}"#, r#"{"softwareId":"edc"}"#]),
    of("/api/admin/plugins", &["webCode"], ALL).may_be_empty(),
    of("/api/admin/publishers", &["createdAt", "name"], ALL).may_be_empty(),
    of(
        "/api/admin/plugin-systems/{id}/tenants",
        &["tenantName"],
        &["{}", r#"{"q":"华"}"#, r#"{"active":true,"own":false}"#],
    )
    .deep(),
    of(
        "/api/admin/preauthorisations",
        &["createdAt", "email"],
        &[
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","state":"waiting"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","state":"expired","softwareId":"edc"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","q":"w"}"#,
        ],
    )
    .tenant_too(),
    of(
        "/api/admin/preauthorisation-changes",
        &["createTime"],
        &[
            "{}",
            r#"{"type":"4"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","softwareId":"edc","type":"3"}"#,
            r#"{"createBy":"01900000-0000-7000-8000-100000000001"}"#,
            r#"{"userLike":"王伟"}"#,
            r#"{"emailLike":"wang","studyNameLike":"tud"}"#,
        ],
    )
    .deep()
    .tenant_too(),
    of(
        "/api/admin/audit-events",
        &["at"],
        &[
            "{}",
            r#"{"action":"user.updated"}"#,
            r#"{"notOk":true}"#,
            r#"{"userName":"wang.wei1"}"#,
            r#"{"resource":"users","recordId":"01900000-0000-7000-8000-100000000007"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001"}"#,
            r#"{"tenantId":"01900000-0000-7000-9000-100000000001","action":"user.locked","notOk":true}"#,
            r#"{"since":"2023-11-15T00:00:00Z","until":"2023-11-16T00:00:00Z"}"#,
        ],
    )
    .deep()
    .may_be_empty()
    .tenant_too(),
    plain(
        "/api/admin/allowed-studies",
        &[
            "tenantId=01900000-0000-7000-9000-100000000001&softId=edc",
            "tenantId=01900000-0000-7000-9000-100000000001&softId=edc&studyName=9",
        ],
    )
    .tenant_too(),
    plain("/api/admin/allowed-studies/{id}/sites", &[""]).tenant_too(),
    plain(
        "/api/admin/panels/{softwareId}/grants",
        &[
            "tenantId=01900000-0000-7000-9000-100000000001",
            "tenantId=01900000-0000-7000-9000-100000000001&studyUrlId=bound",
            "tenantId=01900000-0000-7000-9000-100000000001&userId=01900000-0000-7000-8000-100000000007",
        ],
    )
    .tenant_too(),
    plain("/api/admin/studies/{id}/grants", &["", "softwareId=edc", "siteId=site-7"]).tenant_too(),
    plain("/api/admin/users/{id}/grants", &[""]).tenant_too(),
    plain("/api/admin/home", &["", "tenantId=01900000-0000-7000-9000-100000000001"]).tenant_too(),
    plain("/api/admin/home/first-steps", &["", "tenantId=01900000-0000-7000-9000-100000000001"]).tenant_too(),
];
