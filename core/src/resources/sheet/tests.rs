mod attacks;
mod reading;

use axum::response::Response;
use futures::{StreamExt as _, stream};

use super::write::harmless;
use super::{Exports, Table, respond};
use crate::kernel::error::{Code, Error};
use crate::testing::START;

fn table() -> Table {
    Table { name: "list", header: vec!["a".into()], total: 0 }
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

#[tokio::test]
async fn a_page_that_fails_breaks_the_file_off() {
    let rows = stream::iter([Ok(vec![vec!["1".to_owned()]]), Err(Error::new(Code::Internal))]);
    let broken = respond(&Exports::default(), table(), START, rows).unwrap();
    assert!(octets(broken).await.is_err());
    let whole = respond(&Exports::default(), table(), START, stream::iter([Ok(vec![vec!["1".to_owned()]])])).unwrap();
    assert!(octets(whole).await.unwrap() > 100);
}

#[tokio::test]
async fn there_is_a_bound_on_files_that_are_written_at_once() {
    let exports = Exports::default();
    let endless = || stream::repeat_with(|| Ok(vec![vec!["1".to_owned()]])).boxed();
    let held: Vec<_> = (0..4).map(|_| respond(&exports, table(), START, endless()).unwrap()).collect();
    let refused = respond(&exports, table(), START, endless()).unwrap_err();
    assert_eq!(refused.code, Code::Busy);
    drop(held);
}
