//! The strength of authentication: the values of `acr`, and the requests that each value satisfies.
//!
//! `1` is one factor; `2` is more than one, or a passkey that verified its user. A stronger session satisfies a
//! request for a weaker one, and the answer has the requested value (OpenID Connect Core 1.0, section 5.5.1.1: the
//! answer must be among the requested values).

use crate::authentication;
use crate::kernel::ctx::{Person, ReadCtx};
use crate::provider::error::OAuthError;

/// The values that a sign-in here can reach, the weakest first.
pub const ACR: &[&str] = &["1", "2"];
/// The value that needs a second factor.
const MULTIPLE: &str = "2";

/// The position of a value in [`ACR`]; `None` for an unknown one.
fn level(acr: &str) -> Option<usize> {
    ACR.iter().position(|known| *known == acr)
}

/// The `acr` of the answer where one of `asked` is essential and the session has `reached` this: the same value, or
/// the strongest below it. `None` where the session reaches none of them.
#[must_use]
pub fn answer<'a>(reached: &'a str, asked: &'a [String]) -> Option<&'a str> {
    if asked.iter().any(|acr| acr == reached) {
        return Some(reached);
    }
    let reached = level(reached)?;
    let below = |acr: &&String| level(acr).is_some_and(|level| level <= reached);
    asked.iter().filter(below).max_by_key(|acr| level(acr)).map(String::as_str)
}

/// Whether a sign-in here can reach one of the essential values.
#[must_use]
pub fn is_reachable(asked: &[String]) -> bool {
    asked.is_empty() || asked.iter().any(|acr| level(acr).is_some())
}

/// The acr that the sign-in has to reach, if not every sign-in reaches one of `asked`.
#[must_use]
pub fn to_reach(asked: &[String]) -> Option<&'static str> {
    let known = || asked.iter().filter_map(|acr| level(acr));
    (known().next().is_some() && known().all(|level| ACR[level] == MULTIPLE)).then_some(MULTIPLE)
}

/// Whether the client prefers more than the session has, and this person can reach more: a mere preference
/// (`acr_values`, section 3.1.2.1) makes no one set up a factor.
pub async fn could_be_better(cx: &mut ReadCtx, person: &Person, wished: &[String]) -> Result<bool, OAuthError> {
    let (Some(best), Some(reached)) = (wished.iter().find_map(|acr| level(acr)), level(&person.acr)) else {
        return Ok(false);
    };
    Ok(best > reached && authentication::has_factor(cx, &person.id).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(values: &[&str]) -> Vec<String> {
        values.iter().map(|v| (*v).to_owned()).collect()
    }

    #[test]
    fn a_stronger_session_answers_for_a_weaker_one_and_not_the_other_way_round() {
        for (reached, values, expected) in [
            ("1", &["1"] as &[_], Some("1")),
            ("2", &["1"], Some("1")),
            ("2", &["1", "2"], Some("2")),
            ("2", &["gold", "1"], Some("1")),
            ("1", &["2"], None),
            ("1", &["gold"], None),
            ("gold", &["gold"], Some("gold")),
            ("gold", &["1"], None),
        ] {
            assert_eq!(answer(reached, &asked(values)), expected, "{reached} {values:?}");
        }
    }

    #[test]
    fn a_second_factor_is_asked_for_where_one_factor_would_not_do() {
        assert_eq!(to_reach(&asked(&["2"])), Some("2"));
        assert_eq!(to_reach(&asked(&["gold", "2"])), Some("2"));
        for enough in [&[] as &[_], &["1"], &["2", "1"], &["gold"]] {
            assert_eq!(to_reach(&asked(enough)), None, "{enough:?}");
        }
        assert!(is_reachable(&asked(&[])) && is_reachable(&asked(&["gold", "2"])) && !is_reachable(&asked(&["gold"])));
    }
}
