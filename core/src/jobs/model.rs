//! Types of jobs and of their runs.

use cardea_cron::{Cron, Language, Tz};
use cardea_macros::Record;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::clock::Time;
use crate::kernel::error::{Locale, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::Number;
use crate::kernel::secret::Secret;

/// The group of the platform's own jobs, beside those of systems.
pub const OWN: &str = "cardea";
/// The zone of a task whose form names none.
pub const ZONE: &str = "Asia/Shanghai";

/// The kind of a task: `jobType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobType {
    /// A method of a registered bean.
    Bean,
    /// An HTTP call.
    Http,
}

impl JobType {
    /// Every kind with its number and its name.
    pub const ALL: [(Self, i64, Text); 2] =
        [(Self::Bean, 1, Text::new("内置方法", "Bean")), (Self::Http, 2, Text::new("HTTP 调用", "HTTP"))];

    /// Of a number.
    #[must_use]
    pub fn of(number: i64) -> Option<Self> {
        Self::ALL.iter().find(|(_, each, _)| *each == number).map(|(kind, ..)| *kind)
    }
}

/// The states of a task: `status`.
pub const STATUSES: [(i64, Text); 2] =
    [(RUNNING, Text::new("运行中", "Running")), (PAUSED, Text::new("已暂停", "Paused"))];
/// It runs by its expression.
pub const RUNNING: i64 = 0;
/// It runs on demand alone.
pub const PAUSED: i64 = 1;

/// The methods of an HTTP task.
pub const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// A task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, Record)]
#[record(table = "tasks", unique("jobName", "该系统中已有此名称的任务", "the system has a job of this name already"))]
#[form(
    TaskInput,
    "What the form of a job sends. System and name are those of a new job. Without `header` a job keeps the one that it has."
)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Id: the specification's jobId.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The system that it is of; `cardea` for the platform's own.
    #[record(once)]
    #[form(once)]
    pub job_group: String,
    /// That system's name, in the caller's language.
    #[record(derived)]
    pub job_group_name: String,
    /// Name.
    #[record(once, key = "name_key")]
    #[form(once)]
    pub job_name: String,
    /// 1 a method of a bean, 2 an HTTP call.
    #[record(starts = 1)]
    #[form(given = Number, schema = i64)]
    pub job_type: i64,
    /// 0 running, 1 paused.
    #[form(given = Number, schema = i64)]
    pub status: i64,
    /// When it runs: a Quartz cron expression.
    #[form(required("请输入Cron表达式", "enter the cron expression"))]
    pub cron_expression: String,
    /// The expression in words, in the caller's language.
    #[record(derived)]
    pub cron_words: String,
    /// The time zone of the expression, such as `Asia/Shanghai`.
    #[record(starts = ZONE.to_owned())]
    #[form(kept)]
    pub time_zone: String,
    /// It runs on the working days of this tenant alone; `sys` for the global calendar.
    #[form(plain)]
    pub workdays_of: Option<Id>,
    /// The bean of a task of type 1.
    #[form(line)]
    pub bean_name: String,
    /// The bean's method.
    #[form(line)]
    pub method_name: String,
    /// The method of an HTTP call.
    #[form(line)]
    pub http_method: String,
    /// The address of an HTTP call.
    #[form(line = 2000)]
    pub http_url: String,
    /// Whether it has headers. They are never shown: there may be a key among them.
    #[record(read = "(tasks.header IS NOT NULL)")]
    pub has_header: bool,
    /// The headers that the form gives.
    #[serde(skip)]
    #[record(derived)]
    #[form(given = Secret, schema = String, doc = "Headers of an HTTP call, one on a line; empty removes them.")]
    pub header: Option<Secret>,
    /// What the bean gets, or the body of the call.
    #[form(note)]
    pub params: String,
    /// A remark.
    #[form(note)]
    pub remark: String,
    /// Whether it came with the server: it can be changed and paused, not removed.
    #[record(once)]
    pub built_in: bool,
    /// When it runs next, as its calendar is now.
    pub next_run_at: Option<Time>,
    /// When it was made.
    #[serde(rename = "createTime")]
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Task {
    /// Its kind; a bean's where the number is none.
    #[must_use]
    pub fn kind(&self) -> JobType {
        JobType::of(self.job_type).unwrap_or(JobType::Bean)
    }

    /// Its expression and time zone, which were checked when it was saved.
    #[must_use]
    pub fn schedule(&self) -> Option<(Cron, Tz)> {
        Some((self.cron_expression.parse().ok()?, self.time_zone.parse().ok()?))
    }
}

/// Parses an expression; what is wrong is said on the field.
pub fn cron_of(p: &mut Problems, field: &str, text: &str) -> Option<Cron> {
    match text.parse::<Cron>() {
        Ok(cron) => Some(cron),
        Err(fault) => {
            let (zh, en) = fault.sentences();
            p.add(field, Text::made(zh, en));
            None
        }
    }
}

/// An expression in words.
pub fn words(cron: &Cron, locale: Locale) -> String {
    cron.in_words(match locale {
        Locale::Zh => Language::Zh,
        Locale::En => Language::En,
    })
}

/// Why there is a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its time came.
    Due,
    /// Its time passed while no node was up.
    Missed,
    /// Somebody had it run.
    Manual,
}

impl Cause {
    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Missed => "missed",
            Self::Manual => "manual",
        }
    }
}

/// A run of a task, as its log shows it.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskRun {
    /// Its id; an HTTP call carries it in `cardea-run-id`.
    pub id: Id,
    /// The task: the specification's jobId.
    pub task_id: Id,
    /// `due`, `missed` or `manual`.
    pub cause: String,
    /// When it was due.
    pub due_at: Time,
    /// `waiting`, `running`, `ok` or `failed`.
    pub state: String,
    /// 0 if it succeeded, 1 if it failed; nothing while it is not over.
    #[sqlx(skip)]
    pub status: Option<i64>,
    /// How often it was begun: more than once where a node died.
    pub attempts: i64,
    /// How many due times passed while it ran.
    pub passed: i64,
    /// What it was given.
    pub params: String,
    /// What came of it.
    pub result: String,
    /// How long it took, in milliseconds.
    #[sqlx(skip)]
    pub times: Option<i64>,
    /// Who had it run.
    pub actor: Option<String>,
    /// When it began.
    pub started_at: Option<Time>,
    /// When it was over.
    pub finished_at: Option<Time>,
    /// When it was planned.
    #[sqlx(rename = "created_at")]
    #[serde(rename = "createTime")]
    pub created_at: Time,
}

impl TaskRun {
    /// With what is worked out from the row.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.status = match self.state.as_str() {
            "ok" => Some(0),
            "failed" => Some(1),
            _ => None,
        };
        self.times = self.started_at.zip(self.finished_at).map(|(from, to)| to.0.saturating_sub(from.0));
        self
    }
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RunState {
    /// It may begin.
    Waiting,
    /// A node runs it.
    Running,
    /// It succeeded.
    Ok,
    /// It failed.
    Failed,
}

impl RunState {
    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Ok => "ok",
            Self::Failed => "failed",
        }
    }
}

/// The filter of the runs of a job.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunFilter {
    /// Runs in this state.
    pub state: Option<RunState>,
}

/// Tasks that something is done with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToDo {
    /// Their ids, at most 100.
    #[schema(max_items = 100)]
    pub ids: Vec<Id>,
}

/// The next times of an expression.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// The expression in words, in the caller's language.
    pub words: String,
    /// The next 5 times.
    pub times: Vec<Time>,
}
