//! The words that people are filed under, so that any part of a name finds them: its letters alone, in twos and in
//! threes. A term of one, two or three characters is one of them; a longer one is in whoever has all its threes, and
//! is then looked for in their names. Chinese names have two or three characters, and most terms have one or two.

use std::collections::BTreeSet;

/// Most threes that a term is looked for by: enough to leave few who do not have it.
const MOST: usize = 6;

/// What a word of another kind begins with: no letter of a name is written so.
const MARK: char = '\u{e000}';

/// A letter as it stands in a word. What would end a word stands for itself in an area that nobody writes in.
fn letter(c: char) -> char {
    if c.is_ascii_alphanumeric() || !c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    char::from_u32(u32::from(MARK) + u32::from(c)).unwrap_or(MARK)
}

fn letters(key: &str) -> Vec<char> {
    key.chars().map(letter).collect()
}

/// The words of folded keys: each part of one, two and three letters, once.
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

/// The words that whoever has the folded term in a name is filed under. None where the term is empty.
#[must_use]
pub fn sought(term: &str) -> Vec<String> {
    let letters = letters(term);
    let mut parts: Vec<String> =
        letters.windows(letters.len().clamp(1, 3)).map(|part| part.iter().collect::<String>()).collect();
    if parts.len() > MOST {
        // Evenly over the term, its beginning and its end among them.
        let last = parts.len() - 1;
        parts = (0..MOST).filter_map(|k| parts.get(k * last / (MOST - 1)).cloned()).collect();
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// A word that is no part of a name: something else that people are sought by, such as a tenant.
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
