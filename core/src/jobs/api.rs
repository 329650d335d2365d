//! HTTP of tasks: `/api/admin/tasks`.

use std::collections::BTreeSet;

use axum::Json as Answer;
use axum::extract::{Path, Query};
use cardea_cron::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::beans::Bean;
use super::model::{
    Cause, JobType, PAUSED, Preview, RUNNING, RunFilter, STATUSES, Task, TaskRun, ToDo, ZONE, cron_of, words,
};
use super::{plan, store};
use crate::kernel::Kernel;
use crate::kernel::body::Json;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::kernel::resource::{operations, record, router as declared};

/// The times that a preview shows (specification, section 9).
const PREVIEWED: usize = 5;
/// The most tasks that one call changes.
const MOST: usize = 100;

/// The operations on tasks.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(statuses))
        .routes(routes!(types))
        .routes(routes!(beans))
        .routes(routes!(preview))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(run))
        .routes(routes!(runs))
        .with_state(kernel.clone())
        .merge(declared::<Task>(kernel))
}

/// A number and its name.
#[derive(Debug, Serialize, ToSchema)]
struct Coded {
    /// The number.
    code: i64,
    /// Its name in the caller's language.
    desc: String,
}

/// A method of a bean.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BeanMethod {
    /// The bean.
    bean_name: String,
    /// Its method.
    method_name: String,
    /// What it does, in the caller's language.
    desc: String,
}

/// The states of jobs.
#[utoipa::path(get, path = "/api/admin/tasks/statuses", operation_id = "getTaskStatusList", tag = "tasks",
    responses((status = 200, body = Vec<Coded>)))]
async fn statuses(cx: ReadCtx) -> Result<Answer<Vec<Coded>>, Error> {
    cx.require(Permission::Tasks, Act::View)?;
    let named = |(code, text): &(i64, Text)| Coded { code: *code, desc: text.in_locale(cx.locale()).to_owned() };
    Ok(Answer(STATUSES.iter().map(named).collect()))
}

/// The types of jobs.
#[utoipa::path(get, path = "/api/admin/tasks/types", operation_id = "getTaskTypeList", tag = "tasks",
    responses((status = 200, body = Vec<Coded>)))]
async fn types(cx: ReadCtx) -> Result<Answer<Vec<Coded>>, Error> {
    cx.require(Permission::Tasks, Act::View)?;
    let named =
        |(_, code, text): &(JobType, i64, Text)| Coded { code: *code, desc: text.in_locale(cx.locale()).to_owned() };
    Ok(Answer(JobType::ALL.iter().map(named).collect()))
}

/// The methods of beans that jobs of type 1 can run.
#[utoipa::path(get, path = "/api/admin/tasks/beans", operation_id = "getTaskBeanList", tag = "tasks",
    responses((status = 200, body = Vec<BeanMethod>)))]
async fn beans(cx: ReadCtx) -> Result<Answer<Vec<BeanMethod>>, Error> {
    cx.require(Permission::Tasks, Act::View)?;
    let all = Bean::ALL.iter().map(|bean| {
        let (bean_name, method_name) = bean.names();
        let desc = bean.about().in_locale(cx.locale()).to_owned();
        BeanMethod { bean_name: bean_name.to_owned(), method_name: method_name.to_owned(), desc }
    });
    Ok(Answer(all.collect()))
}

/// What the next times are asked of.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct Asked {
    /// The expression.
    #[serde(default)]
    #[param(required = true)]
    cron: String,
    /// The time zone; `Asia/Shanghai` where it is left out.
    time_zone: Option<String>,
    /// The calendar whose working days alone count: a tenant, or `sys`.
    workdays_of: Option<String>,
}

/// An expression in words, and its next 5 times.
#[utoipa::path(get, path = "/api/admin/tasks/preview", operation_id = "previewTask", tag = "tasks", params(Asked),
    responses((status = 200, body = Preview)))]
async fn preview(mut cx: ReadCtx, Query(asked): Query<Asked>) -> Result<Answer<Preview>, Error> {
    cx.require(Permission::Tasks, Act::View)?;
    let mut p = Problems::default();
    let zone = asked.time_zone.as_deref().unwrap_or(ZONE).parse::<Tz>();
    p.check(zone.is_ok(), "timeZone", "请选择时区", "select a time zone");
    let cron = cron_of(&mut p, "cron", &asked.cron);
    let calendar = asked.workdays_of.map(Id::try_from).transpose().ok();
    p.check(calendar.is_some(), "workdaysOf", "请选择日历", "select a calendar");
    p.into_result()?;
    let (Some(cron), Ok(zone)) = (cron, zone) else { return Err(Error::new(Code::Malformed)) };
    let (words, now) = (words(&cron, cx.locale()), cx.now());
    let times = plan::times(&mut cx, &(cron, zone), calendar.flatten().as_ref(), now, PREVIEWED).await?;
    Ok(Answer(Preview { words, times }))
}

