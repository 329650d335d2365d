//! The closed loop: a fixed number of connections, each asks again as soon as its answer is there.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde::Deserialize;
use tokio::task::JoinSet;
use url::Url;

use crate::Result;
use crate::http1::{Answer, Connection};
use crate::party::{Form, strange};
use crate::registrations::REDIRECT_URI;

/// What one connection asks.
#[derive(Debug)]
pub enum Feed {
    /// The same again and again, until time is up.
    Same(Vec<u8>),
    /// Each of these once: what can be used up.
    Each(VecDeque<Vec<u8>>),
    /// A refresh token, then the one that it was exchanged for, and so on, until time is up.
    Chain {
        /// The form to the token endpoint.
        form: Form,
        /// The token to begin with.
        refresh_token: String,
    },
    /// An authorization request, then the exchange of its code, and so on, until time is up.
    SignIn {
        /// The authorization request.
        authorize: Vec<u8>,
        /// The form to the token endpoint, and what it has beside the code.
        form: Form,
        /// The verifier of the request's challenge.
        verifier: String,
        /// The code that is not exchanged yet.
        code: Option<String>,
    },
    /// Each of these authorization requests once; what comes of them.
    Authorize {
        /// The requests.
        requests: VecDeque<Vec<u8>>,
        /// The codes, in the requests' order.
        codes: Vec<String>,
    },
}

impl Feed {
    fn next(&mut self, before: &mut Vec<u8>) -> bool {
        let request = match self {
            Self::Same(request) => {
                if before.is_empty() {
                    before.clone_from(request);
                }
                return true;
            }
            Self::Each(requests) | Self::Authorize { requests, .. } => requests.pop_front(),
            Self::SignIn { authorize, code: None, .. } => Some(authorize.clone()),
            Self::SignIn { form, verifier, code: Some(code), .. } => Some(form.with(&[
                ("grant_type", "authorization_code"),
                ("code", code),
                ("redirect_uri", REDIRECT_URI),
                ("code_verifier", verifier),
            ])),
            Self::Chain { form, refresh_token } => {
                Some(form.with(&[("grant_type", "refresh_token"), ("refresh_token", refresh_token)]))
            }
        };
        request.map(|request| *before = request).is_some()
    }

    /// Any answer that is not a success ends everything.
    fn take(&mut self, answer: Answer<'_>) -> Result<()> {
        let success = (200..300).contains(&answer.status);
        match self {
            Self::Authorize { codes, .. } => codes.push(code(answer)?),
            Self::SignIn { code, .. } if code.is_none() => *code = Some(self::code(answer)?),
            _ if !success => return Err(strange("a measured request", answer).into()),
            Self::Same(_) | Self::Each(_) => {}
            Self::SignIn { code, .. } => *code = None,
            Self::Chain { refresh_token, .. } => *refresh_token = rotated(answer.body)?,
        }
        Ok(())
    }
}

pub(crate) fn code(answer: Answer<'_>) -> Result<String> {
    let location = answer.header("location")?.unwrap_or_default();
    let code = location
        .starts_with(REDIRECT_URI)
        .then(|| Url::parse(location).ok())
        .flatten()
        .and_then(|url| url.query_pairs().find_map(|(name, value)| (name == "code").then(|| value.into_owned())));
    code.ok_or_else(|| strange("an authorization request", answer).into())
}

fn rotated(body: &[u8]) -> Result<String> {
    #[derive(Deserialize)]
    struct Rotated {
        refresh_token: String,
    }
    Ok(serde_json::from_slice::<Rotated>(body)?.refresh_token)
}

/// Open connections with what they will ask.
#[derive(Debug)]
pub struct Load(Vec<(Connection, Feed)>);

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// Microseconds from the first octet sent to the last one read.
    pub latencies: Histogram<u64>,
    /// From the first request to the last answer.
    pub elapsed: Duration,
    /// What the connections were fed, in their order, as far as it is left.
    pub feeds: Vec<Feed>,
}

#[expect(clippy::disallowed_methods, reason = "time is what is measured")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// One microsecond to one minute, to three digits.
fn histogram() -> Result<Histogram<u64>> {
    Ok(Histogram::new_with_bounds(1, 60_000_000, 3)?)
}

impl Load {
    /// Opens one connection to `host:port` for each feed.
    pub async fn open(address: &str, feeds: Vec<Feed>) -> Result<Self> {
        let mut open = Vec::with_capacity(feeds.len());
        for feed in feeds {
            open.push((Connection::open(address).await?, feed));
        }
        Ok(Self(open))
    }

    /// Asks, at least once, until `time` is over or there is nothing left to ask. The first answer that is
    /// not a success is the error.
    pub async fn run(self, time: Duration) -> Result<Outcome> {
        let begin = now();
        let mut connections = JoinSet::new();
        for (place, (connection, feed)) in self.0.into_iter().enumerate() {
            connections.spawn(async move { (place, ask(connection, feed, begin + time).await) });
        }
        let mut latencies = histogram()?;
        let mut feeds = Vec::new();
        while let Some(done) = connections.join_next().await {
            let (place, done) = done?;
            let (taken, feed) = done?;
            latencies.add(taken)?;
            feeds.push((place, feed));
        }
        let elapsed = now() - begin;
        feeds.sort_unstable_by_key(|(place, _)| *place);
        Ok(Outcome { latencies, elapsed, feeds: feeds.into_iter().map(|(_, feed)| feed).collect() })
    }
}

async fn ask(mut connection: Connection, mut feed: Feed, end: Instant) -> Result<(Histogram<u64>, Feed)> {
    let mut latencies = histogram()?;
    let mut request = Vec::new();
    let mut sent = now();
    while feed.next(&mut request) {
        feed.take(connection.call(&request).await?)?;
        let answered = now();
        latencies.saturating_record(u64::try_from((answered - sent).as_micros())?.max(1));
        if answered >= end {
            break;
        }
        sent = answered;
    }
    Ok((latencies, feed))
}
