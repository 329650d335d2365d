//! The HTTP calls of tasks, through the outbound guard.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, header};
use bytes::Bytes;

use super::model::Task;
use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::outbound::{Bounds, Client, OutboundError};

/// The bounds of an answer.
pub const BOUNDS: Bounds =
    Bounds { connect: Duration::from_secs(5), total: Duration::from_mins(5), max_bytes: 64 << 10 };
/// The most headers.
const MOST: usize = 20;
/// The header that tells a receiver of a repeated run.
const RUN: &str = "cardea-run-id";

/// The headers that the connection itself sets.
const OURS: [HeaderName; 5] =
    [header::HOST, header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::CONNECTION, header::UPGRADE];

/// The headers of a text: `Name: value`, one on a line.
pub fn headers(p: &mut Problems, field: &str, text: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let parsed = line.split_once(':').and_then(|(name, value)| {
            let name = HeaderName::try_from(name.trim()).ok()?;
            let mut value = HeaderValue::try_from(value.trim()).ok()?;
            value.set_sensitive(true);
            Some((name, value))
        });
        match parsed {
            Some((name, value)) if !OURS.contains(&name) && name.as_str() != RUN => {
                headers.append(name, value);
            }
            _ => {
                let text = Text::new(
                    "请按“名称: 值”每行填写一个请求头",
                    "write each header as \"Name: value\" on a line of its own",
                );
                p.add(field, text);
                return HeaderMap::new();
            }
        }
    }
    if headers.len() > MOST {
        p.add(field, Text::new("最多20个请求头", "at most 20 headers"));
    }
    headers
}

/// Makes the call of a run; what was answered, and whether that is success.
pub async fn call(client: &Client, task: &Task, headers: HeaderMap, run: &Id, params: &str) -> (bool, String) {
    let mut request = Request::builder().method(task.http_method.as_str()).uri(&task.http_url);
    let has_body = !params.is_empty() && task.http_method != "GET";
    if has_body && !headers.contains_key(header::CONTENT_TYPE) {
        let kind = if serde_json::from_str::<serde::de::IgnoredAny>(params).is_ok() {
            "application/json"
        } else {
            "text/plain; charset=utf-8"
        };
        request = request.header(header::CONTENT_TYPE, kind);
    }
    request = request.header(RUN, run.as_str());
    for (name, value) in &headers {
        request = request.header(name, value);
    }
    let body = if has_body { Bytes::from(params.to_owned()) } else { Bytes::new() };
    let Ok(request) = request.body(body) else { return (false, OutboundError::Invalid("request".into()).to_string()) };
    match client.send(request, None).await {
        Ok(answer) => {
            let text = String::from_utf8_lossy(answer.body()).replace('\0', "");
            (answer.status().is_success(), format!("HTTP {}\n\n{text}", answer.status().as_u16()))
        }
        Err(error) => (false, error.to_string()),
    }
}
