//! Answers that are small on the wire and large in memory.

use std::io::Write as _;

use futures::stream;

use super::*;

/// The most octets that the client accepts.
const MOST: usize = 10_000;

fn gzip(octets: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(octets).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn an_answer_unpacks_into_much() {
    let bomb = gzip(&vec![0; 4_000_000]);
    let packed = |body: Vec<u8>| get(move || async move { ([("content-encoding", "gzip")], body) });
    let endless =
        || async { axum::body::Body::from_stream(stream::repeat_with(|| Ok::<_, io::Error>(vec![b' '; 1000]))) };
    let router = Router::new()
        .route("/bomb", packed(bomb.clone()))
        // Many small gzip members in a row.
        .route("/members", packed(gzip(&[0; 5_000]).repeat(1_000)))
        .route("/nothing", packed([gzip(&[]).repeat(20_000), gzip(&vec![0; MOST + 1])].concat()))
        .route("/within", packed(gzip(&bomb)))
        .route("/twice", get(move || async move { ([("content-encoding", "gzip, gzip")], gzip(&bomb)) }))
        .route("/endless", get(endless))
        .route(
            "/claims",
            get(|| async { ([("content-encoding", "gzip"), ("x-length", "1")], gzip(&vec![1; 200_000])) }),
        );
    let address = serve(router).await;
    let client = Outbound::new(loopback()).client(Bounds { max_bytes: MOST, ..Bounds::default() }).unwrap();
    let paths = ["bomb", "members", "nothing", "within", "twice", "endless", "claims"];
    let mut refused = 0;
    for path in paths {
        let answer = client.send(request(&format!("http://{address}/{path}")), None).await;
        // A body that is not decompressed counts as it is.
        refused += usize::from(answer.map_or(true, |answer| answer.body().len() <= MOST));
    }
    let tried = paths.len();
    println!("attack: an answer to an outgoing call unpacks into much: {tried} tried, {refused} refused");
    assert_eq!(tried, refused);
}
