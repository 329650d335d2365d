//! Phone numbers: how this server compares and shows them.

use super::patterns;

/// The key under which a number belongs to a person: `138 0013 8000`, `+86 138-0013-8000` and `008613800138000` are
/// the same mainland mobile. `None` if the text does not match the general pattern (specification, portal, section 5:
/// 5 to 20 of digits, plus, dash, space).
#[must_use]
pub fn key(text: &str) -> Option<String> {
    let text = text.trim();
    if !patterns::is_phone(text) {
        return None;
    }
    let dialled: String = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
    let dialled = dialled.strip_prefix("00").map_or(dialled.clone(), |rest| format!("+{rest}"));
    let key = match dialled.strip_prefix("+86") {
        Some(number) if patterns::is_mobile(number) => number.to_owned(),
        _ => dialled,
    };
    (key.trim_start_matches('+').len() >= 5).then_some(key)
}

/// A number as shown to a person who has not proved that it is theirs: its last four digits behind a fixed number of
/// stars, which shows nothing else of it, not even its length.
#[must_use]
pub fn mask(last_four: &str) -> String {
    format!("*******{last_four}")
}

/// The last four characters of a key.
#[must_use]
pub fn last_four(key: &str) -> &str {
    key.get(key.len().saturating_sub(4)..).unwrap_or_default()
}

/// The block in which numbers are assigned: the first seven characters give the mainland network and region.
#[must_use]
pub fn block(key: &str) -> &str {
    key.get(..7).unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_number_has_one_key_however_it_is_written() {
        for written in
            ["13800138000", " 138 0013 8000", "138-0013-8000", "+8613800138000", "+86 138-0013-8000", "008613800138000"]
        {
            assert_eq!(key(written).as_deref(), Some("13800138000"), "{written}");
        }
        for (written, want) in [
            ("+44 20 7946 0000", "+442079460000"),
            ("0044 20 7946 0000", "+442079460000"),
            ("010-12345", "01012345"),
            ("12345", "12345"),
            // Not mobiles: the second digit is outside the range, or there are too many digits.
            ("+86 123 0013 8000", "+8612300138000"),
            ("+86 138 0013 80001", "+86138001380001"),
            ("+86 10 1234 5678", "+861012345678"),
        ] {
            assert_eq!(key(written).as_deref(), Some(want), "{written}");
        }
        for none in [
            "",
            "1234",
            "12 34",
            "1-2-3",
            "+1234",
            "138+00138000",
            "1380013800a",
            "１３８００１３８０００",
            "123456789012345678901",
            "+",
            "-----",
        ] {
            assert_eq!(key(none), None, "{none}");
        }
    }

    #[test]
    fn a_mask_shows_four_digits_and_not_how_many_there_are() {
        assert_eq!(mask(last_four("13800138000")), "*******8000");
        assert_eq!(mask(last_four("12345")), "*******2345");
        assert_eq!((block("13800138000"), block("12345")), ("1380013", "12345"));
    }

    proptest! {
        #[test]
        fn a_key_is_its_own_key(text in "[0-9+ -]{0,22}") {
            if let Some(once) = key(&text) {
                prop_assert_eq!(key(&once), Some(once.clone()));
            }
        }
    }
}
