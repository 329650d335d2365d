//! What other records hold is not deleted from under them. Each module has its table of what may hold its records.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;

/// Records that may hold another: what they are called in Chinese and in English, and how one is found that holds
/// `$1`. An index serves that.
pub type Use = (&'static str, &'static str, &'static str);

/// Refuses where anything holds the record, in the words of `say`, which is told what holds it in both languages.
///
/// Errors: [`Code::InUse`].
pub async fn refuse(cx: &mut Ctx, id: &Id, uses: &[Use], say: impl Fn(&str, &str) -> Text) -> Result<(), Error> {
    for (zh, en, sql) in uses {
        if cx.db().await?.query(sql).bind(id.clone()).optional::<(i32,)>().await?.is_some() {
            return Err(Error::new(Code::InUse).message(say(zh, en)));
        }
    }
    Ok(())
}

/// The usual words: this `what` is in use by them.
pub fn used(what_zh: &'static str, what_en: &'static str) -> impl Fn(&str, &str) -> Text {
    move |zh, en| {
        let en = format!("this {what_en} is in use by {en} and cannot be deleted");
        Text::made(format!("该{what_zh}正被{zh}使用，不能删除"), en)
    }
}
