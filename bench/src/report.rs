//! Medians, spread, goals, and the page that shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

use crate::Result;
use crate::chart::Chart;
use crate::scenario::Scenario;
use crate::systems::System;

/// One run of one scenario at one system.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sample {
    /// Answers.
    pub requests: u64,
    /// Processor time of the server, in microseconds, for each answer.
    pub cpu_micros: f64,
    /// Answers in a second.
    pub per_second: f64,
    /// 99 of 100 answers came within so many microseconds.
    pub p99_micros: f64,
    /// Share of the run during which the server's processor was at work for it, 0 to 1.
    pub server_busy: f64,
}

/// Middle, least and most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Spread {
    /// Of any values; zeros where there are none.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_unstable_by(f64::total_cmp);
        let at = |i: usize| values.get(i).copied().unwrap_or_default();
        let half = values.len() / 2;
        let median =
            if values.len().is_multiple_of(2) { f64::midpoint(at(half.wrapping_sub(1)), at(half)) } else { at(half) };
        Self { median, least: at(0), most: values.last().copied().unwrap_or_default() }
    }

    fn text(self, digits: usize) -> String {
        format!("{:.digits$} ({:.digits$}–{:.digits$})", self.median, self.least, self.most)
    }
}

/// Every sample.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Results(BTreeMap<Scenario, BTreeMap<System, Vec<Sample>>>);

/// A goal and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The scenario.
    pub scenario: Scenario,
    /// Beside which system.
    pub beside: System,
    /// How often the other's requests fit into the processor time of ours, at least. Below 1: that share.
    pub goal: f64,
    /// How often they do.
    pub by_time: f64,
    /// Our answers in a second, divided by the other's.
    pub by_rate: f64,
}

impl Verdict {
    /// Whether the goal is met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.by_time >= self.goal
    }
}

/// What is to be reached, beside whom. RS256 costs what its signature costs.
const fn goals(scenario: Scenario) -> &'static [(System, f64)] {
    match scenario {
        Scenario::Discovery | Scenario::Jwks => &[(System::Bare, 0.9)],
        Scenario::ClientCredentialsEs256 | Scenario::ClientCredentialsEddsa => {
            &[(System::Bare, 0.8), (System::Node, 8.0)]
        }
        Scenario::ClientCredentialsRs256 => &[],
        Scenario::CodeExchange | Scenario::Refresh => &[(System::Bare, 0.6), (System::Node, 3.0)],
        Scenario::Introspection => &[(System::Bare, 0.85)],
        Scenario::Userinfo => &[(System::Bare, 0.7), (System::Node, 3.0)],
    }
}

impl Results {
    /// Adds a run.
    pub fn add(&mut self, scenario: Scenario, system: System, sample: Sample) {
        self.0.entry(scenario).or_default().entry(system).or_default().push(sample);
    }

    fn spread(&self, scenario: Scenario, system: System, of: impl Fn(&Sample) -> f64) -> Option<Spread> {
        let samples = self.0.get(&scenario)?.get(&system)?;
        Some(Spread::of(samples.iter().map(of)))
    }

    /// The goals that can be judged by what was run.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        let median = |scenario, system, of: fn(&Sample) -> f64| self.spread(scenario, system, of).map(|s| s.median);
        let mut verdicts = Vec::new();
        for &scenario in self.0.keys() {
            for &(beside, goal) in goals(scenario) {
                let time = |system| median(scenario, system, |s| s.cpu_micros);
                let rate = |system| median(scenario, system, |s| s.per_second);
                let (Some(ours), Some(theirs)) = (time(System::Cardea), time(beside)) else { continue };
                let (Some(our_rate), Some(their_rate)) = (rate(System::Cardea), rate(beside)) else { continue };
                let (by_time, by_rate) = (theirs / ours, our_rate / their_rate);
                verdicts.push(Verdict { scenario, beside, goal, by_time, by_rate });
            }
        }
        verdicts
    }

    /// The processor time of each request, at each system that was asked.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let systems: BTreeSet<System> = self.0.values().flat_map(BTreeMap::keys).copied().collect();
        let median = |scenario, system| self.spread(scenario, system, |s| s.cpu_micros).map_or(0.0, |s| s.median);
        let row = |&scenario: &Scenario| {
            (scenario.title().to_owned(), systems.iter().map(|&system| median(scenario, system)).collect())
        };
        Chart {
            title: "Processor time of the server for a request, in microseconds".to_owned(),
            series: systems.iter().map(|system| system.title().to_owned()).collect(),
            rows: self.0.keys().map(row).collect(),
        }
    }

    /// Both tables, in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = String::from(
            "| Scenario | System | CPU µs/request | requests/s | p99 ms | server busy |\n|---|---|--:|--:|--:|--:|\n",
        );
        for (scenario, systems) in &self.0 {
            for &system in systems.keys() {
                let spread = |of: fn(&Sample) -> f64| self.spread(*scenario, system, of).unwrap_or(Spread::of([]));
                // Writing to a String does not fail.
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | {} | {} | {:.0} % |",
                    scenario.title(),
                    system.title(),
                    spread(|s| s.cpu_micros).text(1),
                    spread(|s| s.per_second).text(0),
                    spread(|s| s.p99_micros / 1000.0).text(2),
                    spread(|s| s.server_busy).median * 100.0,
                );
            }
        }
        text.push_str("\n| Scenario | Goal | By processor time | By requests/s | |\n|---|---|--:|--:|---|\n");
        for verdict in self.verdicts() {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} |",
                verdict.scenario.title(),
                goal(&verdict),
                share(verdict.by_time, verdict.goal),
                share(verdict.by_rate, verdict.goal),
                if verdict.is_met() { "met" } else { "**missed**" },
            );
        }
        text
    }
}

