//! The stock location at which an order line counts.

use std::collections::{HashMap, HashSet};

/// The organization's location mapping, and where its items have stock.
#[derive(Clone, Debug, Default)]
pub struct LocationMap {
    /// Stock location by location.
    mapped: HashMap<String, String>,
    /// Locations with a stock row, by item.
    stocked: HashMap<String, HashSet<String>>,
}

impl LocationMap {
    /// `mapped`: locations with their stock locations. `stock`: item and location of stock rows.
    pub fn new(
        mapped: impl IntoIterator<Item = (String, String)>,
        stock: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let mut stocked: HashMap<String, HashSet<String>> = HashMap::new();
        for (item, location) in stock {
            stocked.entry(item).or_default().insert(location);
        }
        Self {
            mapped: mapped.into_iter().collect(),
            stocked,
        }
    }

    /// Where a line of the item at `location` counts: there, if the item has stock there or the
    /// location is not mapped.
    pub fn stock_location<'a>(&'a self, item_id: &str, location: &'a str) -> &'a str {
        let Some(mapped) = self.mapped.get(location) else {
            return location;
        };
        let has_stock = self
            .stocked
            .get(item_id)
            .is_some_and(|locations| locations.contains(location));
        if has_stock { location } else { mapped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_count_where_the_item_has_stock_else_at_the_mapped_location() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let map = LocationMap::new(
            [pair("Texas", "HQ"), pair("Ames", "HQ")],
            [pair("urea", "HQ"), pair("urea", "Ames"), pair("dap", "HQ")],
        );
        assert_eq!(map.stock_location("urea", "Texas"), "HQ");
        assert_eq!(map.stock_location("urea", "Ames"), "Ames");
        assert_eq!(map.stock_location("dap", "Ames"), "HQ");
        assert_eq!(map.stock_location("urea", "Ohio"), "Ohio");
        assert_eq!(map.stock_location("urea", ""), "");
        assert_eq!(
            LocationMap::default().stock_location("urea", "Texas"),
            "Texas"
        );
    }
}
