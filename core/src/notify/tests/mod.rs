//! The outbox, on both engines, with files and with gateways that this process simulates.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::*;
use crate::both;
use crate::config::{Channel, Config};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::kernel::secret::Secret;
use crate::testing::{Engine, TestKernel};

mod foreign;
mod mail;
mod push_log;
mod templates;
mod tls;

/// Finds one person, by one phone.
#[derive(Debug)]
struct Alice;

impl Addressing for Alice {
    fn address<'a>(&'a self, cx: &'a mut Ctx, wanted: &'a Wanted) -> BoxFuture<'a, Result<Option<Addressed>, Error>> {
        Box::pin(async move {
            cx.db().await?;
            Ok((wanted.facts.get("phone") == "13800138000").then(|| Addressed {
                address: "13800138000".into(),
                notice: Notice::UserName { user_name: "alice".into() },
                locale: Locale::En,
                user: Id::from("id-alice"),
                tenant: None,
            }))
        })
    }
}

struct Post {
    t: TestKernel,
    dir: tempfile::TempDir,
    outbox: Outbox,
    config: Config,
}

impl Post {
    async fn new(engine: Engine, adjust: impl FnOnce(&mut Config)) -> Self {
        let t = engine.kernel().await;
        let dir = tempfile::tempdir().unwrap();
        let mut config = Config { data_dir: dir.path().to_owned(), ..Config::default() };
        config.notify.channel = Channel::File;
        adjust(&mut config);
        config.validate().unwrap();
        let mut tx = t.kernel.db().begin().await.unwrap();
        tx.write(
            "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
             email_valid, phone, phone_valid, password_reset, status, user_type, remark, language, org, created_at, \
             updated_at) VALUES ('id-alice', 1, 'alice', 'alice', '', '', 'a@b.cn', 'a@b.cn', FALSE, '13800138000', FALSE, \
             FALSE, 0, 0, '', 'zh', 'local', 0, 0)",
        )
        .execute()
        .await
        .unwrap();
        tx.commit().await.unwrap();
        let outbox = Self::open(&t, &config);
        Self { t, dir, outbox, config }
    }

    fn open(t: &TestKernel, config: &Config) -> Outbox {
        let loopback = Outbound::new(vec!["127.0.0.0/8".parse().unwrap()]);
        Outbox::open(&t.kernel, config, &loopback, Arc::new(Alice)).unwrap()
    }

    async fn send(&self, kind: Kind, notice: Notice, life: i64) -> Id {
        let mut cx = Ctx::system(&self.t.kernel, "test");
        let address = if kind == Kind::Sms { "13800138000" } else { "alice@example.org" };
        let user = Some(Id::from("id-alice"));
        let (locale, address) = (Locale::En, address.into());
        let message = Message { kind, address, notice, locale, user, tenant: None, software: None, life };
        let id = send(&mut cx, message).await.unwrap();
        cx.commit().await.unwrap();
        id
    }

    async fn row(&self) -> (String, i64, Option<String>, Option<Vec<u8>>) {
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        tx.query("SELECT state, attempts, last_error, content FROM messages ORDER BY id DESC LIMIT 1")
            .one()
            .await
            .unwrap()
    }

    fn files(&self) -> Vec<Value> {
        let Ok(found) = std::fs::read_dir(self.dir.path().join("outbox")) else { return Vec::new() };
        found.map(|f| serde_json::from_slice(&std::fs::read(f.unwrap().path()).unwrap()).unwrap()).collect()
    }

    async fn actions(&self) -> Vec<(String, Option<String>)> {
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        tx.query("SELECT action, reason FROM audit_events ORDER BY at, id").all().await.unwrap()
    }
}

fn code() -> Notice {
    Notice::SignInCode { code: Secret::new("123456"), minutes: 5 }
}

/// The requests to a simulated gateway, which answers by a script.
type Posted = Arc<Mutex<Vec<(HeaderMap, Value)>>>;