fn goal(verdict: &Verdict) -> String {
    let least = share(verdict.goal, verdict.goal);
    match verdict.beside {
        System::Bare => format!("at least {least} of bare axum"),
        other => format!("at least {least} {}", other.title()),
    }
}

/// A share in percent, a multiple as one.
fn share(value: f64, goal: f64) -> String {
    if goal < 1.0 { format!("{:.0} %", value * 100.0) } else { format!("{value:.1} ×") }
}

/// The page with new figures between its two marks of that name.
pub fn put_between(page: &str, name: &str, figures: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- {name}: begin -->"), format!("<!-- {name}: end -->"));
    let (before, rest) = page.split_once(&begin).ok_or("the page has no place for figures")?;
    let (_, after) = rest.split_once(&end).ok_or("the place for figures has no end")?;
    Ok(format!("{before}{begin}\n{figures}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(cpu_micros: f64, per_second: f64) -> Sample {
        Sample { requests: 1, cpu_micros, per_second, p99_micros: 1500.0, server_busy: 0.99 }
    }

    #[test]
    fn the_middle_of_an_even_number_lies_between() {
        assert_eq!(Spread::of([3.0, 1.0, 2.0]), Spread { median: 2.0, least: 1.0, most: 3.0 });
        assert_eq!(Spread::of([4.0, 1.0, 2.0, 3.0]), Spread { median: 2.5, least: 1.0, most: 4.0 });
        assert_eq!(Spread::of([]), Spread { median: 0.0, least: 0.0, most: 0.0 });
    }

    #[test]
    fn goals_are_judged_by_medians() {
        let mut results = Results::default();
        for (cardea, bare, node) in [(50.0, 31.0, 190.0), (40.0, 25.0, 170.0), (90.0, 10.0, 900.0)] {
            let scenario = Scenario::ClientCredentialsEs256;
            results.add(scenario, System::Cardea, sample(cardea, 20_000.0));
            results.add(scenario, System::Bare, sample(bare, 40_000.0));
            results.add(scenario, System::Node, sample(node, 5000.0));
        }
        results.add(Scenario::Jwks, System::Cardea, sample(10.0, 1.0));
        let verdicts = results.verdicts();
        assert_eq!(verdicts.len(), 2, "where the other was not run there is nothing to say");
        // 25 of 50, and 190 of 50.
        assert_eq!((verdicts[0].by_time, verdicts[0].by_rate, verdicts[0].is_met()), (0.5, 0.5, false));
        assert_eq!((verdicts[1].by_time, verdicts[1].by_rate, verdicts[1].is_met()), (3.8, 4.0, false));
        let text = results.markdown();
        assert!(text.contains("| 50.0 (40.0–90.0) | 20000 (20000–20000) | 1.50 (1.50–1.50) | 99 % |"), "{text}");
        assert!(text.contains("at least 80 % of bare axum | 50 % | 50 % | **missed** |"), "{text}");
        assert!(text.contains("at least 8.0 × node-oidc-provider (persists nothing) | 3.8 × | 4.0 × |"), "{text}");
    }

    #[test]
    fn figures_are_put_between_the_marks() {
        let page = |what: &str| format!("# Title\n<!-- some: begin -->\n{what}\n<!-- some: end -->\nend\n");
        let put = put_between(&page("old"), "some", "new").unwrap();
        assert_eq!(put, page("new"));
        assert_eq!(put_between(&put, "some", "new").unwrap(), put);
        assert!(put_between(&put, "others", "new").is_err());
    }
}
