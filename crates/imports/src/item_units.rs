//! What an item's pack and density say about its units, so that quantities become exact amounts of
//! the unit in which it is stocked.

use crate::lexicon::Lexicon;
use crate::tables::Table;
use crate::values::units::UnitFactor;
use rust_decimal::Decimal;
use std::collections::HashMap;

const POUNDS_PER_TON: Decimal = Decimal::from_parts(2000, 0, 0, false, 0);
/// Only to see whether a pack in pounds can be a jug or a tote.
const TYPICAL_POUNDS_PER_GALLON: Decimal = Decimal::from_parts(8, 0, 0, false, 0);

/// The units of an item, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemUnits {
    /// The unit of its stock.
    pub stock_unit: Option<String>,
    /// The size of its pack, more than zero, and the unit of the size.
    pub pack: Option<(Decimal, String)>,
    /// In pounds per gallon, more than zero.
    pub density: Option<Decimal>,
}

/// The units of all items that are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownItems(HashMap<String, ItemUnits>);

/// An amount without its number: one of it is so many of the base unit.
enum Measure {
    Pounds(Decimal),
    Gallons(Decimal),
}

impl KnownItems {
    pub fn insert(&mut self, item_id: String, units: ItemUnits) {
        self.0.insert(item_id, units);
    }

