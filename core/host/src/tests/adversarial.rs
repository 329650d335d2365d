//! Guests that attack the host through `options`. Each call fails with its own error within its budget, the audit has a
//! row of it (`authorisation::tests::failing` reads them), and the next call is served. Beside these:
//!
//! | Attack | Where |
//! |---|---|
//! | slow HTTP, path tricks, redirects, names that are bound anew | `requests` |
//! | foreign and missing imports, precompiled code, compile bombs, a start that never ends | `loading` |
//! | duplicated and missing ids, malformed claims, every export in every way, as the SDK builds them | `shipped`, `rules` |
//! | sign-ins while sixteen plugins loop, measured | `cardea-plugins` in `bench` |

use cardea_guests::LOOP;

use super::*;

/// A guest whose `options` runs `body`, and whose `describe` behaves well.
fn evil(body: &str) -> Guest {
    Guest { options: body.to_owned(), ..Guest::good("evil") }
}

/// Calls `options` of a guest that misbehaves, then checks that the next call is served.
async fn misbehave(settings: HostSettings, guest: &Guest) -> (HostError, ExportStats) {
    let world = World::with(settings);
    world.add(guest).await;
    let error = world.options("evil").await.unwrap_err();
    let stats = world.stats("evil", Phase::Options);
    assert_eq!(stats.outcomes.get(error.code()), Some(&1));
    assert!(error.is_guest_failure(), "the audit has a row of it: {error}");
    assert_eq!(world.validate("evil", vec![]).await, Ok(vec![]));
    assert_eq!(world.host.running(), 0);
    (error, stats)
}

fn ticks(cpu_ticks: u32) -> HostSettings {
    let mut settings = roomy();
    settings.budgets.options.cpu_ticks = cpu_ticks;
    settings
}

#[tokio::test]
async fn an_endless_loop_spends_its_ticks_and_no_more() {
    let (error, stats) = misbehave(ticks(3), &evil(LOOP)).await;
    assert_eq!(error, HostError::CpuBudget(3));
    assert_eq!(error.code(), "plugin_timeout");
    assert_eq!(stats.cpu_ticks, 4);
}

#[tokio::test]
async fn copying_memory_for_ever_spends_its_ticks() {
    let body = "(loop $again
        (memory.copy (i32.const 2048) (i32.const 1024) (i32.const 60000)) (br $again)) unreachable";
    let (error, stats) = misbehave(ticks(3), &evil(body)).await;
    assert_eq!(error, HostError::CpuBudget(3));
    assert_eq!(stats.cpu_ticks, 4);
}

#[tokio::test]
async fn waiting_does_not_outlive_the_wall_clock() {
    let mut settings = roomy();
    settings.budgets.options.wall = Duration::from_millis(30);
    let (error, _) = misbehave(settings, &evil(LOOP)).await;
    assert_eq!(error, HostError::WallClock(30));
    assert_eq!(error.code(), "plugin_timeout");
}

#[tokio::test]
async fn memory_ends_at_the_limit() {
    let body = "(loop $again (drop (memory.grow (i32.const 16))) (br $again)) unreachable";
    let (error, stats) = misbehave(roomy(), &evil(body)).await;
    assert_eq!(error, HostError::Memory(48 << 20));
    assert!(stats.memory_peak <= 48 << 20 && stats.memory_peak > 46 << 20);
}

#[tokio::test]
async fn one_huge_request_for_memory_fails_as_well() {
    let (error, _) = misbehave(roomy(), &evil("(drop (memory.grow (i32.const 60000))) unreachable")).await;
    assert_eq!(error.code(), "plugin_failed");
}

#[tokio::test]
async fn a_table_ends_at_its_limit() {
    let guest = Guest {
        functions: "(table $t 1 funcref)".into(),
        ..evil("(loop $again (drop (table.grow $t (ref.null func) (i32.const 10000))) (br $again)) unreachable")
    };
    let (error, _) = misbehave(roomy(), &guest).await;
    assert!(matches!(&error, HostError::Trapped(why) if why.contains("table")), "{error}");
}

#[tokio::test]
async fn a_panic_is_an_error_of_that_call() {
    let (error, _) = misbehave(roomy(), &evil("unreachable")).await;
    assert!(matches!(&error, HostError::Trapped(why) if why.contains("unreachable")));
    assert_eq!(error.code(), "plugin_failed");
}

#[tokio::test]
async fn recursion_ends_at_the_stack() {
    let guest = Guest {
        functions: "(func $down (param i64) (result i64)
            (i64.add (local.get 0) (call $down (i64.add (local.get 0) (i64.const 1)))))"
            .into(),
        ..evil("(drop (call $down (i64.const 0))) unreachable")
    };
    let (error, _) = misbehave(roomy(), &guest).await;
    assert!(matches!(&error, HostError::Trapped(why) if why.contains("stack")), "{error}");
}

