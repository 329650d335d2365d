//! The ways to misbehave. [`run`] handles those that do not depend on the function's answer; the others are handled
//! where the answer is made.

use std::hint::black_box;

use cardea_plugin_sdk::http::{HttpError, Request};
use cardea_plugin_sdk::prelude::*;

/// A way to misbehave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    Loop,
    Copy,
    Panic,
    Memory,
    Recursion,
    Flood,
    LogFlood,
    BigArgument,
    BigResult,
    InvalidUtf8,
    InvalidIds,
    DuplicateIds,
    MissingIds,
    ReservedClaims,
    MalformedClaims,
    Markup,
    Http,
    HttpMany,
    SlowHttp,
    Fault,
    /// The outcome of [`Way::Http`] and the like, to be reported in the answer.
    Reported(String),
}

impl Way {
    /// The way that the settings choose for a function.
    pub fn of(ctx: &Ctx, function: &str) -> Option<Self> {
        let chosen = ctx.setting("misbehave.in").is_none_or(|only| only == function);
        let name = ctx.setting("misbehave").filter(|_| chosen)?;
        Some(match name {
            "loop" => Self::Loop,
            "copy" => Self::Copy,
            "panic" => Self::Panic,
            "memory" => Self::Memory,
            "recursion" => Self::Recursion,
            "flood" => Self::Flood,
            "log-flood" => Self::LogFlood,
            "big-argument" => Self::BigArgument,
            "big-result" => Self::BigResult,
            "invalid-utf8" => Self::InvalidUtf8,
            "invalid-ids" => Self::InvalidIds,
            "duplicate-ids" => Self::DuplicateIds,
            "missing-ids" => Self::MissingIds,
            "reserved-claims" => Self::ReservedClaims,
            "malformed-claims" => Self::MalformedClaims,
            "markup" => Self::Markup,
            "http" => Self::Http,
            "http-many" => Self::HttpMany,
            "slow-http" => Self::SlowHttp,
            "fault" => Self::Fault,
            // A misspelt test must not pass as a well-behaved guest.
            other => Self::Reported(format!("unknown way: {other}")),
        })
    }

    /// The way chosen when the guest was built.
    pub fn built_in(ctx: &Ctx) -> Option<Self> {
        let free = ctx.setting("misbehave").is_none();
        let way = if cfg!(feature = "describe-loops") {
            Self::Loop
        } else if cfg!(feature = "describe-panics") {
            Self::Panic
        } else if cfg!(feature = "describe-grows") {
            Self::Memory
        } else {
            return None;
        };
        free.then_some(way)
    }
}

/// Misbehaves if the way does not depend on the answer.
#[allow(clippy::panic, reason = "what it is for")]
pub fn run(way: Option<Way>, ctx: &Ctx) -> Result<Option<Way>, Fault> {
    let Some(way) = way else { return Ok(None) };
    match way {
        Way::Loop => loop {
            black_box(());
        },
        Way::Copy => copy(),
        Way::Panic => panic!("a guest that panics on purpose"),
        Way::Memory => grow(),
        Way::Recursion => {
            black_box(descend(0));
        }
        Way::Flood => loop {
            black_box(clock::now_ms());
        },
        Way::LogFlood => {
            let line = "x".repeat(1024);
            (0..10_000).for_each(|_| log::info(&line, &[]));
        }
        Way::BigArgument => {
            cache::put("big", &vec![b'x'; 24 << 20], 60);
        }
        Way::Http => return Ok(Some(Way::Reported(one_call(ctx)))),
        Way::HttpMany => {
            let requests = (0..501).map(|n| Request::get(Endpoint::RoleApi, format!("many/{n}")));
            let answers = http::send_all(requests.collect());
            let failed = answers.iter().filter(|answer| answer.is_err()).count();
            return Ok(Some(Way::Reported(format!("{failed} of {} failed", answers.len()))));
        }
        Way::SlowHttp => {
            let mut last = String::new();
            for _ in 0..20 {
                last = report(http::send(Request::get(Endpoint::RoleApi, "slow")));
            }
            return Ok(Some(Way::Reported(last)));
        }
        Way::Fault => return Err(fault(ctx)),
        other => return Ok(Some(other)),
    }
    Ok(None)
}

