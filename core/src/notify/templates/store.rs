//! The SQL of templates.

use std::borrow::Cow;

use super::key::Key;
use super::model::{Filter, MessageTemplate};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::page::{List, Page};
use crate::kernel::resource::{Record as _, Resource as _};
use crate::notify::texts::{self, Template};

/// The templates that an operator changed.
#[derive(Debug, Default)]
pub struct Changed(Vec<MessageTemplate>);

/// Reads them: a few rows.
pub async fn changed(cx: &mut ReadCtx) -> Result<Changed, Error> {
    let query = cx.db().await?.query(MessageTemplate::SELECT).sql(MessageTemplate::FROM);
    Ok(Changed(query.push(" changed = ", true).sql(" ORDER BY seq, id").all().await?))
}

/// Every template.
pub async fn all(cx: &mut ReadCtx) -> Result<Vec<MessageTemplate>, Error> {
    let query = cx.db().await?.query(MessageTemplate::SELECT).sql(MessageTemplate::FROM);
    Ok(query.sql(" 1 = 1 ORDER BY seq, id").all().await?)
}

/// A page of the templates.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<MessageTemplate>, Error> {
    list.run(cx.db().await?, MessageTemplate::SORTS, MessageTemplate::SELECT, |query, f| {
        let query = query.sql(MessageTemplate::FROM).sql("1 = 1");
        let query = match &f.id {
            Some(ids) => query.push_in(" AND id", ids.0.iter().cloned()),
            None => query,
        };
        query.push_if(" AND kind = ", f.kind.clone()).push_if(" AND changed = ", f.changed)
    })
    .await
}

impl Changed {
    /// What a message says: as it was changed, or as it came with the server.
    #[must_use]
    pub fn of(&self, key: Key, locale: Locale) -> Template {
        let own = |row: &MessageTemplate| row.kind == key.kind.as_str() && row.purpose == key.purpose.as_str();
        let Some(row) = self.0.iter().find(|row| own(row)) else { return texts::standard(key.purpose, locale) };
        let (subject, text) = match locale {
            Locale::Zh => (&row.subject_zh, &row.text_zh),
            Locale::En => (&row.subject_en, &row.text_en),
        };
        Template { subject: Cow::Owned(subject.clone()), text: Cow::Owned(text.clone()) }
    }
}
