//! The rules for new passwords.
//!
//! A profile sets length and composition. Under every profile, common passwords are refused, and those that contain the
//! login name or the brand (NIST SP 800-63B-4, section 3.1.1.2; OWASP ASVS 5, V6.2).

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Serialize;
use unicode_normalization::UnicodeNormalization as _;

use crate::config::{Config, PasswordProfile};
use crate::kernel::error::{Locale, Text};

/// Common passwords, folded.
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("rules/common.txt").lines().filter(|line| !line.starts_with('#')).collect());

/// Shorter names and brand words may be in a password by chance, and are not looked for.
const TELLING: usize = 4;

/// The rules in force.
#[derive(Clone, Debug)]
pub struct Rules {
    profile: PasswordProfile,
    history: i64,
    brand: Vec<String>,
}

/// The rules as a form shows and checks them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordRules {
    /// `mlps3` or `nist`.
    profile: &'static str,
    /// The least number of characters.
    min_length: usize,
    /// The greatest number of characters.
    max_length: usize,
    /// Whether a password needs upper case, lower case and a digit, and may have only letters and digits.
    composed: bool,
    /// How many recent passwords, with the present one, may not be used again.
    history: i64,
    /// The rules as a sentence, in the caller's language.
    message: String,
}

/// The form in which passwords are compared and hashed (NFC): the same for every way to type a character.
#[must_use]
pub fn normal(password: &str) -> String {
    password.nfc().collect()
}

fn folded(text: &str) -> String {
    text.nfkc().collect::<String>().to_lowercase()
}

/// Whether the text repeats one to four characters.
fn is_repetition(text: &str) -> bool {
    let all: Vec<char> = text.chars().collect();
    (1..=4).any(|unit| all.len() > unit && all.iter().enumerate().all(|(at, c)| *c == all[at % unit]))
}