fn copy() {
    let mut buffer = vec![1_u8; 8 << 20];
    loop {
        buffer.copy_within(0..(4 << 20), 4 << 20);
        black_box(&mut buffer);
    }
}

fn grow() {
    let mut kept = Vec::new();
    loop {
        kept.push(vec![1_u8; 1 << 20]);
        black_box(&mut kept);
    }
}

#[allow(unconditional_recursion, reason = "what it is for")]
fn descend(depth: u64) -> u64 {
    let frame = black_box([depth; 64]);
    descend(depth + 1) + frame[0]
}

fn one_call(ctx: &Ctx) -> String {
    let path = ctx.setting("path").unwrap_or_default();
    report(http::send(Request::get(Endpoint::RoleApi, path)))
}

fn report(answer: Result<http::Response, HttpError>) -> String {
    match answer {
        Ok(response) => format!("ok {}", response.status),
        Err(HttpError::Status { status, .. }) => format!("status {status}"),
        Err(HttpError::Call(error)) => format!("{error:?}"),
        Err(HttpError::Malformed(_)) => "malformed".into(),
    }
}

fn fault(ctx: &Ctx) -> Fault {
    let message = Message::new("none", "<b>a fault</b>");
    match ctx.setting("fault") {
        Some("bad-config") => Fault::BadConfig(message),
        Some("downstream") => Fault::Downstream(message),
        Some("rejected") => Fault::Rejected(message),
        _ => Fault::internal("an internal secret"),
    }
}

/// A text that violates its type, as a guest in another language may send it.
#[allow(unsafe_code, reason = "the host must refuse what a safe guest cannot make")]
pub fn not_utf8() -> String {
    // SAFETY: not sound, on purpose: the bytes only travel to the host, which checks them.
    unsafe { String::from_utf8_unchecked(vec![b'a', 0xff, 0xfe]) }
}

/// The answer of `options`.
pub fn page(way: Option<&Way>, ctx: &Ctx) -> Page {
    let choice = |label: String| Choice::new("m1", label);
    let choices = match way {
        Some(Way::BigResult) => {
            (0..200_000).map(|n| Choice::new(format!("id-{n}"), format!("label of choice {n}"))).collect()
        }
        Some(Way::InvalidUtf8) => vec![choice(not_utf8())],
        Some(Way::Markup) => vec![choice("<script>alert(1)</script>".into())],
        Some(Way::InvalidIds) => vec![choice("twice".into()), choice("twice".into())],
        Some(Way::Reported(text)) => vec![choice(text.clone())],
        _ => vec![choice(format!("behaved in {}", ctx.study.code))],
    };
    Page { choices, next: None }
}

/// The answer of `apply`.
pub fn outcome(way: Option<&Way>, batch: &Batch) -> Outcome {
    let success = |item: &Item| Success::new(&item.item_id, None);
    let failure = |id: &str, text: String| Failure::new(id, Reason::Rejected, Message::new("none", text));
    let mut succeeded: Vec<_> = batch.items.iter().map(success).collect();
    let mut failed = Vec::new();
    match way {
        Some(Way::InvalidIds) => succeeded.push(Success::new("foreign", None)),
        Some(Way::DuplicateIds) => {
            failed.extend(batch.items.first().map(|it| failure(&it.item_id, "both".into())));
        }
        Some(Way::MissingIds) => succeeded.clear(),
        Some(Way::BigResult) => {
            failed.extend((0..200_000).map(|n| failure(&format!("i{n}"), "x".repeat(100))));
        }
        Some(Way::InvalidUtf8) => succeeded.push(Success::new(not_utf8(), None)),
        Some(Way::Reported(text)) => {
            failed.extend(succeeded.drain(..).map(|it| failure(&it.item_id, text.clone())));
        }
        _ => {}
    }
    Outcome { succeeded, failed }
}
