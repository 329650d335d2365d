//! The part of a file that a request asks for (RFC 9110, section 14).

use axum::http::{HeaderMap, header};

/// What is to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole file.
    Whole,
    /// The octets from the first to the last, both included.
    Of(u64, u64),
    /// The file has none of what is asked for.
    None,
}

/// The part that the headers ask for of a file of this size and entity tag. Several parts, other units and what is no
/// range are answered by the whole file; so is a part of a file that has become another (`If-Range`).
pub fn asked(headers: &HeaderMap, size: u64, tag: &str) -> Part {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(range) = text(header::RANGE).and_then(|range| range.trim().strip_prefix("bytes=")) else {
        return Part::Whole;
    };
    // A weak tag or a date does not say that the octets are the same.
    if text(header::IF_RANGE).is_some_and(|condition| condition.trim() != tag) {
        return Part::Whole;
    }
    let Some((first, last)) = range.split_once('-') else { return Part::Whole };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match (first.trim(), last.trim()) {
        (first, "") => match number(first) {
            Some(first) if first < size => Part::Of(first, size - 1),
            Some(_) => Part::None,
            None => Part::Whole,
        },
        ("", count) => match number(count) {
            Some(0) => Part::None,
            Some(_) if size == 0 => Part::None,
            Some(count) => Part::Of(size.saturating_sub(count), size - 1),
            None => Part::Whole,
        },
        (first, last) => match (number(first), number(last)) {
            (Some(first), Some(last)) if first > last => Part::Whole,
            (Some(first), Some(_)) if first >= size => Part::None,
            (Some(first), Some(last)) => Part::Of(first, last.min(size - 1)),
            _ => Part::Whole,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_part_is_answered_and_nonsense_by_the_whole() {
        for (range, want) in [
            ("bytes=0-0", Part::Of(0, 0)),
            ("bytes=0-9", Part::Of(0, 9)),
            ("bytes=2-5", Part::Of(2, 5)),
            ("bytes=2-500", Part::Of(2, 9)),
            ("bytes=2-", Part::Of(2, 9)),
            ("bytes=9-", Part::Of(9, 9)),
            ("bytes=-3", Part::Of(7, 9)),
            ("bytes=-300", Part::Of(0, 9)),
            ("bytes=10-", Part::None),
            ("bytes=10-12", Part::None),
            ("bytes=-0", Part::None),
            ("bytes=5-2", Part::Whole),
            ("bytes=1-2,4-5", Part::Whole),
            ("bytes=a-b", Part::Whole),
            ("bytes=", Part::Whole),
            ("bytes=-", Part::Whole),
            ("lines=1-2", Part::Whole),
            ("bytes=18446744073709551616-", Part::Whole),
        ] {
            let headers = [(header::RANGE, range.parse().unwrap())].into_iter().collect();
            assert_eq!(asked(&headers, 10, "\"t\""), want, "{range}");
        }
        let with = |tag: &str| {
            [(header::RANGE, "bytes=2-5".parse().unwrap()), (header::IF_RANGE, tag.parse().unwrap())]
                .into_iter()
                .collect::<HeaderMap>()
        };
        assert_eq!(asked(&with("\"t\""), 10, "\"t\""), Part::Of(2, 5));
        assert_eq!(asked(&with("\"u\""), 10, "\"t\""), Part::Whole);
        assert_eq!(asked(&with("W/\"t\""), 10, "\"t\""), Part::Whole);
        assert_eq!(asked(&HeaderMap::new(), 0, "\"t\""), Part::Whole);
        let all = [(header::RANGE, "bytes=0-".parse().unwrap())].into_iter().collect();
        assert_eq!(asked(&all, 0, "\"t\""), Part::None);
    }
}
