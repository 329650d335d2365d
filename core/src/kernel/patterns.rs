//! The general patterns of mobile numbers and codes (specification, portal, section 5). The portal has the same in
//! `admin-ui/src/shared/patterns.ts`; a test compares them, and their error messages.

/// Whether a text is a mobile number of mainland China: 1, then 3 to 9, then 9 digits.
#[must_use]
pub fn is_mobile(text: &str) -> bool {
    let [b'1', b'3'..=b'9', rest @ ..] = text.as_bytes() else { return false };
    rest.len() == 9 && rest.iter().all(u8::is_ascii_digit)
}

/// Whether a text is a phone number: 5 to 20 characters of digits, plus, dash and space; a plus only at the start,
/// and at least 5 digits.
#[must_use]
pub fn is_phone(text: &str) -> bool {
    let known = |(at, b): (usize, u8)| b.is_ascii_digit() || matches!(b, b'-' | b' ') || (at == 0 && b == b'+');
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (5..=20).contains(&text.len()) && digits >= 5 && text.bytes().enumerate().all(known)
}

/// Whether a text is a numeric code of 4 to 6 digits, or up to 8 while codes are longer than usual.
#[must_use]
pub fn is_numeric_code(text: &str) -> bool {
    (4..=8).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text is an alphanumeric code of 4 to 6 characters.
#[must_use]
pub fn is_alphanumeric_code(text: &str) -> bool {
    (4..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTAL: &str = include_str!("../../../admin-ui/src/shared/patterns.ts");
    const SENTENCES: &str = include_str!("../../../admin-ui/src/shared/shell/codeTexts.ts");

    #[test]
    fn the_portal_has_the_same_patterns_and_says_the_same() {
        for pattern in [
            "MOBILE = /^1[3-9][0-9]{9}$/",
            "PHONE = /^(?=.{5,20}$)[+]?[- ]*[0-9](?:[- ]*[0-9]){4,}[- ]*$/",
            "NUMERIC_CODE = /^[0-9]{4,8}$/",
            "ALPHANUMERIC_CODE = /^[A-Za-z0-9]{4,6}$/",
        ] {
            assert!(PORTAL.contains(pattern), "{pattern}");
        }
        for (name, sentence) in [
            ("phoneBlank", "手机号不能为空"),
            ("phoneBlank", "Phone cannot be empty"),
            ("phoneWrong", "手机号格式不正确"),
            ("phoneWrong", "The phone number is incorrect"),
            ("codeBlank", "短信验证码不能为空"),
            ("codeBlank", "SMS code cannot be empty"),
            ("codeWrong", "短信验证码不正确"),
            ("codeWrong", "SMS code is incorrect"),
        ] {
            assert!(SENTENCES.contains(&format!("{name}: '{sentence}'")), "{name}: {sentence}");
        }
    }

    #[test]
    fn what_each_takes() {
        for (is, good, bad) in [
            (
                is_mobile as fn(&str) -> bool,
                &["13800138000", "19912345678"][..],
                &["12800138000", "1380013800", "+8613800138000"][..],
            ),
            (
                is_phone,
                &["12345", "+44 20 7946 0000", "0044 7911-123456", "010-12345", "1-2-3-4-5"],
                &["1234", "1 2 3 4", "+1234", "44+20 7946", "12345a", "1234567890123456789-0", "１２３４５", "-----"],
            ),
            (is_numeric_code, &["1234", "12345678"], &["123", "123456789", "12a4", "１２３４"]),
            (is_alphanumeric_code, &["1234", "aB3d5f"], &["abc", "abcdefg", "ab-d", "äbcd"]),
        ] {
            assert!(good.iter().all(|text| is(text)), "{good:?}");
            assert!(!bad.iter().any(|text| is(text)), "{bad:?}");
        }
    }
}
