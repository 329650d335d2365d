//! Tests of files.

mod attacks;
mod s3;

use axum::body::Body;
use axum::http::Request;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures::TryStreamExt as _;
use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::config::Config;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission, ReadCtx, Who};
use crate::kernel::error::Code;
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::resources::testing::{self as world, Answer, Face};
use crate::testing::{Engine, START, TestKernel};

const PATH: &str = "/api/admin/files";
const DAY: i64 = 24 * 3600;

fn new_file(name: &str) -> NewFile {
    NewFile {
        file_name: name.to_owned(),
        purpose: Purpose::Export,
        media_type: "text/plain",
        software: None,
        tenant: None,
        permission: Permission::Users,
    }
}

/// Keeps a file in a transaction of its own.
async fn keep(kernel: &Kernel, files: &Files, file: NewFile, content: &[u8]) -> Option<Id> {
    let mut cx = world::system(kernel);
    let written = files.write(&cx, file, Bytes::copy_from_slice(content)).await?;
    let id = written.keep(&mut cx).await.unwrap();
    cx.commit().await.unwrap();
    Some(id)
}

async fn content(files: &Files, id: &Id) -> Result<Vec<u8>, Code> {
    let parts = files.read(id, None).await.map_err(|error| error.code)?;
    let parts: Vec<Bytes> = parts.try_collect().await.unwrap();
    Ok(parts.concat())
}

fn address(id: &Id, name: &str) -> String {
    let name = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
    format!("{PATH}/download?nodeId={id}&fileName={name}")
}

async fn ask(face: &Face, who: &Who, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(path).header("accept-language", "en");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    face.ask(who, request.body(Body::empty()).unwrap()).await
}

fn of_menus(menus: &[Permission]) -> Allowed {
    Allowed::Menus(menus.iter().map(|menu| (*menu, Act::View)).collect())
}

struct Shelf {
    t: TestKernel,
    files: Files,
    face: Face,
    admin: Who,
}

async fn shelf(engine: Engine) -> Shelf {
    let t = engine.kernel().await;
    let mut cx = world::system(&t.kernel);
    crate::resources::seed(&mut cx).await.unwrap();
    cx.commit().await.unwrap();
    let files = Files::in_memory(&t.kernel);
    let face = Face::keeping(&t.kernel, files.clone());
    Shelf { t, files, face, admin: world::admin() }
}

both! {
    async fn an_import_is_kept_as_it_came_and_an_export_as_it_left(engine) {
        let Shelf { t, files, face, admin } = shelf(engine).await;
        let sheet = "Name,Level,Type\r\nClinic,三级甲等,general hospital\r\n";
        let body = |dry: bool| json!({ "content": STANDARD.encode(sheet), "fileName": "C:\\\\sites\\a\u{202e}b.csv", "dryRun": dry });
        let tried = face.send(&admin, "POST", "/api/admin/sites/import", &body(true)).await;
        assert_eq!((tried.status.as_u16(), &tried.body["created"]), (200, &json!(1)), "{}", tried.body);
        assert_eq!(face.list(&admin, "files", &json!({})).await.body, json!([]), "what was only tried is not kept");
        let taken = face.send(&admin, "POST", "/api/admin/sites/import", &body(false)).await;
        assert_eq!((taken.status.as_u16(), &taken.body["applied"]), (200, &json!(true)), "{}", taken.body);
        t.clock.advance(1);
        let export = face.send(&admin, "POST", "/api/admin/users/export", &json!({ "all": true })).await;
        assert_eq!(export.status, 200);

        let listed = face.list(&admin, "files", &json!({})).await.body;
        let names: Vec<_> = listed.as_array().unwrap().iter().map(|file| file["fileName"].as_str().unwrap()).collect();
        assert_eq!(names, ["user-list-20260105080001.zip", "ab.csv"], "the newest first");
        assert_eq!((&listed[1]["purpose"], &listed[1]["fileSizeStr"]), (&json!("import"), &json!(format!("{} B", sheet.len()))));
        assert_eq!(listed[1]["createdBy"], json!("administrator"));
        assert!(listed[1].get("permission").is_none());
        for (file, want) in [(&listed[1], sheet.as_bytes()), (&listed[0], &export.octets)] {
            let id = Id::from(file["nodeId"].as_str().unwrap());
            assert_eq!(content(&files, &id).await.as_deref(), Ok(want));
            let name = file["fileName"].as_str().unwrap();
            assert_eq!(ask(&face, &admin, &address(&id, name), &[]).await.octets, want);
            let one = face.get(&admin, &format!("{PATH}/{id}")).await;
            assert_eq!((one.status.as_u16(), &one.body["sha256"]), (200, &file["sha256"]));
        }
        for (filter, want) in [
            (json!({ "fileName": "USER-LIST" }), 1),
            (json!({ "purpose": "import" }), 1),
            (json!({ "q": "ab" }), 1),
            (json!({ "softId": "none" }), 0),
            (json!({ "endTime": START.to_string() }), 1),
            (json!({ "startTime": START.plus_seconds(1).to_string() }), 1),
        ] {
            let found = face.list(&admin, "files", &filter).await.body;
            assert_eq!(found.as_array().map(Vec::len), Some(want), "{filter}: {found}");
        }
        let told: Vec<_> = world::audited(&t.kernel, "files").await.into_iter().map(|row| row.0).collect();
        assert_eq!(told, ["file.kept", "file.kept", "file.downloaded", "file.downloaded"]);
    }
}

