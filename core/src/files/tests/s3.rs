//! An object store that nobody of this project wrote holds the files, and checks the signatures of its calls.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use super::*;
use crate::config::FileStore;
use crate::kernel::secret::Secret;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/objects.mjs");

/// The secret of its key.
const SECRET: &str = "s3-secret/1+=";

struct ObjectServer {
    _child: Child,
    directory: tempfile::TempDir,
    port: u64,
}

impl ObjectServer {
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let settings =
            json!({ "directory": directory.path(), "bucket": "cardea", "key": "AKTRIALS", "secret": SECRET });
        let mut command = Command::new("node");
        command.arg(PROGRAM).arg(settings.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().expect("Node.js runs the object store");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next_line().await.unwrap().expect(".ci/setup.sh peers installs the object store");
        let first: Value = serde_json::from_str(&first).unwrap();
        Self { _child: child, directory, port: first["port"].as_u64().unwrap() }
    }

    fn config(&self) -> Config {
        let mut config = Config::default();
        config.files.store = FileStore::S3;
        config.files.s3.endpoint = format!("http://127.0.0.1:{}", self.port);
        config.files.s3.bucket = "cardea".into();
        config.files.s3.prefix = "trials/".into();
        config.files.s3.access_key_id = "AKTRIALS".into();
        config.files.s3.secret_access_key = Secret::new(SECRET);
        config.validate().unwrap();
        config
    }

    /// How many objects there are under the prefix.
    fn objects(&self) -> usize {
        let place = self.directory.path().join("cardea/trials");
        let Ok(folders) = std::fs::read_dir(place) else { return 0 };
        let within = |folder: std::fs::DirEntry| std::fs::read_dir(folder.path()).unwrap();
        let names = folders.flat_map(|folder| within(folder.unwrap())).map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_str().unwrap().ends_with("_object")).count()
    }
}

/// Loopback is let through, as an operator would for a store in a private network.
fn outbound() -> Outbound {
    Outbound::new(vec!["127.0.0.0/8".parse().unwrap()])
}

both! {
    async fn an_object_store_holds_files_small_and_large(engine) {
        let t = engine.kernel().await;
        let server = ObjectServer::new().await;
        let files = Files::open(&t.kernel, &server.config(), &outbound()).unwrap();
        let small = keep(&t.kernel, &files, new_file("small"), b"0123456789").await.unwrap();
        // More than one part.
        let large: Vec<u8> = (0..12_000_000_u32).map(|n| (n % 251) as u8).collect();
        let big = keep(&t.kernel, &files, new_file("large"), &large).await.unwrap();
        assert_eq!(server.objects(), 2);
        assert_eq!(content(&files, &small).await.as_deref(), Ok(&b"0123456789"[..]));
        assert!(content(&files, &big).await.unwrap() == large);
        let face = Face::keeping(&t.kernel, files.clone());
        let part = ask(&face, &world::admin(), &address(&big, "large"), &[("range", "bytes=5999999-6000001")]).await;
        assert_eq!((part.status.as_u16(), part.octets.as_slice()), (206, &large[5_999_999..=6_000_001]));

        t.clock.advance(8 * DAY);
        assert_eq!(files.sweep().await.unwrap(), 2);
        assert_eq!((server.objects(), content(&files, &small).await), (0, Err(Code::NotFound)));
    }
}

both! {
    async fn a_store_that_refuses_or_may_not_be_called_keeps_nothing(engine) {
        let t = engine.kernel().await;
        let server = ObjectServer::new().await;
        let mut wrong = server.config();
        wrong.files.s3.secret_access_key = Secret::new("wrong");
        let files = Files::open(&t.kernel, &wrong, &outbound()).unwrap();
        assert_eq!(keep(&t.kernel, &files, new_file("forged"), b"x").await, None);
        // The guard of outgoing calls is asked for the object store, too.
        let guarded = Files::open(&t.kernel, &server.config(), &Outbound::new(Vec::new())).unwrap();
        assert_eq!(keep(&t.kernel, &guarded, new_file("private"), b"x").await, None);
        assert_eq!(server.objects(), 0);
    }
}
