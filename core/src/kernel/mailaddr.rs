//! The e-mail addresses that this server accepts.

use super::fold::fold;

/// Whether mail can be sent to the address: `local@domain` with at least two labels in the domain, ASCII, no quoting
/// and no comments, at most 254 octets (RFC 5321, sections 4.1.2 and 4.5.3.1).
#[must_use]
pub fn is_valid(text: &str) -> bool {
    const MARKS: &[u8] = b"!#$%&'*+-/=?^_`{|}~";
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let atom = |a: &str| !a.is_empty() && a.bytes().all(|b| b.is_ascii_alphanumeric() || MARKS.contains(&b));
    let label = |l: &str| {
        (1..=63).contains(&l.len())
            && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !l.starts_with('-')
            && !l.ends_with('-')
    };
    text.len() <= 254
        && local.len() <= 64
        && local.split('.').all(atom)
        && domain.contains('.')
        && domain.split('.').all(label)
}

/// The key under which an address belongs to one person. Addresses that differ only in case reach the same mailbox
/// with every provider that matters, so they have the same key.
#[must_use]
pub fn key(text: &str) -> String {
    fold(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_what_only_looks_like_one() {
        for good in ["a@b.cn", "first.last+tag@mail.example.com", "o'neil@x-y.org", "1@2.co"] {
            assert!(is_valid(good), "{good}");
        }
        let long = format!("{}@example.com", "a".repeat(65));
        for bad in [
            "",
            "a",
            "@b.cn",
            "a@",
            "a@b",
            "a@@b.cn",
            "a b@c.cn",
            "a@b..cn",
            ".a@b.cn",
            "a.@b.cn",
            "a..b@c.cn",
            "a@-b.cn",
            "a@b-.cn",
            "a@b.cn\n",
            "a@b.cn,c@d.cn",
            "张@b.cn",
            "\"a\"@b.cn",
            "a@[127.0.0.1]",
            &long,
        ] {
            assert!(!is_valid(bad), "{bad}");
        }
    }
}
