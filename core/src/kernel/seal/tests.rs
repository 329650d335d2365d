use super::*;
use crate::kernel::clock::SeededEntropy;
use proptest::prelude::*;

const SEEDS: Column = Column { table: "seeds", column: "secret", row: "id", before: Before::Purpose("p") };
const NOTES: Column = Column { table: "notes", column: "secret", row: "id", before: Before::Purpose("p") };

fn sealer(seed: u64) -> Sealer {
    let mut raw = [0; 32];
    SeededEntropy::new(seed).fill(&mut raw);
    Sealer::parse(&STANDARD.encode(raw)).unwrap()
}

/// Seals in the format of earlier versions.
pub fn first_format(raw: [u8; 32], purpose: &str, plain: &[u8]) -> Vec<u8> {
    let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &raw).unwrap());
    let mut text = plain.to_vec();
    let nonce = Nonce::assume_unique_for_key([3; NONCE_LEN]);
    key.seal_in_place_append_tag(nonce, Aad::from(purpose.as_bytes()), &mut text).unwrap();
    let mark = digest::digest(&digest::SHA256, &raw);
    [&[FIRST_FORMAT], &mark.as_ref()[..KEY_MARK], &[3; NONCE_LEN], &text].concat()
}

proptest! {
    #[test]
    fn opens_what_it_sealed(plain in proptest::collection::vec(any::<u8>(), 0..200)) {
        let s = sealer(1);
        let sealed = s.seal("p", &plain, &SeededEntropy::new(2)).unwrap();
        prop_assert_eq!(s.open("p", &sealed).unwrap(), plain.clone());
        let sealed = s.seal_at(&SEEDS, "row", &plain, &SeededEntropy::new(2)).unwrap();
        prop_assert_eq!(s.open_at(&SEEDS, "row", &sealed).unwrap(), plain);
    }

    #[test]
    fn an_altered_octet_does_not_open(at in 0usize..60, bit in 0u8..8) {
        let s = sealer(1);
        let mut sealed = s.seal("p", &[7; 43], &SeededEntropy::new(2)).unwrap();
        sealed[at] ^= 1 << bit;
        prop_assert!(s.open("p", &sealed).is_err());
    }
}

/// RFC 8452, appendix C.2: the library's AES-256-GCM-SIV gives the test vector.
#[test]
fn the_cipher_is_that_of_rfc_8452() {
    let mut raw = [0; 32];
    raw[0] = 1;
    let mut nonce = [0; NONCE_LEN];
    nonce[0] = 3;
    let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM_SIV, &raw).unwrap());
    let mut text = [1, 0, 0, 0, 0, 0, 0, 0].to_vec();
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text).unwrap();
    let want = [
        0xc2, 0xef, 0x32, 0x8e, 0x5c, 0x71, 0xc8, 0x3b, 0x84, 0x31, 0x22, 0x13, 0x0f, 0x73, 0x64, 0xb7, 0x61, 0xe0,
        0xb9, 0x74, 0x27, 0xe3, 0xdf, 0x28,
    ];
    assert_eq!(text, want);
}

#[test]
fn an_older_key_still_opens_after_a_rotation() {
    let (old, new) = ([1; 32], [2; 32]);
    let sealed = Sealer::parse(&STANDARD.encode(old)).unwrap().seal("p", b"x", &SeededEntropy::new(2)).unwrap();
    let both = Sealer::parse(&format!("{}\n{}\n", STANDARD.encode(new), STANDARD.encode(old))).unwrap();
    assert_eq!(both.open("p", &sealed).unwrap(), b"x");
    assert!(!both.is_present(&sealed));
    assert!(both.is_present(&both.seal("p", b"x", &SeededEntropy::new(2)).unwrap()));
}

