//! Percentiles, and the table on the page.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use super::questions::Question;
use crate::chart::Chart;

/// Milliseconds within which 95 of 100 pages are there.
pub const GOAL_MS: f64 = 50.0;

/// What was asked of a list, and how long each answer took.
#[derive(Debug)]
pub struct Asked {
    list: &'static str,
    times: Vec<(Duration, String)>,
}

impl Asked {
    /// Nothing yet.
    #[must_use]
    pub const fn of(question: &Question) -> Self {
        Self { list: question.list, times: Vec::new() }
    }

    /// One answer.
    pub fn add(&mut self, path: String, time: Duration) {
        self.times.push((time, path));
        self.times.sort_unstable();
    }

    /// Milliseconds within which `share` of the answers came: the nearest rank.
    #[must_use]
    pub fn within(&self, share: f64) -> f64 {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count"
        )]
        let rank = (self.times.len() as f64 * share).ceil() as usize;
        self.times.get(rank.saturating_sub(1)).map_or(0.0, |(time, _)| time.as_secs_f64() * 1000.0)
    }

    /// The slowest question.
    #[must_use]
    pub fn slowest(&self) -> &str {
        self.times.last().map_or("", |(_, path)| path)
    }

    /// The slowest answer of each question, a line each, the slowest question first.
    #[must_use]
    pub fn slowest_of_each(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for (time, path) in self.times.iter().rev() {
            if seen.insert(path) {
                lines.push(format!("{:8.1} ms {path}\n", time.as_secs_f64() * 1000.0));
            }
        }
        lines.concat()
    }

    /// Whether the goal is met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.within(0.95) <= GOAL_MS
    }
}

/// How the time of each list grows from few people to many: the exponent of the number of people, by the medians.
#[derive(Debug)]
pub struct Growth {
    /// Few, and many.
    people: (u64, u64),
    /// List, milliseconds among few and among many, exponent; what grows most is first.
    rows: Vec<(&'static str, [f64; 2], f64)>,
}

impl Growth {
    /// Of what was asked among few and among many, in the same order.
    #[must_use]
    pub fn of(few: (u64, &[Asked]), many: (u64, &[Asked])) -> Self {
        let number = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let decades = (number(many.0) / number(few.0)).log10();
        let row = |(small, large): (&Asked, &Asked)| {
            let (small_ms, large_ms) = (small.within(0.5), large.within(0.5));
            let list = large.list.trim_start_matches("/api/admin/");
            (list, [small_ms, large_ms], (large_ms / small_ms).log10() / decades)
        };
        let mut rows: Vec<_> = few.1.iter().zip(many.1).map(row).collect();
        rows.sort_by(|(.., a), (.., b)| b.total_cmp(a));
        Self { people: (few.0, many.0), rows }
    }

    /// The table.
    #[must_use]
    pub fn markdown(&self) -> String {
        let (few, many) = self.people;
        let head = format!("| List | p50 ms with {few} people | with {many} | Exponent |\n|---|--:|--:|--:|\n");
        self.rows.iter().fold(head, |page, (list, [small, large], exponent)| {
            format!("{page}| {list} | {small:.1} | {large:.1} | {exponent:.2} |\n")
        })
    }

    /// The picture.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let (few, many) = self.people;
        Chart {
            title: "Half of the pages of a list come within, in milliseconds".to_owned(),
            series: vec![format!("among {few} people"), format!("among {many} people")],
            rows: self.rows.iter().map(|(list, ms, _)| ((*list).to_owned(), ms.to_vec())).collect(),
        }
    }
}

/// The table: a line for each list and asker.
#[must_use]
pub fn markdown(of: &[(&str, Vec<Asked>)]) -> String {
    let mut page =
        "| List | Asked by | Answers | p50 ms | p95 ms | most ms | |\n|---|---|--:|--:|--:|--:|---|\n".to_owned();
    for (who, all) in of {
        for asked in all {
            let met = if asked.is_met() { "met" } else { "**missed**" };
            let (half, most_of_them, most) = (asked.within(0.5), asked.within(0.95), asked.within(1.0));
            let list = asked.list.trim_start_matches("/api/admin/");
            let count = asked.times.len();
            let _ = writeln!(page, "| {list} | {who} | {count} | {half:.1} | {most_of_them:.1} | {most:.1} | {met} |");
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::questions::QUESTIONS;

    #[test]
    fn what_takes_ten_times_as_long_among_a_thousand_times_as_many_grows_by_a_third() {
        let of = |millis| {
            let mut asked = Asked::of(&QUESTIONS[0]);
            asked.add(String::new(), Duration::from_millis(millis));
            vec![asked]
        };
        let growth = Growth::of((1000, &of(2)), (1_000_000, &of(20)));
        assert!(growth.markdown().contains("| users | 2.0 | 20.0 | 0.33 |"));
        assert_eq!(growth.chart().rows, [("users".to_owned(), vec![2.0, 20.0])]);
    }

    #[test]
    fn a_percentile_is_an_answer_that_came() {
        let mut asked = Asked::of(&QUESTIONS[0]);
        assert!(asked.within(0.95).abs() < f64::EPSILON);
        for millis in (1..=20).rev() {
            asked.add(format!("/{millis}"), Duration::from_millis(millis));
        }
        assert!((asked.within(0.5) - 10.0).abs() < 1e-9 && (asked.within(0.95) - 19.0).abs() < 1e-9);
        assert_eq!(asked.slowest(), "/20");
        assert!(asked.is_met());
        for _ in 0..2 {
            asked.add("/slow".to_owned(), Duration::from_millis(101));
        }
        assert!(!asked.is_met() && markdown(&[("platform", vec![asked])]).contains("**missed**"));
    }
}
