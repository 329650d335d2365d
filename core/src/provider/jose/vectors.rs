//! Runs published test vectors through the code that verifies assertions, request objects and DPoP proofs. The counts
//! are asserted, so that a lost vector, or one with another result, is noticed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::{Alg, Jwk, JwkSet};

macro_rules! vector {
    ($path:literal) => {
        serde_json::from_str::<Value>(include_str!(concat!("../../../tests/vectors/", $path))).unwrap()
    };
}

/// Whether the signature is valid under this key or set; an unsupported key verifies nothing.
fn stands(key: &Value, token: &str) -> bool {
    let members = key.as_object().unwrap();
    let set = if members.contains_key("keys") {
        JwkSet::from_members(members)
    } else {
        Jwk::parse(members).and_then(|key| JwkSet::of([key]))
    };
    set.is_ok_and(|set| set.proven(token, Alg::ALL).is_ok())
}

/// The public half of a private JWK or set, as its owner would publish it.
fn public(key: &Value) -> Value {
    let strip = |jwk: &Value| -> Value {
        let private = ["d", "p", "q", "dp", "dq", "qi"];
        let members: Map<String, Value> = jwk.as_object().unwrap().clone();
        members.into_iter().filter(|(name, _)| !private.contains(&name.as_str())).collect()
    };
    match key.get("keys") {
        Some(keys) => json!({ "keys": keys.as_array().unwrap().iter().map(strip).collect::<Vec<_>>() }),
        None => strip(key),
    }
}

/// The results of a file's tests.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Valid, of a supported algorithm, and accepted.
    accepted: usize,
    /// Invalid, and refused.
    refused: usize,
    /// Valid, of an unsupported algorithm or shape, and refused.
    not_taken: usize,
    /// The groups of `not_taken`.
    groups: BTreeSet<String>,
}

/// The algorithm in the header of a token.
fn said(token: &str) -> Option<Alg> {
    super::Compact::parse(token).ok().map(|compact| compact.header.alg)
}

