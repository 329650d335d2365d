//! Imports clients from files.

use serde_json::Value;

use super::metadata::Metadata;
use super::remote::Remote;
use super::service::register;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::http;

/// Reads a file: one object, or an array of objects, in the shape of RFC 7591. The documents that they refer to are
/// fetched before any transaction begins.
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

/// Registers the clients that were [`read`], all or none: the caller commits. Returns the client information
/// responses, in the file's order.
pub async fn import(cx: &mut Ctx, all: Vec<Metadata>) -> Result<Vec<Value>, Error> {
    let mut responses = Vec::with_capacity(all.len());
    for (at, metadata) in all.into_iter().enumerate() {
        let registered = register(cx, metadata).await.map_err(|e| of_entry(at, e))?;
        responses.push(registered.to_response());
    }
    Ok(responses)
}

/// Names the entry of the file in the fields of the error.
fn of_entry(at: usize, mut error: Error) -> Error {
    for (field, _) in &mut error.fields {
        *field = format!("[{at}].{field}");
    }
    error
}