async fn gateway(answers: Vec<(StatusCode, &'static str)>) -> (String, Posted) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/send", listener.local_addr().unwrap());
    let posted = Posted::default();
    let seen = Arc::clone(&posted);
    let take = move |headers: HeaderMap, body: String| {
        let mut seen = seen.lock().unwrap();
        let answer = answers[seen.len().min(answers.len() - 1)];
        seen.push((headers, serde_json::from_str(&body).unwrap()));
        async move { answer }
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/send", post(take))).await.unwrap() });
    (url, posted)
}

both! {
    async fn a_message_is_one_file(engine) {
        let post = Post::new(engine, |_| {}).await;
        let id = post.send(Kind::Sms, code(), 300).await;
        assert_eq!((post.outbox.run_due().await.unwrap(), post.outbox.run_due().await.unwrap()), (1, 0));
        assert_eq!(post.files(), [json!({
            "id": id, "kind": "sms", "purpose": "sign-in-code", "to": "13800138000", "locale": "en",
            "text": "[Cardea] 123456 is your sign-in code. It is good for 5 minutes. Do not share it; nobody of ours will ask for it.",
            "values": { "code": "123456", "minutes": "5" }, "createdAt": "2026-01-05T08:00:00.000Z",
        })]);
        let names: Vec<_> = std::fs::read_dir(post.dir.path().join("outbox")).unwrap().map(|f| f.unwrap()).collect();
        assert_eq!(names[0].file_name().to_str().unwrap(), format!("{id}.json"));
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&names[0].metadata().unwrap().permissions()) & 0o777, 0o600);
        assert_eq!(post.row().await, ("sent".into(), 1, None, None));
        let actions = post.actions().await;
        assert_eq!(actions, [("message.queued".to_owned(), None), ("message.sent".to_owned(), None)]);
    }
}

both! {
    async fn a_message_of_an_undone_transaction_is_none(engine) {
        let post = Post::new(engine, |_| {}).await;
        let mut cx = Ctx::system(&post.t.kernel, "test");
        let asked = Asked { kind: Kind::Sms, purpose: Purpose::UserName, facts: Facts::default(), locale: Locale::Zh, life: 9 };
        ask(&mut cx, asked).await.unwrap();
        drop(cx);
        assert_eq!(post.outbox.run_due().await.unwrap(), 0);
    }
}

both! {
    async fn an_asked_for_message_goes_to_whom_it_is_for_or_is_forgotten(engine) {
        let post = Post::new(engine, |_| {}).await;
        for phone in ["13800138000", "13700137000"] {
            let mut cx = Ctx::system(&post.t.kernel, "test");
            let facts = Facts::default().with("phone", phone);
            ask(&mut cx, Asked { kind: Kind::Sms, purpose: Purpose::UserName, facts, locale: Locale::Zh, life: 60 }).await.unwrap();
            cx.commit().await.unwrap();
        }
        assert_eq!(post.outbox.run_due().await.unwrap(), 2);
        let files = post.files();
        assert_eq!(files.len(), 1);
        assert_eq!((&files[0]["to"], &files[0]["locale"]), (&json!("13800138000"), &json!("en")));
        let mut tx = post.t.kernel.db().begin().await.unwrap();
        let rows: Vec<(String, Option<String>)> = tx.query("SELECT address, user_id FROM messages").all().await.unwrap();
        assert_eq!(rows, [("13800138000".to_owned(), Some("id-alice".to_owned()))]);
    }
}

both! {
    async fn any_number_of_nodes_send_each_message_once(engine) {
        let (url, posted) = gateway(vec![(StatusCode::OK, "{}")]).await;
        let live = |c: &mut Config| { c.notify.channel = Channel::Live; c.notify.sms.url = url; };
        let post = Post::new(engine, live).await;
        for _ in 0..12 {
            post.send(Kind::Sms, code(), 300).await;
        }
        let nodes: Vec<_> = (0..4).map(|_| Post::open(&post.t, &post.config)).collect();
        let taken = futures::future::join_all(nodes.iter().map(Outbox::run_due)).await;
        assert_eq!(taken.into_iter().map(Result::unwrap).sum::<usize>(), 12);
        assert_eq!(posted.lock().unwrap().len(), 12);
    }
}

