//! A client's address is called only if the operator allows it.

use super::*;
use crate::kernel::outbound::{Answer as Found, Lookup};

/// A resolver under a client's control.
struct Says(&'static str);

impl Lookup for Says {
    fn lookup(&self, _host: String) -> Found {
        let address = self.0.parse().unwrap();
        Box::pin(async move { Ok(vec![address]) })
    }
}

both! {
    async fn no_client_makes_the_server_talk_to_its_neighbours(engine) {
        let w = World::new(engine).await;
        let rp = Receiver::start().await;
        let port = rp.origin.rsplit(':').next().unwrap();
        let mut names = Vec::new();
        for (at, host) in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1",
            "169.254.169.254", "192.168.1.1", "0.0.0.0"].into_iter().enumerate()
        {
            let name = format!("evil-{at:02}");
            told_at(&w, &name, &format!("https://{host}:{port}/backchannel"), json!({})).await;
            tokens(&w, &name, &w.sign_in("u1", ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"][at]).await).await;
            end(&w, ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"][at]).await;
            names.push(name);
        }
        let guarded = Notices::new(w.provider.clone(), &Outbound::new(Vec::new())).unwrap();
        assert_eq!(guarded.run_due().await.unwrap(), names.len());
        assert_eq!(standing(&w).await, vec![waiting(1, "denied", None); names.len()]);
        assert!(rp.calls().is_empty());
    }
}

both! {
    async fn a_name_that_turns_private_is_refused_when_it_is_dialled(engine) {
        let (w, rp) = one(engine).await;
        let port = rp.origin.rsplit(':').next().unwrap();
        told_at(&w, "rp", &format!("http://rp.localhost:{port}/backchannel"), json!({})).await;
        end(&w, "s1").await;
        let rebound = Notices::new(w.provider.clone(), &Outbound::with_lookup(Vec::new(), Says("127.0.0.1"))).unwrap();
        assert_eq!(rebound.run_due().await.unwrap(), 1);
        assert_eq!((rp.calls().len(), standing(&w).await), (0, vec![waiting(1, "denied", None)]));
        // The operator may allow it.
        let allowed = Outbound::with_lookup(vec!["127.0.0.0/8".parse().unwrap()], Says("127.0.0.1"));
        w.t.clock.advance(5);
        assert_eq!(Notices::new(w.provider.clone(), &allowed).unwrap().run_due().await.unwrap(), 1);
        assert_eq!(rp.calls().len(), 1);
    }
}

both! {
    async fn what_a_client_says_is_bounded_and_where_it_went_is_noticed(engine) {
        let w = World::new(engine).await;
        let chatty = Receiver::saying(1 << 20).await;
        chatty.register(&w, "a-chatty", json!({})).await;
        let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        told_at(&w, "b-closed", &format!("http://{closed}/"), json!({})).await;
        chatty.register(&w, "c-gone", json!({})).await;
        chatty.register(&w, "d-changed", json!({})).await;
        let who = w.sign_in("u1", "s1").await;
        for client in ["a-chatty", "b-closed", "c-gone", "d-changed"] {
            tokens(&w, client, &who).await;
        }
        end(&w, "s1").await;
        let mut cx = w.cx();
        crate::provider::clients::delete(&mut cx, "c-gone").await.unwrap();
        cx.commit().await.unwrap();
        w.register(json!({ "client_id": "d-changed", "client_secret": SECRET, "redirect_uris": [CALLBACK] })).await;
        assert_eq!(notices(&w).run_due().await.unwrap(), 4);
        let gone = || ("failed".to_owned(), 1, Some("gone".to_owned()), None);
        let want = [waiting(1, "answer", None), waiting(1, "connect", None), gone(), gone()];
        assert_eq!(standing(&w).await, want);
    }
}
