//! The import of users.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use crate::both;
use crate::kernel::Kernel;
use crate::resources::roles::RoleType;
use crate::resources::seed;
use crate::resources::testing::{self as world, Answer, Face};

const PATH: &str = "/api/admin/users/import";

async fn ready(kernel: &Kernel) -> Face {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    world::role(&mut cx, "Operator", RoleType::System, &[]).await;
    cx.commit().await.unwrap();
    Face::over(kernel)
}

async fn import(face: &Face, file: impl AsRef<[u8]>, dry_run: bool) -> Answer {
    let body = json!({ "content": STANDARD.encode(file), "dryRun": dry_run });
    face.send(&world::admin(), "POST", PATH, &body).await
}

async fn users(face: &Face) -> String {
    face.list(&world::admin(), "users", &json!({})).await.headers["x-total-count"].to_str().unwrap().to_owned()
}

const CSV: &str = "\u{feff}姓名,用户名,邮箱,电话,角色,性别\r\n王芳,wang.fang,fang@x.cn,'+86 138,Operator,女\r\n\r\n\"Li, Na\",li.na,na@x.cn,13912345678,Operator,\r\n";

both! {
    async fn a_file_is_tried_taken_whole_and_changes_nothing_when_it_comes_again(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let tried = import(&face, CSV, true).await;
        let want = json!({ "applied": false, "total": 2, "created": 2, "unchanged": 0, "errorCount": 0, "errors": [] });
        assert_eq!((tried.status.as_u16(), &tried.body, users(&face).await.as_str()), (200, &want, "0"));
        let taken = import(&face, CSV, false).await.body;
        assert_eq!((&taken["applied"], &taken["created"]), (&json!(true), &json!(2)));
        let list = face.list(&world::admin(), "users", &json!({ "userName": "wang" })).await.body;
        for (field, want) in [("fullName", json!("王芳")), ("phone", json!("+86 138")), ("roleName", json!("Operator")), ("sex", json!("1")), ("emailValid", json!("1"))] {
            assert_eq!(list[0][field], want, "{field}");
        }
        let again = import(&face, CSV, false).await.body;
        assert_eq!((&again["applied"], &again["created"], &again["unchanged"]), (&json!(true), &json!(0), &json!(2)));
        assert_eq!(users(&face).await, "2");
        let audit = world::audited(&t.kernel, "users").await;
        let actions: Vec<_> = audit.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(actions, ["user.created", "user.created", "user.imported", "user.imported"]);
    }
}

both! {
    async fn a_try_waits_for_no_writer(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let mut writer = t.kernel.db().begin().await.unwrap();
        writer.write("UPDATE roles SET description = 'being written'").execute().await.unwrap();
        assert_eq!(import(&face, CSV, true).await.body["created"], 2);
    }
}

both! {
    async fn what_was_exported_is_there_already(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        import(&face, CSV, false).await;
        let zip = face.send(&world::admin(), "POST", "/api/admin/users/export", &json!({ "all": true })).await.octets;
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
        for name in ["user-list.csv", "user-list.xlsx"] {
            let mut file = Vec::new();
            std::io::Read::read_to_end(&mut zip.by_name(name).unwrap(), &mut file).unwrap();
            let found = import(&face, file, true).await.body;
            assert_eq!((&found["unchanged"], &found["errors"]), (&json!(2), &json!([])), "{name}");
        }
    }
}

