mod attacks;
mod reading;

use axum::response::Response;
use futures::{StreamExt as _, stream};

use super::write::harmless;
use super::{Exports, Table, respond};
use crate::both;
use crate::files::Files;
use crate::kernel::ctx::{Permission, ReadCtx};
use crate::kernel::error::{Code, Error};

fn table() -> Table {
    Table { name: "list", header: vec!["a".into()], total: 0, permission: Permission::Users, tenant: None }
}

async fn octets(response: Response) -> Result<usize, axum::Error> {
    axum::body::to_bytes(response.into_body(), usize::MAX).await.map(|all| all.len())
}

#[test]
fn what_begins_like_a_formula_is_text() {
    for (cell, want) in [
        ("=1+1", "'=1+1"),
        ("+86", "'+86"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("王", "王"),
        ("", ""),
    ] {
        assert_eq!(harmless(cell), want);
    }
}

both! {
    async fn a_page_that_fails_breaks_the_file_off(engine) {
        let t = engine.kernel().await;
        let (exports, asker) = (Exports::new(Files::in_memory(&t.kernel)), ReadCtx::system(&t.kernel));
        let one = || Ok(vec![vec!["1".to_owned()]]);
        let broken = stream::iter([one(), Err(Error::new(Code::Internal))]);
        assert!(octets(respond(&exports, table(), &asker, broken.boxed()).await.unwrap()).await.is_err());
        let whole = respond(&exports, table(), &asker, stream::iter([one()]).boxed()).await.unwrap();
        assert!(octets(whole).await.unwrap() > 100);
    }
}

both! {
    async fn there_is_a_bound_on_files_that_are_written_at_once(engine) {
        let t = engine.kernel().await;
        let (exports, asker) = (Exports::new(Files::in_memory(&t.kernel)), ReadCtx::system(&t.kernel));
        let endless = || stream::repeat_with(|| Ok(vec![vec!["1".to_owned()]])).boxed();
        let mut held = Vec::new();
        for _ in 0..4 {
            held.push(respond(&exports, table(), &asker, endless()).await.unwrap());
        }
        let refused = respond(&exports, table(), &asker, endless()).await.unwrap_err();
        assert_eq!(refused.code, Code::Busy);
        drop(held);
    }
}
