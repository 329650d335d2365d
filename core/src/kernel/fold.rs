//! Folds text for comparison, search and sorting.

use unicode_normalization::UnicodeNormalization as _;

/// NFKC and lower case, trimmed: `Ａlice ` and `alice` are the same name to a person.
#[must_use]
pub fn fold(text: &str) -> String {
    text.trim().nfkc().collect::<String>().to_lowercase()
}

/// The end of the range of folded keys that begin with `prefix`, for `key >= prefix AND key < end`:
/// a prefix search that an index serves on both engines.
#[must_use]
pub fn prefix_end(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn width_case_and_space_do_not_tell_names_apart() {
        assert_eq!(fold(" Ａlice "), "alice");
        assert_eq!(fold("张伟"), "张伟");
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "[a-zA-Z0-9张伟 ._-]{0,24}") {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }

        #[test]
        fn a_prefix_range_holds_what_begins_with_it(prefix in "[a-z张]{1,5}", rest in "[a-z0-9伟]{0,8}") {
            let key = format!("{prefix}{rest}");
            prop_assert!(key.as_str() >= prefix.as_str() && key < prefix_end(&prefix));
        }
    }
}