both! {
    async fn who_is_there_already_but_not_just_so_is_told(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        import(&face, CSV, false).await;
        let file = "Name,User name,E-mail,Phone,Role,Sex,Remark\n王芳,wang.fang,fang@x.cn,+86 138,,男,new\n";
        let told = import(&face, file, false).await.body;
        let fields: Vec<_> = told["errors"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
        assert_eq!((&told["applied"], fields), (&json!(false), vec!["roleId", "sex", "remark"]));
        assert_eq!(told["errors"][0]["message"], "the user has another; an import changes nobody");
        // Fields without a column in the file are not compared.
        let bare = "Name,User name,E-mail,Phone\n王芳,wang.fang,fang@x.cn,+86 138\n";
        assert_eq!(import(&face, bare, false).await.body["unchanged"], 1);
    }
}

both! {
    async fn one_wrong_row_keeps_all_out_and_every_error_is_told(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        import(&face, CSV, false).await;
        let file = "Name,User name,E-mail,Phone,Role,Sex,Date of birth\n\
            Good,good,good@x.cn,13800,Operator,,\n\
            ,abc,nobody,1,Nothing,x,2026-02-30\n\
            Other,wang.fang,other@x.cn,13800,Operator,,\n\
            Twin,twin,twin@x.cn,13800,Operator,,\n\
            Twin,TWIN,TWIN@x.cn,13800,,,\n";
        let refused = import(&face, file, false).await.body;
        assert_eq!((&refused["applied"], &refused["total"], &refused["errorCount"]), (&json!(false), &json!(5), &json!(11)), "{refused}");
        let told: Vec<_> = refused["errors"].as_array().unwrap().iter().map(|e| (e["row"].as_u64().unwrap(), e["field"].as_str().unwrap())).collect();
        for one in [(3, "fullName"), (3, "userName"), (3, "email"), (3, "phone"), (3, "roleId"), (3, "sex"), (3, "birthday"), (4, "userName"), (6, "userName"), (6, "email"), (6, "roleId")] {
            assert!(told.contains(&one), "{one:?} in {told:?}");
        }
        let first = refused["errors"].as_array().unwrap().iter().find(|e| e["row"] == 4).unwrap();
        assert_eq!(first["message"], "this user name is in use");
        assert_eq!(users(&face).await, "2");
    }
}

both! {
    async fn an_xlsx_is_read_and_nobody_gives_a_stronger_role_by_it(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        for (column, name) in (0_u16..).zip(["User name", "Name", "Phone", "E-mail", "Role"]) {
            sheet.write_string(0, column, name).unwrap();
        }
        sheet.write_string(2, 0, "chen").unwrap();
        sheet.write_string(2, 1, "Chen").unwrap();
        sheet.write_number(2, 2, 13_800_138_000_f64).unwrap();
        sheet.write_string(2, 3, "chen@x.cn").unwrap();
        sheet.write_string(2, 4, "Operator").unwrap();
        // A distant cell does not make a table of everything in between.
        sheet.write_string(1_048_575, 16_383, "far").unwrap();
        let file = book.save_to_buffer().unwrap();
        let taken = import(&face, &file, true).await.body;
        assert_eq!((&taken["created"], &taken["errors"]), (&json!(1), &json!([])), "{taken}");
        let clerk = world::person(&crate::kernel::id::Id::from("clerk"), crate::kernel::ctx::Allowed::Menus(
            [(crate::kernel::ctx::Permission::Users, crate::kernel::ctx::Act::Edit)].into()), &[]);
        let body = json!({ "content": STANDARD.encode(&file), "dryRun": false });
        let refused = face.send(&clerk, "POST", PATH, &body).await.body;
        assert_eq!((&refused["applied"], &refused["errors"][0]["field"]), (&json!(false), &json!("roleId")));
        assert_eq!(refused["errors"][0]["row"], 3);
    }
}

both! {
    async fn ten_thousand_rows_are_taken_and_no_more(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let rows = (0..10_000).map(|n| format!("User {n},user{n},user{n}@example.org,13800138000,Operator"));
        let mut file = ["Name,User name,E-mail,Phone,Role".to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n");
        file.push('\n');
        let taken = import(&face, &file, false).await.body;
        assert_eq!((&taken["applied"], &taken["created"]), (&json!(true), &json!(10_000)));
        file.push_str("One,more,more@example.org,13800138000,Operator\n");
        let refused = import(&face, &file, true).await;
        assert_eq!(refused.on("content"), "at most 10000 rows");
    }
}

both! {
    async fn what_is_no_table_is_refused(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        for (file, want) in [
            (&b""[..], "please choose a file"),
            (b"\n\n", "the file is empty"),
            (b"Name,User name,E-mail\na,b,c\n", "this column is missing: Phone"),
            (b"\xff\xfe\x00", "the file cannot be read: it must be CSV in UTF-8, or XLSX"),
            (b"PK\x03\x04 nothing", "the file cannot be read: it must be CSV in UTF-8, or XLSX"),
        ] {
            let refused = import(&face, file, true).await;
            assert_eq!((refused.status.as_u16(), refused.on("content")), (422, want));
        }
        let odd = face.send(&world::admin(), "POST", PATH, &json!({ "content": "***", "dryRun": Value::Bool(true) })).await;
        assert_eq!(odd.status, 400);
    }
}
