//! The rules of templates.

use super::key::Key;
use super::model::{Filter, MessageTemplate, MessageTemplateInput};
use super::rules::{self, Said};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error, Locale, Problems};
use crate::kernel::page::{List, Page, Sorts};
use crate::kernel::resource::{Kind, Operation, Reach, Resource, sorts};

impl Resource for MessageTemplate {
    type State = Kernel;
    type Form = MessageTemplateInput;
    type Filter = Filter;

    const NOUN: &'static str = "message-templates";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "getMessageTemplateList", "What messages say, by purpose."),
        Operation::new(Kind::Read, "getMessageTemplate", "What messages of one purpose say."),
        Operation::new(
            Kind::Update,
            "updateMessageTemplate",
            "Changes what messages of one purpose say, from the next on.",
        ),
    ];
    const PERMISSION: Permission = Permission::MessageTemplates;
    const REACH: Reach = Reach::Platform;
    const SORTS: Sorts = sorts!["seq": seq, id; "id": id;];
    const CALLED: (&'static str, &'static str) = ("消息模板", "message template");

    async fn page(cx: &mut ReadCtx, list: &List<Filter>, _: &Scope) -> Result<Option<Page<Self>>, Error> {
        store::page(cx, list).await.map(Some)
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        _: &MessageTemplateInput,
        _: Option<&Self>,
        template: &mut Self,
    ) -> Result<(), Error> {
        let key = Key::of(&template.id).ok_or_else(|| Error::new(Code::NotFound))?;
        let (zh, en) = (&*template, &*template);
        for said in [
            Said { subject: ("subjectZh", &zh.subject_zh), text: ("textZh", &zh.text_zh) },
            Said { subject: ("subjectEn", &en.subject_en), text: ("textEn", &en.text_en) },
        ] {
            rules::check(p, key, &said);
        }
        template.changed = !template.says(&Self::standard(key, template.seq, cx.now()));
        Ok(())
    }

    async fn describe(cx: &mut ReadCtx, templates: &mut [Self]) -> Result<(), Error> {
        for template in templates {
            template.explain(cx.locale());
        }
        Ok(())
    }
}

impl MessageTemplate {
    /// Says what it is called, and which values its texts may have.
    pub fn explain(&mut self, locale: Locale) {
        let Some(key) = Key::of(&self.id) else { return };
        key.text().in_locale(locale).clone_into(&mut self.name);
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        self.values = owned(key.purpose.values());
        self.needed = owned(&key.needed());
    }
}
