use cardea_guests::LOOP;

use super::*;

#[tokio::test]
async fn texts_come_in_the_readers_language() {
    let world = World::new();
    world.add(&Guest::good("edc")).await;
    for (locale, label) in [(Locale::Zh, "项目"), (Locale::En, "Project")] {
        let mut context = study();
        context.locale = locale;
        let definition = world.host.describe(Target::Slot("edc"), context).await.unwrap();
        let wire = serde_json::to_value(&definition).unwrap();
        let want = serde_json::json!({
            "tabs": [],
            "columns": [{
                "key": "project", "kind": "projects", "label": label, "required": true,
                "multiple": false, "dependsOn": [], "hints": {},
            }],
            "maxGrants": 10,
        });
        assert_eq!(wire, want);
    }
}

#[tokio::test]
async fn a_plugins_fault_is_worded_by_the_plugin() {
    for (case, code) in [(0, "plugin_bad_config"), (1, "downstream_unavailable"), (2, "plugin_rejected")] {
        let mut guest = Guest::good("edc");
        let message = guest.arena.message("column.project", "fallback");
        let fault = guest.arena.fault(case, message);
        guest.options = format!("i32.const {fault}");
        let world = World::new();
        world.add(&guest).await;
        for _ in 0..7 {
            let error = world.options("edc").await.unwrap_err();
            assert_eq!(error.code(), code, "a fault does not open the breaker");
            assert_eq!(error.message(Locale::En), "Project");
        }
    }
}

#[tokio::test]
async fn no_plugin_no_call() {
    let world = World::new();
    for target in [Target::Slot("edc"), Target::Digest("00")] {
        let error = world.host.describe(target, study()).await.unwrap_err();
        assert_eq!(error.code(), "plugin_not_active");
        assert_eq!(error.status(), 503);
    }
}

#[tokio::test]
async fn every_item_of_a_batch_gets_an_outcome() {
    let world = World::new();
    world.add(&Guest::good("edc")).await;
    let target = Target::Slot("edc");
    let outcome = world.host.apply(target, study(), batch(200)).await.unwrap();
    let ids: Vec<_> = outcome.succeeded.iter().map(|s| s.item_id.clone()).collect();
    assert_eq!(ids, (0..200).map(|n| format!("i{n}")).collect::<Vec<_>>());
    let error = world.host.apply(target, study(), batch(201)).await.unwrap_err();
    assert_eq!(error.code(), "plugin_input_too_large");
}

#[tokio::test]
async fn silence_about_an_item_means_unknown() {
    let mut guest = Guest::good("edc");
    let nothing = guest.arena.words(&[0; 8]);
    guest.apply = format!("i32.const {nothing}");
    let world = World::new();
    world.add(&guest).await;
    let target = Target::Slot("edc");
    let outcome = world.host.apply(target, study(), batch(2)).await.unwrap();
    assert!(outcome.succeeded.is_empty());
    assert!(outcome.failed.iter().all(|failure| failure.reason == Reason::Unknown));
}

#[tokio::test]
async fn too_large_an_input_does_not_reach_the_guest() {
    let world = World::new();
    world.add(&Guest::good("edc")).await;
    let cell = Cell::Picks(vec!["x".repeat(1000); 5000]);
    let grant = Grant { tab: None, cells: BTreeMap::from([("project".into(), cell)]) };
    let error = world.validate("edc", vec![grant]).await.unwrap_err();
    assert_eq!(error.code(), "plugin_input_too_large");
    assert_eq!(world.stats("edc", Phase::Validate).calls, 0);
}