    /// The units of an item; `None` if it is not known.
    pub fn get(&self, item_id: &str) -> Option<&ItemUnits> {
        self.0.get(item_id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Learns from a row that lands: packs from the catalog, units from the stock of items in it.
    pub(crate) fn learn(&mut self, table: Table, values: &[String]) {
        let value = |name: &str| {
            let value = table.index(name).and_then(|at| values.get(at));
            value.map(String::as_str).filter(|value| !value.is_empty())
        };
        let number = |name: &str| value(name).and_then(|value| value.parse::<Decimal>().ok());
        let Some(item_id) = value("item_id") else {
            return;
        };
        match table {
            Table::ItemCatalogue => {
                let known = self.0.entry(item_id.to_owned()).or_default();
                known.pack = number("pack_size").zip(value("pack_unit").map(str::to_owned));
                known.density = number("density");
            }
            Table::InventoryData => {
                if let Some(known) = self.0.get_mut(item_id) {
                    known.stock_unit = value("unit").map(str::to_owned);
                }
            }
            _ => {}
        }
    }
}

impl ItemUnits {
    /// The item's pack, if the word names a package of about its size, such as a jug of 2.5 gallons.
    pub(crate) fn package(&self, word: &str) -> Option<UnitFactor> {
        let limits = Lexicon::shared().value("package", word)?;
        let (least, most) = limits.split_once(' ')?;
        let (least, most): (Decimal, Decimal) = (least.parse().ok()?, most.parse().ok()?);
        let (size, unit) = self.pack.as_ref()?;
        let gallons = match unit.as_str() {
            "gal" => *size,
            "lb" => size.checked_div(TYPICAL_POUNDS_PER_GALLON)?,
            "ton" => size
                .checked_mul(POUNDS_PER_TON)?
                .checked_div(TYPICAL_POUNDS_PER_GALLON)?,
            _ => return None,
        };
        let fits = least <= gallons && gallons <= most;
        fits.then(|| UnitFactor {
            unit: unit.clone(),
            times: *size,
            over: Decimal::ONE,
        })
    }

    /// An ounce of what is sold by volume is a fluid ounce.
    pub(crate) fn ounce(&self, word: &str) -> Option<UnitFactor> {
        Lexicon::shared().value("ounce", word)?;
        let unit = self
            .stock_unit
            .as_deref()
            .or(self.pack.as_ref().map(|(_, unit)| unit.as_str()))?;
        let (unit, over) = match unit {
            "gal" => ("gal", 128),
            "lb" | "ton" => ("lb", 16),
            _ => return None,
        };
        Some(UnitFactor {
            unit: unit.to_owned(),
            times: Decimal::ONE,
            over: Decimal::from(over),
        })
    }

    /// The same amount in the unit of the stock, by pack and density; as it is where these do not
    /// connect the two.
    pub(crate) fn to_stock_unit(&self, factor: UnitFactor) -> UnitFactor {
        let Some(stock) = self.stock_unit.as_deref() else {
            return factor;
        };
        if factor.unit == stock {
            return factor;
        }
        let Some((times, over)) = self.ratio(&factor.unit, stock) else {
            return factor;
        };
        let converted = factor
            .times
            .checked_mul(times)
            .zip(factor.over.checked_mul(over));
        match converted {
            Some((times, over)) => UnitFactor {
                unit: stock.to_owned(),
                times,
                over,
            },
            None => factor,
        }
    }

    /// One of `from` is `times / over` of `to`.
    fn ratio(&self, from: &str, to: &str) -> Option<(Decimal, Decimal)> {
        match (self.measure(from)?, self.measure(to)?) {
            (Measure::Pounds(from), Measure::Pounds(to))
            | (Measure::Gallons(from), Measure::Gallons(to)) => Some((from, to)),
            (Measure::Gallons(from), Measure::Pounds(to)) => {
                Some((from.checked_mul(self.density?)?, to))
            }
            (Measure::Pounds(from), Measure::Gallons(to)) => {
                Some((from, to.checked_mul(self.density?)?))
            }
        }
    }

    fn measure(&self, unit: &str) -> Option<Measure> {
        Some(match unit {
            "lb" => Measure::Pounds(Decimal::ONE),
            "ton" => Measure::Pounds(POUNDS_PER_TON),
            "gal" => Measure::Gallons(Decimal::ONE),
            "bag" | "unit" => match self.pack.as_ref().map(|(size, unit)| (size, unit.as_str())) {
                Some((size, "lb")) => Measure::Pounds(*size),
                Some((size, "ton")) => Measure::Pounds(size.checked_mul(POUNDS_PER_TON)?),
                Some((size, "gal")) => Measure::Gallons(*size),
                // A pack of one: a bag is what is counted.
                _ => return None,
            },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::units::read_unit;

    fn item(stock: &str, size: &str, pack_unit: &str, density: Option<&str>) -> ItemUnits {
        ItemUnits {
            stock_unit: Some(stock.to_owned()),
            pack: Some((size.parse().unwrap(), pack_unit.to_owned())),
            density: density.map(|density| density.parse().unwrap()),
        }
    }

    /// So many of the unit of the stock are `amount` of `word`.
    fn convert(item: &ItemUnits, amount: i64, word: &str) -> String {
        let factor = read_unit(word).or_else(|| item.package(word)).unwrap();
        let factor = item.to_stock_unit(factor);
        let quantity = factor.quantity(Decimal::from(amount)).unwrap().normalize();
        format!("{quantity} {}", factor.unit)
    }

    #[test]
    fn packs_and_densities_connect_units() {
        let liquid = item("gal", "2.5", "gal", Some("10"));
        assert_eq!(convert(&liquid, 4, "jug"), "10 gal");
        assert_eq!(convert(&liquid, 4, "each"), "10 gal");
        assert_eq!(convert(&liquid, 10, "quarts"), "2.5 gal");
        assert_eq!(convert(&liquid, 50, "lb"), "5 gal");
        assert_eq!(convert(&liquid, 1, "ton"), "200 gal");
        let seed = item("bag", "50", "lb", None);
        assert_eq!(convert(&seed, 1, "cwt"), "2 bag");
        assert_eq!(convert(&seed, 2, "ton"), "80 bag");
        assert_eq!(convert(&seed, 3, "bags"), "3 bag");
        let bulk = item("ton", "1", "ton", None);
        assert_eq!(convert(&bulk, 500, "lb"), "0.25 ton");
        // Nothing connects gallons with pounds without a density.
        assert_eq!(convert(&bulk, 5, "gal"), "5 gal");
    }

    #[test]
    fn a_package_of_another_size_is_not_the_pack() {
        let jug = item("gal", "2.5", "gal", None);
        assert_eq!(jug.package("tote"), None);
        assert_eq!(jug.package("pallet"), None);
        assert!(item("gal", "275", "gal", None).package("Tote").is_some());
        assert_eq!(item("bag", "1", "bag", None).package("jug"), None);
    }

    #[test]
    fn ounces_follow_what_the_item_is_sold_by() {
        let liquid = item("gal", "2.5", "gal", None).ounce("oz").unwrap();
        assert_eq!((liquid.unit.as_str(), liquid.over), ("gal", 128.into()));
        let dry = item("lb", "5", "lb", None).ounce("Ounces").unwrap();
        assert_eq!((dry.unit.as_str(), dry.over), ("lb", 16.into()));
        assert_eq!(ItemUnits::default().ounce("oz"), None);
    }
}
