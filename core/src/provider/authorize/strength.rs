//! How well somebody proved who they are: the values of `acr`, and which answers which request.
//!
//! `1` is one factor; `2` is more than one, or a passkey that verified its user. A stronger session answers a
//! request for a weaker one, with the value that was asked for (OpenID Connect Core 1.0, section 5.5.1.1: what is
//! answered must be among the values).

use crate::authentication;
use crate::kernel::ctx::{Person, ReadCtx};
use crate::provider::error::OAuthError;

/// The values that a sign-in here can reach, the weakest first.
pub const ACR: &[&str] = &["1", "2"];
/// The one that needs a second factor.
const MULTIPLE: &str = "2";

/// The place of a value among [`ACR`]; none for one that is not ours.
fn level(acr: &str) -> Option<usize> {
    ACR.iter().position(|known| *known == acr)
}

/// The value to answer where one of `asked` is essential and the session has `reached` this: itself, or the
/// strongest below it. None where nothing that was asked for is reached.
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

/// What the sign-in has to reach, where any sign-in would not be enough.
#[must_use]
pub fn to_reach(asked: &[String]) -> Option<&'static str> {
    let known = || asked.iter().filter_map(|acr| level(acr));
    (known().next().is_some() && known().all(|level| ACR[level] == MULTIPLE)).then_some(MULTIPLE)
}

/// Whether the client would rather have more than the session has, and this person can give it: what is only
/// wished for (`acr_values`, section 3.1.2.1) makes nobody set up a factor.
pub async fn could_be_better(
    cx: &mut ReadCtx,
    person: &Person,
    reached: &str,
    wished: &[String],
) -> Result<bool, OAuthError> {
    let (Some(best), Some(reached)) = (wished.iter().find_map(|acr| level(acr)), level(reached)) else {
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
