//! Studies with their sites, who is authorised in them and since when; departments; the audit.

use super::{Amount, LARGE_TENANT, USER, id, large, numbers, others, tenant};

/// One study of the large tenant, in which everybody of it was authorised.
pub(super) fn study(amount: Amount) -> Vec<String> {
    let large = large(amount);
    vec![
        format!(
            "INSERT INTO studies (id, version, tenant_id, study_name, name_key, study_code, code_key, plan_code, sponsor, \
             created_at, updated_at) VALUES ('study', 1, '{LARGE_TENANT}', 'Study', 'study', 'S', 's', '', '', 0, 0)"
        ),
        format!(
            "INSERT INTO tenant_domains (id, version, tenant_id, software_id, url_name, url, website_url, mobile_url, \
             api_url, remark, init_software, created_at, updated_at) VALUES ('domain', 1, '{LARGE_TENANT}', 'edc', '', '', \
             '', '', '', '', FALSE, 0, 0)"
        ),
        "INSERT INTO study_software (id, version, study_id, software_id, tenant_domain_id, role_api_request, \
         role_api_response, created_at, updated_at) VALUES ('bound', 1, 'study', 'edc', 'domain', '', '', 0, 0)"
            .to_owned(),
        format!(
            "{} INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, user_role, \
             user_type_id, selection, claims, plugin_digest, created_at, updated_at) SELECT {}, 1, '{LARGE_TENANT}', \
             'study', 'edc', 'bound', {USER}, 'r', '3-a', '[]', '{{}}', '', 0, 0 FROM n",
            numbers(large),
            id("e000"),
        ),
        // Each was granted, and every tenth was revoked later.
        ledger("g.id, 1, 'granted'", 1, "TRUE"),
        ledger("g.id, 2, 'revoked'", 2, "g.id LIKE '%0'"),
    ]
}

/// The other studies with five sites each, a domain of every tenant, what the large tenant's studies are configured for,
/// and rules of roles. The first study has five hundred sites, and everybody in it is at one of them.
pub(super) fn studies(amount: Amount) -> Vec<String> {
    let (places, others) = (amount.users / 10, others(amount));
    let site = |of: &str| {
        format!("'01900000-0000-7000-b001-' || CAST(100000000000 + 10 * (1 + ({of}) % {}) AS TEXT)", places / 10)
    };
    let name = "'研究' || CAST(i AS TEXT)";
    vec![
        format!(
            "{} INSERT INTO studies (id, version, tenant_id, study_name, name_key, study_code, code_key, plan_code, sponsor, \
             created_at, updated_at) SELECT {}, 1, {}, {name}, {name}, 'S' || CAST(i AS TEXT), 's' || CAST(i AS TEXT), \
             '', '', 1700000000000 + i * 1000, 0 FROM n",
            numbers(amount.studies),
            id("f000"),
            tenant(&format!("(CASE WHEN i % 4 = 0 THEN 1 ELSE 2 + (i * 7919) % {others} END)")),
        ),
        format!(
            "{}, k(j) AS (VALUES (0), (1), (2), (3), (4)) INSERT INTO study_sites (id, version, study_id, tenant_site_id, \
             tenant_id, code, code_key, name_key, created_at, updated_at) SELECT s.id || '-' || CAST(j AS TEXT), 1, s.id, t.id, \
             '{LARGE_TENANT}', '0' || CAST(j AS TEXT), '0' || CAST(j AS TEXT), t.name_key, 0, 0 FROM n CROSS JOIN k \
             JOIN studies s ON s.id = {} JOIN tenant_sites t ON t.id = {} WHERE i % 4 = 0 ON CONFLICT DO NOTHING",
            numbers(amount.studies),
            id("f000"),
            site("i * 5 + j"),
        ),
        format!(
            "{} INSERT INTO study_sites (id, version, study_id, tenant_site_id, tenant_id, code, code_key, name_key, \
             created_at, updated_at) SELECT 'site-' || CAST(i AS TEXT), 1, 'study', t.id, '{LARGE_TENANT}', \
             CAST(100 + i AS TEXT), CAST(100 + i AS TEXT), t.name_key, 0, 0 FROM n JOIN tenant_sites t ON t.id = {} \
             WHERE TRUE ON CONFLICT DO NOTHING",
            numbers(500),
            site("i"),
        ),
        format!(
            "{} INSERT INTO grant_sites (grant_id, study_site_id) SELECT {}, 'site-' || CAST(1 + i % 500 AS TEXT) FROM n",
            numbers(large(amount)),
            id("e000"),
        ),
        format!(
            "{} INSERT INTO tenant_domains (id, version, tenant_id, software_id, url_name, name_key, url, url_key, website_url, \
             mobile_url, api_url, remark, init_software, created_at, updated_at) SELECT {}, 1, {}, 'edc', \
             'T' || CAST(i AS TEXT), 't' || CAST(i AS TEXT), 't' || CAST(i AS TEXT) || '.example.org', \
             't' || CAST(i AS TEXT) || '.example.org', '', '', '', '', FALSE, 0, 0 FROM n",
            numbers(amount.tenants),
            id("f001"),
            tenant("i"),
        ),
        format!(
            "INSERT INTO study_software (id, version, study_id, software_id, tenant_domain_id, role_api_request, \
             role_api_response, created_at, updated_at) SELECT 'b-' || id, 1, id, 'edc', 'domain', '', '', 0, 0 FROM studies \
             WHERE tenant_id = '{LARGE_TENANT}' AND id <> 'study'"
        ),
        format!(
            "{} INSERT INTO blinding_rules (id, version, tenant_id, software_id, column_key, role_id, role_name, name_key, \
             side, remark, created_at, updated_at) SELECT {}, 1, '0', 'edc', 'role', 'r' || CAST(i AS TEXT), \
             'Role ' || CAST(i AS TEXT), 'role ' || CAST(i AS TEXT), i % 2, '', 0, 0 FROM n",
            numbers(1000),
            id("f002"),
        ),
    ]
}

