//! The export of users, as a spreadsheet program opens it.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};

use crate::both;
use crate::kernel::ctx::Who;
use crate::resources::seed;
use crate::resources::testing::{self as world, Answer, Face};

const PATH: &str = "/api/admin/users/export";

/// The content of a zip: the lines of its CSV, and the cells of its XLSX's first sheet as in its XML.
fn opened(answer: &Answer) -> (Vec<Vec<String>>, String) {
    let mut zip = zip::ZipArchive::new(Cursor::new(&answer.octets)).unwrap();
    let mut csv = String::new();
    zip.by_name("user-list.csv").unwrap().read_to_string(&mut csv).unwrap();
    let text = csv.strip_prefix('\u{feff}').expect("the mark of UTF-8");
    let mut lines = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let lines = lines.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect();
    let mut xlsx = Vec::new();
    zip.by_name("user-list.xlsx").unwrap().read_to_end(&mut xlsx).unwrap();
    let mut xlsx = zip::ZipArchive::new(Cursor::new(xlsx)).unwrap();
    let mut sheet = String::new();
    xlsx.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
    (lines, sheet)
}

async fn add(face: &Face, admin: &Who, user: &str, full: &str) -> Value {
    let body = json!({ "fullName": full, "userName": user, "email": format!("{user}@x.cn"), "phone": "+86 138", "roleId": "plain" });
    face.send(admin, "POST", "/api/admin/users", &body).await.body
}

both! {
    async fn everybody_or_some_are_written_down_and_nothing_in_it_is_a_formula(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        world::plain_role(&mut cx).await;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let wang = add(&face, &admin, "wang", "王芳, \"Ph.D.\"").await;
        add(&face, &admin, "evil", "=HYPERLINK(\"http://evil.example\")").await;
        let all = face.send(&admin, "POST", PATH, &json!({ "all": true })).await;
        assert_eq!((all.status.as_u16(), &all.headers["content-type"], &all.headers["x-total-count"]), (200, &"application/zip".parse().unwrap(), &"2".parse().unwrap()));
        let name = all.headers["content-disposition"].to_str().unwrap();
        assert_eq!(name, "attachment; filename=\"user-list-20260105080000.zip\"");
        let (lines, sheet) = opened(&all);
        assert_eq!(lines[0][..4], ["Name", "User name", "E-mail", "Phone"]);
        assert_eq!(lines[1][..4], ["王芳, \"Ph.D.\"", "wang", "wang@x.cn", "'+86 138"]);
        assert_eq!(lines[2][0], "'=HYPERLINK(\"http://evil.example\")");
        assert_eq!(lines.len(), 3);
        assert!(!sheet.contains("<f>") && sheet.contains("'=HYPERLINK"), "{sheet}");
        let one = face.send(&admin, "POST", PATH, &json!({ "all": false, "userIds": [wang["id"], wang["id"]] })).await;
        assert_eq!((opened(&one).0.len(), &one.headers["x-total-count"]), (2, &"1".parse().unwrap()));
        let audit = world::audited(&t.kernel, "users").await;
        let exports: Vec<_> = audit.iter().filter(|row| row.0 == "user.exported").collect();
        assert_eq!(exports.len(), 2);
        assert!(exports[1].2.as_deref().unwrap().contains(wang["id"].as_str().unwrap()));
    }
}

both! {
    async fn nobody_chosen_is_an_error_and_nothing_is_noted(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let none = face.send(&admin, "POST", PATH, &json!({ "all": false, "userIds": [] })).await;
        assert_eq!((none.status.as_u16(), none.on("userIds")), (422, "please select a user"));
        let many: Vec<_> = (0..1001).map(|n| format!("u{n}")).collect();
        let many = face.send(&admin, "POST", PATH, &json!({ "userIds": many })).await;
        assert_eq!(many.on("userIds"), "at most 1000 users at once");
        assert!(world::audited(&t.kernel, "users").await.is_empty());
    }
}

both! {
    async fn pages_follow_each_other_without_a_gap(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        for n in 0..1001 {
            let sql = "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, \
                 email_key, email_valid, phone, phone_valid, password_reset, status, user_type, remark, language, org, \
                 created_at, updated_at) VALUES ($1, 1, $1, $1, $1, $1, $1, $1, TRUE, '', TRUE, FALSE, 0, 0, '', 'zh', \
                 'local', 0, 0)";
            cx.db().await.unwrap().write(sql).bind(format!("u{n:04}")).execute().await.unwrap();
        }
        cx.commit().await.unwrap();
        let all = Face::over(&t.kernel).send(&world::admin(), "POST", PATH, &json!({ "all": true })).await;
        let names: Vec<_> = opened(&all).0.into_iter().skip(1).map(|line| line[1].clone()).collect();
        assert_eq!(names, (0..1001).map(|n| format!("u{n:04}")).collect::<Vec<_>>());
    }
}
