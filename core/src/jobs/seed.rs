//! The jobs that come with the server.

use super::model::{JobType, OWN, RUNNING, Task, ZONE};
use super::plan;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::resource::{Record as _, record};

/// Id, name, expression, bean, method.
const BUILT_IN: &[(&str, &str, &str, &str, &str)] = &[
    ("job-outbox", "发送短信和邮件 / Deliver messages", "0 * * * * ?", "outboxService", "deliver"),
    ("job-provisioning", "继续授权下发 / Retry provisioning", "30 * * * * ?", "provisioningService", "retry"),
    ("job-keys", "轮换签名密钥 / Rotate signing keys", "0 10 * * * ?", "keyService", "rotate"),
    ("job-clean-up", "清理过期数据 / Clean up", "0 20 * * * ?", "cleanUpService", "sweep"),
    ("job-passwords", "提醒密码过期 / Password reminders", "0 0 8 * * ?", "reminderService", "passwords"),
    ("job-licences", "提醒许可到期 / Licence reminders", "0 10 8 * * ?", "reminderService", "licences"),
    ("job-invitations", "提醒未接受的邀请 / Invitation reminders", "0 20 8 * * ?", "reminderService", "invitations"),
    ("job-audit", "导出审计检查点 / Audit checkpoint", "0 30 0 * * ?", "auditService", "checkpoint"),
];

/// Adds the jobs that are missing. One that somebody changed or paused stays as it is.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    for (id, name, expression, bean, method) in BUILT_IN {
        let id = Id::from(*id);
        if record::get::<Task>(cx, &id).await?.is_some() {
            continue;
        }
        let now = cx.now();
        let mut task = Task {
            job_group: OWN.to_owned(),
            job_name: (*name).to_owned(),
            job_type: JobType::ALL[0].1,
            status: RUNNING,
            cron_expression: (*expression).to_owned(),
            time_zone: ZONE.to_owned(),
            bean_name: (*bean).to_owned(),
            method_name: (*method).to_owned(),
            built_in: true,
            ..Task::blank(id, now)
        };
        debug_assert!(!fold(name).is_empty(), "a job has a name");
        task.next_run_at = plan::next(&task, now);
        record::insert(cx, &task).await?;
    }
    Ok(())
}