#[tokio::test]
async fn a_flood_of_host_calls_spends_ticks_not_the_log() {
    let guest = Guest {
        imports: r#"(import "cardea:panel/log@1.0.0" "log"
            (func $log (param i32 i32 i32 i32 i32)))"#
            .into(),
        ..evil(
            "(loop $again (call $log (i32.const 0) (i32.const 1024) (i32.const 64)
                (i32.const 0) (i32.const 0)) (br $again)) unreachable",
        )
    };
    let (error, stats) = misbehave(ticks(20), &guest).await;
    assert_eq!(error, HostError::CpuBudget(20));
    assert_eq!(stats.log_bytes, 64 << 10);
    assert!(stats.host_calls > 1024);
}

/// 24 MiB passed to a host function.
#[tokio::test]
async fn a_huge_argument_is_not_copied() {
    let guest = Guest {
        imports: r#"(import "cardea:panel/log@1.0.0" "log"
            (func $log (param i32 i32 i32 i32 i32)))"#
            .into(),
        ..evil(
            "(drop (memory.grow (i32.const 400)))
             (call $log (i32.const 0) (i32.const 1024) (i32.const 25165824)
                (i32.const 0) (i32.const 0)) unreachable",
        )
    };
    let (error, stats) = misbehave(roomy(), &guest).await;
    assert!(matches!(&error, HostError::Trapped(why) if why.contains("fuel")), "{error}");
    assert_eq!(stats.log_bytes, 0);
}

/// 200,000 choices, 48 bytes each, all zero.
#[tokio::test]
async fn a_huge_answer_is_not_copied() {
    let body = "(local $out i32)
        (local.set $out (call $realloc (i32.const 0) (i32.const 0) (i32.const 4) (i32.const 32)))
        (i32.store offset=4 (local.get $out)
            (call $realloc (i32.const 0) (i32.const 0) (i32.const 4) (i32.const 9600000)))
        (i32.store offset=8 (local.get $out) (i32.const 200000))
        (local.get $out)";
    let (error, _) = misbehave(roomy(), &evil(body)).await;
    assert!(matches!(&error, HostError::Trapped(why) if why.contains("fuel")), "{error}");
}

#[tokio::test]
async fn text_that_is_not_utf8_is_refused() {
    let mut guest = evil("");
    let bad = guest.arena.put(&[0xff, 0xfe]);
    let answer = guest.arena.words(&[1, 3, bad, 2, 0, 0, 0, 0]); // err(internal(..))
    guest.options = format!("i32.const {answer}");
    let (error, _) = misbehave(roomy(), &guest).await;
    assert!(matches!(&error, HostError::Trapped(why) if why.contains("utf-8")), "{error}");
}

#[tokio::test]
async fn an_answer_outside_of_memory_is_refused() {
    let mut guest = evil("");
    let answer = guest.arena.ok_list(0x7fff_0000, 3);
    guest.options = format!("i32.const {answer}");
    let (error, _) = misbehave(roomy(), &guest).await;
    assert_eq!(error.code(), "plugin_failed");
}

/// Sixteen guests spin, on two threads, for as long as the test runs; a neighbour's calls and a seventeenth call are
/// answered meanwhile.
#[tokio::test]
async fn neighbours_are_served_while_sixteen_guests_loop() {
    let world = Arc::new(World::new());
    world.add(&evil(LOOP)).await;
    world.add(&Guest::good("edc")).await;
    let loops: Vec<_> = (0..16)
        .map(|n| {
            let world = Arc::clone(&world);
            tokio::spawn(async move {
                let mut context = study();
                context.study.id = format!("study-{n}");
                let target = Target::Slot("evil");
                world.host.options(target, context, Query::default()).await
            })
        })
        .collect();
    while world.host.running() < 16 {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.options("evil").await, Err(HostError::Busy("plugin")));
    for _ in 0..20 {
        assert_eq!(world.validate("edc", vec![]).await, Ok(vec![]));
        let outcome = world.host.apply(Target::Slot("edc"), study(), batch(3)).await;
        assert_eq!(outcome.unwrap().succeeded.len(), 3);
    }
    assert_eq!(world.host.running(), 16, "all of them were still looping");
    for task in &loops {
        task.abort();
    }
    world.host.idle().await;
    let stats = world.stats("evil", Phase::Options);
    assert_eq!(stats.outcomes.get("cancelled"), Some(&16));
    assert!(!stats.breaker_open, "who is cancelled has not failed");
}

