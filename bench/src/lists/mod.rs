//! How long an administrator waits for a page of a list, where there are a million people.
//!
//! | file | what |
//! |---|---|
//! | `seed` | fills an empty database |
//! | `questions` | what is asked of every list |
//! | `figures` | percentiles, the page |
//! | `imports` | files of ten thousand rows |

pub mod figures;
pub mod imports;
pub mod questions;
pub mod seed;

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Mutex;

use crate::Result;
use crate::load::now;
use crate::party::{Party, strange};
use figures::Asked;
use questions::{QUESTIONS, Question};

/// Lists that ask a trial system: their time is that system's.
const ELSEWHERE: &[&str] = &["/api/admin/panels/{softwareId}/drift"];

/// Every list of the server's own description: what is not asked anything is not measured, and nobody would
/// see it.
pub fn complete(openapi: &Value) -> Result<()> {
    let paths = openapi["paths"].as_object().ok_or("a description without paths")?;
    let is_list = |operation: &Value| {
        operation["parameters"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["name"] == "range" || one["name"] == "after"))
    };
    let lists = paths.iter().filter(|(_, operations)| is_list(&operations["get"])).map(|(path, _)| path.as_str());
    let asked = |path: &&str| ELSEWHERE.contains(path) || QUESTIONS.iter().any(|question| question.list == *path);
    let missing: Vec<_> = lists.filter(|path| !asked(path)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("nothing is asked of {missing:?}").into()) }
}

/// Waits until the server has filed everybody for the search, which it does after its start where people came in by
/// another way: the last of them is found by the end of their name then.
pub async fn until_filed(party: &Party, users: u64) -> Result<()> {
    let name = seed::name_of(users);
    let end: String = name.chars().skip(1).collect();
    let path = format!("/api/admin/users?filter=%7B%22q%22%3A%22{end}%22%2C%22searchAll%22%3Atrue%7D");
    let mut connection = party.connect().await?;
    let since = now();
    for _ in 0..600 {
        let request = party.get(&path);
        let answer = connection.call(&request).await?;
        if answer.status != 200 {
            return Err(strange(&path, answer).into());
        }
        if answer.body != b"[]" {
            eprintln!("{users} people were filed for the search after {} s", since.elapsed().as_secs());
            return Ok(());
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    Err("not everybody was filed within ten minutes".into())
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The platform's administrator.
    Platform,
    /// The large tenant's.
    Tenant,
}

/// Among how many is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// So many that each question finds somebody.
    Many,
    /// Fewer: a question may find nobody.
    Few,
}

/// Asks everything in turn, as often as there are rounds, over a few connections at once.
///
/// An administrator of a tenant asks their own tenant what the platform's asks a small one.
pub async fn ask(
    party: &Party,
    questions: &[&Question],
    by: (Asker, Crowd),
    rounds: usize,
    connections: usize,
) -> Result<Vec<Asked>> {
    // Once round all lists, then again: nothing is asked twice while it is still at hand everywhere.
    let turns = (0..rounds).flat_map(|round| (0..questions.len()).map(move |which| (round, which)));
    let turns = Arc::new(Mutex::new(turns.collect::<Vec<_>>().into_iter()));
    let asking = (0..connections).map(|_| one_after_the_other(party, questions, by, Arc::clone(&turns)));
    let answered = futures::future::try_join_all(asking).await?;
    let mut all: Vec<Asked> = questions.iter().map(|question| Asked::of(question)).collect();
    for (which, path, time) in answered.into_iter().flatten() {
        if let Some(asked) = all.get_mut(which) {
            asked.add(path, time);
        }
    }
    Ok(all)
}

type Turns = Arc<Mutex<std::vec::IntoIter<(usize, usize)>>>;

async fn one_after_the_other(
    party: &Party,
    questions: &[&Question],
    (asker, crowd): (Asker, Crowd),
    turns: Turns,
) -> Result<Vec<(usize, String, Duration)>> {
    let mut connection = party.connect().await?;
    let mut answered = Vec::new();
    loop {
        let turn = turns.lock().await.next();
        let Some((round, which)) = turn else { return Ok(answered) };
        let Some(question) = questions.get(which) else { continue };
        let path = question.path(round);
        let path = if asker == Asker::Tenant { path.replace(seed::SMALL_TENANT, seed::LARGE_TENANT) } else { path };
        let request = party.get(&path);
        let begin = now();
        let answer = connection.call(&request).await?;
        let time = now() - begin;
        if answer.status != 200 {
            return Err(strange(&path, answer).into());
        }
        // A tenant's list may end before the last page that can be asked for, and a few people have few of the names.
        let may_end = crowd == Crowd::Few || (asker == Asker::Tenant && question.is_at_end(round));
        if question.finds && answer.body == b"[]" && !may_end {
            return Err(format!("{path} finds nothing").into());
        }
        answered.push((which, path, time));
    }
}

#[cfg(test)]
mod tests {
    /// The console's description is the server's; a test of the server holds them together.
    #[test]
    fn every_list_is_asked_something() {
        let description = serde_json::from_str(include_str!("../../../admin-ui/openapi.json")).unwrap();
        super::complete(&description).unwrap();
    }
}
