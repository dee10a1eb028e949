//! Invented farm names: a landscape word, a place word and a form, with a prefix once these are
//! used up; each combination once before any comes again.

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

/// Shares no factor with the number of combinations (48 x 36 x 7 = 12,096), so its multiples reach
/// them all.
const STRIDE: u64 = 4_999;

/// The name of the `number`th farm.
pub(super) fn farm_name(number: u64) -> String {
    let plain = (LANDSCAPES.len() * PLACES.len() * FORMS.len()) as u64;
    let (mut prefixed, mut rest) = (number / plain, (number % plain) * STRIDE % plain);
    let prefix = take(&mut prefixed, &PREFIXES);
    let landscape = take(&mut rest, &LANDSCAPES);
    let place = take(&mut rest, &PLACES);
    let form = take(&mut rest, &FORMS);
    format!("{prefix}{landscape} {place} {form}")
}

/// The word that the last digit of `rest` stands for, in the number system of the list's length.
fn take<const N: usize>(rest: &mut u64, list: &[&'static str; N]) -> &'static str {
    let place = usize::try_from(*rest % N as u64).unwrap_or_default();
    *rest /= N as u64;
    list[place]
}

/// The farm's name as a part of an e-mail address: `burr-oak-hill-farms`.
pub(super) fn slug(name: &str) -> String {
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
    fn names_come_once_before_any_comes_again() {
        let names: BTreeSet<String> = (0..133_056).map(farm_name).collect();
        assert_eq!(names.len(), 133_056);
    }

    #[test]
    fn slugs_are_plain() {
        assert_eq!(
            slug("Burr Oak Hill Land & Cattle"),
            "burr-oak-hill-land-cattle"
        );
    }
}
