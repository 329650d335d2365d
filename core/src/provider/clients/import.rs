//! Clients from files.

use serde_json::Value;

use super::metadata::Metadata;
use super::remote::Remote;
use super::service::register;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::http;

/// Reads what a file holds: one object, or an array of them, in the shape of RFC 7591. What they name
/// elsewhere is fetched before any transaction begins.
pub async fn read(remote: &Remote, json: &[u8]) -> Result<Vec<Metadata>, Error> {
    let all = match http::parse::<Value>(json)? {
        Value::Array(all) => all,
        one => vec![one],
    };
    let mut read = Vec::with_capacity(all.len());
    for (at, json) in all.into_iter().enumerate() {
        let one = async { Metadata::read(json)?.fetched(remote).await };
        read.push(one.await.map_err(|e| of_entry(at, e))?);
    }
    Ok(read)
}

/// Registers what was [`read`]. All or none: the caller commits. Answers the client information responses, in
/// the file's order.
pub async fn import(cx: &mut Ctx, all: Vec<Metadata>) -> Result<Vec<Value>, Error> {
    let mut responses = Vec::with_capacity(all.len());
    for (at, metadata) in all.into_iter().enumerate() {
        let registered = register(cx, metadata).await.map_err(|e| of_entry(at, e))?;
        responses.push(registered.to_response());
    }
    Ok(responses)
}

/// Says which entry of a file is wrong.
fn of_entry(at: usize, mut error: Error) -> Error {
    for (field, _) in &mut error.fields {
        *field = format!("[{at}].{field}");
    }
    error
}