#[test]
fn what_an_earlier_version_sealed_opens_under_its_key() {
    let raw = [1; 32];
    let s = Sealer::parse(&STANDARD.encode(raw)).unwrap();
    let sealed = first_format(raw, "p", b"x");
    assert_eq!(s.open("p", &sealed).unwrap(), b"x");
    assert_eq!(s.open_at(&SEEDS, "row", &sealed).unwrap(), b"x");
    assert!(!s.is_present(&sealed));
    let of_row = Column { before: Before::PurposeOfRow("of:"), ..SEEDS };
    assert_eq!(s.open_at(&of_row, "row", &first_format(raw, "of:row", b"x")).unwrap(), b"x");
    let named = Column { before: Before::Row, ..SEEDS };
    assert_eq!(s.open_at(&named, "row", &first_format(raw, "row", b"x")).unwrap(), b"x");
}

#[test]
fn a_nonce_that_comes_twice_tells_only_that_values_are_the_same() {
    let s = sealer(1);
    let twice = |plain: &[u8]| s.seal("p", plain, &SeededEntropy::new(2)).unwrap();
    let (one, same, other) = (twice(b"0000000000000000"), twice(b"0000000000000000"), twice(b"0000000000000001"));
    assert_eq!(one, same);
    // Under plain GCM this would be the difference of the texts.
    let text = 1 + KEY_MARK + NONCE_LEN;
    let difference: u32 = one[text..text + 16].iter().zip(&other[text..]).map(|(a, b)| (a ^ b).count_ones()).sum();
    assert!(difference > 16, "{difference}");
}

mod attacks {
    use super::*;
    use crate::both;

    both! {
        async fn a_sealed_value_is_moved(engine) {
            let s = sealer(1);
            let entropy = SeededEntropy::new(2);
            let row = s.seal_at(&SEEDS, "mine", b"x", &entropy).unwrap();
            let token = s.seal("p", b"x", &entropy).unwrap();
            let old = first_format([1; 32], "p", b"x");
            let present = Sealer::parse(&format!("2:{}", STANDARD.encode([1; 32]))).unwrap();
            let elsewhere = Column { column: "other", ..SEEDS };
            // Characters cannot be shifted from one part of a name to the next.
            let shifted = Column { table: "seed", column: "ssecret", ..SEEDS };
            let tries = [
                s.open_at(&SEEDS, "yours", &row),
                s.open_at(&SEEDS, "", &row),
                s.open_at(&NOTES, "mine", &row),
                s.open_at(&elsewhere, "mine", &row),
                s.open_at(&shifted, "mine", &row),
                s.open("p", &row),
                s.open("secret", &row),
                s.open("q", &token),
                s.open_at(&SEEDS, "p", &token),
                s.open_at(&SEEDS, "", &token),
                sealer(3).open("p", &token),
                sealer(3).open_at(&SEEDS, "mine", &row),
                // A key that never sealed in the first format opens no value of that format.
                present.open("p", &old),
                present.open_at(&SEEDS, "mine", &old),
                s.open("p", &[&[FIRST_FORMAT], &token[1..]].concat()),
            ];
            let refused = tries.iter().filter(|opened| opened.is_err()).count();
            crate::attack::refused("a sealed value is moved to another row or purpose", engine, tries.len(), refused);
        }
    }
}

#[test]
fn a_tag_holds_for_its_message_purpose_and_key_alone_and_outlasts_a_rotation() {
    let (old, new) = (STANDARD.encode([1; 32]), STANDARD.encode([2; 32]));
    let keys = |text: &str, purpose| Sealer::parse(text).unwrap().mac_keys(purpose).unwrap();
    let tag = keys(&old, "p").tag(b"x");
    assert!(keys(&old, "p").holds(&tag, b"x") && keys(&format!("{new}\n{old}"), "p").holds(&tag, b"x"));
    assert!(!keys(&old, "p").holds(&tag, b"y") && !keys(&old, "q").holds(&tag, b"x"));
    assert!(!keys(&new, "p").holds(&tag, b"x") && !keys(&new, "p").knows(&tag));
    for other in ["", ".", "x", &tag[..tag.len() - 1], &tag.replace('.', "")] {
        assert!(!keys(&old, "p").holds(other, b"x"), "{other}");
    }
    let forged = format!("{}{}", &keys(&new, "p").tag(b"x")[..8], &tag[8..]);
    assert!(!keys(&format!("{new}\n{old}"), "p").holds(&forged, b"x"), "another key's mark");
}