both! {
    async fn the_gateway_gets_what_is_configured_and_no_value_leaves_its_text(engine) {
        let (url, posted) = gateway(vec![(StatusCode::OK, r#"{"Code":"OK"}"#)]).await;
        let post = Post::new(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.sms.url = url;
            c.notify.sms.body = r#"{"phones":["{to}"],"params":{"code":"{code}","name":"{userName}"},"n":1,"x":"{nothing} {"}"#.into();
            c.notify.sms.headers = [("X-Api-Key".to_owned(), Secret::new("k3y"))].into();
            c.notify.sms.ok_pointer = "/Code".into();
            c.notify.sms.ok_value = "OK".into();
        }).await;
        post.send(Kind::Sms, code(), 300).await;
        post.outbox.run_due().await.unwrap();
        post.send(Kind::Sms, Notice::UserName { user_name: "a\",\"to\":\"x{code}".into() }, 300).await;
        post.outbox.run_due().await.unwrap();
        let posted = posted.lock().unwrap().clone();
        assert_eq!(posted[0].0["x-api-key"], "k3y");
        assert_eq!(posted[0].1, json!({ "phones": ["13800138000"], "params": { "code": "123456", "name": "{userName}" }, "n": 1, "x": "{nothing} {" }));
        assert_eq!(posted[1].1["params"]["name"], "a\",\"to\":\"x{code}");
        assert_eq!(post.row().await.0, "sent");
        assert!(!format!("{:?}", post.outbox).contains("k3y"));
    }
}

both! {
    async fn what_fails_is_tried_again_at_longer_intervals_and_given_up(engine) {
        let (url, posted) = gateway(vec![(StatusCode::SERVICE_UNAVAILABLE, "")]).await;
        let post = Post::new(engine, |c| { c.notify.channel = Channel::Live; c.notify.sms.url = url; }).await;
        post.send(Kind::Sms, code(), 60).await;
        for (wait, attempts) in [(0, 1), (4, 1), (1, 2), (9, 2), (1, 3), (19, 3), (1, 4)] {
            post.t.clock.advance(wait);
            post.outbox.run_due().await.unwrap();
            assert_eq!(post.row().await.1, attempts, "after {wait} s more");
        }
        // The fifth attempt would be 40 s later, when the code has expired.
        let (state, _, error, content) = post.row().await;
        // It is kept for whoever sends it again, and wiped when it is of no use.
        assert_eq!((state.as_str(), error.as_deref(), content.is_some()), ("failed", Some("later"), true));
        post.t.clock.advance(86_400);
        assert_eq!(post.outbox.run_due().await.unwrap(), 0);
        assert_eq!(posted.lock().unwrap().len(), 4);
        assert_eq!(post.actions().await.last().unwrap(), &("message.unsent".to_owned(), Some("later".to_owned())));
        post.t.clock.advance(180 * 86_400);
        assert_eq!(post.outbox.sweep().await.unwrap(), 1);
    }
}

both! {
    async fn a_refusal_is_final_and_so_is_a_kind_without_a_gateway(engine) {
        let (url, posted) = gateway(vec![(StatusCode::BAD_REQUEST, ""), (StatusCode::OK, r#"{"Code":"isv.LIMIT"}"#)]).await;
        let post = Post::new(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.sms.url = url;
            c.notify.sms.ok_pointer = "/Code".into();
            c.notify.sms.ok_value = "OK".into();
        }).await;
        for _ in 0..2 {
            post.send(Kind::Sms, code(), 300).await;
            post.outbox.run_due().await.unwrap();
            let (state, attempts, error, content) = post.row().await;
            assert_eq!((state.as_str(), attempts, error.as_deref()), ("failed", 1, Some("refused")));
        assert!(content.is_some(), "it is kept for whoever sends it again");
        }
        post.t.clock.advance(1);
        post.send(Kind::Email, code(), 300).await;
        post.outbox.run_due().await.unwrap();
        let (state, attempts, error, content) = post.row().await;
        assert_eq!((state.as_str(), attempts, error.as_deref()), ("failed", 1, Some("unconfigured")));
        assert!(content.is_some(), "it is kept for whoever sends it again");
        assert_eq!(posted.lock().unwrap().len(), 2);
    }
}

both! {
    async fn a_gateway_on_a_private_address_is_not_called_unless_it_is_allowed(engine) {
        let (url, posted) = gateway(vec![(StatusCode::OK, "")]).await;
        let post = Post::new(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.sms.url = url;
            c.notify.email.host = "127.0.0.1".into();
            c.notify.email.from = "noreply@example.org".into();
        }).await;
        let guarded = Outbox::open(&post.t.kernel, &post.config, &Outbound::new(vec![]), Arc::new(Alice)).unwrap();
        for kind in [Kind::Sms, Kind::Email] {
            post.send(kind, code(), 300).await;
            guarded.run_due().await.unwrap();
            assert_eq!(post.row().await.2.as_deref(), Some("denied"), "{kind:?}");
            post.t.clock.advance(1);
        }
        assert!(posted.lock().unwrap().is_empty());
    }
}

both! {
    async fn when_a_node_dies_another_goes_on_after_the_lease(engine) {
        let post = Post::new(engine, |_| {}).await;
        post.send(Kind::Sms, code(), 300).await;
        let mut cx = Ctx::system(&post.t.kernel, "test");
        let lease = cx.now().plus_seconds(60);
        let dead = MESSAGES.claim::<store::Attempt>(&mut cx, || 8).await.unwrap().remove(0);
        cx.commit().await.unwrap();
        assert_eq!(post.outbox.run_due().await.unwrap(), 0);
        post.t.clock.advance(60);
        assert_eq!(post.outbox.run_due().await.unwrap(), 1);
        assert_eq!(post.row().await.0, "sent");
        // The node that was thought dead comes back: the message is settled, and stays so.
        let mut cx = Ctx::system(&post.t.kernel, "test");
        let late = store::Settled {
            state: State::Waiting, next_attempt_at: lease, trouble: Some(Trouble::Later), address: String::new(),
            locale: Locale::Zh, user_id: None, tenant_id: None, answer: String::new(), keeps_content: true, said: None,
        };
        assert!(!store::settle(&mut cx, Kind::Sms, &dead, late).await.unwrap());
    }
}

both! {
    async fn what_hangs_holds_up_itself_alone(engine) {
        let post = Post::new(engine, |_| {}).await;
        for _ in 0..20 {
            post.send(Kind::Sms, code(), 300).await;
        }
        // Two nodes with eight places each: four hang until everything else was attempted.
        let (begun, quick) = (AtomicUsize::new(0), tokio::sync::Semaphore::new(0));
        let attempt = |_: store::Attempt| async {
            if begun.fetch_add(1, Ordering::Relaxed) < 4 {
                drop(quick.acquire_many(16).await.unwrap());
            } else {
                quick.add_permits(1);
            }
            Ok(())
        };
        let node = || MESSAGES.run_due(&post.t.kernel, "test", &attempt);
        let (one, other) = tokio::join!(node(), node());
        assert_eq!((one.unwrap() + other.unwrap(), begun.load(Ordering::Relaxed)), (20, 20));
    }
}

#[test]
fn every_text_is_complete_in_both_languages() {
    let name = || "alice".to_owned();
    let link = || Secret::new("https://x/forget?key=k");
    let code = || Secret::new("654321");
    let invitation =
        |is_reminder| Notice::Invitation { link: link(), days: 3, tenant_name: name(), inviter: name(), is_reminder };
    let preauthorisation = |is_reminder| Notice::Preauthorisation {
        link: link(),
        days: 3,
        tenant_name: name(),
        inviter: name(),
        software_name: name(),
        study_names: name(),
        is_reminder,
    };
    let notices = [
        Notice::SignInCode { code: code(), minutes: 5 },
        Notice::RecoveryCode { code: code(), minutes: 5 },
        Notice::PhoneCode { code: code(), minutes: 5, user_name: name() },
        Notice::RecoveryLink { link: link(), minutes: 30, user_name: name() },
        Notice::UserName { user_name: name() },
        Notice::PasswordRecovered { user_name: name() },
        Notice::AccountLocked { user_name: name(), minutes: 15 },
        Notice::FactorsChanged { user_name: name() },
        Notice::FactorsReset { user_name: name() },
        Notice::PasswordReset { link: link(), hours: 24, user_name: name() },
        Notice::PasswordSet { user_name: name() },
        Notice::ContactChanged { user_name: name() },
        Notice::PasswordExpiring { user_name: name(), days: 3, portal: "https://x/".into() },
        Notice::LicencesEnding { count: 2, lines: name() },
        Notice::EmailVerification { link: link(), hours: 24, user_name: name() },
        Notice::PinCode { code: code(), minutes: 30, tenant_name: name() },
        invitation(false),
        invitation(true),
        preauthorisation(false),
        preauthorisation(true),
    ];
    for notice in notices {
        for kind in [Kind::Sms, Kind::Email] {
            for locale in [Locale::Zh, Locale::En] {
                let words =
                    texts::words(kind, locale, "系统", &texts::standard(notice.purpose(), locale), &notice.facts());
                assert!(!words.text.contains(['{', '}']), "{}", words.text);
                assert_eq!(words.subject.is_some(), kind == Kind::Email);
                assert_eq!(words.html.is_some(), kind == Kind::Email);
                let chinese = words.text.replace("系统", "").chars().any(|c| ('一'..='鿿').contains(&c));
                assert_eq!(chinese, locale == Locale::Zh, "{}", words.text);
            }
        }
        assert_eq!(Purpose::parse(notice.purpose().as_str()), Some(notice.purpose()));
        let Value::Object(facts) = serde_json::to_value(notice.facts()).unwrap() else { panic!("facts are an object") };
        assert_eq!(facts.keys().collect::<Vec<_>>(), notice.purpose().values());
        let has_secret = ["code", "link"].iter().any(|secret| facts.contains_key(*secret));
        assert_eq!(notice.purpose().has_secret(), has_secret, "{:?}", notice.purpose());
        assert!(!format!("{notice:?} {:?}", notice.facts()).contains("654321"));
    }
}
