//! Made-up values, for previews.

use super::key::Key;
use crate::kernel::error::Locale;
use crate::notify::notice::Facts;

/// A value for each name of a template.
pub fn of(key: Key, locale: Locale) -> Facts {
    key.purpose.values().iter().fold(Facts::default(), |facts, name| facts.with(name, value(name, locale)))
}

const fn value(name: &str, locale: Locale) -> &'static str {
    let (zh, en) = match name.as_bytes() {
        b"code" => ("123456", "123456"),
        b"minutes" => ("5", "5"),
        b"hours" => ("24", "24"),
        b"days" => ("7", "7"),
        b"count" => ("2", "2"),
        b"userName" => ("zhangsan", "achen"),
        b"inviter" => ("张三", "Alex Chen"),
        b"tenantName" => ("示例申办方", "Example Sponsor"),
        b"softwareName" => ("EDC 数据采集", "EDC"),
        b"studyNames" => ("DEMO-001 示例研究", "DEMO-001 Example study"),
        b"lines" => ("EDC 数据采集：2026-12-31\nRTSM 随机化：2027-01-15", "EDC: 2026-12-31\nRTSM: 2027-01-15"),
        b"portal" => ("https://id.example.org/", "https://id.example.org/"),
        b"link" => ("https://id.example.org/open?key=EXAMPLE", "https://id.example.org/open?key=EXAMPLE"),
        _ => ("", ""),
    };
    match locale {
        Locale::Zh => zh,
        Locale::En => en,
    }
}
