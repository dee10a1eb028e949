//! Substitutes of the purchase plan: what the files say about both items, and the sum of the terms.

use super::amounts::scaled_to_f64;
use super::dataset::{Dataset, StockRow};
use super::figure::Figures;
use super::settings::OrgSettings;
use std::collections::BTreeSet;

pub(super) fn report_substitutes(dataset: &Dataset, settings: &OrgSettings, figures: &mut Figures) {
    for offer in &settings.substitutes {
        let find = |item: &str| {
            let mut rows = dataset.stock.iter();
            rows.find(|row| row.item == item && row.location == offer.location)
        };
        let name = |what: &str| format!("Substitute: {} at {}, {what}", offer.item, offer.location);
        let can_replace = match (find(&offer.item), find(&offer.substitute)) {
            (Some(row), Some(other)) => {
                are_alike(dataset, row, other) && offer.quantity <= other.on_hand
            }
            _ => false,
        };
        figures.push_exact(name("item"), offer.substitute.as_str());
        figures.push_exact(name("fits"), if can_replace { "yes" } else { "no" });
        let saving = offer.saved_here - offer.lower_margin - offer.lost_at_substitute;
        figures.push_exact(name("saving"), scaled_to_f64(saving));
    }
}

fn are_alike(dataset: &Dataset, row: &StockRow, other: &StockRow) -> bool {
    let ingredients = |row: &StockRow| {
        let text = dataset.active_ingredients.get(&row.item)?;
        Some(split_ingredients(text))
    };
    let restriction = |row: &StockRow| dataset.restricted_use.get(&row.item);
    row.item != other.item
        && restriction(row) == restriction(other)
        && (&row.category, &row.unit) == (&other.category, &other.unit)
        && ingredients(row).is_some()
        && ingredients(row) == ingredients(other)
}

/// `2,4-D` is one ingredient.
fn split_ingredients(text: &str) -> BTreeSet<String> {
    let mut text = text.to_lowercase().replace(" and ", ";");
    text.retain(|letter| !letter.is_whitespace());
    let mut names = vec![String::new()];
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let is_digit_next = letters.peek().is_some_and(char::is_ascii_digit);
        let is_in_number = letter == ',' && before.is_ascii_digit() && is_digit_next;
        match names.last_mut() {
            Some(name) if is_in_number || !";,+&/|".contains(letter) => name.push(letter),
            _ => names.push(String::new()),
        }
        before = letter;
    }
    names.into_iter().filter(|name| !name.is_empty()).collect()
}
