//! The message keys that the sources name, against the catalogues. A key that is put together at run time is not seen
//! here; those of the panel are, where it describes itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cardea_bundle::Catalogues;

use super::rust::{Token, tokens};
use super::{Problem, message_calls, relative};
use crate::error::{CommandError, list, read_text};

/// A key, and where it is named.
struct Named {
    key: String,
    file: PathBuf,
    line: usize,
}

/// Keys without a text, and texts whose placeholders differ between the languages.
pub fn problems(folder: &Path, catalogues: &Catalogues) -> Result<Vec<Problem>, CommandError> {
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    for Named { key, file, line } in named(folder)? {
        if !catalogues.en.contains_key(&key) && seen.insert(key.clone()) {
            let message = format!(
                "the key {key} is named here and no catalogue has it; add it to locales/zh.json and locales/en.json"
            );
            problems.push(Problem::error("message_unknown", relative(&file, folder), message).at(line));
        }
    }
    for (key, en) in &catalogues.en {
        let zh = catalogues.zh.get(key).map(String::as_str).unwrap_or_default();
        let (zh, en) = (placeholders(zh), placeholders(en));
        if let Some(name) = zh.symmetric_difference(&en).next() {
            let (has, lacks) = if en.contains(name) { ("en", "zh") } else { ("zh", "en") };
            let message = format!("{key}: {{{name}}} is in locales/{has}.json and not here");
            problems.push(Problem::warning("placeholder_missing", format!("locales/{lacks}.json"), message));
        }
    }
    Ok(problems)
}

/// The names in braces of a text.
fn placeholders(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    parts.map(|(name, _)| name).filter(|name| !name.is_empty() && !name.contains(' ')).collect()
}

fn named(folder: &Path) -> Result<Vec<Named>, CommandError> {
    let mut files = Vec::new();
    for path in sources(&folder.join("src"))? {
        let text = read_text(&path)?;
        files.push((path, tokens(&text)));
    }
    let constants = constants(&files);
    let mut found = Vec::new();
    for (file, tokens) in &files {
        let keys = keys(tokens, &constants);
        found.extend(keys.into_iter().map(|(key, line)| Named { key, file: file.clone(), line }));
    }
    if !folder.join("Cargo.toml").exists() {
        // The sources of other languages lie beside the manifest; folders there are mostly somebody else's.
        for file in list(folder)?.into_iter().filter(|path| path.is_file()) {
            let is_python = file.extension().is_some_and(|ending| ending == "py");
            if is_python || file.extension().is_some_and(|ending| ending == "js" || ending == "mjs") {
                let keys = message_calls::keys(&read_text(&file)?, is_python);
                found.extend(keys.into_iter().map(|(key, line)| Named { key, file: file.clone(), line }));
            }
        }
    }
    Ok(found)
}

/// The Rust files below a folder, without those of tests.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let mut found = Vec::new();
    for path in list(folder)? {
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}

type Constants = BTreeMap<String, Option<String>>;

/// `const NAME: &str = "text"`. A name with two texts has none.
fn constants(files: &[(PathBuf, Vec<(Token, usize)>)]) -> Constants {
    let mut constants = Constants::new();
    for (_, tokens) in files {
        for window in tokens.windows(7) {
            let [(Token::Word(word), _), (Token::Word(name), _), .., (Token::Text(text), _)] = window else { continue };
            let between: Vec<_> = window[2..6].iter().map(|(token, _)| token.to_string()).collect();
            if word != "const" || between != [":", "&", "str", "="] {
                continue;
            }
            let text = Some(text.clone());
            constants
                .entry(name.clone())
                .and_modify(|known| *known = known.take().filter(|k| Some(k) == text.as_ref()))
                .or_insert(text);
        }
    }
    constants
}

/// The keys that a file names: of `Message::new`, of the hints of columns, and those that `selection::Issues` makes of a
/// column's key.
fn keys(tokens: &[(Token, usize)], constants: &Constants) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|(token, _)| token.to_string() == text);
    let has_issues = tokens.iter().any(|(token, _)| token.to_string() == "Issues");
    for (at, (token, line)) in tokens.iter().enumerate() {
        let Token::Word(name) = token else { continue };
        if !is(at + 1, "(") {
            continue;
        }
        let method = at > 0 && is(at - 1, ".");
        let message = name == "new" && at > 2 && is(at - 1, ":") && is(at - 2, ":") && is(at - 3, "Message");
        let endings: &[&str] = match name.as_str() {
            "one" => &["missing", "single"],
            "some" => &["missing"],
            "known" => &["unknown"],
            _ => &[],
        };
        let arguments = arguments(tokens, at + 2);
        let text = |place: usize| arguments.get(place).and_then(|argument| value(argument, constants));
        if message || (method && name == "when_missing") {
            found.extend(text(0).map(|key| (key, *line)));
        } else if method && name == "named" {
            found.extend([text(0), text(1)].into_iter().flatten().map(|key| (key, *line)));
        } else if method && has_issues && arguments.len() == 4 {
            let column = text(1);
            found.extend(endings.iter().filter_map(|end| Some((format!("{}.{end}", column.as_ref()?), *line))));
        }
    }
    found
}

/// The arguments of a call, whose first token is at `from`.
fn arguments(tokens: &[(Token, usize)], from: usize) -> Vec<Vec<&Token>> {
    let (mut arguments, mut current, mut depth) = (Vec::new(), Vec::new(), 0_u32);
    for (token, _) in tokens.iter().skip(from) {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') if depth == 0 => break,
            Token::Mark(')' | ']' | '}') => depth -= 1,
            Token::Mark(',') if depth == 0 => {
                arguments.push(std::mem::take(&mut current));
                continue;
            }
            _ => {}
        }
        current.push(token);
    }
    if !current.is_empty() {
        arguments.push(current);
    }
    arguments
}

/// The text of an argument that is a literal, or the path of a constant.
fn value(argument: &[&Token], constants: &Constants) -> Option<String> {
    match argument {
        [Token::Text(text)] => Some(text.clone()),
        [.., Token::Word(name)] if argument.iter().all(|token| matches!(token, Token::Word(_) | Token::Mark(':'))) => {
            constants.get(name).cloned().flatten()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_where_they_are_named() {
        let source = r##"
            // Message::new("in.a.comment", "no")
            /* Message::new("in.another", "no") /* nested */ */
            const SITES: &str = "sites";
            mod column { pub const ROLE: &str = "role"; }
            use cardea_plugin_sdk::selection::Issues;
            fn f<'a>(c: char) -> &'a str {
                let _ = ('"', '\'', b'"', r#"Message::new("raw", "")"#, "\"Message::new(");
                Message::new("a.key", "x").arg("name", "not.a.key");
                Message::new(SITES, "y");
                Message::new(format!("made.{x}"), "z");
                Column::new("k", Kind::Flag, label).named("yes", "no").when_missing("k.missing");
                issues.one(index, column::ROLE, grant, "Please (select), one");
                issues.known(index, SITES, grant, |id| known(id, 2));
            }
        "##;
        let files = [(PathBuf::from("lib.rs"), tokens(source))];
        let found: Vec<_> = keys(&files[0].1, &constants(&files)).into_iter().map(|(key, _)| key).collect();
        let expected = ["a.key", "sites", "yes", "no", "k.missing", "role.missing", "role.single", "sites.unknown"];
        let sorted = |mut keys: Vec<String>| {
            keys.sort();
            keys
        };
        assert_eq!(sorted(found), sorted(expected.map(str::to_owned).to_vec()));
    }
}
