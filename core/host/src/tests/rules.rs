//! The rules that need no guest.

use super::{
    super::{
        breaker::{Breakers, Verdict},
        catalogue,
        convert::Texts,
        lossy::LossyCache,
        projection::claims,
        reconcile::reconcile,
        wit,
    },
    *,
};
use cardea_bundle::Catalogues;
use wit::provision::{Failure as RawFailure, Outcome as RawOutcome, Success as RawSuccess};

fn success(id: &str) -> RawSuccess {
    RawSuccess { item_id: id.into(), external_ref: Some(format!("ref-{id}")) }
}

fn failure(id: &str) -> RawFailure {
    RawFailure {
        item_id: id.into(),
        reason: wit::provision::Reason::Throttled,
        retry_after_ms: Some(7),
        message: wit::types::Message { key: "k".into(), args: vec![], fallback: "slow".into() },
    }
}

fn judge(succeeded: Vec<RawSuccess>, failed: Vec<RawFailure>) -> Result<Outcome, HostError> {
    let ids = ["a", "b", "c"].map(String::from);
    let catalogues = Catalogues::default();
    let texts = Texts { catalogues: &catalogues, locale: Locale::En };
    reconcile(&ids, RawOutcome { succeeded, failed }, texts)
}

#[test]
fn every_item_is_in_exactly_one_list() {
    let outcome = judge(vec![success("c"), success("a")], vec![failure("b")]).unwrap();
    let done: Vec<_> = outcome.succeeded.iter().map(|s| s.item_id.as_str()).collect();
    assert_eq!(done, ["a", "c"]);
    assert_eq!(outcome.succeeded[0].external_ref.as_deref(), Some("ref-a"));
    let failed = &outcome.failed[0];
    assert_eq!((failed.reason, failed.retry_after_ms), (Reason::Throttled, Some(7)));
    assert_eq!(failed.message, "slow");
}

#[test]
fn contradictions_and_silence_are_failures() {
    for (succeeded, failed) in
        [(vec![success("a")], vec![failure("a")]), (vec![success("a"), success("a")], vec![]), (vec![], vec![])]
    {
        let outcome = judge(succeeded, failed).unwrap();
        assert!(outcome.succeeded.is_empty());
        assert_eq!(outcome.failed.len(), 3);
        assert_eq!(outcome.failed[0].reason, Reason::Unknown);
    }
}

#[test]
fn a_foreign_id_is_the_whole_calls_fault() {
    for (succeeded, failed) in [(vec![success("z")], vec![]), (vec![success("a")], vec![failure("")])] {
        assert_eq!(judge(succeeded, failed).unwrap_err().code(), "plugin_bad_answer");
    }
}

fn claim(name: &str, json: &str) -> wit::claims::Claim {
    wit::claims::Claim { name: name.into(), json: json.into() }
}

