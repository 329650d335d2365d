//! The templates that a gateway keeps: it is told the number of one and the values, and makes the text itself.

use std::collections::BTreeMap;

use crate::config::SmsTemplate;
use crate::kernel::outbound::OutboundError;
use crate::notify::model::Letter;
use crate::notify::notice::Facts;
use crate::notify::words::{Purpose, Trouble};

/// The templates of the settings, by purpose.
pub(super) struct Templates(BTreeMap<String, SmsTemplate>);

/// Names and values, in the order of the settings.
type Values<'a> = Vec<(&'a str, &'a str)>;

impl Templates {
    /// Checks that purposes and values are such as messages have.
    pub fn new(settings: &BTreeMap<String, SmsTemplate>) -> Result<Self, OutboundError> {
        for (name, template) in settings {
            let invalid = |what: &str| OutboundError::Invalid(format!("notify.sms.templates.{name}: {what}"));
            let purpose = Purpose::parse(name).ok_or_else(|| invalid("there is no such purpose"))?;
            if template.zh.is_empty() && template.en.is_empty() {
                return Err(invalid("zh or en is needed"));
            }
            if let Some(other) = template.values.iter().find(|value| !purpose.values().contains(&value.as_str())) {
                return Err(invalid(&format!("{other} is none of {}", purpose.values().join(", "))));
            }
        }
        Ok(Self(settings.clone()))
    }

    /// The gateway's number of a message's template, in its language if there is one, and the values in their order.
    pub fn of<'a>(&'a self, letter: &'a Letter) -> Result<(&'a str, Values<'a>), Trouble> {
        let template = self.0.get(letter.purpose).ok_or(Trouble::Unconfigured)?;
        let (own, other) = match letter.locale {
            "en" => (&template.en, &template.zh),
            _ => (&template.zh, &template.en),
        };
        let values: &Facts = &letter.values;
        let values = template.values.iter().map(|name| (name.as_str(), values.get(name))).collect();
        Ok((if own.is_empty() { other } else { own }, values))
    }
}
