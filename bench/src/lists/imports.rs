//! How long files of ten thousand rows take, which is the most that an import takes, beside all that is there.

use std::fmt::Write as _;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::seed::{LARGE_TENANT, name_of};
use crate::Result;
use crate::load::now;
use crate::party::{Party, strange};

/// Rows of a file: the most that an import takes.
const ROWS: u64 = 10_000;

/// Within which a file is in.
pub const GOAL: Duration = Duration::from_mins(1);

/// A file that was imported.
#[derive(Debug)]
pub struct Imported {
    what: &'static str,
    tried: Duration,
    written: Duration,
}

impl Imported {
    /// Whether it was in soon enough, judging it and writing it each.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.tried.max(self.written) <= GOAL
    }
}

/// The files: what they hold, the operation, the tenant, the rows below the header.
fn files(users: u64) -> [(&'static str, &'static str, Option<&'static str>, String); 3] {
    let mut people = "User name,Name,E-mail,Phone,Role\n".to_owned();
    let mut sites = "Name,Level,Type,Country,Province/State,City\n".to_owned();
    let mut members = "User name,Role,Type,Position\n".to_owned();
    for row in 0..ROWS {
        // Writing to a String does not fail.
        let _ = writeln!(people, "import.{row},导入{row},import.{row}@example.org,139{row:08},Platform");
        let _ = writeln!(sites, "导入{row}医院,3A,General hospital,中国,广东省,深圳市");
        // The last of all: a fifth, the first, are in the tenant already.
        let _ = writeln!(members, "{},Tenant,Site staff,Principal investigator", name_of(users - row));
    }
    [
        ("users", "/api/admin/users/import", None, people),
        ("sites", "/api/admin/sites/import", None, sites),
        ("tenant users", "/api/admin/tenant-users/import", Some(LARGE_TENANT), members),
    ]
}

/// Tries and then imports each file.
pub async fn run(party: &Party, users: u64) -> Result<Vec<Imported>> {
    let mut done = Vec::new();
    for (what, path, tenant, csv) in files(users) {
        let mut times = Vec::new();
        for dry_run in [true, false] {
            let mut body = json!({ "content": STANDARD.encode(&csv), "dryRun": dry_run });
            if let Some(tenant) = tenant {
                body["tenantId"] = json!(tenant);
            }
            let request = party.post(path, &body.to_string());
            let mut connection = party.connect().await?;
            let begin = now();
            let answer = connection.call(&request).await?;
            times.push(now() - begin);
            if answer.status != 200 {
                return Err(strange(path, answer).into());
            }
            let result: Value = serde_json::from_slice(answer.body)?;
            if result["applied"] != json!(!dry_run) || result["created"] != json!(ROWS) {
                return Err(strange(path, answer).into());
            }
        }
        if let [tried, written] = times[..] {
            done.push(Imported { what, tried, written });
        }
    }
    Ok(done)
}

/// The table: a line for each file.
#[must_use]
pub fn markdown(all: &[Imported]) -> String {
    let mut page = format!("| File of {ROWS} rows | Try s | Import s | |\n|---|--:|--:|---|\n");
    for one in all {
        let met = if one.is_met() { "met" } else { "**missed**" };
        let (tried, written) = (one.tried.as_secs_f64(), one.written.as_secs_f64());
        let _ = writeln!(page, "| {} | {tried:.1} | {written:.1} | {met} |", one.what);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_most_rows_that_an_import_takes() {
        for (what, _, _, csv) in files(1_000_000) {
            assert_eq!(csv.lines().count(), 10_001, "{what}");
        }
        let slow = Imported { what: "users", tried: Duration::ZERO, written: Duration::from_secs(61) };
        assert!(!slow.is_met() && markdown(&[slow]).contains("**missed**"));
    }
}