/// Twenty departments of every tenant. Of the large one's, everybody belongs to one, and ten people to another.
pub(super) fn departments(amount: Amount) -> Vec<String> {
    let belongs = |department: &str, to: &str| {
        format!(
            "INSERT INTO user_departments (membership_id, department_id) SELECT id, '{department}' FROM memberships \
             WHERE tenant_id = '{LARGE_TENANT}' AND {to}"
        )
    };
    vec![
        format!(
            "{} INSERT INTO departments (id, version, tenant_id, parent_id, department_name, name_key, created_at, \
             updated_at) SELECT {}, 1, {}, '0', '部门' || CAST(i AS TEXT), '部门' || CAST(i AS TEXT), 0, 0 FROM n",
            numbers(amount.tenants * 20),
            id("f003"),
            tenant(&format!("(1 + i % {})", amount.tenants)),
        ),
        format!(
            "INSERT INTO departments (id, version, tenant_id, parent_id, department_name, name_key, created_at, \
             updated_at) VALUES ('everybody', 1, '{LARGE_TENANT}', '0', '全部', '全部', 0, 0), \
             ('few', 1, '{LARGE_TENANT}', '0', '少数', '少数', 0, 0)"
        ),
        belongs("everybody", "1 = 1"),
        belongs("few", "email_key LIKE '%77777@example.org'"),
    ]
}

/// Events that are sealed already, one in fifty refused. What they say is whatever; they are not verified.
pub(super) fn events(amount: Amount) -> Vec<String> {
    vec![format!(
        "{} INSERT INTO audit_events (id, seq, at, actor, actor_name, request_id, action, resource, record_id, tenant_id, \
         after, outcome) SELECT {}, 1000000000 + i, 1700000000000 + i * 100, '01900000-0000-7000-8000-' || \
         CAST(100000000000 + i % 1000 AS TEXT), 'somebody', '', CASE WHEN i % 3 = 0 THEN 'user.locked' ELSE 'user.updated' \
         END, 'users', '01900000-0000-7000-8000-' || CAST(100000000000 + i % {} AS TEXT), {}, '{{}}', \
         CASE WHEN i % 50 = 0 THEN 'refused' ELSE 'ok' END FROM n",
        numbers(amount.events),
        id("f004"),
        amount.users,
        tenant(&format!("(CASE WHEN i % 5 = 0 THEN 1 ELSE 2 + (i * 7919) % {} END)", others(amount))),
    )]
}

/// Messages that were sent long ago, one in twenty given up: as many as events, every second an SMS.
pub(super) fn messages(amount: Amount) -> Vec<String> {
    vec![format!(
        "{} INSERT INTO messages (id, kind, purpose, address, address_key, locale, asked, state, attempts, next_attempt_at, \
         gives_up_at, created_at, updated_at, software_id, software_name, software_key, subject, subject_key, shown) \
         SELECT {}, CASE WHEN i % 2 = 0 THEN 'sms' ELSE 'email' END, 'password-set', \
         CASE WHEN i % 2 = 0 THEN CAST(13800000000 + i % 100000 AS TEXT) ELSE 'person' || CAST(i % 100000 AS TEXT) || '@example.org' END, \
         CASE WHEN i % 2 = 0 THEN CAST(13800000000 + i % 100000 AS TEXT) ELSE 'person' || CAST(i % 100000 AS TEXT) || '@example.org' END, \
         'zh', FALSE, CASE WHEN i % 20 < 2 THEN 'failed' ELSE 'sent' END, 1, 1700000000000, 1700000000000, \
         1700000000000 + i * 100, 1700000000000 + i * 100, CASE WHEN i % 7 = 0 THEN 'edc' END, \
         CASE WHEN i % 7 = 0 THEN 'EDC' ELSE '' END, CASE WHEN i % 7 = 0 THEN 'edc' ELSE '' END, \
         'controlled', 'controlled', 'what it said' FROM n",
        numbers(amount.events),
        id("f005"),
    )]
}

