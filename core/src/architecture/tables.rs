//! The tables that a module reads and writes, from the SQL in its string literals.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, TokenStream, TokenTree};

/// A use of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Read,
    Written,
}

/// The tables that the migrations create.
pub fn tables() -> BTreeSet<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let mut tables = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let sql = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let made = sql.split("CREATE TABLE ").skip(1).filter_map(|rest| rest.split([' ', '(']).next());
        tables.extend(made.map(str::to_owned));
    }
    tables
}

/// Every table with the modules that use it. `code` has paths below `src`, and texts.
pub fn users(code: &[(String, String)]) -> BTreeMap<String, BTreeMap<String, BTreeSet<Use>>> {
    let tables = tables();
    let mut users: BTreeMap<_, BTreeMap<_, BTreeSet<_>>> = BTreeMap::new();
    for (place, text) in code {
        let mut texts = Vec::new();
        texts_of(without_tests(text).parse().unwrap(), &mut texts);
        for (table, used) in texts.iter().flat_map(|sql| used(sql, &tables)) {
            users.entry(table).or_default().entry(module(place)).or_default().insert(used);
        }
    }
    users
}

/// The module of a path: `resources/sites` of `resources/sites/store.rs`, `audit` of `audit/tree.rs`. The audit
/// writer is in the kernel, below all audited modules, but belongs to the audit.
fn module(place: &str) -> String {
    let place = place.strip_prefix("kernel/").filter(|place| place.starts_with("audit/")).unwrap_or(place);
    let mut parts = place.trim_end_matches(".rs").split('/');
    let first = parts.next().unwrap_or_default();
    match parts.next().filter(|_| first == "resources") {
        Some(second) => format!("{first}/{second}"),
        None => first.to_owned(),
    }
}

/// Removes unit tests, which are at a file's end.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

fn is_record(attribute: &Group) -> bool {
    matches!(attribute.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "record")
}

/// The table of a record's derived statements, wherever it is among the arguments.
fn declared(record: &Group) -> Option<String> {
    let TokenTree::Group(arguments) = record.stream().into_iter().nth(1)? else { return None };
    let is_table = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "table");
    let table = arguments.stream().into_iter().skip_while(|token| !is_table(token)).nth(2)?;
    syn::parse_str::<syn::LitStr>(&table.to_string()).ok().map(|table| table.value())
}

fn texts_of(tokens: TokenStream, into: &mut Vec<String>) {
    let mut attribute = false;
    for token in tokens {
        // A doc comment is an attribute, too.
        let within =
            std::mem::replace(&mut attribute, matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '#'));
        match token {
            // What a record reads with its own columns is SQL, too, and its derived statements write its table.
            TokenTree::Group(group) if within => {
                if is_record(&group) {
                    into.extend(declared(&group).map(|table| format!("INSERT INTO {table}")));
                    texts_of(group.stream(), into);
                }
            }
            TokenTree::Group(group) => texts_of(group.stream(), into),
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    into.push(text.value());
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

fn used(sql: &str, tables: &BTreeSet<String>) -> Vec<(String, Use)> {
    let words: Vec<&str> =
        sql.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let mut found = Vec::new();
    for (at, table) in words.iter().enumerate().skip(1).filter(|(_, word)| tables.contains(**word)) {
        let used = match (at.checked_sub(2).map(|at| words[at]), words[at - 1]) {
            (_, "UPDATE" | "INTO") | (Some("DELETE"), "FROM") => Use::Written,
            (_, "FROM" | "JOIN") => Use::Read,
            _ => continue,
        };
        found.push(((*table).to_owned(), used));
    }
    found
}
