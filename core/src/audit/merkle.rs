//! Merkle trees of certificate logs (RFC 6962 and RFC 9162, section 2.1), with SHA-256.

use aws_lc_rs::digest::{Context, SHA256};

/// A hash of the tree.
pub type Hash = [u8; 32];

/// The distance between the levels whose roots are stored: 256 (2^8) subtrees of one make one of the next.
pub const STRIDE: u32 = 8;

fn sha256(parts: &[&[u8]]) -> Hash {
    let mut context = Context::new(&SHA256);
    for part in parts {
        context.update(part);
    }
    let mut hash = [0; 32];
    hash.copy_from_slice(context.finish().as_ref());
    hash
}

/// The hash of a leaf (RFC 9162, section 2.1.1).
#[must_use]
pub fn leaf(data: &[u8]) -> Hash {
    sha256(&[&[0], data])
}

/// The hash of a node (RFC 9162, section 2.1.1).
#[must_use]
pub fn node(left: &Hash, right: &Hash) -> Hash {
    sha256(&[&[1], left, right])
}

/// The largest power of two below `n`, which is at least 2: the size of the left part of a tree of `n` leaves.
#[must_use]
pub const fn split(n: u64) -> u64 {
    1 << (n - 1).ilog2()
}

/// The root of the tree over `leaves`, which must not be empty.
#[must_use]
pub fn root(leaves: &[Hash]) -> Hash {
    let mut edge = Edge::default();
    for leaf in leaves {
        edge.push(*leaf, |_, _, _| ());
    }
    edge.root()
}

/// The right edge of a tree: the roots of its complete subtrees, the largest first. It suffices for appending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    size: u64,
    hashes: Vec<Hash>,
}

impl Edge {
    /// The edge from its stored parts; none if the number of hashes does not fit the size.
    #[must_use]
    pub fn from_parts(size: u64, hashes: Vec<Hash>) -> Option<Self> {
        (u64::from(size.count_ones()) == hashes.len() as u64).then_some(Self { size, hashes })
    }

    /// The number of leaves.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The roots, the largest subtree first.
    #[must_use]
    pub fn hashes(&self) -> &[Hash] {
        &self.hashes
    }

    /// Appends a leaf, and calls `whole` for each subtree that is complete now: level, position, root.
    pub fn push(&mut self, leaf: Hash, mut whole: impl FnMut(u32, u64, Hash)) {
        let (mut hash, mut level, mut place) = (leaf, 0, self.size);
        while place & 1 == 1
            && let Some(left) = self.hashes.pop()
        {
            hash = node(&left, &hash);
            level += 1;
            place >>= 1;
            whole(level, place, hash);
        }
        self.hashes.push(hash);
        self.size += 1;
    }

    /// The root of the whole tree.
    #[must_use]
    pub fn root(&self) -> Hash {
        let mut hashes = self.hashes.iter().rev();
        let Some(last) = hashes.next() else { return sha256(&[]) };
        hashes.fold(*last, |right, left| node(left, &right))
    }
}

/// Whether a leaf is at `index` in the tree of `size` leaves with this root (RFC 9162, section 2.1.3.2).
#[must_use]
pub fn includes(leaf: Hash, index: u64, size: u64, path: &[Hash], root: &Hash) -> bool {
    if index >= size {
        return false;
    }
    let (mut at, mut last, mut hash) = (index, size - 1, leaf);
    for sibling in path {
        if last == 0 {
            return false;
        }
        if at & 1 == 1 || at == last {
            hash = node(sibling, &hash);
            while at & 1 == 0 && at != 0 {
                at >>= 1;
                last >>= 1;
            }
        } else {
            hash = node(&hash, sibling);
        }
        at >>= 1;
        last >>= 1;
    }
    last == 0 && hash == *root
}

/// The root of a tree of `size` leaves: `leaves` are those from `first` on, and `others` the roots of the subtrees
/// beside them, from left to right. None if `others` does not fit. Proves the leaves and not the size, which is
/// signed together with the root.
#[must_use]
pub fn root_around(size: u64, first: u64, leaves: &[Hash], others: &[Hash]) -> Option<Hash> {
    let last = first.checked_add(leaves.len() as u64).filter(|last| *last <= size && *last > first)?;
    let mut others = others.iter();
    let hash = around(0, size, first, last, leaves, &mut others)?;
    others.next().is_none().then_some(hash)
}

