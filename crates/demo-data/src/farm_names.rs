//! Fictional farm names: a landscape word, a place word and a form, with a prefix once these are
//! used up. All combinations occur before any repeats.

const LANDSCAPES: [&str; 48] = [
    "Alder",
    "Amber",
    "Badger",
    "Barley",
    "Birch",
    "Bluestem",
    "Bobolink",
    "Bramble",
    "Burr Oak",
    "Cattail",
    "Clover",
    "Cottonwood",
    "Coyote",
    "Crabapple",
    "Dogwood",
    "Dove",
    "Elderberry",
    "Fescue",
    "Foxglove",
    "Goldfinch",
    "Goose",
    "Hackberry",
    "Hawthorn",
    "Heron",
    "Hickory",
    "Ironweed",
    "Juniper",
    "Killdeer",
    "Larkspur",
    "Linden",
    "Locust",
    "Meadowlark",
    "Milkweed",
    "Mulberry",
    "Otter",
    "Oriole",
    "Partridge",
    "Pheasant",
    "Plover",
    "Quail",
    "Sorrel",
    "Sumac",
    "Swallow",
    "Thistle",
    "Timothy",
    "Walnut",
    "Willow",
    "Yarrow",
];

const PLACES: [&str; 36] = [
    "Bend", "Bluff", "Bottom", "Branch", "Bridge", "Brook", "Corner", "Creek", "Crossing", "Draw",
    "Flat", "Ford", "Gate", "Glen", "Grove", "Hill", "Hollow", "Knoll", "Lane", "Marsh", "Meadow",
    "Mound", "Oxbow", "Pond", "Prairie", "Rest", "Ridge", "Run", "Slope", "Slough", "Spring",
    "Terrace", "Trail", "Vale", "View", "Wood",
];

const FORMS: [&str; 7] = [
    "Farms",
    "Acres",
    "Family Farm",
    "Grain",
    "Farm LLC",
    "Land & Cattle",
    "Ag",
];

const PREFIXES: [&str; 11] = [
    "", "North ", "South ", "East ", "West ", "Upper ", "Lower ", "Big ", "Little ", "Old ", "New ",
];

/// Coprime with the number of combinations (48 x 36 x 7 = 12,096), so that its multiples reach all
/// of them.
const STRIDE: u64 = 4_999;

/// Name of the farm with this number.
pub(super) fn farm_name(number: u64) -> String {
    let plain = (LANDSCAPES.len() * PLACES.len() * FORMS.len()) as u64;
    let (mut prefixed, mut rest) = (number / plain, (number % plain) * STRIDE % plain);
    let prefix = pick_word(&mut prefixed, &PREFIXES);
    let landscape = pick_word(&mut rest, &LANDSCAPES);
    let place = pick_word(&mut rest, &PLACES);
    let form = pick_word(&mut rest, &FORMS);
    format!("{prefix}{landscape} {place} {form}")
}

/// The word for the last digit of `rest` in a number system whose base is the length of the list.
fn pick_word<const N: usize>(rest: &mut u64, list: &[&'static str; N]) -> &'static str {
    let index = usize::try_from(*rest % N as u64).unwrap_or_default();
    *rest /= N as u64;
    list[index]
}

/// The farm's name as the local part of an email address: `burr-oak-hill-farms`.
pub(super) fn email_slug(name: &str) -> String {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
        .to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_until_used_up() {
        let names: BTreeSet<String> = (0..133_056).map(farm_name).collect();
        assert_eq!(names.len(), 133_056);
    }

    #[test]
    fn slugs_contain_plain_characters() {
        assert_eq!(
            email_slug("Burr Oak Hill Land & Cattle"),
            "burr-oak-hill-land-cattle"
        );
    }
}