#[tokio::test]
async fn a_full_host_says_so_at_once_and_recovers() {
    let mut settings = roomy();
    settings.concurrency.overall = 2;
    let world = Arc::new(World::with(settings));
    world.add(&evil(LOOP)).await;
    world.add(&Guest::good("edc")).await;
    let loops: Vec<_> = (0..2)
        .map(|_| {
            let world = Arc::clone(&world);
            tokio::spawn(async move { world.options("evil").await })
        })
        .collect();
    while world.host.running() < 2 {
        tokio::task::yield_now().await;
    }
    let error = world.validate("edc", vec![]).await.unwrap_err();
    assert_eq!(error, HostError::Busy("overall"));
    assert_eq!((error.status(), error.retry_after_s()), (503, Some(1)));
    for task in loops {
        task.abort();
    }
    world.host.idle().await;
    assert_eq!(world.validate("edc", vec![]).await, Ok(vec![]));
}

/// More instances than the pool has: the call is refused, and nothing waits or dies.
#[tokio::test]
async fn an_exhausted_pool_refuses_and_recovers() {
    let mut settings = roomy();
    settings.concurrency.overall = 2;
    let world = World::with(settings);
    world.add(&Guest::good("edc")).await;
    let plugin = world.host.find(Target::Slot("edc")).unwrap();
    let mut held = Vec::new();
    loop {
        let mut store = world.host.0.store(&plugin, (study(), Sent::default()), Phase::Describe, None).unwrap();
        match plugin.pre.instantiate_async(&mut store).await {
            Ok(_) => held.push(store),
            Err(_) => break,
        }
    }
    assert_eq!(held.len(), 4, "the permits and the two spare ones");
    let error = world.validate("edc", vec![]).await.unwrap_err();
    assert_eq!(error, HostError::Busy("pool"));
    drop(held);
    assert_eq!(world.validate("edc", vec![]).await, Ok(vec![]));
}

#[tokio::test]
async fn markup_and_tricks_in_labels_stay_text() {
    let mut guest = Guest::good("evil");
    let label = guest.arena.message("label", "none");
    let definition = guest.arena.definition("project", label);
    guest.describe = format!("i32.const {definition}");
    guest.zh = r#"{"label":"<img src=x onerror=alert(1)>\u202egnp\u0000"}"#.into();
    guest.en = guest.zh.clone();
    let world = World::new();
    world.add(&guest).await;
    let definition = world.host.describe(Target::Slot("evil"), study()).await.unwrap();
    assert_eq!(definition.columns[0].label, "<img src=x onerror=alert(1)>\u{fffd}gnp ");
}

#[tokio::test]
async fn forged_ids_put_the_whole_call_at_fault() {
    let mut guest = Guest::good("evil");
    let [id, len] = guest.arena.text("somebody-else");
    let successes = guest.arena.words(&[id, len, 0, 0, 0]);
    let answer = guest.arena.words(&[0, successes, 1, 0, 0, 0, 0, 0]);
    guest.apply = format!("i32.const {answer}");
    let world = World::new();
    world.add(&guest).await;
    let error = world.host.apply(Target::Slot("evil"), study(), batch(1)).await.unwrap_err();
    assert_eq!(error.code(), "plugin_bad_answer");
}

#[tokio::test]
async fn reserved_claims_put_the_whole_call_at_fault() {
    for (name, json, good) in
        [("roles", r#"[{"role":"CRA"}]"#, true), ("sub", r#""somebody""#, false), ("roles", "[", false)]
    {
        let mut guest = Guest::good("evil");
        guest.claims = true;
        let [name, name_len] = guest.arena.text(name);
        let [text, text_len] = guest.arena.text(json);
        let claim = guest.arena.words(&[name, name_len, text, text_len]);
        let answer = guest.arena.ok_list(claim, 1);
        guest.project = format!("i32.const {answer}");
        let world = World::new();
        world.add(&guest).await;
        let projection = Projection::default();
        let claims = world.host.project(Target::Slot("evil"), study(), projection).await;
        match claims {
            Ok(claims) => assert!(good && claims["roles"][0]["role"] == "CRA"),
            Err(error) => assert!(!good && error.code() == "plugin_bad_answer", "{error}"),
        }
    }
}

#[tokio::test]
async fn a_failing_export_is_suspended_and_tried_again() {
    let world = World::new();
    world.add(&evil("unreachable")).await;
    for _ in 0..5 {
        let error = world.options("evil").await.unwrap_err();
        assert_eq!(error.code(), "plugin_failed");
    }
    let error = world.options("evil").await.unwrap_err();
    assert_eq!(error, HostError::Suspended { retry_after_ms: 30_000 });
    assert!(world.host.is_suspended("evil", Phase::Options));
    assert!(world.stats("evil", Phase::Options).breaker_open);
    assert_eq!(world.validate("evil", vec![]).await, Ok(vec![]), "others go on");
    world.now.fetch_add(30_000, Ordering::SeqCst);
    assert_eq!(world.options("evil").await.unwrap_err().code(), "plugin_failed");
    assert_eq!(world.options("evil").await.unwrap_err().code(), "plugin_suspended");
    let mut repaired = Guest::good("evil");
    repaired.sequence = 2;
    world.add(&repaired).await;
    assert!(world.options("evil").await.is_ok(), "a new version starts afresh");
}
