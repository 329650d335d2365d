//! Templates: changed, previewed, put back, and what the next message says then.

use serde_json::{Value, json};

use super::*;
use crate::kernel::text::html_escaped;
use crate::resources::testing::{self as world, Face};

const PATH: &str = "/api/admin/message-templates";

async fn face(post: &Post) -> Face {
    let mut cx = Ctx::system(&post.t.kernel, "start");
    seed(&mut cx).await.unwrap();
    cx.commit().await.unwrap();
    Face::with(&post.t.kernel, router(&post.outbox))
}

async fn recover(post: &Post) -> Value {
    let link = Secret::new("https://x.example/forget?key=abc");
    let id = post.send(Kind::Email, Notice::RecoveryLink { link, minutes: 30, user_name: "a<b>".into() }, 300).await;
    post.outbox.run_due().await.unwrap();
    post.files().into_iter().find(|file| file["id"] == json!(id)).unwrap()
}

both! {
    async fn what_an_operator_writes_is_what_the_next_message_says(engine) {
        let post = Post::new(engine, |_| {}).await;
        let (face, admin) = (face(&post).await, world::admin());
        let path = format!("{PATH}/email-recovery-link");
        let begun = face.get(&admin, &path).await.body;
        assert_eq!((&begun["changed"], &begun["needed"]), (&json!(false), &json!(["link"])));
        assert_eq!(begun["values"], json!(["link", "minutes", "userName"]));
        let mut form = json!({ "version": begun["version"] });
        for name in ["subjectZh", "textZh"] {
            form[name] = begun[name].clone();
        }
        form["subjectEn"] = json!("Hello {userName}");
        form["textEn"] = json!("Dear {userName}, <i>click</i>:\n\n{link}\n\nGood for {minutes} minutes.");
        let changed = face.send(&admin, "PUT", &path, &form).await;
        assert_eq!((changed.status.as_u16(), &changed.body["changed"]), (200, &json!(true)), "{}", changed.body);
        assert_eq!(face.send(&admin, "PUT", &path, &form).await.status, 409, "somebody was faster");

        let message = recover(&post).await;
        assert_eq!(message["subject"], "Cardea: Hello a<b>");
        assert_eq!(
            message["text"],
            "Dear a<b>, <i>click</i>:\n\nhttps://x.example/forget?key=abc\n\nGood for 30 minutes.\n\nCardea\n"
        );
        let html = message["html"].as_str().unwrap();
        assert!(html.contains("Dear a&lt;b&gt;, &lt;i&gt;click&lt;/i&gt;:"), "{html}");

        // A restart leaves it; another server's standard text would be taken by those that nobody changed alone.
        let mut cx = Ctx::system(&post.t.kernel, "start");
        seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(face.get(&admin, &path).await.body["textEn"], form["textEn"]);
        let reset = face.send(&admin, "POST", &format!("{path}/reset"), &json!({})).await;
        assert_eq!((reset.status.as_u16(), &reset.body["textEn"]), (200, &begun["textEn"]), "{}", reset.body);
        assert_eq!((&reset.body["changed"], &reset.body["needed"]), (&json!(false), &json!(["link"])));
        assert!(recover(&post).await["subject"].as_str().unwrap().ends_with("Set a new password"));
        let told = world::audited(&post.t.kernel, "message-templates").await;
        let told: Vec<_> = told.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(told, ["message_template.updated", "message_template.reset"]);
    }
}

both! {
    async fn a_template_says_what_it_needs_and_knows_its_values(engine) {
        let post = Post::new(engine, |_| {}).await;
        let (face, admin) = (face(&post).await, world::admin());
        let email = face.get(&admin, &format!("{PATH}/email-recovery-link")).await.body;
        let sms = face.get(&admin, &format!("{PATH}/sms-sign-in-code")).await.body;
        let cases = [
            (&email, "subjectZh", ""),
            (&email, "subjectEn", "{link}"),
            (&email, "subjectEn", "two\nlines"),
            (&email, "textEn", ""),
            (&email, "textEn", "nothing to open"),
            (&email, "textZh", "{link} {code}"),
            (&email, "textZh", "{link} {"),
            (&email, "textZh", "{link} }"),
            (&email, "textZh", "{link} {}"),
            (&email, "textZh", "{link} {user name}"),
            (&email, "textEn", "{link}\u{0}"),
            (&sms, "subjectEn", "About"),
            (&sms, "textEn", "Your code is on its way"),
        ];
        for (template, field, text) in cases {
            let mut form = json!({ "version": template["version"] });
            for name in ["subjectZh", "textZh", "subjectEn", "textEn"] {
                form[name] = template[name].clone();
            }
            form[field] = json!(text);
            let path = format!("{PATH}/{}", template["id"].as_str().unwrap());
            let refused = face.send(&admin, "PUT", &path, &form).await;
            assert!(!refused.on(field).is_empty(), "{field} {text:?}: {}", refused.body);
            let end = &field[field.len() - 2..];
            let kept = if field.starts_with("text") { "subject" } else { "text" };
            let mut asked = json!({ "id": template["id"], "locale": end.to_lowercase(), "subject": "", "text": "" });
            asked[kept] = template[format!("{kept}{end}")].clone();
            asked[&field[..field.len() - 2]] = json!(text);
            let refused = face.send(&admin, "POST", &format!("{PATH}/preview"), &asked).await;
            assert!(!refused.on(&field[..field.len() - 2]).is_empty(), "{field} {text:?}: {}", refused.body);
        }
    }
}