/// The tasks of a call, in the order of their ids, so that two callers do not wait for each other.
fn chosen(ask: ToDo) -> Result<Vec<Id>, Error> {
    let ids: BTreeSet<Id> = ask.ids.into_iter().collect();
    if ids.is_empty() || ids.len() > MOST {
        return Err(Error::field("ids", Text::new("请选择1到100个任务", "select 1 to 100 jobs")));
    }
    Ok(ids.into_iter().collect())
}

async fn turn(cx: &mut Ctx, ask: ToDo, status: i64, action: &'static str) -> Result<Vec<Task>, Error> {
    let mut tasks = Vec::new();
    for id in chosen(ask)? {
        let before: Task = operations::changeable(cx, &id).await?;
        if before.status == status {
            tasks.push(before);
            continue;
        }
        let mut task = Task { status, ..before.clone() };
        let now = cx.now();
        task.next_run_at = plan::next(&task, now);
        record::update(cx, &mut task).await?;
        cx.audit_change(action, &before, &task)?;
        tasks.push(task);
    }
    Ok(tasks)
}

/// Pauses jobs. A run that is under way goes on.
#[utoipa::path(post, path = "/api/admin/tasks/pause", operation_id = "taskPause", tag = "tasks", request_body = ToDo,
    responses((status = 200, body = Vec<Task>)))]
async fn pause(mut cx: Ctx, Json(ask): Json<ToDo>) -> Result<Answer<Vec<Task>>, Error> {
    cx.require(Permission::Tasks, Act::Edit)?;
    let tasks = turn(&mut cx, ask, PAUSED, "task.paused").await?;
    cx.commit().await?;
    Ok(Answer(tasks))
}

/// Resumes jobs. What was due meanwhile is not made up for.
#[utoipa::path(post, path = "/api/admin/tasks/resume", operation_id = "taskResume", tag = "tasks", request_body = ToDo,
    responses((status = 200, body = Vec<Task>)))]
async fn resume(mut cx: Ctx, Json(ask): Json<ToDo>) -> Result<Answer<Vec<Task>>, Error> {
    cx.require(Permission::Tasks, Act::Edit)?;
    let tasks = turn(&mut cx, ask, RUNNING, "task.resumed").await?;
    cx.commit().await?;
    Ok(Answer(tasks))
}

/// Runs jobs now, paused ones too.
#[utoipa::path(post, path = "/api/admin/tasks/run", operation_id = "taskRun", tag = "tasks", request_body = ToDo,
    responses((status = 200, body = Vec<Id>), (status = 409, description = "One of them is running")))]
async fn run(mut cx: Ctx, Json(ask): Json<ToDo>) -> Result<Answer<Vec<Id>>, Error> {
    cx.require(Permission::Tasks, Act::Edit)?;
    let (actor, now) = (cx.person()?.id.to_string(), cx.now());
    let mut planned = Vec::new();
    for id in chosen(ask)? {
        let Some(task) = record::get_kept::<Task>(&mut cx, &id).await? else { return Err(Error::new(Code::NotFound)) };
        let Some(run) = store::plan(&mut cx, &task, Cause::Manual, now, Some(actor.clone())).await? else {
            let text = Text::made(
                format!("任务“{}”正在执行", task.job_name),
                format!("the job \"{}\" is running", task.job_name),
            );
            return Err(Error::new(Code::Conflict).message(text));
        };
        planned.push(run);
        cx.audit("task.run", &task)?;
    }
    cx.commit().await?;
    Ok(Answer(planned))
}

/// The runs of a job, the latest first.
#[utoipa::path(get, path = "/api/admin/tasks/{id}/runs", operation_id = "getTaskLogList", tag = "tasks",
    params(("id" = String, Path), ListQuery), responses((status = 200, body = Vec<TaskRun>)))]
async fn runs(Listing(mut cx): Listing, Path(id): Path<String>, list: List<RunFilter>) -> Result<Page<TaskRun>, Error> {
    cx.require(Permission::Tasks, Act::View)?;
    let id = Id::try_from(id).map_err(|_| Error::new(Code::NotFound))?;
    operations::get::<Task>(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    store::runs(&mut cx, &id, &list.or_descending("createTime")).await
}
