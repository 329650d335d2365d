//! Types of the studies.

use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{LINE, line, required};

/// A study.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Study {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Its tenant.
    pub tenant_id: Id,
    /// Name.
    pub study_name: String,
    /// Code; unique in its tenant, ignoring case.
    pub study_code: String,
    /// Plan (protocol) code.
    pub plan_code: String,
    /// Sponsor.
    pub sponsor: String,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Audited for Study {
    const RESOURCE: &'static str = "studies";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// A new study.
#[derive(Clone, Debug)]
pub struct NewStudy {
    /// Its tenant.
    pub tenant_id: Id,
    /// Name.
    pub study_name: String,
    /// Code.
    pub study_code: String,
    /// Plan (protocol) code.
    pub plan_code: String,
    /// Sponsor; may be empty.
    pub sponsor: String,
}

impl NewStudy {
    /// Checks the fields (study administration, section 5).
    pub fn parse(self, id: Id, now: Time) -> Result<Study, Error> {
        let mut p = Problems::default();
        let study = Study {
            id,
            version: 1,
            tenant_id: self.tenant_id,
            study_name: required(&mut p, "studyName", &self.study_name, Text::new("请输入名称", "enter the name")),
            study_code: required(&mut p, "studyCode", &self.study_code, Text::new("请输入编号", "enter the code")),
            plan_code: required(
                &mut p,
                "planCode",
                &self.plan_code,
                Text::new("请输入方案编号", "enter the plan number"),
            ),
            sponsor: line(&mut p, "sponsor", &self.sponsor, LINE),
            created_at: now,
            updated_at: now,
        };
        p.into_result().map(|()| study)
    }
}
