//! The signed file of who had what: lines of JSON, whose digest the installation signs as it signs checkpoints of the
//! audit. Whoever has the public key of the audit checks it, without a server.
//!
//! The first line says what was asked, each following one is a person's, the last has the signed note. A file that
//! broke off has no last line.

use std::io::BufRead;

use aws_lc_rs::digest::{Context, SHA256};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures::stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Histories;
use super::as_of::{self, About, HeldThen, Question};
use crate::audit::{ProofError, Verifier};
use crate::files::{self, NewFile, Purpose};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Permission, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::seal::hex;

/// The format name in the file, and in its note.
const FORMAT: &str = "cardea-grants/1";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Opening {
    format: String,
    study: About,
    study_id: Id,
    software_id: Option<Id>,
    at: Time,
    known_at: Time,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Closing {
    rows: u64,
    note: String,
}

/// The text that is signed: everything above the last line, by its digest.
fn statement(rows: u64, digest: &str, at: Time) -> String {
    format!("{FORMAT}\nrows {rows}\nsha256 {digest}\ntime {at}\n")
}

/// A file that is being written.
struct Writing {
    state: Histories,
    asker: ReadCtx,
    question: Question,
    after: Option<Id>,
    rows: u64,
    digest: Context,
    opening: Option<Opening>,
    ended: bool,
}

fn line(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    Ok(text)
}

impl Writing {
    /// The next part of the file; none behind its end.
    async fn part(&mut self) -> Result<Option<Vec<u8>>, Error> {
        if self.ended {
            return Ok(None);
        }
        if let Some(opening) = self.opening.take() {
            let text = line(&opening)?;
            self.digest.update(&text);
            return Ok(Some(text));
        }
        // Each part in its own transaction: a slow reader holds none open. What was known then does not change.
        let mut cx = self.asker.new_read_transaction();
        let found: Vec<HeldThen> = as_of::walk(&mut cx, &self.question, self.after.as_ref()).await?;
        drop(cx);
        let Some(last) = found.last() else {
            self.ended = true;
            let digest = hex(self.digest.clone().finish().as_ref());
            let statement = statement(self.rows, &digest, self.state.kernel.now());
            let note = self.state.trail.signer().await?.sign_text(&statement);
            return line(&Closing { rows: self.rows, note }).map(Some);
        };
        self.after = Some(last.id.clone());
        self.rows += found.len() as u64;
        let mut text = Vec::new();
        for row in &found {
            text.extend(line(row)?);
        }
        self.digest.update(&text);
        Ok(Some(text))
    }
}

/// Answers with the file, written while it is sent, and keeps a copy. A part that fails aborts the answer.
pub async fn respond(state: Histories, asker: ReadCtx, study: About, question: Question) -> Response {
    let copy = NewFile {
        file_name: "grants.jsonl".to_owned(),
        purpose: Purpose::Export,
        media_type: "application/jsonl",
        software: None,
        tenant: Some(study.tenant_id.clone()),
        permission: Permission::UserAllowedHistory,
    };
    let keeping = state.exports.files().begin(&asker, copy).await;
    let opening = Opening {
        format: FORMAT.to_owned(),
        study,
        study_id: question.study_id.clone(),
        software_id: question.software_id.clone(),
        at: question.at,
        known_at: question.known_at.unwrap_or_default(),
    };
    let (after, rows, digest) = (None, 0, Context::new(&SHA256));
    let writing = Writing { state, asker, question, after, rows, digest, opening: Some(opening), ended: false };
    let parts = stream::try_unfold(writing, |mut writing| async move {
        let part = writing.part().await?;
        Ok::<_, Error>(part.map(|part| (Bytes::from(part), writing)))
    });
    let mut response = Response::new(Body::from_stream(files::copied(keeping, parts)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jsonl"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let disposition = HeaderValue::from_static("attachment; filename=\"grants.jsonl\"");
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    response
}

/// The content of a verified file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// What was asked, as the file says.
    pub about: Value,
    /// The number of people's lines.
    pub rows: u64,
    /// When it was signed.
    pub signed_at: Time,
}

/// Verifies a file under a public key obtained by another way. Needs no server, and keeps one line in memory.
pub fn verify(input: impl BufRead, verifier: &Verifier) -> Result<Verified, ProofError> {
    let form = |why: &str| ProofError::Form(why.to_owned());
    let mut lines = input.lines();
    let mut last = lines.next().transpose()?.ok_or_else(|| form("it is empty"))?;
    let opening: Opening = serde_json::from_str(&last)?;
    if opening.format != FORMAT {
        return Err(ProofError::Form(format!("its format is not {FORMAT}")));
    }
    let (mut digest, mut count) = (Context::new(&SHA256), 0_u64);
    for line in lines {
        digest.update(last.as_bytes());
        digest.update(b"\n");
        count += 1;
        last = line?;
    }
    let closing: Closing = serde_json::from_str(&last).map_err(|_| form("it ends too early"))?;
    let text = verifier.open_text(&closing.note)?;
    // The first line is no person's.
    let rows = count.checked_sub(1).ok_or_else(|| form("it ends too early"))?;
    let digest = hex(digest.finish().as_ref());
    let time = text.lines().last().and_then(|line| line.strip_prefix("time "));
    let signed_at = time.and_then(|time| serde_json::from_value(time.into()).ok()).unwrap_or_default();
    if closing.rows != rows || text != statement(rows, &digest, signed_at) {
        return Err(ProofError::Changed);
    }
    Ok(Verified { about: serde_json::to_value(&opening)?, rows, signed_at })
}
