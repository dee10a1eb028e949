//! Deliveries to customers, of which a large business has millions.

use crate::input::{Day, Delivery};

/// Deliveries of a block: adding one never copies more than a block.
const BLOCK: usize = 1 << 14;

/// Deliveries in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub struct Deliveries {
    blocks: Vec<Vec<PackedDelivery>>,
}

/// A delivery in two thirds of its memory.
#[derive(Debug, Clone, Copy)]
struct PackedDelivery {
    quantity: f64,
    row: u32,
    day: Day,
}

impl Deliveries {
    /// Adds a delivery. Rows are numbered below 2^32.
    pub fn push(&mut self, delivery: Delivery) {
        if self.blocks.last().is_none_or(|last| last.len() == BLOCK) {
            let is_first = self.blocks.is_empty();
            let capacity = if is_first { 0 } else { BLOCK };
            self.blocks.push(Vec::with_capacity(capacity));
        }
        if let Some(last) = self.blocks.last_mut() {
            last.push(PackedDelivery {
                quantity: delivery.quantity,
                row: u32::try_from(delivery.row).unwrap_or(u32::MAX),
                day: delivery.day,
            });
        }
    }

    /// In the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = Delivery> + '_ {
        self.blocks.iter().flatten().map(|packed| Delivery {
            row: packed.row as usize,
            day: packed.day,
            quantity: packed.quantity,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
}

impl Extend<Delivery> for Deliveries {
    fn extend<I: IntoIterator<Item = Delivery>>(&mut self, deliveries: I) {
        for delivery in deliveries {
            self.push(delivery);
        }
    }
}

impl FromIterator<Delivery> for Deliveries {
    fn from_iter<I: IntoIterator<Item = Delivery>>(deliveries: I) -> Self {
        let mut collected = Self::default();
        collected.extend(deliveries);
        collected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deliveries_keep_their_order_over_blocks() {
        let count = 2 * BLOCK + 1;
        let numbered = |row: usize| Delivery {
            row,
            day: i32::try_from(row).unwrap() - 20_000,
            quantity: 0.5,
        };
        assert!(Deliveries::default().is_empty());
        let deliveries: Deliveries = (0..count).map(numbered).collect();
        assert!(!deliveries.is_empty());
        assert_eq!(deliveries.iter().count(), count);
        for (row, delivery) in deliveries.iter().enumerate() {
            assert_eq!((delivery.row, delivery.day), (row, numbered(row).day));
        }
    }
}
