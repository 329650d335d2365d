//! Receipts and exports, for readers without the database and the other rows.

use super::*;
use crate::audit::verify_export;
use crate::both;
use crate::kernel::error::Code;

both! {
    async fn every_row_has_a_receipt_that_stands_alone(engine) {
        let w = World::sealed(engine, 530).await;
        let key = w.trail.signer().await.unwrap().verifier().to_string().parse().unwrap();
        let rows = w.rows().await;
        for (id, seq) in [&rows[0], &rows[1], &rows[254], &rows[255], &rows[256], &rows[511], &rows[529]] {
            let receipt = w.trail.receipt(id).await.unwrap();
            let read: crate::audit::Receipt = serde_json::from_str(&serde_json::to_string(&receipt).unwrap()).unwrap();
            assert_eq!((read.verify(&key).unwrap().size, Some(read.seq)), (531, *seq));
        }
        assert_eq!(w.trail.receipt("nothing").await.unwrap_err().code, Code::NotFound);
        w.write(1).await;
        let new = w.rows().await.pop().unwrap().0;
        assert_eq!(w.trail.receipt(&new).await.unwrap_err().code, Code::Invalid, "not sealed yet");
    }
}

both! {
    async fn an_export_of_any_range_is_verified_without_the_database(engine) {
        let w = World::sealed(engine, 530).await;
        let key = w.trail.signer().await.unwrap().verifier().clone();
        for (first, last, rows) in [(1, None, 530), (1, Some(1), 1), (200, Some(300), 101), (530, None, 1), (255, Some(257), 3)] {
            let mut out = Vec::new();
            w.trail.export(first, last, &mut out).await.unwrap();
            let proven = verify_export(out.as_slice(), &key).unwrap();
            assert_eq!((proven.first, proven.rows, proven.size), (first, rows, 531));
        }
        for (first, last) in [(0, None), (5, Some(4)), (1, Some(531)), (i64::MIN, Some(i64::MAX))] {
            assert_eq!(w.trail.export(first, last, &mut Vec::new()).await.unwrap_err().code, Code::Invalid);
        }
    }
}

both! {
    /// Stored roots serve for paths alone: an altered root does not make a wrong receipt.
    async fn a_kept_root_that_was_changed_makes_no_receipt(engine) {
        let w = World::sealed(engine, 530).await;
        let rows = w.rows().await;
        w.run("UPDATE audit_nodes SET hash = (SELECT o.hash FROM audit_nodes o WHERE o.place = 1) WHERE place = 0").await;
        assert!(w.trail.receipt(&rows[300].0).await.is_err());
        assert_eq!(fault(&w.verdict().await), (255, Fault::Node));
    }
}
