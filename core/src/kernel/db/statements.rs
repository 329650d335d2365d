//! Several statements in one text, on either engine.

use super::values::Touched;

/// The condition that the statement before wrote a row, in SQLite.
pub const TOUCHED_ON_SQLITE: &str = "changes() > 0";

/// The condition that a statement of the same text wrote a row, in PostgreSQL.
pub fn touched_on_postgres(statement: usize) -> String {
    format!("EXISTS (SELECT 1 FROM s{statement})")
}

/// Statements that are sent in one go. Their placeholders are numbered throughout.
#[derive(Debug)]
pub struct Statements {
    /// At least one.
    pub texts: Vec<String>,
    /// The one whose rows are counted.
    pub counted: usize,
}

impl Statements {
    /// SQLite runs them one after the other. Placeholders that come in their order have no numbers there: SQLite looks
    /// for a number among all of its statement when it prepares it, and sqlx each time that it binds a value, so that a
    /// thousand rows would take a thousand times as long for each.
    pub fn sequence(&self) -> String {
        let text = self.texts.join("; ");
        in_order(&text).unwrap_or(text)
    }

    /// PostgreSQL takes one statement of those with values. Several are the parts of one, which is atomic by itself: each
    /// runs once, on the same state of the database, and one that looks at [`touched_on_postgres`] runs after that one.
    /// The text returns a row with the count; that of a single statement returns none.
    pub fn into_one(mut self) -> Text {
        if self.texts.len() < 2 {
            return Text { sql: self.texts.pop().unwrap_or_default(), returns_count: false };
        }
        Text { sql: format!("{} SELECT COUNT(*) FROM s{}", parts(&self.texts), self.counted), returns_count: true }
    }

    /// As [`Self::into_one`], of which the last statement returns the rows.
    pub fn into_answer(mut self) -> String {
        let last = self.texts.pop().unwrap_or_default();
        if self.texts.is_empty() { last } else { format!("{} {last}", parts(&self.texts)) }
    }
}

/// Statements that write, as parts of one of PostgreSQL.
fn parts(texts: &[String]) -> String {
    let parts = texts.iter().enumerate().map(|(at, text)| format!("s{at} AS ({text} RETURNING 1)"));
    format!("WITH {}", parts.collect::<Vec<_>>().join(", "))
}

/// A text whose placeholders are `$1`, `$2`, … in this order, each once, with `?` for each; none where they are not.
fn in_order(text: &str) -> Option<String> {
    let mut parts = text.split('$');
    let mut plain = String::with_capacity(text.len());
    plain.push_str(parts.next()?);
    let mut count = 0;
    for part in parts {
        let after = part.trim_start_matches(|c: char| c.is_ascii_digit());
        match part[..part.len() - after.len()].parse::<usize>() {
            Ok(number) if number == count + 1 => plain.push('?'),
            Ok(_) => return None,
            // A path into JSON, such as `$.name`.
            Err(_) => {
                plain.push('$');
                plain.push_str(part);
                continue;
            }
        }
        count += 1;
        plain.push_str(after);
    }
    (count > 0).then_some(plain)
}

/// One statement of PostgreSQL.
#[derive(Debug)]
pub struct Text {
    pub sql: String,
    /// Whether the number of rows is in the row that it returns.
    pub returns_count: bool,
}

/// A deferred statement, with its values.
#[derive(Debug)]
pub struct Later<A> {
    pub statements: Statements,
    pub arguments: A,
    /// How many values there are.
    pub binds: usize,
    /// Whether PostgreSQL keeps it prepared.
    pub kept: bool,
    /// Where the count goes.
    pub touched: Touched,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_in_their_order_have_no_numbers_on_sqlite() {
        let written = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            Statements { texts, counted: 0 }.sequence()
        };
        assert_eq!(written(&["SELECT 1"]), "SELECT 1");
        assert_eq!(written(&["A $1, $2", "B ($3)"]), "A ?, ?; B (?)");
        assert_eq!(written(&["json_extract(a, '$.b') = $1"]), "json_extract(a, '$.b') = ?");
        assert_eq!(written(&["$1 $2 $3 $4 $5 $6 $7 $8 $9 $10 $11"]), "? ? ? ? ? ? ? ? ? ? ?");
        for told_apart in ["$1 OR $1", "$2, $1", "$1, $3", "$2", "$0", "json_extract(a, '$.b') = $2"] {
            assert_eq!(written(&[told_apart]), told_apart);
        }
    }
}