both! {
    async fn a_preview_shows_every_template_with_values_and_keeps_nothing(engine) {
        let post = Post::new(engine, |_| {}).await;
        let (face, admin) = (face(&post).await, world::admin());
        let all = face.get(&admin, &format!("{PATH}?range=%5B0,99%5D")).await.body;
        let all = all.as_array().unwrap();
        assert_eq!(all.len(), Purpose::ALL.iter().map(|purpose| purpose.kinds().len()).sum::<usize>());
        for template in all {
            for end in ["Zh", "En"] {
                let (subject, text) = (&template[format!("subject{end}")], &template[format!("text{end}")]);
                let asked = json!({ "id": template["id"], "locale": end.to_lowercase(), "subject": subject, "text": text });
                let shown = face.send(&admin, "POST", &format!("{PATH}/preview"), &asked).await;
                assert_eq!(shown.status, 200, "{}", shown.body);
                let is_email = template["kind"] == "email";
                assert_eq!((shown.body["html"].is_string(), shown.body["subject"].is_string()), (is_email, is_email));
                let said = shown.body["text"].as_str().unwrap();
                assert!(!said.contains(['{', '}']), "{said}");
            }
        }
        let kinds = face.list(&admin, "message-templates", &json!({ "kind": "sms" })).await.body;
        assert!(kinds.as_array().unwrap().iter().all(|template| template["kind"] == "sms"));
        assert_eq!(face.list(&admin, "message-templates", &json!({ "changed": true })).await.body, json!([]));
        assert_eq!(face.get(&admin, &format!("{PATH}/email-sign-in-code")).await.status, 404);
        let asked = json!({ "id": "email-nothing", "locale": "en", "text": "x" });
        assert_eq!(face.send(&admin, "POST", &format!("{PATH}/preview"), &asked).await.status, 404);
        assert!(world::audited(&post.t.kernel, "message-templates").await.is_empty());
    }
}

both! {
    async fn nodes_that_start_together_seed_each_template_once(engine) {
        let post = Post::new(engine, |_| {}).await;
        let begin = || async {
            let mut cx = Ctx::system(&post.t.kernel, "start");
            seed(&mut cx).await.unwrap();
            cx.commit().await.unwrap();
        };
        futures::future::join_all((0..4).map(|_| begin())).await;
        let mut tx = post.t.kernel.db().begin().await.unwrap();
        // A text of an older server, which nobody changed.
        tx.write("UPDATE message_templates SET text_en = 'old', version = 7 WHERE id = 'sms-user-name'").execute().await.unwrap();
        tx.write("UPDATE message_templates SET text_en = '{code}', changed = TRUE WHERE id = 'sms-sign-in-code'").execute().await.unwrap();
        tx.commit().await.unwrap();
        futures::future::join_all((0..4).map(|_| begin())).await;
        let mut tx = post.t.kernel.db().begin().await.unwrap();
        let rows: Vec<(String, i64, String)> = tx
            .query("SELECT id, version, text_en FROM message_templates WHERE id IN ('sms-user-name', 'sms-sign-in-code') ORDER BY id")
            .all()
            .await
            .unwrap();
        assert_eq!(rows[0], ("sms-sign-in-code".into(), 1, "{code}".into()));
        assert_eq!((rows[1].1, rows[1].2.contains("{userName}")), (8, true));
    }
}

mod attacks {
    use super::*;
    use crate::attack::refused;

    both! {
        async fn a_template_or_a_value_is_markup(engine) {
            let post = Post::new(engine, |_| {}).await;
            let (face, admin) = (face(&post).await, world::admin());
            let path = format!("{PATH}/email-recovery-link");
            let evil = [
                "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\" onmouseover=\"alert(1)", "</p></div><a href=x>",
                "<!--", "]]>", "&#60;script&#62;", "<svg/onload=alert(1)>", "javascript:alert(1)", "data:text/html,<b>",
                "<a href='javascript:alert(1)'>x</a>", "\r\n<b>", "<\u{200b}script>",
            ];
            let only_ours = |html: &str, evil: &str| {
                let escaped = html_escaped(evil);
                let hrefs: Vec<_> = html.match_indices("href=\"").map(|(at, _)| &html[at + 6..]).collect();
                (escaped == evil || !html.contains(evil)) && hrefs.iter().all(|to| to.starts_with("http"))
                    && !html.contains("<script") && !html.contains("<img") && !html.contains("<svg") && !html.contains("onmouseover=\"")
            };
            let mut held = 0;
            for text in evil {
                // In a template.
                let begun = face.get(&admin, &path).await.body;
                let mut form = json!({ "version": begun["version"] });
                for end in ["Zh", "En"] {
                    form[format!("subject{end}")] = json!(text.replace(['\r', '\n'], ""));
                    form[format!("text{end}")] = json!(format!("{text}\n\n{{link}}\n\n{{userName}} {{minutes}}"));
                }
                let changed = face.send(&admin, "PUT", &path, &form).await;
                assert_eq!(changed.status, 200, "{text}: {}", changed.body);
                let html = recover(&post).await["html"].as_str().unwrap().to_owned();
                held += usize::from(only_ours(&html, text));
                // In values: a name, and an address.
                let notice = Notice::RecoveryLink { link: Secret::new(text), minutes: 30, user_name: text.into() };
                let id = post.send(Kind::Email, notice, 300).await;
                post.outbox.run_due().await.unwrap();
                let message = post.files().into_iter().find(|file| file["id"] == json!(id)).unwrap();
                held += usize::from(only_ours(message["html"].as_str().unwrap(), text));
            }
            refused("a template or a value of a message is markup", engine, 2 * evil.len(), held);
        }
    }
}