/// One for every tenth person of the large tenant: a quarter waits, a quarter ran out, the others were accepted. Each
/// in one study, sent by the person of number 1.
pub(super) fn preauthorisations(amount: Amount) -> Vec<String> {
    let inviter = "'01900000-0000-7000-8000-100000000001'";
    let accepted = |then: &str| format!("CASE WHEN i % 20 = 0 THEN NULL ELSE {then} END");
    vec![
        format!(
            "{} INSERT INTO preauthorisations (id, version, tenant_id, tenant_name, software_id, software_name, email, \
             email_key, user_id, user_name, full_name, user_role, user_type_id, selection, shown, projects, plugin_digest, \
             study_names, site_names, role_names, locale, round, state, reason, message_zh, message_en, invited_by, \
             inviter_name, accepted_by, accepted_at, settled_at, expires_at, sent_at, reminded_at, created_at, updated_at) \
             SELECT {}, 1, '{LARGE_TENANT}', 'Large', 'edc', 'EDC', u.email, u.email_key, u.id, u.user_name, u.full_name, 'r', '3-a', \
             '[]', '[]', 'project', '', 'S Study', 'S01', 'Role', 'zh', 1, \
             CASE WHEN i % 40 = 0 THEN 'waiting' WHEN i % 40 = 10 THEN 'expired' ELSE 'accepted' END, '', '', '', \
             {inviter}, 'somebody', {}, {}, {}, 4102444800000, 1700000000000, 1700000000000, \
             1700000000000 + i * 1000, 0 FROM n CROSS JOIN users u WHERE u.id = {USER} AND i % 10 = 0",
            numbers(large(amount)),
            id("f005"),
            accepted("u.id"),
            accepted("1700000001000"),
            accepted("1700000002000"),
        ),
        "INSERT INTO preauthorisation_studies (study_software_id, email_key, preauthorisation_id, study_id, study_code, \
         study_name, site_names, role_names) SELECT 'bound', email_key, id, 'study', 'S', 'Study', 'S01', 'Role' \
         FROM preauthorisations WHERE state = 'waiting'"
            .to_owned(),
        history(3, "sent", "TRUE"),
        history(4, "accepted", "state = 'accepted'"),
    ]
}

/// The history of the pre-authorisations that `which` says.
fn history(operation: u8, kind: &str, which: &str) -> String {
    format!(
        "INSERT INTO preauthorisation_changes (id, at, operation, kind, preauthorisation_id, tenant_id, tenant_name, \
         software_id, software_name, study_id, study_code, study_name, site_names, role_names, email, user_id, user_name, \
         full_name, operator_id, operator_name, operator_full_name, study_key, site_key, person_key, email_key) \
         SELECT id || '-{kind}', created_at + {operation}, {operation}, '{kind}', id, tenant_id, tenant_name, software_id, \
         software_name, 'study', 'S', 'Study', 'S01', 'Role', email, user_id, user_name, full_name, invited_by, \
         inviter_name, inviter_name, 's study', 's01', full_name || ' ' || user_name, email_key FROM preauthorisations \
         WHERE {which}"
    )
}

/// The ledger's rows of the grants that `which` says.
fn ledger(what: &str, operation: u8, which: &str) -> String {
    format!(
        "INSERT INTO grant_changes (grant_id, version, kind, operation, cause, at, recorded_at, actor, actor_name, reason, \
         selection, plugin_digest, tenant_id, study_id, software_id, study_software_id, user_id, tenant_name, software_name, \
         study_code, study_name, study_key, user_name, full_name, person_key, site_names, site_key) \
         SELECT {what}, {operation}, 'administrator', 1700000000000 + {operation} * 1000, 1700000000000, '', '', '', '[]', \
         '', g.tenant_id, g.study_id, g.software_id, g.study_software_id, g.user_id, 'Large', 'EDC', 'S', 'Study', \
         's study', u.user_name, u.full_name, u.full_name_key || ' ' || u.user_name_key, 'S01', 's01' \
         FROM grants g JOIN users u ON u.id = g.user_id WHERE {which}"
    )
}
