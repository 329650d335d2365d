//! The jobs that come with the server.

use super::beans::Bean;
use super::model::{JobType, OWN, RUNNING, Task, ZONE};
use super::plan;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::resource::{Record as _, record};
use crate::kernel::settings;

/// Id, name, expression, method.
const BUILT_IN: &[(&str, &str, &str, Bean)] = &[
    ("job-outbox", "发送短信和邮件 / Deliver messages", "0 * * * * ?", Bean::Deliver),
    ("job-provisioning", "继续授权下发 / Retry provisioning", "30 * * * * ?", Bean::RetryProvisioning),
    ("job-keys", "轮换签名密钥 / Rotate signing keys", "0 10 * * * ?", Bean::RotateKeys),
    ("job-clean-up", "清理过期数据 / Clean up", "0 20 * * * ?", Bean::CleanUp),
    ("job-passwords", "提醒密码过期 / Password reminders", "0 0 8 * * ?", Bean::RemindOfPasswords),
    ("job-licences", "提醒许可到期 / Licence reminders", "0 10 8 * * ?", Bean::RemindOfLicences),
    ("job-invitations", "提醒未接受的邀请 / Invitation reminders", "0 20 8 * * ?", Bean::RemindOfInvitations),
    ("job-audit", "导出审计检查点 / Audit checkpoint", "0 30 0 * * ?", Bean::AuditCheckpoint),
];

/// Adds the jobs that are missing. One that somebody changed or paused stays as it is. Nodes that start together wait
/// for each other where something is missing.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    if missing(cx).await?.is_empty() {
        return Ok(());
    }
    settings::hold(cx.db().await?).await?;
    for (id, name, expression, bean) in missing(cx).await? {
        let (now, (bean_name, method_name)) = (cx.now(), bean.names());
        let mut task = Task {
            job_group: OWN.to_owned(),
            job_name: (*name).to_owned(),
            job_type: JobType::ALL[0].1,
            status: RUNNING,
            cron_expression: (*expression).to_owned(),
            time_zone: ZONE.to_owned(),
            bean_name: bean_name.to_owned(),
            method_name: method_name.to_owned(),
            built_in: true,
            ..Task::blank(Id::from(*id), now)
        };
        task.next_run_at = plan::next(&task, now);
        record::insert(cx, &task).await?;
    }
    Ok(())
}

async fn missing(cx: &mut Ctx) -> Result<Vec<&'static (&'static str, &'static str, &'static str, Bean)>, Error> {
    let mut missing = Vec::new();
    for each in BUILT_IN {
        if record::get::<Task>(cx, &Id::from(each.0)).await?.is_none() {
            missing.push(each);
        }
    }
    Ok(missing)
}