#[test]
fn claims_are_parsed_and_bounded() {
    let good = claims(vec![claim("sites", r#"["01","02"]"#), claim("blind", "true")]).unwrap();
    assert_eq!(serde_json::to_string(&good).unwrap(), r#"{"blind":true,"sites":["01","02"]}"#);
    let long = format!("\"{}\"", "x".repeat(9000));
    let deep = format!("{}{}", "[".repeat(9), "]".repeat(9));
    let abyss = "[".repeat(8000);
    for (name, json) in [
        ("sub", "1"),
        ("iss", "1"),
        ("email", "1"),
        ("_claim_names", "{}"),
        ("tenant_id", "1"),
        ("Roles", "1"),
        ("", "1"),
        ("a b", "1"),
        ("roles", "{"),
        ("roles", "1 2"),
        ("roles", &long),
        ("roles", &deep),
        ("roles", &abyss),
    ] {
        let error = claims(vec![claim(name, json)]).unwrap_err();
        assert_eq!(error.code(), "plugin_bad_answer", "{name} {json:.20}");
    }
    assert!(claims(vec![claim("a", "1"), claim("a", "2")]).is_err(), "twice");
    assert!(claims((0..33).map(|n| claim(&format!("c{n}"), "1")).collect()).is_err());
    let long = format!("\"{}\"", "x".repeat(8000));
    assert!(claims((0..5).map(|n| claim(&format!("c{n}"), &long)).collect()).is_err());
}

#[test]
fn arguments_are_text() {
    let catalogues =
        Catalogues { zh: BTreeMap::from([("k".into(), "{name}：{n} {unknown} {".into())]), en: BTreeMap::new() };
    let args = [("name".to_owned(), "{n}<b>".to_owned()), ("n".to_owned(), "3".to_owned())];
    let render = |locale| catalogue::render(&catalogues, locale, "k", &args, "{name}!");
    assert_eq!(render(Locale::Zh), "{n}<b>：3 {unknown} {");
    assert_eq!(render(Locale::En), "{n}<b>!", "the fallback has arguments too");
    let long = catalogue::render(&catalogues, Locale::En, "?", &[], &"长".repeat(2000));
    assert_eq!(long.chars().count(), 512);
}

#[test]
fn a_breaker_opens_probes_and_closes() {
    let now = Arc::new(AtomicU64::new(1));
    let clock = Arc::clone(&now);
    let settings = BreakerSettings { failures: 2, open_ms: 100 };
    let breakers = Breakers::new(settings, Arc::new(move || clock.load(Ordering::SeqCst)));
    let call = |verdict| {
        let mut pass = breakers.admit("x")?;
        pass.settle(verdict);
        Ok::<(), u64>(())
    };
    assert_eq!(call(Verdict::Bad), Ok(()));
    assert_eq!(call(Verdict::Good), Ok(()), "a success forgives");
    assert_eq!(call(Verdict::Bad), Ok(()));
    assert_eq!(call(Verdict::Bad), Ok(()));
    assert_eq!(call(Verdict::Good), Err(100));
    assert!(breakers.admit("y").is_ok(), "others are not concerned");
    now.store(101, Ordering::SeqCst);
    let probe = breakers.admit("x").unwrap();
    assert!(breakers.admit("x").is_err(), "one probe at a time");
    drop(probe);
    assert_eq!(call(Verdict::Bad), Ok(()), "a cancelled probe says nothing");
    assert_eq!(call(Verdict::Good), Err(100), "a failed one opens it again");
    now.store(201, Ordering::SeqCst);
    assert_eq!(call(Verdict::Good), Ok(()));
    assert_eq!(call(Verdict::Bad), Ok(()));
    assert_eq!(call(Verdict::Good), Ok(()), "closed, with no failures on it");
}

#[test]
fn the_cache_forgets_but_never_mixes_up() {
    let cache = LossyCache::default();
    let owner = |study: &str| ("digest".to_owned(), study.to_owned());
    let (a, b) = (owner("a"), owner("b"));
    assert!(cache.put(&a, "k".into(), vec![1], 10, 0));
    assert_eq!(cache.get(&a, "k", 9_999), Some(vec![1]));
    assert_eq!(cache.get(&a, "k", 10_000), None, "expired");
    assert_eq!(cache.get(&b, "k", 0), None, "another study's");
    assert!(!cache.put(&a, "k".into(), vec![1], 0, 0), "no time");
    assert!(!cache.put(&a, "k".into(), vec![0; 1 << 19], 10, 0), "too large");
    assert!(!cache.put(&a, "k".repeat(300), vec![], 10, 0), "long key");
    for n in 0..2_000 {
        assert!(cache.put(&a, format!("k{n}"), vec![0; 4096], 10 + n, 0));
    }
    assert_eq!(cache.get(&a, "k0", 0), None, "made room");
    assert!(cache.get(&a, "k1999", 0).is_some());
    for n in 0..200 {
        assert!(cache.put(&owner(&format!("s{n}")), "k".into(), vec![], 10, 0));
    }
    assert_eq!(cache.get(&a, "k1999", 0), None, "its shelf is gone");
}

#[test]
fn wire_shapes_are_the_contracts() {
    let grant: Grant = serde_json::from_value(serde_json::json!({
        "tab": "t",
        "cells": {
            "project": {"picks": ["s1"]},
            "roleEnvironment": {"pairs": [{"role": "CRA", "environment": "UAT"}]},
            "blind": {"flag": true},
        },
    }))
    .unwrap();
    assert_eq!(grant.cells["blind"], Cell::Flag(true));
    let pair = Pair { role: "CRA".into(), environment: "UAT".into() };
    assert_eq!(grant.cells["roleEnvironment"], Cell::Pairs(vec![pair]));
    let bad = serde_json::json!({"cells": {"project": {"picks": "s1"}}});
    assert!(serde_json::from_value::<Grant>(bad).is_err());
    let query: Query = serde_json::from_value(serde_json::json!({
        "column": "roleEnvironment", "part": "role",
        "picked": [{"column": "project", "id": "s1"}],
    }))
    .unwrap();
    assert_eq!(convert::query(query).column, "roleEnvironment.role");
    let failure = Failure { item_id: "i".into(), reason: Reason::NotFound, retry_after_ms: None, message: "m".into() };
    assert_eq!(
        serde_json::to_string(&failure).unwrap(),
        r#"{"itemId":"i","reason":"not-found","retryAfterMs":null,"message":"m"}"#
    );
}

#[test]
fn every_error_has_a_sentence_in_both_languages() {
    let errors = [
        HostError::NotActive(String::new()),
        HostError::Busy("overall"),
        HostError::Suspended { retry_after_ms: 1 },
        HostError::CpuBudget(1),
        HostError::Trapped("/secret/path".into()),
        HostError::BadAnswer("secret".into()),
        HostError::BadConfig(String::new()),
        HostError::Downstream(String::new()),
        HostError::Rejected(String::new()),
        HostError::InputTooLarge(1),
        HostError::Host("secret".into()),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for error in errors {
        for locale in [Locale::Zh, Locale::En] {
            let message = error.message(locale);
            assert!(!message.contains("secret"), "internals stay in the log");
            assert!(seen.insert(message), "{error} has another's sentence");
        }
    }
}
