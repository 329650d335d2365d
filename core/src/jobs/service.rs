//! The rules of tasks.

use std::collections::BTreeMap;

use cardea_cron::Tz;
use cardea_macros::Narrow;
use serde::Deserialize;

use super::beans::Bean;
use super::model::{JobType, METHODS, OWN, STATUSES, Task, TaskInput, cron_of, words};
use super::{http, plan, store};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Sorts, Term};
use crate::kernel::resource::input::{is_web_address, number, required};
use crate::kernel::resource::{Change, Kind, Operation, Reach, Reference, Resource, record, sorts};
use crate::resources::software::{self, Software};
use crate::resources::tenants::Tenant;

/// The most tasks.
const MOST: i64 = 500;

/// The filter of a list of tasks.
#[derive(Debug, Deserialize, Narrow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    q: Option<Term>,
    id: Option<Ids>,
    job_group: Option<Id>,
    #[narrow(within = "name_key")]
    job_name: Option<Term>,
    status: Option<i64>,
}

impl Resource for Task {
    type State = Kernel;
    type Form = TaskInput;
    type Filter = Filter;

    const NOUN: &'static str = "tasks";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "getTaskList", "Jobs, with when each runs next."),
        Operation::new(Kind::Read, "getTask", "One job."),
        Operation::new(Kind::Create, "saveTask", "Makes a job."),
        Operation::new(Kind::Update, "updateTask", "Changes a job; its system and its name stay."),
        Operation::new(Kind::Remove, "deleteTask", "Removes a job that did not come with the server."),
    ];
    const PERMISSION: Permission = Permission::Tasks;
    const REACH: Reach = Reach::Platform;
    const SORTS: Sorts = sorts!["jobName": name_key, id; "createTime": created_at, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key"];
    const CALLED: (&'static str, &'static str) = ("任务", "job");
    const OTHER_REFERENCES: &'static [Reference] = &[
        Reference::new(
            "software",
            ("定时任务", "jobs"),
            "SELECT 1 FROM tasks WHERE deleted_at IS NULL AND job_group = $1 LIMIT 1",
        ),
        Reference::new(
            "tenants",
            ("定时任务", "jobs"),
            "SELECT 1 FROM tasks WHERE deleted_at IS NULL AND workdays_of = $1 LIMIT 1",
        ),
    ];
    const SAMPLE: &'static str = r#"{ "jobGroup": "cardea", "jobName": "{new}", "jobType": 1, "status": 1,
        "cronExpression": "0 0 3 * * ?", "beanName": "cleanUpService", "methodName": "sweep" }"#;

    async fn possible(_: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        match change {
            Change::Remove(task) if task.built_in => {
                let text = Text::new(
                    "内置任务不能删除，可以暂停",
                    "a job that came with the server cannot be removed; it can be paused",
                );
                Err(Error::new(crate::kernel::error::Code::Conflict).message(text))
            }
            _ => Ok(()),
        }
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &TaskInput,
        before: Option<&Self>,
        task: &mut Self,
    ) -> Result<(), Error> {
        if before.is_none() {
            task.job_name = required(p, "jobName", &task.job_name, Text::new("请输入任务名称", "enter the name"));
            let known = match Id::try_from(task.job_group.clone()) {
                Ok(id) => task.job_group == OWN || record::get_kept::<Software>(cx, &id).await?.is_some(),
                Err(_) => false,
            };
            p.check(known, "jobGroup", "请选择系统", "select the system");
            p.check(store::count(cx).await? < MOST, "jobName", "任务数量已达上限（500）", "there are 500 jobs already");
        }
        task.job_type = number(p, "jobType", form.job_type.as_ref());
        task.status = number(p, "status", form.status.as_ref());
        p.check(STATUSES.iter().any(|(status, _)| *status == task.status), "status", "请选择状态", "select the status");
        cron_of(p, "cronExpression", &task.cron_expression);
        p.check(task.time_zone.parse::<Tz>().is_ok(), "timeZone", "请选择时区", "select a time zone");
        if let Some(calendar) = &task.workdays_of
            && calendar.as_str() != plan::GLOBAL
        {
            let tenant = record::get_kept::<Tenant>(cx, calendar).await?;
            p.check(tenant.is_some(), "workdaysOf", "请选择日历", "select a calendar");
        }
        match JobType::of(task.job_type) {
            Some(JobType::Bean) => task.take_bean(p),
            Some(JobType::Http) => task.take_call(p, form, before),
            None => p.check(false, "jobType", "请选择任务类型", "select the type"),
        }
        task.next_run_at = plan::next(task, cx.now());
        Ok(())
    }

    async fn add(cx: &mut Ctx, task: &mut Self) -> Result<(), Error> {
        record::insert(cx, task).await?;
        store::keep_header(cx, task).await
    }

    async fn save(cx: &mut Ctx, task: &mut Self) -> Result<(), Error> {
        record::update(cx, task).await?;
        store::keep_header(cx, task).await
    }

    async fn describe(cx: &mut ReadCtx, tasks: &mut [Self]) -> Result<(), Error> {
        let locale = cx.locale();
        let names: BTreeMap<String, String> =
            software::list(cx).await?.into_iter().map(|each| (each.id.to_string(), each.software_name)).collect();
        let own = Text::new("账户中心", "Account centre");
        for task in tasks {
            if let (Some(next), Some(calendar), Some(schedule)) = (task.next_run_at, &task.workdays_of, task.schedule())
                && !plan::is_worked(cx, task, next).await?
            {
                task.next_run_at = plan::times(cx, &schedule, Some(calendar), next, 1).await?.first().copied();
            }
            task.cron_words = task.schedule().map_or_else(String::new, |(cron, _)| words(&cron, locale));
            task.job_group_name = match names.get(&task.job_group) {
                Some(name) => name.clone(),
                None if task.job_group == OWN => own.in_locale(locale).to_owned(),
                None => task.job_group.clone(),
            };
        }
        Ok(())
    }
}

