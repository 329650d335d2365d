//! An installation from before the ledger said for itself what its rows were about.

use crate::both;
use crate::kernel::db::Db;

const BEFORE: &[&str] = &[
    "INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, contact, tel, email, \
     postcode, address, created_at, updated_at) VALUES ('t', 1, 'Here', 'here', 'T', 'T', 't', 'c', '', '', '', '', '', 0, 0)",
    "INSERT INTO studies (id, version, tenant_id, study_name, name_key, study_code, code_key, plan_code, sponsor, \
     created_at, updated_at) VALUES ('y', 1, 't', 'Lung', 'lung', 'A-01', 'a-01', '', '', 0, 0)",
    "INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
     authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at) \
     VALUES ('w', 1, 'EDC', '', '020', '', 30, 1, 2, 0, 0, 7, 90, 0, 0)",
    "INSERT INTO tenant_domains (id, version, tenant_id, software_id, url_name, url, website_url, mobile_url, api_url, \
     remark, init_software, created_at, updated_at) VALUES ('d', 1, 't', 'w', '', '', '', '', '', '', FALSE, 0, 0)",
    "INSERT INTO study_software (id, version, study_id, software_id, tenant_domain_id, role_api_request, \
     role_api_response, created_at, updated_at) VALUES ('b', 1, 'y', 'w', 'd', '', '', 0, 0)",
    "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, email_valid, \
     phone, phone_valid, password_reset, status, user_type, remark, language, org, created_at, updated_at, phone_key) \
     VALUES ('u', 1, 'Zhang', 'zhang', 'Zhang Wei', 'zhang wei', 'z@x.cn', 'z@x.cn', TRUE, '', FALSE, FALSE, 0, 0, '', \
     'zh', 'local', 0, 0, ''), ('m', 1, 'ada', 'ada', 'Ada', 'ada', 'a@x.cn', 'a@x.cn', TRUE, '', FALSE, FALSE, 0, 0, '', \
     'zh', 'local', 0, 0, '')",
    "INSERT INTO sites (id, version, site_name, name_key, address, remark, created_at, updated_at) \
     VALUES ('s', 1, 'Hospital', 'hospital', '', '', 0, 0)",
    "INSERT INTO tenant_sites (id, version, tenant_id, site_id, nick_name, name_key, created_at, updated_at) \
     VALUES ('x', 1, 't', 's', 'Hospital', 'hospital', 0, 0)",
    "INSERT INTO study_sites (id, version, study_id, tenant_site_id, tenant_id, code, code_key, name_key, created_at, \
     updated_at) VALUES ('site-1', 1, 'y', 'x', 't', 'S01', 's01', 'hospital', 0, 0)",
    "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, user_role, \
     user_type_id, selection, claims, plugin_digest, created_at, updated_at, revoked_at) VALUES ('g', 3, 't', 'y', 'w', \
     'b', 'u', 'cra', '3-a', '[{\"cells\": {\"sites\": {\"picks\": [\"site-1\"]}}}]', '{}', 'p', 10, 20, 20)",
    "INSERT INTO authorisation_batches (id, tenant_id, software_id, actor, actor_name, request_id, user_role, \
     user_type_id, selection, plugin_digest, state, attempt, lease_until, created_at, updated_at, kind, reason) \
     VALUES ('k', 't', 'w', 'm', 'ada', '', '', '', '[]', '', 'done', 1, 0, 0, 0, 'revoke', 'Left')",
    "INSERT INTO grant_changes (grant_id, version, kind, cause, at, actor, actor_name, reason, selection, plugin_digest, \
     batch_id, told_at) VALUES ('g', 1, 'granted', 'administrator', 10, '', '', '', '[]', 'p', NULL, 11), \
     ('g', 2, 'revoked', 'administrator', 20, 'm', 'ada', 'Left', '[]', 'p', 'k', NULL), \
     ('g', 3, 'revoked', 'overtaken', 21, '', '', '', '[]', 'p', NULL, NULL)",
];

/// Version, operation, when it was known, the operator, the answer, sites, person, and the rest.
type About = (i64, i64, i64, String, String, String, String, String);

both! {
    async fn changes_from_before_are_filled_in(engine) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&engine.empty(dir.path()).await, 2).await.unwrap();
        db.migrate_to(40).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        for sql in BEFORE {
            tx.write(sql).execute().await.unwrap();
        }
        tx.commit().await.unwrap();
        db.migrate().await.unwrap();
        let mut tx = db.begin_read().await.unwrap();
        let rows: Vec<About> = tx.query("SELECT version, operation, recorded_at, operator_full_name, answer, site_names, person_key, \
             tenant_name || ' ' || software_name || ' ' || study_key || ' ' || user_role FROM grant_changes ORDER BY version").all().await.unwrap();
        let row = |version: i64, operation: i64, at: i64, operator: &str, answer: &str| {
            let text = |text: &str| text.to_owned();
            (version, operation, at, text(operator), text(answer), text("Hospital"), text("zhang wei zhang"), text("Here EDC a-01 lung cra"))
        };
        assert_eq!(rows, [row(1, 1, 10, "", "confirmed"), row(2, 2, 20, "Ada", ""), row(3, 0, 21, "", "")]);
        let sites: Vec<(String, String)> = tx.query("SELECT grant_id, study_site_id FROM grant_sites").all().await.unwrap();
        assert_eq!(sites, [("g".to_owned(), "site-1".to_owned())]);
    }
}
