//! The ledger: it equals the grants at every moment, says who did what, and proves it in a file.

use std::io::Cursor;

use super::*;
use crate::audit::{NoteError, ProofError, Trail};
use crate::authorisation::verify_held;
use crate::kernel::clock::{Clock as _, Time};
use crate::resources::Became;

pub(super) const CHANGES: &str = "/api/admin/grant-changes";
pub(super) const HELD: &str = "/api/admin/held-grants";

pub(super) fn with_filter(path: &str, filter: &Value) -> String {
    let filter = url::form_urlencoded::byte_serialize(filter.to_string().as_bytes()).collect::<String>();
    format!("{path}?range=[0,99]&filter={filter}")
}

impl World {
    fn now(&self) -> Time {
        self.t.clock.now()
    }

    /// The user `outsider`, who authorises in the first tenant and reads its history.
    pub(super) fn chief(&self, tenant: &Tenant) -> Who {
        let menus = [(Permission::UserAllowed, Act::Edit), (Permission::UserAllowedHistory, Act::View)];
        fixtures::person(&self.outsider.id, Allowed::Nothing, &[(tenant, Allowed::Menus(menus.into()))])
    }

    pub(super) async fn list(&self, who: &Who, path: &str, filter: &Value) -> Answer {
        self.raw(who, "en", "GET", &with_filter(path, filter), "").await
    }

    /// Who has what on the first study at a moment, by the ledger: grants with their picks.
    async fn then(&self, at: Time) -> Vec<(String, Value)> {
        let filter = json!({ "studyId": self.bound[0].study_id, "at": at });
        let answer = self.list(&self.chief(&self.here), HELD, &filter).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let rows = answer.body.as_array().unwrap().iter();
        rows.map(|row| (row["id"].as_str().unwrap().to_owned(), row["shown"].clone())).collect()
    }

    /// The same now, by the grants.
    async fn stand(&self) -> Vec<(String, Value)> {
        let mut cx = ReadCtx::system(&self.t.kernel);
        let query = cx.db().await.unwrap().query(
            "SELECT id, CAST(shown AS TEXT) AS shown FROM grants WHERE revoked_at IS NULL AND suspended_at IS NULL",
        );
        let query = query.push(" AND study_id = ", self.bound[0].study_id.clone());
        let rows: Vec<(String, String)> = query.sql(" ORDER BY id").all().await.unwrap();
        rows.into_iter().map(|(id, shown)| (id, serde_json::from_str(&shown).unwrap())).collect()
    }

