//! Checks of the whole audit that the server itself runs: one each day, and those that somebody asks for.
//!
//! A check is a row that one node claims. One that a node left unfinished is claimed again after [`ABANDONED`].

use serde::Serialize;

use super::trail::Trail;
use super::verify::Verdict;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::error::{Code, Error, Text};

/// Seconds after which a check that has not ended is taken to be abandoned.
const ABANDONED: i64 = 3600;

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, utoipa::ToSchema)]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum CheckOutcome {
    /// Nothing was altered.
    Whole,
    /// Rows have waited too long to be sealed.
    Overdue,
    /// Something was altered.
    Broken,
    /// The check itself did not work; the log says why.
    Failed,
}

/// A check of the whole audit.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditCheck)]
pub struct Check {
    /// Id.
    pub id: String,
    /// When it was asked for.
    pub requested_at: Time,
    /// The login name of who asked, or the server's part.
    pub requested_by: String,
    /// When it began; none while it waits.
    pub started_at: Option<Time>,
    /// When it ended; none while it runs.
    pub ended_at: Option<Time>,
    /// The number of rows.
    pub rows_checked: Option<i64>,
    /// What it found.
    pub outcome: Option<CheckOutcome>,
    /// What is wrong, in English.
    pub complaint: Option<String>,
}

const COLUMNS: &str = "SELECT id, requested_at, requested_by, started_at, ended_at, rows_checked, outcome, complaint \
     FROM audit_checks";

impl Check {
    /// The newest check.
    pub async fn last(cx: &mut ReadCtx) -> Result<Option<Self>, Error> {
        let query = cx.db().await?.query(COLUMNS).sql(" ORDER BY requested_at DESC, id DESC LIMIT 1");
        Ok(query.optional().await?)
    }

    /// Asks for a check, and audits that.
    ///
    /// Errors: [`Code::Conflict`] while another waits or runs: each reads every row.
    pub async fn request(cx: &mut Ctx) -> Result<Self, Error> {
        let (id, now) = (cx.new_id().to_string(), cx.now());
        let by = cx.person()?.user_name.clone();
        let tx = cx.db().await?;
        if !insert(tx, &id, now, by).await? {
            let text = Text::new("已有一次校验正在进行", "a check is under way already");
            return Err(Error::new(Code::Conflict).message(text));
        }
        cx.audit_event(Event {
            action: "audit.check_requested",
            resource: "audit-checks",
            record: id.clone(),
            ..Event::default()
        });
        let query = cx.db().await?.query(COLUMNS).push(" WHERE id = ", id);
        Ok(query.one().await?)
    }
}

impl Trail {
    /// Asks for the check of this day, if nobody has, and runs the check that waits. Tells the log and the audit of one
    /// that finds something.
    pub async fn check_due(&self) -> Result<(), Error> {
        let kernel = self.kernel();
        let now = kernel.now();
        let mut tx = kernel.db().begin().await?;
        if !began_today(&mut tx, now).await? {
            insert(&mut tx, &format!("day-{}", now.day()), now, "audit".to_owned()).await?;
        }
        let claimed = claim(&mut tx, now).await?;
        tx.commit().await?;
        let Some(id) = claimed else { return Ok(()) };
        let verdict = match self.own_checkpoints().await {
            Ok(anchors) => self.verify(&anchors).await,
            Err(error) => Err(error),
        };
        let (outcome, rows, complaint) = match &verdict {
            Ok(Verdict::Whole { rows, .. }) => (CheckOutcome::Whole, Some(*rows), None),
            Ok(found @ Verdict::Overdue { .. }) => (CheckOutcome::Overdue, None, found.complaint()),
            Ok(found @ Verdict::Broken { .. }) => (CheckOutcome::Broken, None, found.complaint()),
            Err(_) => (CheckOutcome::Failed, None, None),
        };
        let mut cx = Ctx::system(kernel, "audit");
        if let Some(complaint) = &complaint {
            tracing::error!(complaint, "the check of the audit found something");
            cx.audit_event(Event {
                action: "audit.check_complained",
                resource: "audit-checks",
                record: id.clone(),
                reason: Some(complaint.clone()),
                outcome: Some(Outcome::Failed),
                ..Event::default()
            });
        }
        end(cx.db().await?, &id, kernel.now(), (outcome, rows, complaint)).await?;
        cx.commit().await?;
        verdict.map(|_| ())
    }
}

/// Whether a check was asked for on the day of `now`, in UTC.
async fn began_today(tx: &mut ReadTx, now: Time) -> sqlx::Result<bool> {
    let midnight = Time(now.0 - now.0.rem_euclid(24 * 3600 * 1000));
    let sql = "SELECT 1 FROM audit_checks WHERE requested_at >= $1 LIMIT 1";
    Ok(tx.query(sql).bind(midnight).optional::<(i32,)>().await?.is_some())
}

/// Asks for a check unless one waits or runs; whether it was.
async fn insert(tx: &mut Tx, id: &str, now: Time, by: String) -> sqlx::Result<bool> {
    let sql = "INSERT INTO audit_checks (id, requested_at, requested_by, open) VALUES ($1, $2, $3, 1) \
               ON CONFLICT DO NOTHING";
    Ok(tx.write(sql).bind(id.to_owned()).bind(now).bind(by).execute().await? == 1)
}

/// Claims the check that waits, or that a node abandoned.
async fn claim(tx: &mut Tx, now: Time) -> sqlx::Result<Option<String>> {
    let sql = "UPDATE audit_checks SET started_at = $1 WHERE open = 1 \
               AND (started_at IS NULL OR started_at < $2) RETURNING id";
    let query = tx.write(sql).bind(now).bind(now.plus_seconds(-ABANDONED));
    Ok(query.optional::<(String,)>().await?.map(|(id,)| id))
}

type Found = (CheckOutcome, Option<i64>, Option<String>);

async fn end(tx: &mut Tx, id: &str, now: Time, (outcome, rows, complaint): Found) -> sqlx::Result<()> {
    tx.write("UPDATE audit_checks SET ended_at = $1, outcome = $2, rows_checked = $3, complaint = $4, open = NULL WHERE id = $5")
        .bind(now)
        .bind(outcome)
        .bind(rows)
        .bind(complaint)
        .bind(id.to_owned())
        .execute()
        .await?;
    Ok(())
}