both! {
    async fn a_part_of_a_file_is_downloaded_and_what_the_caller_has_is_not(engine) {
        let Shelf { t, files, face, admin } = shelf(engine).await;
        let id = keep(&t.kernel, &files, new_file("名 a\"b.txt"), b"0123456789").await.unwrap();
        let path = address(&id, "名 a\"b.txt");
        let whole = ask(&face, &admin, &path, &[]).await;
        let header = |answer: &Answer, name: &str| answer.headers.get(name).map(|v| v.to_str().unwrap().to_owned());
        assert_eq!((whole.status.as_u16(), whole.octets.as_slice()), (200, &b"0123456789"[..]));
        assert_eq!(header(&whole, "content-disposition").unwrap(), "attachment; filename*=UTF-8''%E5%90%8D%20a%22b%2Etxt");
        assert_eq!(header(&whole, "x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(header(&whole, "content-security-policy").as_deref(), Some("sandbox; default-src 'none'"));
        let tag = header(&whole, "etag").unwrap();

        let part = ask(&face, &admin, &path, &[("range", "bytes=3-5")]).await;
        assert_eq!((part.status.as_u16(), part.octets.as_slice()), (206, &b"345"[..]));
        assert_eq!(header(&part, "content-range").as_deref(), Some("bytes 3-5/10"));
        let rest = ask(&face, &admin, &path, &[("range", "bytes=8-"), ("if-range", &tag)]).await;
        assert_eq!((rest.status.as_u16(), rest.octets.as_slice()), (206, &b"89"[..]));
        let other = ask(&face, &admin, &path, &[("range", "bytes=8-"), ("if-range", "\"x\"")]).await;
        assert_eq!((other.status.as_u16(), other.octets.len()), (200, 10));
        let none = ask(&face, &admin, &path, &[("range", "bytes=10-")]).await;
        assert_eq!((none.status.as_u16(), header(&none, "content-range").as_deref()), (416, Some("bytes */10")));
        let known = ask(&face, &admin, &path, &[("if-none-match", &tag)]).await;
        assert_eq!((known.status.as_u16(), known.octets.len()), (304, 0));

        let empty = keep(&t.kernel, &files, new_file("empty"), b"").await.unwrap();
        let answer = ask(&face, &admin, &address(&empty, "empty"), &[]).await;
        assert_eq!((answer.status.as_u16(), answer.octets.len()), (200, 0));
    }
}

both! {
    async fn files_go_when_their_time_is_over_and_when_they_were_never_finished(engine) {
        let Shelf { t, files, face, admin } = shelf(engine).await;
        let export = keep(&t.kernel, &files, new_file("export"), b"e").await.unwrap();
        t.clock.advance(1);
        let bundle = NewFile { purpose: Purpose::Plugin, permission: Permission::Plugins, ..new_file("bundle") };
        let bundle = keep(&t.kernel, &files, bundle, b"b").await.unwrap();
        // One whose transaction never came, and one that is being written.
        let cx = world::system(&t.kernel);
        files.write(&cx, new_file("left"), Bytes::from_static(b"l")).await.unwrap();
        let begun = files.begin(&cx, new_file("begun")).await.unwrap();
        assert_eq!(files.sweep().await.unwrap(), 0);
        t.clock.advance(DAY + 1);
        assert_eq!(files.sweep().await.unwrap(), 2);
        let written = begun.put(Bytes::from_static(b"late")).await.unwrap();
        written.keep().await;
        let names = |body: &Value| body.as_array().unwrap().iter().map(|file| file["fileName"].clone()).collect::<Vec<_>>();
        assert_eq!(names(&face.list(&admin, "files", &json!({})).await.body), ["bundle", "export"], "what was swept is not kept");

        t.clock.advance(6 * DAY);
        assert_eq!(files.sweep().await.unwrap(), 1);
        assert_eq!(content(&files, &export).await, Err(Code::NotFound));
        assert_eq!(ask(&face, &admin, &address(&export, "export"), &[]).await.status, 404);
        t.clock.advance(1000 * DAY);
        assert_eq!(files.sweep().await.unwrap(), 0);
        assert_eq!(content(&files, &bundle).await.as_deref(), Ok(&b"b"[..]));
    }
}

/// Files in a folder.
fn in_folder(kernel: &Kernel, folder: &std::path::Path, change: impl FnOnce(&mut Config)) -> Files {
    let mut config = Config { data_dir: folder.to_owned(), ..Config::default() };
    change(&mut config);
    Files::open(kernel, &config, &Outbound::new(Vec::new())).unwrap()
}

both! {
    async fn what_is_too_large_or_not_wanted_is_not_kept(engine) {
        let t = engine.kernel().await;
        let home = tempfile::tempdir().unwrap();
        let files = in_folder(&t.kernel, home.path(), |config| {
            config.files.max_file_mb = 1;
            config.files.max_total_mb = 1;
            config.files.import_days = 0;
        });
        assert_eq!(keep(&t.kernel, &files, new_file("large"), &vec![0; 1_000_001]).await, None);
        let import = NewFile { purpose: Purpose::Import, ..new_file("import") };
        assert_eq!(keep(&t.kernel, &files, import, b"i").await, None);
        let kept = keep(&t.kernel, &files, new_file("whole"), &vec![7; 1_000_000]).await.unwrap();
        assert_eq!(content(&files, &kept).await.unwrap().len(), 1_000_000);
        files.sweep().await.unwrap();
        assert_eq!(keep(&t.kernel, &files, new_file("more"), b"m").await, None, "all files together are large enough");
        t.clock.advance(8 * DAY);
        files.sweep().await.unwrap();
        files.sweep().await.unwrap();
        assert!(keep(&t.kernel, &files, new_file("again"), b"m").await.is_some());
    }
}

both! {
    async fn an_import_and_an_export_go_on_where_nothing_can_be_stored(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        crate::resources::seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let home = tempfile::tempdir().unwrap();
        let files = in_folder(&t.kernel, home.path(), |_| {});
        // A file is where the folder was.
        std::fs::remove_dir_all(home.path().join("files")).unwrap();
        std::fs::write(home.path().join("files"), "").unwrap();
        let (face, admin) = (Face::keeping(&t.kernel, files), world::admin());
        let sheet = "Name,Level,Type\r\nClinic,三级甲等,general hospital\r\n";
        let body = json!({ "content": STANDARD.encode(sheet) });
        let taken = face.send(&admin, "POST", "/api/admin/sites/import", &body).await;
        assert_eq!((taken.status.as_u16(), &taken.body["applied"]), (200, &json!(true)), "{}", taken.body);
        let export = face.send(&admin, "POST", "/api/admin/users/export", &json!({ "all": true })).await;
        assert_eq!((export.status.as_u16(), export.octets.starts_with(b"PK")), (200, true));
        assert_eq!(face.list(&admin, "files", &json!({})).await.body, json!([]));
    }
}

both! {
    async fn an_answer_that_breaks_off_is_not_kept(engine) {
        let Shelf { t, files, face, admin } = shelf(engine).await;
        let cx = ReadCtx::system(&t.kernel);
        let parts = |end: Result<Bytes, std::io::Error>| futures::stream::iter([Ok(Bytes::from_static(b"part")), end]);
        let broken = copied(files.begin(&cx, new_file("broken")).await, parts(Err(std::io::ErrorKind::BrokenPipe.into())));
        assert!(broken.try_collect::<Vec<_>>().await.is_err());
        // Its reader leaves after the first part.
        let mut left = Box::pin(copied(files.begin(&cx, new_file("left")).await, parts(Ok(Bytes::new()))));
        assert!(futures::StreamExt::next(&mut left).await.is_some());
        drop(left);
        let whole = copied(files.begin(&cx, new_file("whole")).await, parts(Ok(Bytes::from_static(b"."))));
        assert_eq!(whole.try_collect::<Vec<_>>().await.unwrap().concat(), b"part.");
        let listed = face.list(&admin, "files", &json!({})).await.body;
        assert_eq!((listed.as_array().map(Vec::len), &listed[0]["fileName"]), (Some(1), &json!("whole")), "{listed}");
    }
}
