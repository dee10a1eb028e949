//! Groups of customers with similar order seasons: same state, crops and main category.

use super::customer::Customer;

/// Common attributes of a group, normalized.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CustomerGroup {
    pub state: String,
    /// Alphabetical, joined by `;`.
    pub crops: String,
    pub category: String,
}

impl CustomerGroup {
    pub fn for_customer(customer: &Customer) -> Self {
        let plain = |text: &str| text.trim().to_lowercase();
        let crops = customer
            .crops
            .as_deref()
            .unwrap_or_default()
            .split(';')
            .map(plain)
            .filter(|crop| !crop.is_empty());
        let mut crops: Vec<String> = crops.collect();
        crops.sort_unstable();
        crops.dedup();
        Self {
            state: customer.state.as_deref().map(plain).unwrap_or_default(),
            crops: crops.join(";"),
            category: customer.main_category().map(plain).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_customer(state: Option<&str>, crops: Option<&str>) -> Customer {
        Customer {
            id: "c".to_owned(),
            name: "C".to_owned(),
            state: state.map(str::to_owned),
            crops: crops.map(str::to_owned),
            days: Vec::new(),
            categories: Vec::new(),
        }
    }

    #[test]
    fn ignores_spelling_and_order() {
        let group =
            CustomerGroup::for_customer(&new_customer(Some(" Iowa"), Some("soybeans; Corn;corn")));
        assert_eq!(
            group,
            CustomerGroup::for_customer(&new_customer(Some("iowa"), Some("corn;soybeans")))
        );
        assert_eq!(
            (group.crops.as_str(), group.category.as_str()),
            ("corn;soybeans", "")
        );
        assert_ne!(
            group,
            CustomerGroup::for_customer(&new_customer(None, Some("corn;soybeans")))
        );
        assert_eq!(
            CustomerGroup::for_customer(&new_customer(None, None)),
            CustomerGroup::for_customer(&new_customer(Some(" "), Some(";")))
        );
    }
}
