//! The purchases of an occasion by season.

/// A purchase of a product line in a season.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Purchase {
    pub(crate) day: f64,
    pub(crate) last_day: f64,
    pub(crate) margin: f64,
    pub(crate) quantity: f64,
    /// Months before the season.
    pub(crate) is_ahead: bool,
}

/// At most one purchase per season, in order of seasons. A sorted list, because most occasions have
/// few purchases, and an organization has many occasions.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct SeasonPurchases(Vec<(i32, Purchase)>);

impl SeasonPurchases {
    pub(crate) fn from_first(season: i32, purchase: Purchase) -> Self {
        Self(vec![(season, purchase)])
    }

    /// Those of both; none if they share a season. `season_of` tells the season of a day.
    pub(crate) fn merge(&self, other: &Self, season_of: impl Fn(f64) -> i32) -> Option<Self> {
        let mut merged: Vec<(i32, Purchase)> = self
            .values()
            .chain(other.values())
            .map(|bought| (season_of(bought.day), *bought))
            .collect();
        merged.sort_by_key(|(season, _)| *season);
        let is_shared = merged.windows(2).any(|pair| match pair {
            [(one, _), (next, _)] => one == next,
            _ => false,
        });
        (!is_shared).then_some(Self(merged))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, season: i32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&season, |(season, _)| *season)
    }

    pub(crate) fn get(&self, season: i32) -> Option<&Purchase> {
        let index = self.find(season).ok()?;
        self.0.get(index).map(|(_, bought)| bought)
    }

    pub(crate) fn contains(&self, season: i32) -> bool {
        self.find(season).is_ok()
    }

    /// Replaces the purchase of the season if there is one.
    pub(crate) fn insert(&mut self, season: i32, purchase: Purchase) {
        match self.find(season) {
            Ok(index) => {
                if let Some(slot) = self.0.get_mut(index) {
                    slot.1 = purchase;
                }
            }
            Err(index) => self.0.insert(index, (season, purchase)),
        }
    }

    pub(crate) fn remove(&mut self, season: i32) -> Option<Purchase> {
        let index = self.find(season).ok()?;
        Some(self.0.remove(index).1)
    }

    pub(crate) fn first(&self) -> Option<&(i32, Purchase)> {
        self.0.first()
    }

    pub(crate) fn last(&self) -> Option<&Purchase> {
        self.0.last().map(|(_, bought)| bought)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, &Purchase)> {
        self.0.iter().map(|(season, bought)| (*season, bought))
    }

    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &Purchase> {
        self.0.iter().map(|(_, bought)| bought)
    }

    /// The last two purchases before a season, the later first; with `same_crops` only those an even
    /// number of seasons before.
    pub(crate) fn last_two_before(&self, season: i32, same_crops: bool) -> Vec<&Purchase> {
        self.iter()
            .rev()
            .filter(|(earlier, _)| *earlier < season)
            .filter(|(earlier, _)| !same_crops || (season - earlier) % 2 == 0)
            .take(2)
            .map(|(_, bought)| bought)
            .collect()
    }
}
