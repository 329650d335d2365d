//! Next times beside those of Quartz, clocks that are set, and words.

use chrono::{DateTime, TimeZone as _, Timelike as _, Utc};
use proptest::prelude::*;

use super::*;

fn cron(text: &str) -> Cron {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn at(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).unwrap().to_utc()
}

/// `tests/quartz/Generate.java` wrote the file.
#[test]
fn next_times_are_those_of_quartz() {
    let lines: Vec<_> = include_str!("../tests/quartz/expressions.txt").lines().collect();
    assert!(lines.len() > 400);
    for line in lines {
        let [text, zone, after, times] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let parsed = text.parse::<Cron>();
        if times == "invalid" {
            assert!(parsed.is_err(), "{text}");
            continue;
        }
        let wanted: Vec<i64> = times.split_whitespace().map(|time| time.parse().unwrap()).collect();
        let cron = match parsed {
            Ok(cron) => cron,
            // Quartz looks for a day for a hundred years and then says that there is none.
            Err(fault) => {
                assert_eq!((fault.wrong, wanted.len()), (Wrong::Never, 0), "{text}");
                continue;
            }
        };
        let after = Utc.timestamp_millis_opt(after.parse().unwrap()).unwrap();
        let found: Vec<i64> =
            cron.times(after, zone.parse().unwrap(), 5).iter().map(DateTime::timestamp_millis).collect();
        assert_eq!(found, wanted, "{text} in {zone}");
    }
}

#[test]
fn what_is_wrong_is_said_of_its_field_in_both_languages() {
    for (text, wrong) in [
        ("", Wrong::Fields(0)),
        ("* * * * *", Wrong::Fields(5)),
        ("* * * * * * * *", Wrong::Fields(8)),
        ("60 * * * * ?", Wrong::Bounds(Place::Second, 0, 59)),
        ("* * 24 * * ?", Wrong::Bounds(Place::Hour, 0, 23)),
        ("* * * ? * 8", Wrong::Bounds(Place::Weekday, 1, 7)),
        ("* * * * * ? 1969", Wrong::Bounds(Place::Year, 1970, 2099)),
        ("* * * * * ? 2030-2029", Wrong::Unreadable(Place::Year)),
        ("*/0 * * * * ?", Wrong::Step(Place::Second)),
        ("*/x * * * * ?", Wrong::Step(Place::Second)),
        ("* x * * * ?", Wrong::Unreadable(Place::Minute)),
        ("* +5 * * * ?", Wrong::Unreadable(Place::Minute)),
        ("* 5, * * * ?", Wrong::Unreadable(Place::Minute)),
        ("* * * LX * ?", Wrong::Unreadable(Place::Day)),
        ("* * * ? * 6#9", Wrong::Bounds(Place::Weekday, 1, 5)),
        ("* * * ? * MONDAYS", Wrong::Unreadable(Place::Weekday)),
        ("* * * * * *", Wrong::Question),
        ("* * * ? * ?", Wrong::Question),
        ("0 0 0 31 2,4 ?", Wrong::Never),
        ("0 0 0 30W 2 ?", Wrong::Never),
        ("* * * ٣ * ?", Wrong::Unreadable(Place::Day)),
    ] {
        let fault = text.parse::<Cron>().expect_err(text);
        assert_eq!(fault.wrong, wrong, "{text}");
        let (zh, en) = fault.sentences();
        assert!(zh.chars().any(|c| ('一'..='鿿').contains(&c)) && en.is_ascii() | text.contains('٣'), "{zh} {en}");
    }
    assert_eq!("0 ".repeat(400).parse::<Cron>().unwrap_err().wrong, Wrong::Long);
}

