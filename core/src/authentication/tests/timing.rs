//! Tests that the time of an answer does not tell whether an account exists: 500 samples a side, Mann-Whitney.
//!
//! Not for the parallel suite, which keeps the processors busy: run `make timing` on a quiet machine, one engine after
//! the other. Samples of both sides alternate, so that changes of the load affect both.

use std::time::Instant;

use super::*;
use crate::both;

const SAMPLES: usize = 500;
/// Below this p the two sides differ.
const LEVEL: f64 = 0.01;

/// The complementary error function; Abramowitz and Stegun, formula 7.1.26, good to seven digits.
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    sum.iter().fold(0.0, |all, factor| (all + factor) * t) * (-x * x).exp()
}

/// The two-sided p of the Mann-Whitney test that both samples come from one distribution; by the normal
/// approximation, with its correction for ties.
fn mann_whitney(one: &[u64], other: &[u64]) -> f64 {
    let mut all: Vec<(u64, bool)> = one.iter().map(|x| (*x, true)).chain(other.iter().map(|x| (*x, false))).collect();
    all.sort_unstable();
    let count = |n: usize| f64::from(u32::try_from(n).unwrap());
    let (mut ranks, mut ties, mut at) = (0.0, 0.0, 0);
    while at < all.len() {
        let same = all[at..].iter().take_while(|(x, _)| *x == all[at].0).count();
        let rank = count(at) + f64::midpoint(count(same), 1.0);
        ranks += rank * count(all[at..at + same].iter().filter(|(_, mine)| *mine).count());
        ties += count(same).powi(3) - count(same);
        at += same;
    }
    let (m, n, both) = (count(one.len()), count(other.len()), count(all.len()));
    let statistic = ranks - m * (m + 1.0) / 2.0;
    let deviation = (m * n / 12.0 * (both + 1.0 - ties / (both * (both - 1.0)))).sqrt();
    erfc(((statistic - m * n / 2.0).abs() - 0.5).max(0.0) / deviation / std::f64::consts::SQRT_2)
}

#[test]
fn the_test_tells_samples_apart_that_differ_and_no_others() {
    let even: Vec<u64> = (0..500).map(|n| 1000 + (n * 7919) % 400).collect();
    let odd: Vec<u64> = (0..500).map(|n| 1000 + (n * 104_729 + 3) % 400).collect();
    let slower: Vec<u64> = odd.iter().map(|x| x + 40).collect();
    assert!(mann_whitney(&even, &odd) > 0.05);
    assert!(mann_whitney(&even, &slower) < 1e-6);
    assert!((erfc(1.0) - 0.157_299_2).abs() < 1e-6);
}

/// Times one call for an existing account and for a missing one, in turns. Preparations are not timed.
#[expect(clippy::disallowed_methods, reason = "this measures real time")]
async fn compare(
    app: &App,
    what: &'static str,
    prepare: impl AsyncFn(&mut Browser, bool),
    call: impl AsyncFn(&mut Browser, bool),
) -> Option<&'static str> {
    let mut sides = [Vec::with_capacity(SAMPLES), Vec::with_capacity(SAMPLES)];
    for sample in 0..SAMPLES + 20 {
        // Which side goes first also alternates.
        for there in [sample % 2 == 0, sample % 2 != 0] {
            // A day later: no limit of the day before applies.
            app.t.clock.advance(86_400);
            let mut browser = app.browser();
            browser.get("/api/sys/captcha/work").await.ok();
            browser.post(FIND, &json!({ "userName": name(there) })).await.ok();
            prepare(&mut browser, there).await;
            let begun = Instant::now();
            call(&mut browser, there).await;
            let took = u64::try_from(begun.elapsed().as_nanos()).unwrap();
            if sample >= 20 {
                sides[usize::from(there)].push(took);
            }
        }
    }
    let p = mann_whitney(&sides[0], &sides[1]);
    let median = |side: &mut Vec<u64>| {
        side.sort_unstable();
        side[SAMPLES / 2] / 1000
    };
    let [nobody, somebody] = &mut sides;
    println!("{what}: nobody {} us, somebody {} us, p = {p:.4}", median(nobody), median(somebody));
    (p <= LEVEL).then_some(what)
}

