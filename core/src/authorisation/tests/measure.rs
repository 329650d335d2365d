//! Measures the ledger at size. Not part of the tests:
//! `cargo test -p cardea --lib authorisation::tests::measure -- --ignored --nocapture`, with `GRANTS` in the environment of
//! the build for another number.

use std::time::Instant;

use super::ledger::{CHANGES, HELD};
use super::*;

/// Seven of ten in one study, the rest in another; every tenth revoked a second later.
const FILL: &[&str] = &[
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) INSERT INTO users (id, version, \
     user_name, user_name_key, full_name, full_name_key, email, email_key, email_valid, phone, phone_valid, \
     password_reset, status, user_type, remark, language, org, created_at, updated_at, phone_key) SELECT \
     'many' || CAST(i AS TEXT), 1, 'many' || CAST(i AS TEXT), 'many' || CAST(i AS TEXT), 'Many ' || CAST(i AS TEXT), \
     'many ' || CAST(i AS TEXT), 'm' || CAST(i AS TEXT) || '@x.cn', 'm' || CAST(i AS TEXT) || '@x.cn', TRUE, '', FALSE, \
     FALSE, 0, 0, '', 'zh', 'local', 0, 0, '' FROM n",
    "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, user_role, \
     user_type_id, selection, claims, plugin_digest, created_at, updated_at) SELECT 'g' || u.id, 1, b.tenant, b.study_id, \
     b.software_id, b.id, u.id, '', '', '[]', '{}', '', 0, 0 FROM users u JOIN (SELECT b.*, s.tenant_id AS tenant, \
     s.study_code FROM study_software b JOIN studies s ON s.id = b.study_id) b ON b.study_code = \
     CASE WHEN u.id LIKE '%3' OR u.id LIKE '%6' OR u.id LIKE '%9' THEN 'B-01' ELSE 'A-01' END WHERE u.id LIKE 'many%' AND LENGTH($1) > 0",
    "INSERT INTO grant_changes (grant_id, version, kind, operation, cause, at, recorded_at, actor, actor_name, reason, \
     selection, plugin_digest, tenant_id, study_id, software_id, study_software_id, user_id, tenant_name, software_name, \
     study_code, study_name, study_key, user_name, full_name, person_key, site_names, site_key) SELECT g.id, v.n, \
     CASE v.n WHEN 1 THEN 'granted' ELSE 'revoked' END, v.n, 'administrator', 1700000000000 + v.n * 1000, 1700000000000, \
     '', '', '', '[]', '', g.tenant_id, g.study_id, g.software_id, g.study_software_id, g.user_id, 'Here', 'EDC', 'A-01', \
     'Alpha', 'a-01 alpha', u.user_name, u.full_name, u.full_name_key, 'S01', 's01' FROM grants g JOIN users u \
     ON u.id = g.user_id JOIN (SELECT 1 AS n UNION ALL SELECT 2) v ON v.n = 1 OR g.id LIKE '%0' WHERE LENGTH($1) > 0",
];

#[tokio::test]
#[ignore = "measures; takes minutes"]
#[expect(clippy::disallowed_methods, reason = "it measures")]
async fn questions_to_a_large_ledger() {
    let many: i64 = option_env!("GRANTS").and_then(|n| n.parse().ok()).unwrap_or(200_000);
    let w = World::new(Engine::Sqlite).await;
    for (at, sql) in FILL.iter().enumerate() {
        let mut cx = fixtures::system(&w.t.kernel);
        let query = cx.db().await.unwrap().write(sql);
        let query = if at == 0 { query.bind(many) } else { query.bind("x".to_owned()) };
        let rows = query.execute().await.unwrap();
        cx.commit().await.unwrap();
        println!("{rows} rows");
    }
    let study = &w.bound[0].study_id;
    let chief = w.chief(&w.here);
    for (path, filter) in [
        (HELD, json!({ "studyId": study, "at": "2023-11-14T22:13:21.500Z" })),
        (HELD, json!({ "studyId": study, "at": "2023-12-01T00:00:00Z" })),
        (CHANGES, json!({})),
        (CHANGES, json!({ "type": 2 })),
        (CHANGES, json!({ "tenantId": w.here.id, "softwareId": w.edc.id, "type": 1 })),
        (CHANGES, json!({ "userLike": "many 77" })),
        (CHANGES, json!({ "siteNameLike": "nowhere" })),
        ("/api/admin/allowed-users", json!({ "tenantId": w.here.id, "studyUrlId": w.bound[0].id, "q": "77" })),
    ] {
        let begun = Instant::now();
        let answer = w.list(&chief, path, &filter).await;
        println!("{:>6} ms {} {path} {filter}", begun.elapsed().as_millis(), answer.body.as_array().unwrap().len());
    }
    let question = json!({ "studyId": study, "at": "2023-12-01T00:00:00Z" });
    let begun = Instant::now();
    let (_, file) = w.file(&chief, &format!("{HELD}/export"), &question).await;
    println!("{:>6} ms, {} octets: the signed file", begun.elapsed().as_millis(), file.len());
}
