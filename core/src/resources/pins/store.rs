//! SQL of the PIN settings.

use super::model::PinSetting;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::resource::one_row;

/// The setting of a tenant: its own, or the one that every tenant begins with.
pub async fn of(cx: &mut Ctx, tenant: &Id) -> Result<PinSetting, Error> {
    let query = cx.db().await?.query(
        "SELECT tenant_id AS id, version, pin_rule, pin_length, pin_notice_type, pin_duration FROM tenant_pins \
         WHERE tenant_id = $1",
    );
    let found = query.bind(tenant.clone()).optional().await?;
    Ok(found.unwrap_or_else(|| PinSetting::initial(tenant.clone())))
}

/// Keeps a setting, if its version is still the one that it was read at; the record then has the next.
pub async fn save(cx: &mut Ctx, setting: &mut PinSetting) -> Result<(), Error> {
    let now = cx.now();
    let db = cx.db().await?;
    let touched = if setting.version == 0 {
        db.query(
            "INSERT INTO tenant_pins (tenant_id, version, pin_rule, pin_length, pin_notice_type, pin_duration, \
             updated_at) VALUES ($1, 1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id) DO NOTHING",
        )
        .bind(setting.id.clone())
        .bind(setting.pin_rule)
        .bind(setting.pin_length)
        .bind(setting.pin_notice_type)
        .bind(setting.pin_duration)
        .bind(now)
        .execute()
        .await?
    } else {
        let query = db.query("UPDATE tenant_pins SET version = version + 1").push(", pin_rule = ", setting.pin_rule);
        let query = query.push(", pin_length = ", setting.pin_length);
        let query = query.push(", pin_notice_type = ", setting.pin_notice_type);
        let query = query.push(", pin_duration = ", setting.pin_duration).push(", updated_at = ", now);
        let query = query.push(" WHERE tenant_id = ", setting.id.clone());
        query.push(" AND version = ", setting.version).execute().await?
    };
    one_row(touched).map_err(|_| Error::new(Code::Conflict))?;
    setting.version += 1;
    Ok(())
}