fn around(
    low: u64,
    high: u64,
    first: u64,
    last: u64,
    leaves: &[Hash],
    others: &mut std::slice::Iter<'_, Hash>,
) -> Option<Hash> {
    if high <= first || last <= low {
        return others.next().copied();
    }
    if first <= low && high <= last {
        let (from, to) = (usize::try_from(low - first).ok()?, usize::try_from(high - first).ok()?);
        return Some(root(leaves.get(from..to)?));
    }
    let middle = low + split(high - low);
    let left = around(low, middle, first, last, leaves, others)?;
    Some(node(&left, &around(middle, high, first, last, leaves, others)?))
}

/// The subtrees beside the leaves `first..last` of a tree of `size`, from left to right, as `low..high` each.
#[must_use]
pub fn beside(size: u64, first: u64, last: u64) -> Vec<(u64, u64)> {
    let (mut open, mut found) = (vec![(0, size)], Vec::new());
    while let Some((low, high)) = open.pop() {
        if high <= first || last <= low {
            found.push((low, high));
        } else if low < first || last < high {
            let middle = low + split(high - low);
            open.push((middle, high));
            open.push((low, middle));
        }
    }
    found
}

/// The subtrees whose roots are the path of a leaf, from the leaf up (RFC 9162, section 2.1.3.1).
#[must_use]
pub fn path(size: u64, index: u64) -> Vec<(u64, u64)> {
    let (mut low, mut high, mut found) = (0, size, Vec::new());
    while high - low > 1 {
        let middle = low + split(high - low);
        if index < middle {
            found.push((middle, high));
            high = middle;
        } else {
            found.push((low, middle));
            low = middle;
        }
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::seal::hex;

    fn leaves(n: u64) -> Vec<Hash> {
        (0..n).map(|i| leaf(&i.to_be_bytes())).collect()
    }

    /// The recursive definition, literally (RFC 9162, section 2.1.1).
    fn defined(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => sha256(&[]),
            [one] => *one,
            _ => {
                let k = usize::try_from(split(leaves.len() as u64)).unwrap();
                node(&defined(&leaves[..k]), &defined(&leaves[k..]))
            }
        }
    }

    /// Test vectors of other implementations (certificate-transparency, `merkle_tree_test`).
    #[test]
    fn roots_are_those_that_others_compute() {
        let inputs: [&[u8]; 8] = [
            b"",
            b"\x00",
            b"\x10",
            b"\x20\x21",
            b"\x30\x31",
            b"\x40\x41\x42\x43",
            b"\x50\x51\x52\x53\x54\x55\x56\x57",
            b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
        ];
        let leaves: Vec<_> = inputs.iter().map(|input| leaf(input)).collect();
        assert_eq!(hex(&root(&[])), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex(&root(&leaves[..1])), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
        assert_eq!(hex(&root(&leaves)), "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
    }

    proptest! {
        #[test]
        fn an_edge_is_the_tree(n in 1u64..700) {
            prop_assert_eq!(root(&leaves(n)), defined(&leaves(n)));
        }

        #[test]
        fn a_path_proves_its_leaf_and_no_other(n in 1u64..600, at in any::<u64>()) {
            let (index, all) = (at % n, leaves(n));
            let part = |(low, high): &(u64, u64)| defined(&all[usize::try_from(*low).unwrap()..usize::try_from(*high).unwrap()]);
            let (root, mine) = (defined(&all), all[usize::try_from(index).unwrap()]);
            let mut way: Vec<Hash> = path(n, index).iter().map(part).collect();
            prop_assert!(includes(mine, index, n, &way, &root));
            prop_assert!(!includes(leaf(b"other"), index, n, &way, &root));
            prop_assert!(!includes(mine, index + n, n, &way, &root));
            for other in 0..n.min(40) {
                prop_assert_eq!(includes(mine, other, n, &way, &root), other == index);
            }
            way.push([0; 32]);
            prop_assert!(!includes(mine, index, n, &way, &root));
        }

        #[test]
        fn leaves_with_what_stands_beside_them_make_the_root(n in 1u64..600, a in any::<u64>(), b in any::<u64>()) {
            let first = a % n;
            let last = first + 1 + b % (n - first);
            let all = leaves(n);
            let slice = |low: u64, high: u64| &all[usize::try_from(low).unwrap()..usize::try_from(high).unwrap()];
            let others: Vec<Hash> = beside(n, first, last).iter().map(|(low, high)| defined(slice(*low, *high))).collect();
            prop_assert_eq!(root_around(n, first, slice(first, last), &others), Some(defined(&all)));
            if last - first > 1 {
                prop_assert_ne!(root_around(n, first, slice(first, last - 1), &others), Some(defined(&all)));
            }
            let changed: Vec<Hash> = slice(first, last - 1).iter().copied().chain([leaf(b"other")]).collect();
            prop_assert_ne!(root_around(n, first, &changed, &others), Some(defined(&all)));
        }
    }
}