#[test]
fn what_names_hours_runs_once_on_the_days_on_which_clocks_are_set() {
    let berlin = Tz::Europe__Berlin;
    // 29 March 2026: from 02:00 to 03:00. What was due at 02:30 runs at the change.
    let daily = cron("0 30 2 * * ?");
    let times = daily.times(at("2026-03-28T00:00:00Z"), berlin, 3);
    assert_eq!(times, ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"].map(at));
    // 25 October 2026: from 03:00 back to 02:00. It runs at the first 02:30.
    let times = daily.times(at("2026-10-24T12:00:00Z"), berlin, 2);
    assert_eq!(times, ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"].map(at));
    // Also when asked between the two.
    assert_eq!(daily.next_after(at("2026-10-25T01:10:00Z"), berlin), Some(at("2026-10-26T01:30:00Z")));
    // Several of a skipped hour become one.
    let often = cron("0 0/20 2 * * ?");
    let times = often.times(at("2026-03-28T23:00:00Z"), berlin, 2);
    assert_eq!(times, ["2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"].map(at));
    // Samoa skipped 30 December 2011.
    let samoa = cron("0 0 12 * * ?").times(at("2011-12-29T00:00:00Z"), Tz::Pacific__Apia, 3);
    assert_eq!(samoa, ["2011-12-29T22:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T22:00:00Z"].map(at));
}

#[test]
fn what_runs_in_every_hour_follows_the_time_that_passes() {
    let berlin = Tz::Europe__Berlin;
    let half = cron("0 0/30 * * * ?");
    let back = half.times(at("2026-10-24T23:45:00Z"), berlin, 5);
    let wanted = [
        "2026-10-25T00:00:00Z",
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:00:00Z",
        "2026-10-25T01:30:00Z",
        "2026-10-25T02:00:00Z",
    ];
    assert_eq!(back, wanted.map(at));
    let ahead = half.times(at("2026-03-29T00:15:00Z"), berlin, 3);
    assert_eq!(ahead, ["2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z"].map(at));
    // Lord Howe sets its clocks by half an hour.
    let howe = cron("0 15 * * * ?").times(at("2026-04-04T14:00:00Z"), Tz::Australia__Lord_Howe, 3);
    assert_eq!(howe, ["2026-04-04T14:15:00Z", "2026-04-04T15:45:00Z", "2026-04-04T16:45:00Z"].map(at));
}

#[test]
fn an_expression_is_said_in_words() {
    for (text, zh, en) in [
        ("* * * * * ? *", "每秒", "Every second"),
        ("0 * * * * ?", "每分钟", "Every minute"),
        ("0 0/5 * * * ?", "每 5 分钟", "Every 5 minutes"),
        ("0 0 12 * * ?", "每天 12:00", "At 12:00 every day"),
        ("5 15,45 8 * * ?", "每天 08:15:05、08:45:05", "At 08:15:05 and 08:45:05 every day"),
        ("0 0 0/2 * * ?", "每天 每 2 小时，第 0 分", "At minute 0, every 2 hours every day"),
        (
            "0 10/20 9-17 ? * MON-FRI",
            "每周一至周五 第 9至17 时，从第 10 分起每 20 分钟",
            "Every 20 minutes from minute 10, at hours 9 to 17 on Monday to Friday",
        ),
        ("0 15 10 L * ?", "每月最后一天 10:15", "At 10:15 on the last day of the month"),
        ("0 15 10 L-2 * ?", "每月最后一天之前第 2 天 10:15", "At 10:15 on 2 days before the last day of the month"),
        (
            "0 0 0 LW * ?",
            "每月最后一个工作日（周一至周五） 00:00",
            "At 00:00 on the last weekday (Monday to Friday) of the month",
        ),
        (
            "0 15 10 ? * 6L 2027-2029",
            "2027年至2029年 每月最后一个周五 10:15",
            "At 10:15 on the last Friday of the month, in 2027 to 2029",
        ),
        ("0 15 10 ? * 6#3", "每月第三个周五 10:15", "At 10:15 on the third Friday of the month"),
        (
            "0 0 8 1,15 1/3 ?",
            "1月、4月、7月、10月 1日、15日 08:00",
            "At 08:00 on days 1 and 15 of the month in January, April, July and October",
        ),
        ("0 0 * * 2 ?", "2月 每天 每小时，第 0 分", "At minute 0, every hour every day in February"),
    ] {
        let cron = cron(text);
        assert_eq!((cron.in_words(Language::Zh).as_str(), cron.in_words(Language::En).as_str()), (zh, en), "{text}");
    }
}

proptest! {
    /// Whatever text it is: an answer, and no panic.
    #[test]
    fn any_text_is_read_or_refused(text in "[0-9*?/,LW#A-Z -]{0,40}") {
        if let Ok(cron) = text.parse::<Cron>() {
            let _ = (cron.in_words(Language::Zh), cron.in_words(Language::En));
        }
    }

    /// The next time is later, fits the fields, and nothing between fits them.
    #[test]
    fn nothing_is_skipped(second in 0..60_u32, minute in 0..60_u32, step in 1..20_u32, start in 0..40_000_000_i64) {
        let cron = cron(&format!("{second} {minute}/{step} * * * ?"));
        let after = Utc.timestamp_opt(1_767_571_200 + start, 0).unwrap();
        let next = cron.next_after(after, Tz::UTC).unwrap();
        let fits = |at: DateTime<Utc>| at.second() == second && at.minute() >= minute && (at.minute() - minute).is_multiple_of(step);
        prop_assert!(next > after && fits(next));
        let between = (1..(next - after).num_seconds()).map(|ahead| after + chrono::Duration::seconds(ahead));
        prop_assert_eq!(between.filter(|at| fits(*at)).count(), 0);
    }
}