impl Rules {
    /// The rules of the configuration.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let brand = &config.branding;
        let names = [&brand.title, &brand.system_name, &brand.system_abbr];
        let words = names.into_iter().flat_map(|both| [&both.zh, &both.en]).flat_map(|text| text.split_whitespace());
        let mut brand: Vec<String> = words.map(folded).filter(|word| word.chars().count() >= TELLING).collect();
        // Generic words of the titles are not part of the brand.
        brand.retain(|word| !["account", "centre", "center", "clinical", "trial", "system"].contains(&word.as_str()));
        brand.sort_unstable();
        brand.dedup();
        Self { profile: config.sign_in.password_profile, history: config.sign_in.password_history, brand }
    }

    /// Whether passwords expire under this profile.
    pub(crate) fn expire(&self) -> bool {
        self.profile == PasswordProfile::Mlps3
    }

    /// How many recent passwords, with the present one, may not be used again.
    pub(crate) fn history(&self) -> i64 {
        self.history
    }

    fn sentence(&self) -> Text {
        match self.profile {
            PasswordProfile::Mlps3 => Text::new(
                "8-16位,须同时包含大小写字母、数字",
                "8 to 16 letters and digits, with upper case, lower case and a digit",
            ),
            PasswordProfile::Nist => Text::new("15-128个字符，任意字符均可", "15 to 128 characters of any kind"),
        }
    }

    /// The rules for a form.
    #[must_use]
    pub fn shown(&self, locale: Locale) -> PasswordRules {
        let (profile, min_length, max_length, composed) = match self.profile {
            PasswordProfile::Mlps3 => ("mlps3", 8, 16, true),
            PasswordProfile::Nist => ("nist", 15, 128, false),
        };
        let message = self.sentence().in_locale(locale).to_owned();
        PasswordRules { profile, min_length, max_length, composed, history: self.history, message }
    }

    /// Whether it has the length and composition of the profile (specification, portal, section 5; tenant
    /// administration, section 5, spells it out). For passwords that the operator sets and answers for. The error is
    /// the sentence for the field.
    pub fn shape(&self, password: &str) -> Result<(), Text> {
        let any = |test: fn(&u8) -> bool| password.as_bytes().iter().any(&test);
        let right = match self.profile {
            PasswordProfile::Mlps3 => {
                (8..=16).contains(&password.len())
                    && password.bytes().all(|b| b.is_ascii_alphanumeric())
                    && any(u8::is_ascii_uppercase)
                    && any(u8::is_ascii_lowercase)
                    && any(u8::is_ascii_digit)
            }
            PasswordProfile::Nist => {
                let normal = normal(password);
                (15..=128).contains(&normal.chars().count()) && !normal.chars().any(char::is_control)
            }
        };
        if right { Ok(()) } else { Err(self.sentence()) }
    }

    /// Whether the user of this login name may take it: it passes [`Self::shape`] and is not easily guessed.
    pub fn check(&self, password: &str, user_name: &str) -> Result<(), Text> {
        self.shape(password)?;
        let folded_password = folded(password);
        let name = folded(user_name.trim());
        let named = name.chars().count() >= TELLING && folded_password.contains(&name);
        if named || self.brand.iter().any(|word| folded_password.contains(word)) {
            return Err(Text::new(
                "密码不能包含用户名或系统名称",
                "The password must not contain the user name or the name of the system",
            ));
        }
        let word = folded_password.trim_end_matches(|c: char| c.is_ascii_digit());
        if COMMON.contains(folded_password.as_str()) || COMMON.contains(word) || is_repetition(&folded_password) {
            return Err(Text::new("该密码过于常见，请更换", "This password is too common, please choose another"));
        }
        Ok(())
    }

    /// The message for a password that was used before.
    pub(crate) fn used_before(&self) -> Text {
        let n = self.history;
        Text::made(
            format!("新密码不能与最近{n}次使用的密码相同"),
            format!("The new password must differ from the last {n} that you used"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(profile: PasswordProfile) -> Rules {
        let mut config = Config::default();
        config.sign_in.password_profile = profile;
        Rules::new(&config)
    }

    #[test]
    fn the_rule_of_mlps3() {
        let rules = rules(PasswordProfile::Mlps3);
        for right in ["Kbcdefg1", "aaaaaa1B", "ABCDEFGHIJKLMNo0", "1234567aB"] {
            assert!(rules.shape(right).is_ok(), "{right}");
        }
        let long = "Abcdefghijklmnop1";
        for wrong in [
            "",
            "Abcdef1",
            long,
            "abcdefg1",
            "ABCDEFG1",
            "Abcdefgh",
            "12345678",
            "Abcdefg!",
            "Abcdefg 1",
            "Abcdéfg1",
            "密码Abcdef1",
        ] {
            let text = rules.check(wrong, "").unwrap_err();
            assert_eq!(text.zh, "8-16位,须同时包含大小写字母、数字", "{wrong}");
            assert_eq!(text.en, "8 to 16 letters and digits, with upper case, lower case and a digit", "{wrong}");
        }
    }

    #[test]
    fn the_rule_of_nist() {
        let rules = rules(PasswordProfile::Nist);
        for right in [
            "correct horse battery",
            "密码可以是任何一句很长的话就像这句",
            "ｆｕｌｌ ｗｉｄｔｈ ｌｅｔｔｅｒｓ",
            &"x1y".repeat(42).replace('y', "z"),
        ] {
            assert!(rules.shape(right).is_ok(), "{right}");
        }
        for wrong in ["", "fourteen chars", &"x".repeat(129), "with a control\u{7}", "tab\tbed together"] {
            assert!(rules.shape(wrong).is_err(), "{wrong}");
        }
        // Fifteen characters as typed, fourteen in NFC.
        assert!(rules.shape("cafe\u{301} au laitxx").is_err());
        assert_eq!(normal("cafe\u{301}"), "café");
    }

    #[test]
    fn what_is_easily_guessed_is_refused_under_either_profile() {
        let mlps3 = rules(PasswordProfile::Mlps3);
        for (common, name) in
            [("Password1", "x"), ("Sunshine2026", "x"), ("PassWord99", "x"), ("Aa1Aa1Aa1", "x"), ("Lin.wei", "x")]
        {
            assert!(mlps3.check(common, name).is_err(), "{common}");
        }
        for derived in ["Linwei2026", "XxLINWEI1", "Cardea2026"] {
            assert_eq!(mlps3.check(derived, "LinWei").unwrap_err().zh, "密码不能包含用户名或系统名称", "{derived}");
        }
        assert!(mlps3.check("Linwei2026", "lin").is_ok(), "a short name is in words by chance");
        assert!(mlps3.check("Correct1horse", "alice").is_ok());
        let nist = rules(PasswordProfile::Nist);
        for weak in ["aaaaaaaaaaaaaaaa", "abcabcabcabcabc", "my cardea password", "alicealicealice!"] {
            assert!(nist.check(weak, "alice").is_err(), "{weak}");
        }
        assert!(nist.check("a quiet river bends", "alice").is_ok());
    }

    #[test]
    fn the_list_is_folded_sorted_and_large() {
        let lines: Vec<_> = include_str!("rules/common.txt").lines().filter(|l| !l.starts_with('#')).collect();
        assert!(lines.len() > 5000 && lines.is_sorted());
        assert!(lines.iter().all(|l| l.chars().count() >= 8 && folded(l) == **l));
    }
}