/// Scheme, host and port of an address.
fn origin(address: &str) -> Option<url::Origin> {
    Some(address.parse::<url::Url>().ok()?.origin())
}

impl Task {
    /// Checks the method of a bean, and forgets a call.
    fn take_bean(&mut self, p: &mut Problems) {
        p.check(!self.bean_name.is_empty(), "beanName", "请输入Bean名称", "enter the bean's name");
        p.check(!self.method_name.is_empty(), "methodName", "请输入方法名称", "enter the method's name");
        if !self.bean_name.is_empty() && !self.method_name.is_empty() {
            let known = Bean::of(&self.bean_name, &self.method_name).is_some();
            p.check(known, "methodName", "没有该Bean的该方法", "there is no such method of a bean");
        }
        (self.http_method, self.http_url) = (String::new(), String::new());
        self.header = Some(crate::kernel::secret::Secret::new(""));
    }

    /// Checks a call, and forgets the method of a bean.
    fn take_call(&mut self, p: &mut Problems, form: &TaskInput, before: Option<&Self>) {
        (self.bean_name, self.method_name) = (String::new(), String::new());
        if self.http_method.is_empty() {
            "GET".clone_into(&mut self.http_method);
        }
        let method = METHODS.contains(&self.http_method.as_str());
        p.check(method, "httpMethod", "请选择请求方式", "select the method");
        p.check(!self.http_url.is_empty(), "httpUrl", "请输入HTTP地址", "enter the HTTP address");
        if !self.http_url.is_empty() {
            let fine = is_web_address(&self.http_url);
            p.check(
                fine,
                "httpUrl",
                "请输入以http://或https://开头的地址",
                "enter an address that begins with http:// or https://",
            );
        }
        if let Some(given) = &form.header {
            http::headers(p, "header", given.expose());
            self.header = Some(given.clone());
        } else if before.is_some_and(|before| before.has_header && origin(&before.http_url) != origin(&self.http_url)) {
            // Whoever changes the address may not know the headers: they are not sent to another server.
            let text =
                Text::new("地址已更换，请重新填写请求头", "the address is another server's: enter the headers again");
            p.add("header", text);
        }
    }
}
