//! Types of the PIN settings.

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;

/// What a PIN is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum PinRule {
    /// Letters.
    #[serde(rename = "1")]
    Letters = 1,
    /// Digits.
    #[serde(rename = "2")]
    Digits = 2,
    /// Letters and digits, some of each.
    #[serde(rename = "3")]
    Both = 3,
}

/// How the code travels with which somebody sets their PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum NoticeType {
    /// By e-mail.
    #[serde(rename = "1")]
    Email = 1,
    /// By SMS.
    #[serde(rename = "2")]
    Sms = 2,
}

/// A tenant's setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PinSetting {
    /// The tenant.
    pub id: Id,
    /// Version, for changing it; 0 while it is the one that every tenant begins with.
    pub version: i64,
    /// 1 letters, 2 digits, 3 letters and digits.
    pub pin_rule: PinRule,
    /// Characters.
    pub pin_length: i64,
    /// 1 e-mail, 2 SMS.
    pub pin_notice_type: NoticeType,
    /// Minutes that a code is good for; 0: none is sent.
    pub pin_duration: i64,
}

impl Audited for PinSetting {
    const RESOURCE: &'static str = "tenant-pins";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.id)
    }
}

/// What the form sends.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PinInput {
    /// The version that is changed.
    pub version: Option<i64>,
    /// 1 letters, 2 digits, 3 letters and digits.
    pub pin_rule: Option<PinRule>,
    /// Characters: 6 to 8.
    #[schema(value_type = Option<i64>)]
    pub pin_length: Option<Number>,
    /// 1 e-mail, 2 SMS.
    pub pin_notice_type: Option<NoticeType>,
    /// Minutes that a code is good for.
    #[schema(value_type = Option<i64>)]
    pub pin_duration: Option<Number>,
}

/// Most minutes that a code is good for: a week.
const MOST_MINUTES: i64 = 7 * 24 * 60;

impl PinSetting {
    /// What a tenant has that has set nothing.
    #[must_use]
    pub const fn initial(tenant: Id) -> Self {
        Self {
            id: tenant,
            version: 0,
            pin_rule: PinRule::Digits,
            pin_length: 6,
            pin_notice_type: NoticeType::Email,
            pin_duration: 30,
        }
    }

    /// The setting with what was given, checked (tenant administration, section 5).
    pub fn changed(&self, input: &PinInput) -> Result<Self, Error> {
        const WHOLE: Text = Text::new("请输入非负整数", "enter non-negative integer");
        let mut p = Problems::default();
        p.has_version(input.version);
        p.check(input.pin_rule.is_some(), "pinRule", "请选择PIN码规则", "please select the rule");
        p.check(
            input.pin_notice_type.is_some(),
            "pinNoticeType",
            "请选择通知方式",
            "please select the notification type",
        );
        let mut whole = |field: &str, given: &Option<Number>| match given {
            None => {
                p.add(field, Text::new("请输入", "required"));
                None
            }
            Some(number) => {
                let number = number.as_i64().filter(|n| *n >= 0);
                if number.is_none() {
                    p.add(field, WHOLE);
                }
                number
            }
        };
        let length = whole("pinLength", &input.pin_length);
        let duration = whole("pinDuration", &input.pin_duration);
        p.check(length.is_none_or(|n| (6..=8).contains(&n)), "pinLength", "请输入6-8的整数", "enter integer 6-8");
        let bounded = duration.is_none_or(|n| n <= MOST_MINUTES);
        p.check(bounded, "pinDuration", "最多10080分钟", "at most 10080 minutes");
        p.into_result()?;
        Ok(Self {
            id: self.id.clone(),
            version: input.version.unwrap_or_default(),
            pin_rule: input.pin_rule.unwrap_or(self.pin_rule),
            pin_length: length.unwrap_or(self.pin_length),
            pin_notice_type: input.pin_notice_type.unwrap_or(self.pin_notice_type),
            pin_duration: duration.unwrap_or(self.pin_duration),
        })
    }

    /// Whether somebody may choose this PIN; the error is the sentence for the field. Beside the rule, what everybody
    /// tries first is refused: one character over and over, and a run such as 123456.
    pub fn check(&self, pin: &str) -> Result<(), Text> {
        let length = usize::try_from(self.pin_length).unwrap_or_default();
        let any = |test: fn(&u8) -> bool| pin.as_bytes().iter().any(&test);
        let all = |test: fn(&u8) -> bool| pin.as_bytes().iter().all(&test);
        let made = match self.pin_rule {
            PinRule::Letters => all(u8::is_ascii_alphabetic),
            PinRule::Digits => all(u8::is_ascii_digit),
            PinRule::Both => all(u8::is_ascii_alphanumeric) && any(u8::is_ascii_alphabetic) && any(u8::is_ascii_digit),
        };
        if !made || pin.len() != length {
            let (zh, en) = match self.pin_rule {
                PinRule::Letters => ("个字母", "letters"),
                PinRule::Digits => ("位数字", "digits"),
                PinRule::Both => ("位，须同时包含字母和数字", "letters and digits, some of each"),
            };
            return Err(Text::made(format!("PIN码须为{length}{zh}"), format!("the PIN must have {length} {en}")));
        }
        let steps: Vec<i16> = pin.as_bytes().windows(2).map(|two| i16::from(two[1]) - i16::from(two[0])).collect();
        let run = [-1, 0, 1].iter().any(|step| steps.iter().all(|s| s == step));
        if run {
            Err(Text::new("该PIN码过于简单，请更换", "this PIN is too simple, please choose another"))
        } else {
            Ok(())
        }
    }
}
