//! The message keys that sources in JavaScript and Python name: the literal first argument of a function `message`, as in
//! the templates. A sign is enough here; what a key lacks at run time, `test` and the panel show.

/// The keys of a source, each with its line.
pub fn keys(source: &str, is_python: bool) -> Vec<(String, usize)> {
    let comment = if is_python { "#" } else { "//" };
    let mut found = Vec::new();
    for (line, number) in source.lines().zip(1..) {
        if line.trim_start().starts_with(comment) {
            continue;
        }
        for (at, call) in line.match_indices("message(") {
            let named = line[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric() && before != '_');
            let argument = line[at + call.len()..].trim_start();
            let Some(quote) = argument.chars().next().filter(|first| named && matches!(first, '\'' | '"')) else {
                continue;
            };
            if let Some((key, _)) = argument[1..].split_once(quote) {
                found.push((key.to_owned(), number));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_keys_are_found_and_nothing_else() {
        let found = |source, is_python| keys(source, is_python).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        let javascript = "// message('in.a.comment', '')\nf(message('a', 'x'), message( \"b\", 'y')); the_message('c')\nmessage(`d.${e}`)";
        assert_eq!(found(javascript, false), ["a", "b"]);
        assert_eq!(found("# message('no')\nmessage('a', 'b', id=id)\nmessage(f\"{key}.missing\", '')", true), ["a"]);
        assert_eq!(keys("\nmessage('a')", true), [("a".to_owned(), 2)]);
    }
}