    async fn write(&self, sql: &'static str, id: &Id) {
        let mut cx = fixtures::system(&self.t.kernel);
        cx.db().await.unwrap().write(sql).bind(id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
    }

    /// One operation of a script: whatever it means for that person at that moment.
    async fn act(&self, draw: u32) {
        let user = if draw.is_multiple_of(2) { &self.zhang } else { &self.li };
        let here = || self.here.id.clone();
        match draw / 2 % 12 {
            0 | 1 | 3 => drop(self.authorise(&self.row(&[0], "reports", "cra", "prod"), &[user], &[]).await),
            2 | 11 => {
                drop(
                    self.authorise(&self.row(&[0, 1], "coding", "tester", "uat"), &[&self.zhang, &self.li], &[]).await,
                );
            }
            4 | 5 if self.held(user).await != json!([]) => drop(self.revoked(&[&self.grant(user).await]).await),
            4 | 5 => {}
            6 => {
                self.write("UPDATE users SET status = 1 WHERE id = $1", &user.id).await;
                self.follow(user, Became::Locked).await;
            }
            7 => {
                self.write("UPDATE users SET status = 0 WHERE id = $1", &user.id).await;
                self.follow(user, Became::Unlocked).await;
            }
            10 => {
                self.write("DELETE FROM memberships WHERE user_id = $1", &user.id).await;
                self.follow(user, Became::Left(here())).await;
                self.t.clock.advance(1);
                let mut cx = fixtures::system(&self.t.kernel);
                fixtures::member(&mut cx, &self.here, user).await;
                cx.commit().await.unwrap();
            }
            8 => {
                self.write("UPDATE memberships SET enabled = 1 WHERE user_id = $1", &user.id).await;
                self.follow(user, Became::Disabled(here())).await;
            }
            _ => {
                self.write("UPDATE memberships SET enabled = 0 WHERE user_id = $1", &user.id).await;
                self.follow(user, Became::Enabled(here())).await;
            }
        }
    }

    /// The octets of a file.
    pub(super) async fn file(&self, who: &Who, path: &str, body: &Value) -> (StatusCode, Vec<u8>) {
        let request = Request::builder().method("POST").uri(path).header("content-type", "application/json");
        let mut request = request.body(Body::from(body.to_string())).unwrap();
        request.extensions_mut().insert(who.clone());
        let (parts, body) = self.face.clone().oneshot(request).await.unwrap().into_parts();
        (parts.status, axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }
}

both! {
    async fn the_ledger_equals_the_grants_at_every_moment_of_a_script(engine) {
        let w = World::new(engine).await;
        let (mut moments, mut draw) = (Vec::new(), 20_260_292_u32);
        for step in 0..24 {
            draw = draw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // The first gives everybody something.
            w.act(if step == 0 { 4 } else { draw >> 16 }).await;
            let stand = w.stand().await;
            assert_eq!(w.then(w.now()).await, stand, "after step {step}");
            moments.push((w.now(), stand));
            w.t.clock.advance(1);
        }
        w.told().await;
        let different: std::collections::BTreeSet<String> = moments.iter().map(|(_, stand)| json!(stand).to_string()).collect();
        assert!(different.len() > 5, "a script in which much happens: {different:?}");
        for (at, stand) in moments {
            assert_eq!(w.then(at).await, stand, "at {at}, asked later");
        }
        // What was not known yet is not answered.
        let filter = json!({ "studyId": w.bound[0].study_id, "at": w.now(), "knownAt": Time(0) });
        assert_eq!(w.list(&w.chief(&w.here), HELD, &filter).await.body, json!([]));
    }
}

both! {
    async fn the_history_says_who_did_what_with_the_names_of_that_time(engine) {
        let w = World::new(engine).await;
        let chief = w.chief(&w.here);
        let send = async |what: &str, mut body: Value| {
            body["tenantId"] = json!(w.here.id);
            let accepted = w.raw(&chief, "en", "POST", &w.at(&format!("/{what}")), body.to_string()).await;
            assert_eq!(accepted.status, 202, "{accepted:?}");
            w.done(accepted.body["batchId"].as_str().unwrap(), "en").await;
            w.t.clock.advance(60);
        };
        let first = w.now();
        for row in [w.row(&[0], "reports", "cra", "prod"), w.row(&[0, 1], "coding", "tester", "uat")] {
            let mut body = w.request(&row);
            body["userIds"] = json!([w.zhang.id]);
            send("authorise", body).await;
        }
        send("revoke", json!({ "ids": [w.grant(&w.zhang).await], "reason": "Left the study" })).await;
        w.write("UPDATE studies SET study_name = 'Renamed' WHERE id = $1", &w.bound[0].study_id).await;
        let all = w.list(&chief, CHANGES, &json!({})).await;
        let rows = all.body.as_array().unwrap();
        assert_eq!(each(&all.body, "kind"), ["revoked", "changed", "granted"]);
        assert_eq!(rows.iter().map(|row| row["type"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 1, 1]);
        let told = &rows[2];
        assert_eq!((&told["createByFullName"], &told["createByUserName"]), (&json!("outsider Full"), &json!("somebody")));
        assert_eq!((&told["fullName"], &told["userName"], &told["tenantName"]), (&json!("zhang Full"), &json!("zhang"), &json!("Here")));
        assert_eq!((&told["softwareName"], &told["studyName"], &told["siteNames"]), (&json!("EDC"), &json!("Alpha"), &json!("S01 · Hospital S01")));
        assert_eq!((&told["answer"], told["toldAt"].is_null(), &told["createTime"]), (&json!("confirmed"), false, &json!(first)));
        assert!(told["roleNames"].as_str().unwrap().ends_with("Clinical research associate @ Production"), "{told}");
        assert_eq!((&rows[0]["siteNames"], &rows[0]["reason"]), (&rows[1]["siteNames"], &json!("Left the study")), "what was taken is named");
        assert_eq!(rows[1]["siteNames"], "S01 · Hospital S01、S02 · Hospital S02");

        for (filter, want) in [
            (json!({ "type": "0" }), 3), (json!({ "type": "1" }), 2), (json!({ "type": "2" }), 1),
            (json!({ "createBy": w.outsider.id }), 3), (json!({ "createBy": w.li.id }), 0),
            (json!({ "tenantId": w.here.id, "softwareId": w.edc.id }), 3), (json!({ "softwareId": w.here.id }), 0),
            (json!({ "since": first, "until": first.plus_seconds(60) }), 1),
            (json!({ "studyNameLike": "lph" }), 3), (json!({ "studyNameLike": "a-01", "type": "2" }), 1), (json!({ "studyNameLike": "renamed" }), 0),
            (json!({ "siteNameLike": "s02" }), 2), (json!({ "userLike": "HANG" }), 3), (json!({ "userLike": "100%" }), 0),
            (json!({ "emailLike": "zhang@" }), 3), (json!({ "emailLike": "lina@" }), 0),
        ] {
            assert_eq!(w.list(&chief, CHANGES, &filter).await.body.as_array().unwrap().len(), want, "{filter}");
            // Also a full page, and one behind the end, know how many there are.
            for range in ["[0,0]", "[9,9]"] {
                let page = w.raw(&chief, "en", "GET", &with_filter(CHANGES, &filter).replace("[0,99]", range), "").await;
                assert!(page.headers["content-range"].to_str().unwrap().ends_with(&format!("/{want}")), "{filter} {range}: {page:?}");
            }
        }
        assert_eq!(w.list(&chief, CHANGES, &json!({ "type": "3" })).await.status, 400);
        // Another tenant's administrator sees nothing of it, and asks about nothing of it.
        let other = w.chief(&w.there);
        assert_eq!(w.list(&other, CHANGES, &json!({})).await.body, json!([]));
        assert_eq!(w.list(&other, CHANGES, &json!({ "tenantId": w.here.id })).await.status, 404);
        assert_eq!(w.list(&other, HELD, &json!({ "studyId": w.bound[0].study_id, "at": first })).await.status, 404);
        assert_eq!(w.file(&other, &format!("{CHANGES}/export"), &json!({ "tenantId": w.here.id })).await.0, 404);
        assert_eq!(w.list(&w.manager(Act::Edit), CHANGES, &json!({})).await.status, 403, "authorising is another menu");
        let operators = async |who: &Who, q: &str| w.raw(who, "en", "GET", &format!("{CHANGES}/operators?q={q}"), "").await.body;
        assert_eq!(each(&operators(&chief, "OUT").await, "fullName"), ["outsider Full"]);
        assert_eq!((operators(&chief, "zh").await, operators(&other, "out").await), (json!([]), json!([])));
        let (status, zip) = w.file(&chief, &format!("{CHANGES}/export"), &json!({ "type": "1" })).await;
        assert_eq!((status, &zip[..2]), (StatusCode::OK, &b"PK"[..]));
        assert_eq!(w.audited("grants").await.iter().filter(|n| n.action == "grant.exported").count(), 1);
        w.t.clock.advance(3600);
        assert_eq!(w.file(&chief, &format!("{CHANGES}/export"), &json!({})).await.0, 403, "without a recent proof");
    }
}

both! {
    async fn a_signed_file_of_who_had_what_is_checked_without_a_server(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang, &w.li], &[]).await;
        let at = w.now();
        w.t.clock.advance(60);
        w.revoked(&[&w.grant(&w.zhang).await]).await;
        let chief = w.chief(&w.here);
        let question = json!({ "studyId": w.bound[0].study_id, "at": at });
        let then = w.list(&chief, HELD, &question).await.body;
        assert_eq!(each(&then, "userName").len(), 2);
        let zhang = then.as_array().unwrap().iter().find(|row| row["userName"] == "zhang").unwrap();
        assert_eq!((&zhang["validFrom"], &zhang["validTo"]), (&json!(at), &json!(w.now())));
        let (status, file) = w.file(&chief, &format!("{HELD}/export"), &question).await;
        let text = String::from_utf8(file).unwrap();
        assert_eq!((status, text.lines().count()), (StatusCode::OK, 4), "{text}");
        let trail = Trail::with_anchors(&w.t.kernel, Vec::new(), 1);
        let key = trail.signer().await.unwrap().verifier().clone();
        let verified = verify_held(Cursor::new(&text), &key).unwrap();
        assert_eq!((verified.rows, &verified.about["study"]["studyCode"], verified.signed_at), (2, &json!("A-01"), w.now()));
        let cut: Vec<&str> = text.lines().filter(|line| !line.contains("\"userName\":\"zhang\"")).collect();
        let cut = format!("{}\n", cut.join("\n"));
        for changed in [text.replace("lina Full", "nobody"), text.replace("A-01", "A-02"), cut] {
            assert!(matches!(verify_held(Cursor::new(&changed), &key), Err(ProofError::Changed)), "{changed}");
        }
        let broken = text.lines().take(3).collect::<Vec<_>>().join("\n");
        assert!(matches!(verify_held(Cursor::new(&broken), &key), Err(ProofError::Form(_))));
        let other = crate::audit::Signer::from_pkcs8(&crate::audit::Signer::generate().unwrap()).unwrap();
        assert!(matches!(verify_held(Cursor::new(&text), other.verifier()), Err(ProofError::Note(NoteError::Signature))));
    }
}
