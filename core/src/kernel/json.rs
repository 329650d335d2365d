//! Bounds the memory that parsed JSON takes: an object of one member takes a hundred times its octets.

/// The most that a body may weigh: a value weighs one, and an object as much more as it takes in memory.
const WORTH: usize = 200_000;
/// The weight of an object.
const OBJECT: usize = 20;

/// Whether JSON can be parsed without taking much memory: a megabyte of text can, a megabyte of `{"":0},` cannot.
#[must_use]
pub fn is_bounded(octets: &[u8]) -> bool {
    let (mut worth, mut quoted, mut escaped) = (0_usize, false, false);
    for octet in octets {
        match octet {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' => worth += OBJECT,
            b'[' | b',' => worth += 1,
            _ => {}
        }
        if worth > WORTH {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_texts_counts_for_nothing() {
        let text = format!("[\"{}\\\"{}\"]", "{[,".repeat(100_000), "{[,\\\\".repeat(100_000));
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok() && is_bounded(text.as_bytes()));
        assert!(is_bounded(format!("[{}0]", "0,".repeat(150_000)).as_bytes()), "ids of a hundred thousand records");
    }

    mod attacks {
        use super::*;
        use crate::both;

        both! {
            async fn a_body_of_small_values_takes_much_memory(engine) {
                let bodies = ["{\"\":0},", "{},", "[],", "0,", "\"\",", "{\"a\":[{}]},", "[\"\\\\\",{}],"];
                let all: Vec<_> = bodies.iter().map(|one| one.repeat(1_000_000 / one.len())).collect();
                let nested = ["{\"a\":".repeat(150_000), "[".repeat(300_000)];
                let all: Vec<_> = all.iter().map(|all| format!("[{all}0]")).chain(nested).collect();
                let refused = all.iter().filter(|body| !is_bounded(body.as_bytes())).count();
                crate::attack::refused("a body of small values takes much memory", engine, all.len(), refused);
            }
        }
    }
}
