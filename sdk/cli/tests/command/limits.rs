//! The table of limits that vendors read, against the code.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cardea_bundle::{BUNDLE_LIMIT, ENTRY_LIMIT};
use cardea_host::{Budget, HostSettings, TICK};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A value as the table writes it: `100 ms`, `2 MiB`, `512`.
fn value(text: &str) -> u64 {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let unit = match unit {
        "" | "ms" => 1,
        "s" => 1000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        other => panic!("{other}"),
    };
    number.parse::<u64>().unwrap() * unit
}

/// The value of a setting; times are in milliseconds.
fn setting(name: &str) -> Option<u64> {
    let settings = HostSettings::default();
    let ms = |duration: Duration| u64::try_from(duration.as_millis()).unwrap();
    let of = |budget: Budget, part: &str| match part {
        "cpu_ticks" => u64::from(budget.cpu_ticks) * ms(TICK),
        _ => ms(budget.wall),
    };
    Some(match name.split('.').collect::<Vec<_>>()[..] {
        ["budgets", "panel", part] => of(settings.budgets.panel, part),
        ["budgets", "options", part] => of(settings.budgets.options, part),
        ["budgets", "apply", part] => of(settings.budgets.apply, part),
        ["budgets", "claims", part] => of(settings.budgets.claims, part),
        ["max_memory"] => settings.max_memory as u64,
        ["max_input"] => settings.max_input as u64,
        ["hostcall_fuel"] => settings.hostcall_fuel as u64,
        ["max_log"] => settings.max_log as u64,
        ["max_component"] => settings.max_component as u64,
        ["breaker", "failures"] => settings.breaker.failures.into(),
        ["breaker", "open_ms"] => settings.breaker.open_ms,
        ["concurrency", "overall"] => settings.concurrency.overall.into(),
        ["concurrency", "per_plugin"] => {
            assert_eq!(settings.concurrency.per_plugin, settings.concurrency.per_study);
            settings.concurrency.per_plugin.into()
        }
        ["http", "requests"] => settings.http.requests.into(),
        ["http", "in_flight"] => settings.http.in_flight as u64,
        ["http", "timeout"] => ms(settings.http.timeout),
        ["http", "retries"] => settings.http.retries.into(),
        ["http", "backoff"] => ms(settings.http.backoff),
        ["http", "max_request"] => settings.http.max_request as u64,
        ["http", "max_response"] => settings.http.max_response as u64,
        ["http", "max_responses"] => settings.http.max_responses as u64,
        ["BUNDLE_LIMIT"] => BUNDLE_LIMIT,
        ["ENTRY_LIMIT"] => ENTRY_LIMIT,
        _ => return None,
    })
}

/// The value of a constant of the host's or of the bundle's, which are their own: read from the sources.
fn constant(file: &str, name: &str) -> u64 {
    let path = match file.strip_prefix("bundle/") {
        Some(file) => repository().join("sdk/bundle/src").join(file),
        None => repository().join("core/host/src").join(file),
    };
    let source = std::fs::read_to_string(path).unwrap();
    let line = source.lines().find(|line| line.contains(&format!("const {name}:"))).unwrap_or_else(|| panic!("{name}"));
    let text = line.split_once("= ").unwrap().1.trim_end_matches(';').replace('_', "");
    if let Some((number, bits)) = text.split_once(" << ") {
        return number.parse::<u64>().unwrap() << bits.parse::<u32>().unwrap();
    }
    text.split(" * ").map(|factor| factor.parse::<u64>().unwrap()).product()
}

#[test]
fn the_table_of_limits_is_the_codes() {
    let page = std::fs::read_to_string(repository().join("docs/plugins/limits.md")).unwrap();
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<_> = line.strip_prefix("| ")?.split(" | ").collect();
        let [what, limit, set] = cells[..] else { return None };
        let set = set.strip_prefix('`')?.split('`').next()?;
        Some((what, value(limit), set))
    });
    let mut count = 0;
    for (what, limit, set) in rows {
        let found = setting(set).unwrap_or_else(|| {
            let (file, name) = set.split_once(": ").unwrap_or_else(|| panic!("{set}"));
            constant(file, name)
        });
        assert_eq!(limit, found, "{what}: {set}");
        count += 1;
    }
    assert!(count > 50, "{count} rows were read");
}
