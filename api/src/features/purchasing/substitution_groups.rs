//! Which items can replace each other: those with the same active ingredients.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What a stock row has in stock.
#[derive(Debug, Clone, Copy)]
pub struct StockedItem<'a> {
    pub item_id: &'a str,
    pub category: &'a str,
    pub unit: &'a str,
    /// Whether only certified applicators may use it; none if the catalog does not say.
    pub restricted_use: Option<bool>,
}

/// What makes a product work, in no order and without regard to case and spaces. A strength in the
/// text is part of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ActiveIngredients(BTreeSet<String>);

impl ActiveIngredients {
    /// Reads a list such as `Atrazine + S-metolachlor`; none if it is empty.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_lowercase().replace(" and ", "+");
        let letters: Vec<char> = text.chars().filter(|one| !one.is_whitespace()).collect();
        let mut names = vec![String::new()];
        for (index, letter) in letters.iter().enumerate() {
            if ends_name(&letters, index) {
                names.push(String::new());
            } else if let Some(name) = names.last_mut() {
                name.push(*letter);
            }
        }
        names.retain(|name| !name.is_empty());
        (!names.is_empty()).then(|| Self(names.into_iter().collect()))
    }
}

/// A comma between digits belongs to the name, as in 2,4-D.
fn ends_name(letters: &[char], index: usize) -> bool {
    let is_digit = |index: Option<usize>| {
        let letter = index.and_then(|index| letters.get(index));
        letter.is_some_and(char::is_ascii_digit)
    };
    match letters[index] {
        ';' | '+' | '&' | '/' | '|' => true,
        ',' => !(is_digit(index.checked_sub(1)) && is_digit(index.checked_add(1))),
        _ => false,
    }
}

/// By stock row, the number of its group: the same active ingredients, category, unit and restriction
/// of use. None if no other item is in it.
pub fn number_substitution_groups(
    stock: &[StockedItem<'_>],
    ingredients: &BTreeMap<String, ActiveIngredients>,
) -> Vec<Option<usize>> {
    let mut numbers = HashMap::new();
    let mut items: Vec<HashSet<&str>> = Vec::new();
    let groups: Vec<Option<usize>> = stock
        .iter()
        .map(|row| {
            let key = (
                ingredients.get(row.item_id)?,
                (row.category, row.unit, row.restricted_use),
            );
            let number = *numbers.entry(key).or_insert_with(|| {
                items.push(HashSet::new());
                items.len() - 1
            });
            items[number].insert(row.item_id);
            Some(number)
        })
        .collect();
    let has_others = |group: &usize| items[*group].len() > 1;
    groups
        .into_iter()
        .map(|group| group.filter(has_others))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_case_and_spaces_do_not_matter() {
        let parse = |text: &str| ActiveIngredients::parse(text).unwrap();
        let both = parse("Atrazine + S-metolachlor");
        for text in [
            "s-metolachlor, ATRAZINE",
            " Atrazine;S-Metolachlor ",
            "atrazine and s-metolachlor",
            "S-metolachlor/atrazine",
            "Atrazine & S-metolachlor & atrazine",
        ] {
            assert_eq!(parse(text), both, "{text}");
        }
        assert_ne!(parse("Atrazine"), both);
        assert_eq!(parse("lambda cyhalothrin"), parse("Lambda  Cyhalothrin"));
        assert_ne!(parse("Glyphosate 41 %"), parse("Glyphosate 48.7 %"));
        assert_eq!(ActiveIngredients::parse(" + "), None);
    }

    #[test]
    fn a_comma_between_digits_belongs_to_the_name() {
        let parse = |text: &str| ActiveIngredients::parse(text).unwrap();
        assert_eq!(parse("2,4-D, dicamba"), parse("Dicamba + 2,4-D"));
        assert_ne!(parse("2,4-D"), parse("4-D, 2"));
    }

    fn stock<'a>(item_id: &'a str, category: &'a str, unit: &'a str) -> StockedItem<'a> {
        StockedItem {
            item_id,
            category,
            unit,
            restricted_use: None,
        }
    }

    #[test]
    fn category_unit_and_restriction_are_the_same_in_a_group() {
        let restricted = StockedItem {
            restricted_use: Some(true),
            ..stock("g", "pesticide", "gal")
        };
        let rows = [
            restricted,
            stock("a", "pesticide", "gal"),
            stock("b", "pesticide", "gal"),
            stock("c", "pesticide", "lb"),
            stock("d", "other", "gal"),
            stock("e", "pesticide", "gal"),
            stock("f", "pesticide", "gal"),
        ];
        let glyphosate = ActiveIngredients::parse("glyphosate").unwrap();
        let atrazine = ActiveIngredients::parse("atrazine").unwrap();
        let mut ingredients: BTreeMap<String, ActiveIngredients> = ["a", "b", "c", "d", "g"]
            .map(|item| (item.to_owned(), glyphosate.clone()))
            .into();
        ingredients.insert("e".to_owned(), atrazine);
        let groups = number_substitution_groups(&rows, &ingredients);
        assert_eq!(groups, [None, Some(1), Some(1), None, None, None, None]);
    }
}
