//! Attacks on the search for people.

use serde_json::json;

use super::ready;
use crate::attack::refused;
use crate::both;
use crate::kernel::ctx::Allowed;
use crate::kernel::db::Words;
use crate::kernel::id::Id;
use crate::kernel::page::Term;
use crate::resources::testing as world;
use crate::resources::users::{People, Sought, file, file_all};

both! {
    async fn a_search_goes_through_an_index_and_never_through_everybody(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        let (tenant, terms) = (Id::from("here"), ["a", "wang", "张伟", "example.org", "%", "no-body@nowhere.example"]);
        let within = [tenant.clone()];
        let (mut tried, mut held) = (0, 0);
        for term in terms.map(|term| Term::parse(term).unwrap()) {
            let by = |part, name| Sought::by(part, name).unwrap();
            let ways = [
                (by(Some(&term), None), People::Users),
                (by(None, Some(&term)), People::Users),
                (Sought { locked: true, ..by(Some(&term), Some(&term)) }, People::Users),
                (Sought { unverified: true, ..by(Some(&term), None) }, People::Users),
                (Sought { outside: Some(&tenant), ..by(Some(&term), None) }, People::Users),
                (by(Some(&term), None), People::Members),
                (Sought { within: Some(&within), ..by(Some(&term), None) }, People::Members),
            ];
            for (sought, people) in ways {
                let query = sought.find(cx.db().await.unwrap().query(""), people, |query| query);
                let plan = query.explained().await.unwrap();
                let steps = plan.iter().map(|step| step.trim().trim_start_matches("-> ").to_owned()).collect::<Vec<_>>();
                let scans = steps.iter().any(|step| {
                    step.starts_with("Seq Scan") || (step.starts_with("SCAN") && !step.contains("INDEX") && !["filed", "begun", "near", "first"].iter().any(|part| step.starts_with(&format!("SCAN {part}"))))
                });
                let index = steps.iter().any(|step| step.contains("user_words_index") || step.contains("VIRTUAL TABLE INDEX"));
                tried += 1;
                held += usize::from(!scans && index);
                assert!(!scans && index, "{sought:?}: {plan:#?}");
            }
        }
        refused("a search for people that scans", engine, tried, held);
    }
}

both! {
    async fn wildcards_marks_of_a_query_language_and_huge_terms_find_nobody_and_break_nothing(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::user(&mut cx, "plain.person", None).await;
        cx.commit().await.unwrap();
        let long = ["\u{1f600}".repeat(100), "%".repeat(100), "a".repeat(100), "张".repeat(100)];
        let odd = ["%", "_", "%%%", "a%e", "pl_in", "\"", "\"\"", "a\" OR \"p", "p*", "^p", "words:plain", "plain NEAR person", "{words}: p",
            "(", ")", "AND", "NOT", "-", "' OR ''='", "\\", "!", "!%", "$1", "\u{e000}l", "\u{e000}there", "\u{e000}thers"];
        let (mut tried, mut held) = (0, 0);
        for q in odd.iter().map(ToString::to_string).chain(long) {
            for filter in [json!({ "q": q, "searchAll": true }), json!({ "userName": q, "searchAll": true })] {
                let answer = w.face.list(&w.admin, "users", &filter).await;
                tried += 1;
                let found = answer.body.as_array().is_some_and(|all| all.iter().all(|u| {
                    ["userName", "fullName", "email"].iter().any(|f| u[f].as_str().unwrap().to_lowercase().contains(&q.to_lowercase()))
                }));
                assert!(answer.status == 200 && found, "{q}: {} {:?}", answer.status, answer.body);
                held += 1;
            }
        }
        for huge in ["a".repeat(101), "\0".into(), "a\u{7}b".into()] {
            tried += 1;
            held += usize::from(w.face.list(&w.admin, "users", &json!({ "q": huge })).await.status == 400);
        }
        refused("wildcards, operators and huge terms in a search for people", engine, tried, held);
    }
}

both! {
    async fn a_tenants_search_finds_nobody_of_another(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        for (name, tenant) in [("anna.here", &here), ("anna.there", &there), ("both.sides", &here)] {
            let user = world::user(&mut cx, name, None).await;
            world::member(&mut cx, tenant, &user).await;
            if name == "both.sides" {
                world::member(&mut cx, &there, &user).await;
            }
            let keys = "UPDATE memberships SET user_name_key = (SELECT user_name_key FROM users WHERE users.id = user_id), \
                email_key = (SELECT email_key FROM users WHERE users.id = user_id)";
            cx.db().await.unwrap().write(keys).execute().await.unwrap();
            file(cx.db().await.unwrap(), &user.id).await.unwrap();
        }
        // A false index entry: a person indexed under a tenant without being its member is not found in it.
        let liar = world::user(&mut cx, "liar.there", None).await;
        let words = Words { all: crate::kernel::grams::of(&["liar.there"]), any: vec![], none: vec![] };
        let mut filed = words.all.clone();
        filed.push(crate::kernel::grams::mark('t', here.id.as_str()));
        cx.db().await.unwrap().file_words(vec![(liar.id.to_string(), filed.join(" "))], false).await.unwrap();
        cx.commit().await.unwrap();
        file_all(&t.kernel, || std::future::ready(())).await.unwrap();
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&here, Allowed::Everything)]);
        let (mut tried, mut held) = (0, 0);
        for q in ["nna", "there", "a", "e", "anna.there", ".there", "liar", "iar.", "example", "@"] {
            for filter in [json!({ "q": q }), json!({ "q": q, "tenantId": here.id }), json!({ "userName": q }), json!({ "q": q, "searchAll": true })] {
                let list = w.face.list(&chief, "tenant-users", &filter).await;
                tried += 1;
                held += usize::from(list.status == 200 && list.body.as_array().unwrap().iter().all(|m| m["tenantId"] == json!(here.id)));
            }
            tried += 2;
            held += usize::from(w.face.list(&chief, "tenant-users", &json!({ "q": q, "tenantId": there.id })).await.status == 404);
            held += usize::from(w.face.list(&chief, "users", &json!({ "q": q })).await.status == 403);
            let others = w.face.list(&chief, "unselected-users", &json!({ "q": q, "tenantId": here.id })).await;
            tried += 1;
            held += usize::from(others.status == 403);
        }
        let found = w.face.list(&chief, "tenant-users", &json!({ "q": "a.her" })).await;
        assert_eq!(found.status, 200, "{}", found.body);
        let found = found.body;
        assert_eq!((found.as_array().unwrap().len(), &found[0]["userName"]), (1, &json!("anna.here")), "its own it finds");
        refused("one tenant's people through another's search", engine, tried, held);
    }
}
