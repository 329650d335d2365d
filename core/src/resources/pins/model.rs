//! Types of the PIN settings.

use cardea_macros::Record;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;

/// The composition of a PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum PinRule {
    /// Letters.
    #[serde(rename = "1")]
    Letters = 1,
    /// Digits.
    #[serde(rename = "2")]
    Digits = 2,
    /// Letters and digits, at least one of each.
    #[serde(rename = "3")]
    Both = 3,
}

/// The channel of the code for setting a PIN.
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

/// The PIN setting of a tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "tenant_pins", updated, erased, tenant = id)]
#[form(PinInput, "What the form sends.", changes)]
#[serde(rename_all = "camelCase")]
pub struct PinSetting {
    /// The tenant.
    #[record(column = "tenant_id")]
    pub id: Id,
    /// Version, for changing it; 0 for the default setting.
    pub version: i64,
    /// The composition of a PIN: 1 letters, 2 digits, 3 letters and digits.
    #[record(starts = PinRule::Digits)]
    #[form(given = PinRule)]
    pub pin_rule: PinRule,
    /// The number of characters of a PIN.
    #[record(starts = 6)]
    #[form(given = Number, schema = i64, doc = "Characters: 6 to 8.")]
    pub pin_length: i64,
    /// The channel of the code: 1 e-mail, 2 SMS.
    #[record(starts = NoticeType::Email)]
    #[form(given = NoticeType)]
    pub pin_notice_type: NoticeType,
    /// Minutes that a code is valid; 0: no codes are sent.
    #[record(starts = 30)]
    #[form(given = Number, schema = i64, doc = "Minutes that a code is good for.")]
    pub pin_duration: i64,
}

/// The longest validity of a code, in minutes: a week.
const MOST_MINUTES: i64 = 7 * 24 * 60;

impl PinSetting {
    /// Takes what was given, checked (tenant administration, section 5).
    pub fn take(&mut self, p: &mut Problems, input: &PinInput) {
        const WHOLE: Text = Text::new("请输入非负整数", "enter non-negative integer");
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
        self.pin_rule = input.pin_rule.unwrap_or(self.pin_rule);
        self.pin_length = length.unwrap_or(self.pin_length);
        self.pin_notice_type = input.pin_notice_type.unwrap_or(self.pin_notice_type);
        self.pin_duration = duration.unwrap_or(self.pin_duration);
    }

    /// Whether a person may choose this PIN; the error is the sentence for the field. Beyond the setting, obvious PINs
    /// are refused: one repeated character, and a run such as 123456.
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
