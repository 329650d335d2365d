//! What must not be had by a file: others' files, the server's own, or a script in the console's place.

use super::*;
use crate::attack::refused;

both! {
    async fn a_name_or_an_id_leads_out_of_the_folder(engine) {
        let t = engine.kernel().await;
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("master.key"), "secret").unwrap();
        let files = in_folder(&t.kernel, home.path(), |_| {});
        let (face, admin) = (Face::keeping(&t.kernel, files.clone()), world::admin());
        let names = [
            "../master.key", "..\\master.key", "/etc/passwd", "....//master.key", "%2e%2e/master.key",
            "..%2fmaster.key", "a/../../master.key", "C:\\x\\master.key", ".\u{202e}yek.retsam", "a\0/../master.key",
            "\r\nSet-Cookie: a=b", ".htaccess", "~/master.key",
        ];
        let mut held = 0;
        for name in names {
            let plain = plain_name(name);
            let safe = !plain.contains(['/', '\\', '\r', '\n', '\0', '\u{202e}']) && !plain.starts_with('.');
            let id = keep(&t.kernel, &files, new_file(&plain), b"content").await.unwrap();
            let answer = ask(&face, &admin, &address(&id, &plain), &[]).await;
            held += usize::from(safe && answer.octets == b"content" && answer.headers.get("set-cookie").is_none());
        }
        refused("names that lead out of the folder", engine, names.len(), held);

        let ids = [
            "../master.key", "..%2F..%2Fmaster.key", "%2e%2e%2fmaster.key", "/master.key", "..", ".", "", "a/b",
            "....", "%00", "*",
        ];
        let mut held = 0;
        for id in ids {
            for path in [format!("{PATH}/download?nodeId={id}&fileName=master.key"), format!("{PATH}/{}", id.replace('/', "%2F"))] {
                let answer = ask(&face, &admin, &path, &[]).await;
                let told = String::from_utf8_lossy(&answer.octets).contains("secret");
                // An empty id is the address of the list.
                held += usize::from(!told && (answer.status.is_client_error() || id.is_empty() || id == "."));
            }
        }
        refused("ids that lead out of the folder", engine, 2 * ids.len(), held);
        let kept: Vec<_> = std::fs::read_dir(home.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(kept.len(), 2, "{kept:?}");
    }
}

both! {
    async fn a_file_shows_what_its_reader_may_not_see(engine) {
        let Shelf { t, files, face, .. } = shelf(engine).await;
        let mut cx = world::system(&t.kernel);
        let (ours, theirs) = (world::tenant(&mut cx, "Ours").await, world::tenant(&mut cx, "Theirs").await);
        cx.commit().await.unwrap();
        let of_theirs = NewFile { tenant: Some(theirs.id.clone()), permission: Permission::UserAllowedHistory, ..new_file("theirs") };
        let all = [
            (keep(&t.kernel, &files, new_file("people"), b"secret").await.unwrap(), "people"),
            (keep(&t.kernel, &files, NewFile { permission: Permission::Audit, ..new_file("audit") }, b"secret").await.unwrap(), "audit"),
            (keep(&t.kernel, &files, of_theirs, b"secret").await.unwrap(), "theirs"),
        ];
        let id = Id::from("somebody");
        let callers = [
            // Of the platform: the files, but not what they show.
            world::person(&id, of_menus(&[Permission::Files, Permission::Tenants]), &[]),
            // Of a tenant, with everything there; and with the files' menu on the platform as well.
            world::person(&id, Allowed::Nothing, &[(&ours, Allowed::Everything)]),
            world::person(&id, of_menus(&[Permission::Files]), &[(&ours, Allowed::Everything)]),
            // With everything that the files show, but not the files.
            world::person(&id, of_menus(&[Permission::Users, Permission::Audit, Permission::UserAllowedHistory]), &[]),
            world::person(&id, Allowed::Nothing, &[]),
            Who::Nobody,
        ];
        let (mut tried, mut held) = (0, 0);
        for who in &callers {
            for (file, name) in &all {
                let answer = ask(&face, who, &address(file, name), &[]).await;
                tried += 1;
                held += usize::from(answer.status.is_client_error() && answer.octets != b"secret");
            }
        }
        // The right id with another name.
        let admin = world::admin();
        for name in ["audit", "", "people2", "PEOPLE"] {
            tried += 1;
            held += usize::from(ask(&face, &admin, &address(&all[0].0, name), &[]).await.status == 404);
        }
        refused("files of what the caller may not see", engine, tried, held);
        let both = world::person(&id, of_menus(&[Permission::Files, Permission::Users]), &[(&theirs, of_menus(&[Permission::UserAllowedHistory]))]);
        for (file, name) in [&all[0], &all[2]] {
            assert_eq!(ask(&face, &both, &address(file, name), &[]).await.octets, b"secret", "{name}");
        }
    }
}