#[tokio::test]
async fn hot_upgrade_keeps_calls_in_flight_and_rolls_back() {
    let world = Arc::new(World::new());
    let mut first = Guest::good("edc");
    first.validate = LOOP.into();
    let first = world.add(&first).await;
    let in_flight = {
        let world = Arc::clone(&world);
        tokio::spawn(async move { world.validate("edc", vec![]).await })
    };
    while world.host.running() < 1 {
        tokio::task::yield_now().await;
    }
    let pinned = world.host.pin("edc").unwrap();
    let mut guest = Guest::good("edc");
    guest.sequence = 2;
    let second = world.add(&guest).await;
    assert_eq!(world.host.active("edc"), Some(second.clone()));
    assert_eq!(world.validate("edc", vec![]).await, Ok(vec![]));
    assert_eq!(world.host.running(), 1, "the old version's call goes on");
    in_flight.abort();
    world.host.idle().await;

    guest.sequence = 3;
    let third = world.add(&guest).await;
    let old = Target::Digest(&first.digest);
    assert!(world.host.describe(old, study()).await.is_ok(), "held by its pin");
    drop(pinned);
    let gone = world.host.describe(old, study()).await.unwrap_err();
    assert_eq!(gone.code(), "plugin_not_active");

    assert_eq!(world.host.rollback("edc"), Ok(second.clone()));
    assert_eq!(world.host.active("edc"), Some(second));
    assert_eq!(world.host.rollback("edc"), Ok(third.clone()), "and forward again");
    assert_eq!(world.host.slots().len(), 1);
    assert_eq!(world.host.deactivate("edc"), Some(third));
    assert!(world.host.rollback("edc").is_err());
}

/// A dropped `apply` runs to its end and is counted; a dropped `validate` is cancelled.
#[tokio::test]
async fn apply_is_detached_and_the_others_are_not() {
    let mut settings = roomy();
    settings.budgets.apply.cpu_ticks = 3;
    let world = Arc::new(World::with(settings));
    let mut guest = Guest::good("edc");
    guest.apply = LOOP.into();
    guest.validate = LOOP.into();
    world.add(&guest).await;
    let tasks = [true, false].map(|apply| {
        let world = Arc::clone(&world);
        tokio::spawn(async move {
            if apply {
                let target = Target::Slot("edc");
                drop(world.host.apply(target, study(), batch(1)).await);
            } else {
                drop(world.validate("edc", vec![]).await);
            }
        })
    });
    while world.host.running() < 2 {
        tokio::task::yield_now().await;
    }
    for task in tasks {
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
    }
    world.host.idle().await;
    let apply = world.stats("edc", Phase::Apply);
    assert_eq!(apply.outcomes, BTreeMap::from([("plugin_timeout", 1)]));
    let validate = world.stats("edc", Phase::Validate);
    assert_eq!(validate.outcomes, BTreeMap::from([("cancelled", 1)]));
}

/// `options` reads the clock twice, and answers with a page only if both readings equal the call's start.
#[tokio::test]
async fn the_clock_stands_still_during_a_call() {
    let mut guest = Guest::good("edc");
    guest.imports = r#"(import "cardea:panel/clock@1.0.0" "now-ms" (func $now (result i64)))"#.into();
    guest.options = format!(
        "(local $n i32)
         (if (i64.ne (call $now) (i64.const 1000000)) (then unreachable))
         (local.set $n (i32.const 100000000))
         (loop $spin (local.set $n (i32.sub (local.get $n) (i32.const 1)))
            (br_if $spin (local.get $n)))
         (if (i64.ne (call $now) (i64.const 1000000)) (then unreachable))
         {}",
        guest.options
    );
    let world = Arc::new(World::new());
    world.add(&guest).await;
    let call = {
        let world = Arc::clone(&world);
        tokio::spawn(async move { world.options("edc").await })
    };
    while world.host.running() < 1 && !call.is_finished() {
        tokio::task::yield_now().await;
    }
    world.now.fetch_add(5, Ordering::SeqCst);
    assert!(call.await.unwrap().is_ok());
}

#[tokio::test]
async fn one_study_cannot_take_every_permit() {
    let mut settings = roomy();
    settings.concurrency.per_study = 1;
    let world = Arc::new(World::with(settings));
    let mut guest = Guest::good("edc");
    guest.options = LOOP.into();
    world.add(&guest).await;
    let call = {
        let world = Arc::clone(&world);
        tokio::spawn(async move { world.options("edc").await })
    };
    while world.host.running() < 1 {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.validate("edc", vec![]).await, Err(HostError::Busy("study")));
    let mut other = study();
    other.study.id = "study-2".into();
    let target = Target::Slot("edc");
    assert_eq!(world.host.validate(target, other, vec![]).await, Ok(vec![]));
    call.abort();
    world.host.idle().await;
}
