//! Splits names into the words of the search index, so that any part of a name finds its owner: each single
//! character, and each sequence of two and of three. A term of up to three characters is one such word. A longer term
//! is looked up by its sequences of three, and then searched for in the names found. Chinese names have two or three
//! characters, and most search terms have one or two.

use std::collections::BTreeSet;

/// The most sequences of three that a term is looked up by: enough to leave few people without the term, and few enough
/// that those which everybody has, as of an address's domain, cost little.
const MOST: usize = 4;

/// The first character of a word that is not part of a name: no letter of a name is written so.
const MARK: char = '\u{e000}';

/// The form of a character within a word. Characters that would end a word are moved to a private use area, in which
/// no name is written.
fn letter(c: char) -> char {
    if c.is_ascii_alphanumeric() || !c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    char::from_u32(u32::from(MARK) + u32::from(c)).unwrap_or(MARK)
}

fn letters(key: &str) -> Vec<char> {
    key.chars().map(letter).collect()
}

/// The words of folded keys: each part of one, two and three characters, once.
#[must_use]
pub fn of(keys: &[&str]) -> Vec<String> {
    let mut words = BTreeSet::new();
    for key in keys {
        let letters = letters(key);
        for length in 1..=3 {
            words.extend(letters.windows(length).map(|part| part.iter().collect::<String>()));
        }
    }
    words.into_iter().collect()
}

/// The words under which every owner of a name with the folded term is filed. None for an empty term. Of a part of an address
/// they are those that begin before the `@`, if there are any: many have the same domain.
#[must_use]
pub fn sought(term: &str) -> Vec<String> {
    let letters = letters(term);
    let own = letters.iter().position(|c| *c == letter('@')).filter(|own| *own > 0).unwrap_or(letters.len());
    let parts = letters.windows(letters.len().clamp(1, 3)).take(own);
    let mut parts: Vec<String> = parts.map(|part| part.iter().collect::<String>()).collect();
    if parts.len() > MOST {
        // Spread evenly over the term, with its beginning and its end.
        let last = parts.len() - 1;
        parts = (0..MOST).filter_map(|k| parts.get(k * last / (MOST - 1)).cloned()).collect();
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// A word that is no part of a name, but another criterion of the search, such as a tenant.
#[must_use]
pub fn mark(kind: char, value: &str) -> String {
    let mut word = String::from(MARK);
    word.push(kind);
    word.extend(value.chars().map(letter));
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::fold::fold;
    use proptest::prelude::*;

    #[test]
    fn parts_of_names_are_words() {
        assert_eq!(of(&["王小明"]), ["小", "小明", "明", "王", "王小", "王小明"]);
        assert_eq!(sought("小"), ["小"]);
        assert_eq!(sought("wang"), ["ang", "wan"]);
        assert_eq!(sought(""), Vec::<String>::new());
        let at = letter('@');
        assert_eq!(sought("4@example"), [format!("4{at}e")]);
        assert_eq!(sought("@ex"), [format!("{at}ex")]);
        assert_eq!(sought("@exa"), ["exa".to_owned(), format!("{at}ex")]);
        assert_eq!(sought("abcdefghijklmnopqrstuvwxyz").len(), MOST);
        assert_ne!(mark('t', "a"), mark('t', "b"));
    }

    proptest! {
        #[test]
        fn whatever_is_in_a_name_is_sought_by_words_of_it(name in "\\PC{1,40}", from in 0_usize..40, length in 1_usize..40) {
            let key = fold(&name);
            let part: String = key.chars().skip(from).take(length).collect();
            let words = of(&[&key]);
            for word in sought(&part) {
                prop_assert!(words.contains(&word), "{key:?} {part:?} {word:?}");
                prop_assert!(!word.contains([' ', '"', '\'']) && !word.is_empty());
            }
        }
    }
}
