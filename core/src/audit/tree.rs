//! Hashes of parts of the tree, from rows and from the stored roots.

use super::error::TrailError;
use super::head::{Base, Head, from_hex};
use super::merkle::{self, Hash, STRIDE};
use super::store;
use crate::kernel::db::ReadTx;
use crate::kernel::error::Error;

/// The leaves under one stored root of the lowest level.
const BLOCK: u64 = 1 << STRIDE;

/// The tree, up to its head.
pub struct Tree<'a> {
    tx: &'a mut ReadTx,
    base: Base,
    size: u64,
    /// The leaves that were read last, by their block.
    block: Option<(u64, Vec<Hash>)>,
}

/// The level and the position at which a subtree's root is stored, if it is.
fn kept(low: u64, high: u64) -> Option<(u32, u64)> {
    let leaves = high - low;
    let level = leaves.trailing_zeros();
    let whole = leaves.is_power_of_two() && level > 0 && level.is_multiple_of(STRIDE) && low.is_multiple_of(leaves);
    whole.then(|| (level, low >> level))
}

impl<'a> Tree<'a> {
    /// The tree in a transaction that sees the head's state.
    pub fn new(tx: &'a mut ReadTx, head: &Head) -> Self {
        Self { tx, base: head.base.clone(), size: head.edge.size(), block: None }
    }

    /// The root over the leaves `low..high`, which form a subtree.
    ///
    /// # Errors
    /// [`TrailError::Tree`] if rows or roots are missing.
    pub async fn hash(&mut self, low: u64, high: u64) -> Result<Hash, Error> {
        if let Some((level, place)) = kept(low, high) {
            let place = i64::try_from(place).map_err(|_| TrailError::Tree)?;
            let found = store::node(self.tx, level, place).await?;
            return Ok(found.as_deref().and_then(from_hex).ok_or(TrailError::Tree)?);
        }
        if low / BLOCK == (high - 1) / BLOCK {
            let leaves = self.leaves(low / BLOCK).await?;
            let place = |at: u64| usize::try_from(at % BLOCK).unwrap_or_default();
            let some = leaves.get(place(low)..=place(high - 1)).ok_or(TrailError::Tree)?;
            return Ok(merkle::root(some));
        }
        let middle = low + merkle::split(high - low);
        let left = Box::pin(self.hash(low, middle)).await?;
        Ok(merkle::node(&left, &Box::pin(self.hash(middle, high)).await?))
    }

    async fn leaves(&mut self, block: u64) -> Result<&[Hash], Error> {
        if self.block.as_ref().is_none_or(|(number, _)| *number != block) {
            let seq =
                |index: u64| i64::try_from(index).map(|index| self.base.seq + index).map_err(|_| TrailError::Tree);
            let (first, last) = (seq(block * BLOCK)?, seq((block * BLOCK + BLOCK - 1).min(self.size - 1))?);
            let mut leaves = if block == 0 { vec![self.base.leaf()] } else { Vec::new() };
            let from = if block == 0 { first + 1 } else { first };
            for (seq, stored) in (from..).zip(store::sealed(self.tx, from, last, i64::MAX).await?) {
                if stored.seq != Some(seq) {
                    return Err(TrailError::Tree.into());
                }
                leaves.push(merkle::leaf(&stored.row.leaf(stored.mac.as_deref().unwrap_or_default())));
            }
            self.block = Some((block, leaves));
        }
        Ok(self.block.as_ref().map(|(_, leaves)| leaves.as_slice()).unwrap_or_default())
    }
}
