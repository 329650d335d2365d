//! What is checked before something is sent.

use super::ending;
use super::model::{Preauthorisation, State, StudyPart};
use super::store;
use crate::authorisation::{self, BLINDING, Choice};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::resources::domains;

/// Why nobody gets what they send.
pub(super) static ONESELF: Text = Text::new("不能为自己授权", "nobody authorises themselves");

/// What a selection gives, study by study.
pub(super) async fn parts(
    cx: &mut ReadCtx,
    tenant: &Id,
    software: &Id,
    choice: &Choice,
) -> Result<Vec<StudyPart>, Error> {
    let mut parts = Vec::new();
    for id in choice.studies() {
        let bound = domains::bound(cx, &id).await?;
        let bound = bound.filter(|bound| bound.tenant_id == *tenant && bound.software_id == *software);
        let bound = bound.ok_or_else(|| {
            let text = Text::new("该项目与系统的绑定已被删除", "the study is no longer connected to this system");
            Error::new(Code::Conflict).message(text)
        })?;
        let here = choice.in_study(&bound.id);
        parts.push(StudyPart {
            study_software_id: bound.id,
            study_id: bound.study_id,
            study_code: bound.study_code,
            study_name: bound.study_name,
            site_names: here.site_names,
            role_names: here.role_names,
        });
    }
    Ok(parts)
}

/// The codes of studies in one line.
pub(super) fn all_of(parts: &[StudyPart]) -> String {
    parts.iter().map(|part| part.study_code.as_str()).collect::<Vec<_>>().join("、")
}

/// The answer where something waits for somebody in the study.
pub(super) fn waits_already(study: &str) -> Error {
    let text = Text::made(
        format!("该用户在项目 {study} 已有未接受的预授权，请先撤回"),
        format!("a pre-authorisation waits for this person in the study {study} already; withdraw it first"),
    );
    Error::new(Code::Conflict).message(text)
}

/// Refuses where one of the studies waits for the address already. What has expired is ended here, before the job does.
pub(super) async fn free(cx: &mut Ctx, email_key: &str, parts: &[StudyPart]) -> Result<(), Error> {
    let bindings: Vec<Id> = parts.iter().map(|part| part.study_software_id.clone()).collect();
    for (id, study) in store::in_the_way(cx, email_key, &bindings).await? {
        let Some(before) = store::get(cx, &id).await? else { continue };
        if before.expires_at > cx.now() {
            return Err(waits_already(&study));
        }
        ending::end(cx, &before, State::Expired, "preauthorisation.expired").await?;
    }
    Ok(())
}

/// Refuses what would give both sides of a blinded study, together with what the person has or what waits for them.
pub(super) async fn unblinded(
    cx: &mut ReadCtx,
    it: &Preauthorisation,
    choice: &Choice,
    parts: &[StudyPart],
    user: Option<&Id>,
) -> Result<(), Error> {
    let email_key = mailaddr::key(&it.email);
    for part in parts {
        let Some(bound) = domains::bound(cx, &part.study_software_id).await? else { continue };
        let beside = store::beside(cx, &bound.study_id, &email_key, &it.id).await?;
        let rows = choice.in_study(&bound.id).rows;
        if authorisation::is_blinding_conflict(cx, &bound, user, &rows, &beside).await? {
            return Err(Error::new(Code::Conflict).message(BLINDING.clone()));
        }
    }
    Ok(())
}
