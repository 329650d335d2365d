//! Snapshots of the SQL of lists, for review: one for each resource.

use std::cell::RefCell;
use std::fmt::Write as _;

use super::*;
use crate::kernel::db::STATEMENTS;
use crate::testing::Engine;

/// The statements of the lists by resource, for the platform's administrator and a tenant's, with and without a search.
async fn statements(engine: Engine) -> BTreeMap<String, String> {
    let t = engine.kernel().await;
    let mut cx = world::system(&t.kernel);
    seed(&mut cx).await.unwrap();
    let tenant = world::tenant(&mut cx, "Home").await;
    cx.commit().await.unwrap();
    let face = Face::over(&t.kernel);
    let api = serde_json::to_value(world::operations(&t.kernel).split_for_parts().1).unwrap();
    let theirs = world::person(&Id::from("theirs"), Allowed::Nothing, &[(&tenant, Allowed::Everything)]);
    let mut lists = BTreeMap::<_, String>::new();
    for (method, path, operation) in routed(&api) {
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let list = path.strip_prefix("/api/admin/").map(|list| list.replace("{id}", tenant.id.as_str()));
        let Some(list) = list.filter(|_| method == "GET" && parameters.iter().any(|p| p["name"] == "filter")) else {
            continue;
        };
        let name = path["/api/admin/".len()..].replace("/{id}/", "-").replace('/', "-");
        for (asking, who) in [("platform", &world::admin()), ("tenant", &theirs)] {
            for filter in [
                json!({}),
                json!({ "q": "ab" }),
                json!({ "nickName": "ab" }),
                json!({ "userName": "ab" }),
                json!({ "tenantId": tenant.id }),
                json!({ "tenantId": tenant.id, "q": "ab" }),
            ] {
                let asked = STATEMENTS.scope(RefCell::default(), async {
                    let status = face.list(who, &list, &filter).await.status;
                    (status, STATEMENTS.with(RefCell::take))
                });
                let (status, made) = asked.await;
                // The list does not have this filter.
                if status.is_success() {
                    let filter = filter.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(", ");
                    let list = lists.entry(name.clone()).or_default();
                    writeln!(list, "{engine:?}, {asking}, by {filter:?}\n  {}", made.join(";\n  ")).unwrap();
                }
            }
        }
    }
    lists
}

#[tokio::test]
async fn the_sql_of_lists_is_as_it_was_reviewed() {
    let mut all = statements(Engine::Sqlite).await;
    for (noun, made) in statements(Engine::Postgres).await {
        all.entry(noun).or_default().push_str(&made);
    }
    for (noun, made) in all {
        insta::assert_snapshot!(noun, made);
    }
}