fn wycheproof(file: &Value) -> Tally {
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for group in file["testGroups"].as_array().unwrap() {
        let key = group.get("public").cloned().unwrap_or_else(|| public(&group["private"]));
        for test in group["tests"].as_array().unwrap() {
            // Some tokens are objects in the JSON serialization.
            let Some(jws) = test.get("jws") else { continue };
            let token = jws.as_str().map_or_else(|| jws.to_string(), str::to_owned);
            let stood = stands(&key, &token);
            match (test["result"].as_str().unwrap(), said(&token)) {
                ("valid", Some(_)) if stood => tally.accepted += 1,
                ("valid", None) if !stood => {
                    tally.not_taken += 1;
                    tally.groups.insert(group["comment"].as_str().unwrap().to_owned());
                }
                ("invalid", _) if !stood => tally.refused += 1,
                (result, _) => wrong.push(format!("{} {result}: {}", test["tcId"], test["comment"])),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    tally
}

fn groups(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn wycheproof_json_web_signature() {
    let file = vector!("wycheproof/json_web_signature_test.json");
    assert_eq!(file["numberOfTests"], 401);
    let tally = wycheproof(&file);
    // HMAC, SHA-384 and SHA-512, P-521: refused, although their signatures are valid. The group `rfc7520` has
    // examples with HMAC, P-521 and PS384 (under a key that names PS256), `base64` tests an HMAC.
    let not_taken = groups(&["base64", "hs256", "ps384", "ps512", "rfc7520", "rfc7520WithKeyOps", "rs384", "rs512"]);
    assert_eq!(tally, Tally { accepted: 16, refused: 355, not_taken: 30, groups: not_taken });
}

#[test]
fn wycheproof_json_web_key() {
    let file = vector!("wycheproof/json_web_key_test.json");
    assert_eq!(file["numberOfTests"], 26);
    let not_taken = groups(&["HS256", "HS384", "HS512", "jws_keyset"]);
    assert_eq!(wycheproof(&file), Tally { accepted: 1, refused: 21, not_taken: 4, groups: not_taken });
}

#[test]
fn wycheproof_json_web_crypto() {
    let file = vector!("wycheproof/json_web_crypto_test.json");
    // 49 of 83 are signatures.
    let not_taken = groups(&["jws_aes", "jws_keyset"]);
    assert_eq!(wycheproof(&file), Tally { accepted: 2, refused: 45, not_taken: 2, groups: not_taken });
}

/// Every signature of an example in compact form, with its key; in the `json` form if the example has no compact one.
fn examples(file: &Value) -> Vec<(Value, String)> {
    let keys = match &file["input"]["key"] {
        Value::Array(keys) => keys.clone(),
        key => vec![key.clone()],
    };
    let json = &file["output"]["json"];
    let signatures = json["signatures"].as_array().unwrap();
    let compact = |signature: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        [text(&signature["protected"]), text(&json["payload"]), text(&signature["signature"])].join(".")
    };
    match file["output"]["compact"].as_str() {
        Some(token) => vec![(public(&keys[0]), token.to_owned())],
        None => keys.iter().zip(signatures).map(|(key, signature)| (public(key), compact(signature))).collect(),
    }
}

#[test]
fn the_examples_of_rfc_7520_rfc_7797_and_rfc_8037() {
    let files = [
        ("4.1 RS256", vector!("rfc7520/jws/4_1.rsa_v15_signature.json")),
        ("4.2 PS384", vector!("rfc7520/jws/4_2.rsa-pss_signature.json")),
        ("4.3 ES512", vector!("rfc7520/jws/4_3.ecdsa_signature.json")),
        ("4.4 HS256", vector!("rfc7520/jws/4_4.hmac-sha2_integrity_protection.json")),
        ("4.5 detached", vector!("rfc7520/jws/4_5.signature_with_detached_content.json")),
        ("4.6 some of the header", vector!("rfc7520/jws/4_6.protecting_specific_header_fields.json")),
        ("4.7 nothing of the header", vector!("rfc7520/jws/4_7.protecting_content_only.json")),
        ("4.8 RS256, ES512, HS256", vector!("rfc7520/jws/4_8.multiple_signatures.json")),
        ("8037 EdDSA", vector!("rfc7520/curve25519/jws.json")),
        ("7797 4.2", vector!("rfc7520/rfc7797/4.2.hmac-sha2_b64_false.json")),
        ("7797", vector!("rfc7520/rfc7797/hmac-sha2_b64_false.json")),
    ];
    let mut stood: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for (name, file) in &files {
        for (key, token) in examples(file) {
            stood.entry(name).or_default().push(stands(&key, &token));
        }
        // Only the compact form: the same signature in either JSON form is no token here.
        for form in ["json", "json_flat"] {
            if let Some(text) = file["output"].get(form) {
                let (key, _) = &examples(file)[0];
                assert!(!stands(key, &text.to_string()), "{name}");
            }
        }
    }
    let accepted: Vec<_> = stood.iter().filter(|(_, s)| s.contains(&true)).map(|(n, s)| (*n, s.as_slice())).collect();
    let expected: &[(&str, &[bool])] =
        &[("4.1 RS256", &[true]), ("4.8 RS256, ES512, HS256", &[true, false, false]), ("8037 EdDSA", &[true])];
    assert_eq!(accepted, expected);
    assert_eq!(stood.values().flatten().filter(|stood| !**stood).count(), 10);
}

#[test]
fn the_keys_of_rfc_7520() {
    let rsa = vector!("rfc7520/jwk/3_3.rsa_public_key.json");
    assert!(Jwk::parse(rsa.as_object().unwrap()).is_ok());
    for (jwk, why) in [
        (vector!("rfc7520/jwk/3_1.ec_public_key.json"), super::JwkError::Unsupported), // P-521
        (vector!("rfc7520/jwk/3_2.ec_private_key.json"), super::JwkError::Private),
        (vector!("rfc7520/jwk/3_4.rsa_private_key.json"), super::JwkError::Private),
        (vector!("rfc7520/jwk/3_5.symmetric_key_mac_computation.json"), super::JwkError::Private),
        (vector!("rfc7520/jwk/3_6.symmetric_key_encryption.json"), super::JwkError::Private),
    ] {
        assert_eq!(Jwk::parse(jwk.as_object().unwrap()).unwrap_err(), why);
    }
}
