//! `client_secret_basic` (RFC 6749, section 2.3.1).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;

use crate::kernel::secret::Secret;

/// The id and secret of `Basic`, each form-decoded.
pub fn basic(header: &str) -> Option<(String, Secret)> {
    let (scheme, encoded) = header.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let joined = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = joined.split_once(':')?;
    Some((form_decoded(id)?, Secret::new(form_decoded(secret)?)))
}

fn form_decoded(text: &str) -> Option<String> {
    percent_decode_str(&text.replace('+', " ")).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_of_basic_are_form_decoded() {
        let header = format!("bAsIc {}", STANDARD.encode("a%3Ab+c:p%25%2B%E5%AF%86:x"));
        let (id, secret) = basic(&header).unwrap();
        assert_eq!((id.as_str(), secret.expose()), ("a:b c", "p%+密:x"));
        for bad in ["Basic", "Basic !", "Bearer YTpi", "Basic YWI=", "Basic /w=="] {
            assert!(basic(bad).is_none(), "{bad}");
        }
    }
}
