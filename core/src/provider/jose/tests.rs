//! Attacks on the verification of signatures, one by one.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::testing::{TestKey, jwks};
use super::{Alg, JoseError, Jwk, JwkError, JwkSet, MAX_KEYS, MAX_TOKEN, Signer, peek};

fn set(keys: &Value) -> Result<JwkSet, JwkError> {
    JwkSet::parse(keys.to_string().as_bytes())
}

fn refused(set: &JwkSet, token: &str, why: JoseError) {
    assert_eq!(set.verify(token, Alg::ALL).unwrap_err(), why, "{token}");
}

/// The three parts of a token.
fn parts(token: &str) -> [String; 3] {
    let parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    parts.try_into().unwrap()
}

fn encode(octets: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(octets)
}

#[test]
fn every_algorithm_verifies_what_it_signed_and_nothing_else() {
    let keys: Vec<TestKey> = Alg::ALL.iter().map(|alg| TestKey::new(*alg)).collect();
    for (key, alg) in keys.iter().zip(Alg::ALL) {
        let mine = set(&jwks(&[key])).unwrap();
        let token = key.sign(&json!({ "typ": "JWT" }), &json!({ "iss": "somebody" }));
        let verified = mine.verify(&token, Alg::ALL).unwrap();
        assert_eq!(Value::Object(verified.claims), json!({ "iss": "somebody" }));
        assert_eq!((verified.header.alg, verified.header.kid), (*alg, Some(key.kid.clone())));
        let others: Vec<Alg> = Alg::ALL.iter().copied().filter(|a| a != alg).collect();
        assert_eq!(mine.verify(&token, &others).unwrap_err(), JoseError::Alg, "not allowed here");
        let [header, _, signature] = parts(&token);
        let altered = format!("{header}.{}.{signature}", encode(r#"{"iss":"else"}"#));
        refused(&mine, &altered, JoseError::Signature);
        refused(&mine, &format!("{header}..{signature}"), JoseError::Signature);
        let octets = URL_SAFE_NO_PAD.decode(&signature).unwrap();
        let mut flipped = octets.clone();
        flipped[5] ^= 1;
        for bad in [octets[1..].to_vec(), [octets.as_slice(), &[0]].concat(), flipped, Vec::new()] {
            let [header, payload, _] = parts(&token);
            refused(&mine, &format!("{header}.{payload}.{}", encode(bad)), JoseError::Signature);
        }
    }
    let everybody = set(&jwks(&[&keys[0], &keys[1], &keys[3]])).unwrap();
    let stranger = TestKey::new(Alg::Es256).sign(&json!({ "kid": keys[0].kid }), &json!({}));
    refused(&everybody, &stranger, JoseError::Signature);
    let stranger = TestKey::new(Alg::EdDsa).sign(&json!({}), &json!({}));
    refused(&everybody, &stranger, JoseError::Key);
}

#[test]
fn there_is_no_none_and_no_hmac_under_a_public_key() {
    let key = TestKey::new(Alg::Rs256);
    let mine = set(&jwks(&[&key])).unwrap();
    let payload = encode("{}");
    for alg in ["none", "None", "NONE", "nOnE", "", "HS256", "HS512", "RS1", "ES256K", "RS384", "es256"] {
        for signature in ["", "AAAA"] {
            let header = encode(json!({ "alg": alg, "kid": key.kid }).to_string());
            refused(&mine, &format!("{header}.{payload}.{signature}"), JoseError::Alg);
        }
    }
    // The public key as an HMAC's secret, in the forms known from attacks.
    let jwk = key.bare_jwk();
    let modulus = URL_SAFE_NO_PAD.decode(jwk["n"].as_str().unwrap()).unwrap();
    for secret in [modulus, jwk.to_string().into_bytes(), key.jwk().to_string().into_bytes()] {
        let signed = format!("{}.{payload}", encode(json!({ "alg": "HS256", "kid": key.kid }).to_string()));
        let mac = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, &secret);
        let mac = aws_lc_rs::hmac::sign(&mac, signed.as_bytes());
        refused(&mine, &format!("{signed}.{}", encode(mac)), JoseError::Alg);
    }
    for header in [json!({}), json!({ "alg": null }), json!({ "alg": 1 }), json!({ "alg": ["RS256"] })] {
        refused(&mine, &format!("{}.{payload}.AAAA", encode(header.to_string())), JoseError::Header);
    }
}

#[test]
fn the_key_decides_the_algorithm() {
    let (rs, ps) = (TestKey::new(Alg::Rs256), TestKey::new(Alg::Ps256));
    // One modulus: a key with RS256 does not verify PS256, though its numbers could.
    let mine = set(&jwks(&[&rs])).unwrap();
    refused(&mine, &ps.sign(&json!({}), &json!({})), JoseError::Key);
    refused(&mine, &ps.sign(&json!({ "alg": "RS256" }), &json!({})), JoseError::Signature);
    // Without `alg` it verifies both.
    let both = set(&json!({ "keys": [rs.bare_jwk()] })).unwrap();
    for key in [&rs, &ps] {
        assert!(both.verify(&key.sign(&json!({ "kid": null }), &json!({})), Alg::ALL).is_ok());
    }
    let es = TestKey::new(Alg::Es256);
    refused(&set(&jwks(&[&es])).unwrap(), &rs.sign(&json!({ "kid": es.kid }), &json!({})), JoseError::Key);
}

#[test]
fn no_header_brings_its_own_key() {
    let (mine, attacker) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
    let trusted = set(&jwks(&[&mine])).unwrap();
    for extra in [
        json!({ "jwk": attacker.jwk() }),
        json!({ "jwk": attacker.jwk(), "kid": null }),
        json!({ "jku": "https://attacker.example/jwks" }),
        json!({ "x5u": "https://attacker.example/cert" }),
        json!({ "x5c": ["MIIB"] }),
    ] {
        let mut header = json!({ "kid": mine.kid });
        header.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let why = if header["kid"].is_null() { JoseError::Key } else { JoseError::Signature };
        refused(&trusted, &attacker.sign(&header, &json!({})), why);
        assert!(trusted.verify(&mine.sign(&extra, &json!({})), Alg::ALL).is_ok(), "and does no harm");
    }
    for kid in ["../../../dev/null", "x' OR '1'='1", "", "\u{0}", "https://attacker.example/key"] {
        refused(&trusted, &attacker.sign(&json!({ "kid": kid }), &json!({})), JoseError::Key);
    }
    refused(&trusted, &mine.sign(&json!({ "kid": "k".repeat(513) }), &json!({})), JoseError::Header);
    refused(&trusted, &mine.sign(&json!({ "kid": 7 }), &json!({})), JoseError::Header);
    refused(&trusted, &mine.sign(&json!({ "jwk": "x" }), &json!({})), JoseError::Header);
}

#[test]
fn no_extension_is_critical_and_no_payload_unencoded() {
    let key = TestKey::new(Alg::EdDsa);
    let mine = set(&jwks(&[&key])).unwrap();
    for extra in [
        json!({ "crit": ["exp"], "exp": 1 }),
        json!({ "crit": [] }),
        json!({ "crit": ["b64"], "b64": false }),
        json!({ "crit": ["b64"], "b64": true }),
        json!({ "b64": false }),
        json!({ "b64": "false" }),
    ] {
        refused(&mine, &key.sign(&extra, &json!({})), JoseError::Header);
    }
    assert!(mine.verify(&key.sign(&json!({ "b64": true }), &json!({})), Alg::ALL).is_ok());
}

#[test]
fn base64url_and_json_are_taken_strictly() {
    let key = TestKey::new(Alg::EdDsa);
    let mine = set(&jwks(&[&key])).unwrap();
    let token = key.sign(&json!({}), &json!({ "a": 1 }));
    let [header, payload, signature] = parts(&token);
    for bad in [
        format!("{header}.{payload}.{signature}="),
        format!("{header}.{payload}.{signature} "),
        format!(" {header}.{payload}.{signature}"),
        format!("{header}.{payload}\n.{signature}"),
        format!("{header}.{payload}.{signature}.{signature}"),
        format!("{header}.{payload}.{signature}."),
        format!("{header}.{payload}"),
        format!(".{payload}.{signature}"),
        format!("{header}.{payload}.{}+", &signature[1..]),
        format!("{header}.{payload}.{}/", &signature[1..]),
        String::new(),
        "..".to_owned(),
        json!({ "payload": payload, "protected": header, "signature": signature }).to_string(),
    ] {
        refused(&mine, &bad, JoseError::Form);
    }
    // 64 octets leave four spare bits in the last character: one signature must not have sixteen spellings.
    let last = signature.chars().last().unwrap();
    let spelling = |c: char| format!("{header}.{payload}.{}{c}", &signature[..signature.len() - 1]);
    let alphabet = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("-_".chars());
    let accepted = alphabet.filter(|c| mine.verify(&spelling(*c), Alg::ALL).is_ok());
    assert_eq!(accepted.collect::<String>(), last.to_string());
    let kid = &key.kid;
    for header in [
        format!(r#"{{"alg":"none","alg":"EdDSA","kid":"{kid}"}}"#),
        format!(r#"{{"alg":"EdDSA","kid":"other","kid":"{kid}"}}"#),
        "[]".to_owned(),
        format!(r#"{{"alg":"EdDSA","kid":"{kid}"}} x"#),
    ] {
        refused(&mine, &key.sign_octets(header.as_bytes(), b"{}"), JoseError::Form);
    }
    let header = format!(r#"{{"alg":"EdDSA","kid":"{kid}"}}"#);
    for payload in [r#"{"sub":"a","sub":"b"}"#, "[]", "", "x", "\"x\"", "{\"a\":{\"b\":1,\"b\":1}}"] {
        refused(&mine, &key.sign_octets(header.as_bytes(), payload.as_bytes()), JoseError::Form);
    }
    let long = key.sign(&json!({}), &json!({ "a": "x".repeat(MAX_TOKEN) }));
    refused(&mine, &long, JoseError::TooLarge);
}

#[test]
fn es256_needs_64_octets_that_are_neither_zero_nor_the_order() {
    let key = TestKey::new(Alg::Es256);
    let mine = set(&jwks(&[&key])).unwrap();
    let token = key.sign(&json!({}), &json!({}));
    let [header, payload, signature] = parts(&token);
    let good = URL_SAFE_NO_PAD.decode(&signature).unwrap();
    let order = [
        0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad,
        0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ];
    let (r, s) = good.split_at(32);
    let mut der = vec![0x30, 68, 2, 32];
    der.extend_from_slice(r);
    der.extend_from_slice(&[2, 32]);
    der.extend_from_slice(s);
    for bad in [
        vec![0; 64],
        [r, &[0; 32]].concat(),
        [&[0; 32], s].concat(),
        [r, &order].concat(),
        [&order, s].concat(),
        [s, r].concat(),
        [&[0], r, &[0], s].concat(),
        good[1..].to_vec(),
        der,
        vec![],
    ] {
        refused(&mine, &format!("{header}.{payload}.{}", encode(bad)), JoseError::Signature);
    }
}

#[test]
fn a_set_passes_over_what_is_for_others_and_refuses_what_was_given_away() {
    let (es, rs) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Rs256));
    let with = |key: &TestKey, members: Value| {
        let mut jwk = key.jwk();
        for (name, value) in members.as_object().unwrap() {
            jwk[name] = value.clone();
        }
        jwk
    };
    let numbers = |n: &[u8], e: &[u8]| json!({ "kty": "RSA", "n": encode(n), "e": encode(e) });
    let odd = |octets: usize| [vec![0xff; octets - 1], vec![0xfd]].concat();
    for (jwk, why) in [
        (json!({ "kty": "AKP", "alg": "ML-DSA-44", "pub": "x" }), JwkError::Unsupported),
        (json!({ "kty": "OKP", "crv": "X25519", "x": encode([9; 32]) }), JwkError::Unsupported),
        (json!({ "kty": "OKP", "crv": "Ed448", "x": encode([9; 57]) }), JwkError::Unsupported),
        (json!({ "kty": "EC", "crv": "P-384", "x": encode([9; 48]), "y": encode([9; 48]) }), JwkError::Unsupported),
        (with(&es, json!({ "use": "enc" })), JwkError::Unsupported),
        (with(&es, json!({ "key_ops": ["encrypt", "wrapKey"] })), JwkError::Unsupported),
        (with(&es, json!({ "key_ops": [] })), JwkError::Unsupported),
        (with(&es, json!({ "alg": "ES512" })), JwkError::Unsupported),
        (with(&es, json!({ "alg": "RS256" })), JwkError::Unsupported),
        (with(&rs, json!({ "alg": "RSA-OAEP-256" })), JwkError::Unsupported),
        (with(&es, json!({ "x": encode([1; 32]) })), JwkError::Invalid),
        (with(&es, json!({ "x": encode([1; 31]) })), JwkError::Invalid),
        (with(&es, json!({ "x": encode([0; 32]), "y": encode([0; 32]) })), JwkError::Invalid),
        (json!({ "kty": "OKP", "crv": "Ed25519", "x": encode([9; 31]) }), JwkError::Invalid),
        (numbers(&odd(128), &[1, 0, 1]), JwkError::Weak),
        (numbers(&[vec![0x7f; 1], odd(255)].concat(), &[1, 0, 1]), JwkError::Weak),
        (numbers(&odd(1025), &[1, 0, 1]), JwkError::Weak),
        (numbers(&[vec![0xff; 255], vec![0xfe]].concat(), &[1, 0, 1]), JwkError::Weak),
        (with(&rs, json!({ "e": encode([1]) })), JwkError::Weak),
        (with(&rs, json!({ "e": encode([4]) })), JwkError::Weak),
        (with(&rs, json!({ "e": encode([1, 0, 0, 0, 1]) })), JwkError::Weak),
        (numbers(&[vec![0], odd(256)].concat(), &[1, 0, 1]), JwkError::Invalid),
        (with(&rs, json!({ "e": encode([0, 1, 0, 1]) })), JwkError::Invalid),
        (with(&rs, json!({ "e": "" })), JwkError::Invalid),
    ] {
        let keys = set(&json!({ "keys": [es.jwk(), jwk] })).unwrap_or_else(|e| panic!("{e}: {jwk}"));
        assert_eq!((keys.keys().len(), keys.passed_over()), (1, &[(1, why)][..]), "{jwk}");
        assert_eq!(Jwk::parse(jwk.as_object().unwrap()).unwrap_err(), why);
    }
    for (jwk, why) in [
        (with(&es, json!({ "d": "AQ" })), JwkError::Private),
        (with(&es, json!({ "d": null })), JwkError::Private),
        (with(&rs, json!({ "qi": "AQ" })), JwkError::Private),
        (json!({ "kty": "oct", "k": "c2VjcmV0" }), JwkError::Private),
        (json!({ "kty": "unheard of", "d": "AQ" }), JwkError::Private),
        (json!({ "kid": "no type" }), JwkError::Form),
        (with(&es, json!({ "x": "not base64url!" })), JwkError::Form),
        (with(&es, json!({ "x": format!("{}=", es.jwk()["x"].as_str().unwrap()) })), JwkError::Form),
        (with(&es, json!({ "kid": 1 })), JwkError::Form),
        (with(&es, json!({ "use": ["sig"] })), JwkError::Form),
        (with(&es, json!({ "key_ops": "verify" })), JwkError::Form),
        (json!("x"), JwkError::Form),
        (es.jwk(), JwkError::Duplicate),
    ] {
        assert_eq!(set(&json!({ "keys": [es.jwk(), jwk] })).unwrap_err(), why, "{jwk}");
    }
    for bad in [json!({}), json!([]), json!({ "keys": {} }), es.jwk()] {
        assert_eq!(set(&bad).unwrap_err(), JwkError::Form);
    }
    assert_eq!(JwkSet::parse(br#"{"keys":[],"keys":[]}"#).unwrap_err(), JwkError::Form);
    let many: Vec<Value> = (0..=MAX_KEYS).map(|_| json!({ "kty": "other" })).collect();
    assert_eq!(set(&json!({ "keys": many })).unwrap_err(), JwkError::TooMany);
    assert!(set(&json!({ "keys": [] })).unwrap().keys().is_empty());
}

#[test]
fn a_key_is_found_by_its_id_or_without_one_by_what_it_can_do() {
    let (first, second) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
    let keys = set(&jwks(&[&first, &second])).unwrap();
    for key in [&first, &second] {
        assert!(keys.verify(&key.sign(&json!({}), &json!({})), Alg::ALL).is_ok());
        assert!(keys.verify(&key.sign(&json!({ "kid": null }), &json!({})), Alg::ALL).is_ok());
    }
    refused(&keys, &first.sign(&json!({ "kid": second.kid }), &json!({})), JoseError::Signature);
    // One id for keys of two types, and for both algorithms of one RSA key.
    let (rs, ps) = (TestKey::new(Alg::Rs256), TestKey::new(Alg::Ps256));
    let named = |key: &TestKey| {
        let mut jwk = key.jwk();
        jwk["kid"] = "one".into();
        jwk
    };
    let keys = set(&json!({ "keys": [named(&first), named(&rs), named(&ps)] })).unwrap();
    for key in [&first, &rs, &ps] {
        assert!(keys.verify(&key.sign(&json!({ "kid": "one" }), &json!({})), Alg::ALL).is_ok());
    }
}

#[test]
fn thumbprints_are_those_of_the_rfcs() {
    // RFC 7638, section 3.1, and RFC 8037, appendix A.3.
    let rsa = json!({ "kty": "RSA", "e": "AQAB", "alg": "RS256", "kid": "2011-04-29", "n": concat!(
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3",
        "oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZ",
        "Hzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEg",
        "U8awapJzKnqDKgw") });
    let okp = json!({ "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" });
    for (jwk, thumbprint) in
        [(rsa, "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"), (okp, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")]
    {
        assert_eq!(Jwk::parse(jwk.as_object().unwrap()).unwrap().thumbprint(), thumbprint);
    }
}

#[test]
fn a_type_is_compared_as_a_media_type() {
    let key = TestKey::new(Alg::EdDsa);
    let is = |typ: Value| peek(&key.sign(&json!({ "typ": typ }), &json!({}))).unwrap().0.is_type("dpop+jwt");
    assert!(is(json!("dpop+jwt")) && is(json!("DPoP+JWT")) && is(json!("application/dpop+jwt")));
    assert!(!is(json!("JWT")) && !is(json!(null)) && !is(json!("")) && !is(json!("text/dpop+jwt")));
}

#[test]
fn a_private_key_survives_being_written_down() {
    for alg in [Alg::Es256, Alg::EdDsa] {
        let signer = Signer::generate(alg).unwrap();
        let again = Signer::from_pkcs8(alg, &signer.to_pkcs8().unwrap()).unwrap();
        assert_eq!(signer.public_members().unwrap(), again.public_members().unwrap());
        assert!(Signer::from_pkcs8(alg, b"no key").is_err());
    }
}