const FIND: &str = "/api/account/forget/find";
const SEND: &str = "/api/account/forget/send/code";
const MAIL: &str = "/api/account/forget/email/find";
const NAME: &str = "/api/account/forget/phone/find";
const RECOVER: &str = "/api/account/forget/check/auth";
const CHANGE: &str = "/api/sys/user/username/password";
const CHECK: &str = "/api/sys/login/checkAuthCode";

const fn name(there: bool) -> &'static str {
    if there { "alice" } else { "nobody" }
}

const fn phone_of(there: bool) -> &'static str {
    if there { "13800138000" } else { "13700137000" }
}

async fn nothing(_: &mut Browser, _: bool) {}

/// Asks for a code, or for another message.
async fn asks(app: &App) -> Vec<Option<&'static str>> {
    let sends = async |browser: &mut Browser, there| {
        browser.post(SEND, &json!({ "userName": name(there) })).await.ok();
    };
    vec![
        compare(app, FIND, nothing, async |browser, there| {
            browser.post(FIND, &json!({ "userName": name(there) })).await.ok();
        })
        .await,
        compare(app, "sendAuthCode", nothing, async |browser, there| {
            browser.ask(phone_of(there)).await.ok();
        })
        .await,
        compare(app, SEND, nothing, sends).await,
        compare(app, MAIL, nothing, async |browser, there| {
            browser.post(MAIL, &json!({ "email": format!("{}@example.org", name(there)) })).await.ok();
        })
        .await,
        compare(app, NAME, nothing, async |browser, there| {
            browser.post(NAME, &json!({ "phone": phone_of(there) })).await.ok();
        })
        .await,
        compare(app, RECOVER, sends, async |browser, there| {
            let body = json!({ "userName": name(there), "phone": "13800138000", "authCode": "123456",
                "password": "Another1horsebattery", "rePassword": "Another1horsebattery" });
            browser.post(RECOVER, &body).await.fails("701");
        })
        .await,
    ]
}

/// Submits a wrong password or code.
async fn tries(app: &App) -> Vec<Option<&'static str>> {
    vec![
        compare(app, "login by phone", nothing, async |browser, there| {
            browser.login_by_phone(phone_of(there), "123456").await.fails("701");
        })
        .await,
        compare(
            app,
            CHECK,
            async |browser, there| {
                browser.ask(phone_of(there)).await.ok();
            },
            async |browser, there| {
                browser.post(CHECK, &json!({ "phone": phone_of(there), "code": "123456" })).await.fails("701");
            },
        )
        .await,
        compare(app, "login by password", nothing, async |browser, there| {
            browser.login(name(there), "Wrong1horse").await.fails("701");
        })
        .await,
        compare(app, CHANGE, nothing, async |browser, there| {
            let body =
                json!({ "userName": name(there), "password": "Wrong1horse", "newPassword": "Another1horsebattery" });
            browser.post(CHANGE, &body).await.fails("701");
        })
        .await,
    ]
}

both! {
    #[ignore = "measures time: on a quiet machine, alone"]
    async fn no_answer_tells_by_its_time_whether_there_is_an_account(engine) {
        let app = App::with(engine, |c| {
            c.sign_in.captcha_after = 1_000_000;
            c.sign_in.lock_after = 1_000_001;
            c.sign_in.password_profile = crate::config::PasswordProfile::Nist;
        })
        .await;
        app.user_with_phone("alice", phone_of(true)).await;
        let mut telling = asks(&app).await;
        telling.extend(tries(&app).await);
        assert_eq!(telling.into_iter().flatten().collect::<Vec<_>>(), [""; 0], "{engine:?}");
    }
}
