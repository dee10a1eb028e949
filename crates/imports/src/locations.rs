//! Columns that are named after locations, and how it is known that they are.

use crate::answers::{Answers, Question, QuestionKind};
use crate::layout::{Block, HeaderColumn};
use crate::lexicon::{Lexicon, collapse, fold};
use crate::mapping::{LocationColumn, Mapping, Surroundings};
use crate::profile::ColumnProfile;
use rust_decimal::Decimal;

/// Words that may be part of a location's name, such as `Warehouse North` or `Elm St`.
const PLACE_CONCEPTS: [&str; 5] = ["LOCATION", "STATE", "COUNTY", "CITY", "COUNTRY"];
/// Unknown words in the names of sums of money, which are neither stock nor locations.
const ACCOUNT_WORDS: [&str; 8] = [
    "debit", "credit", "soll", "haben", "debe", "haber", "dare", "avere",
];
const BY_WORDS: [&str; 8] = ["by", "per", "je", "pro", "nach", "por", "par", "przez"];
/// A quantity that is mapped at least this well is one, whatever other columns are.
const CERTAIN_QUANTITY: f64 = 0.7;

/// A column that may hold the stock of a location.
struct Found {
    column: LocationColumn,
    /// Whether its own name says a location or a measure of stock.
    is_certain: bool,
    is_period: bool,
}

/// Takes columns for locations whose names, header, title or total say so; asks where nothing does.
pub(crate) fn find_location_columns(
    mapping: &mut Mapping,
    block: &Block,
    profiles: &[ColumnProfile],
    surroundings: &Surroundings<'_>,
    answers: &Answers,
) {
    let mut found: Vec<Found> = block
        .columns
        .iter()
        .filter(|column| {
            let profile = profiles.get(column.index);
            profile.is_some_and(|profile| profile.filled > 0 && profile.numeric_share() >= 0.9)
        })
        .filter_map(read_column)
        .collect();
    let is_found = |found: &[Found], index: usize| {
        let mut columns = found.iter();
        columns.any(|found| found.column.index == index)
    };
    let has_location = mapping
        .columns
        .get("location")
        .is_some_and(|mapped| !is_found(&found, mapped.index));
    if count_stock(&found) < 2 || has_location {
        return;
    }
    let places: Vec<usize> = found
        .iter()
        .filter(|found| !found.is_period && found.column.target == "on_hand")
        .map(|found| found.column.index)
        .collect();
    let total = find_total(&places, block, profiles);
    let mapped = mapping.columns.get("on_hand");
    let is_mapped = mapped.is_some_and(|mapped| {
        mapped.confidence >= CERTAIN_QUANTITY
            && !is_found(&found, mapped.index)
            && total != Some(mapped.index)
    });
    if is_mapped {
        return;
    }
    if total.is_some() || is_by_location(block, surroundings) {
        found.retain(|found| !found.is_period);
    } else if count_stock(found.iter().filter(|found| found.is_certain)) >= 2 {
        found.retain(|found| found.is_certain);
    } else {
        match decide_stock(mapping, block, &found, answers) {
            Decision::Locations => found.retain(|found| !found.is_period),
            Decision::OneColumn => return,
            // No row lands before the answer.
            Decision::Open => {}
        }
    }
    take(mapping, found);
}

fn count_stock<'a>(found: impl IntoIterator<Item = &'a Found>) -> usize {
    let stock = found
        .into_iter()
        .filter(|found| found.column.target == "on_hand");
    stock.count()
}

/// The locations are columns instead of what these columns were taken for.
fn take(mapping: &mut Mapping, found: Vec<Found>) {
    mapping.columns.remove("on_hand");
    mapping
        .columns
        .retain(|_, column| !found.iter().any(|found| found.column.index == column.index));
    mapping.locations = found.into_iter().map(|found| found.column).collect();
}

fn read_column(column: &HeaderColumn) -> Option<Found> {
    let own = &column.meaning;
    let is_account = |word: &String| ACCOUNT_WORDS.contains(&word.as_str());
    if column.name.is_empty() || own.unknown.iter().any(is_account) {
        return None;
    }
    let group = column.group.as_ref();
    let group = group.map(|(name, _)| Lexicon::shared().read_name(name));
    let group = group
        .as_ref()
        .and_then(|group| stock_measure(&group.concepts));
    let is_period = is_period(column);
    let is_place = is_period
        || own
            .concepts
            .iter()
            .all(|concept| PLACE_CONCEPTS.contains(concept));
    let names_more = !own.unknown.is_empty() || is_period;
    if is_place && (names_more || group.is_some()) {
        return Some(Found {
            column: LocationColumn {
                index: column.index,
                location: column.name.clone(),
                target: group.unwrap_or("on_hand"),
            },
            is_certain: !is_period && (group.is_some() || own.concepts.contains(&"LOCATION")),
            is_period,
        });
    }
    let measure = stock_measure(&own.concepts).filter(|_| !own.unknown.is_empty())?;
    Some(Found {
        column: LocationColumn {
            index: column.index,
            location: unknown_part(&column.name, &own.unknown),
            target: measure,
        },
        is_certain: true,
        is_period: false,
    })
}

/// Whether a name says a time, such as `Jan 2026` or `YTD`.
fn is_period(column: &HeaderColumn) -> bool {
    let lexicon = Lexicon::shared();
    let is_year = |word: &str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.bytes().all(|letter| letter.is_ascii_digit())
    };
    let meaning = &column.meaning;
    let says_time = meaning.concepts.contains(&"MONTH") || meaning.concepts.contains(&"OPENING");
    let unknown = &meaning.unknown;
    let are_times = unknown.iter().all(|word| {
        is_year(word)
            || lexicon.value("month", word).is_some()
            || word.bytes().all(|letter| letter.is_ascii_digit())
    });
    are_times
        && (says_time
            || unknown
                .iter()
                .any(|word| !word.bytes().all(|b| b.is_ascii_digit()) || is_year(word)))
        && meaning
            .concepts
            .iter()
            .all(|concept| matches!(*concept, "MONTH" | "OPENING" | "DATE" | "DAYS"))
}

fn stock_measure(concepts: &[&str]) -> Option<&'static str> {
    let allowed = |known: &[&str]| {
        !concepts.is_empty() && concepts.iter().all(|concept| known.contains(concept))
    };
    if allowed(&["ON_HAND", "STOCK", "QUANTITY", "AVAILABLE", "LOCATION"]) {
        Some("on_hand")
    } else if allowed(&["ON_ORDER", "ORDERED", "QUANTITY"]) {
        Some("on_order")
    } else if allowed(&["BOOKED", "QUANTITY"]) {
        Some("booked")
    } else if allowed(&["REORDER", "POINT", "QUANTITY"]) {
        Some("reorder_point")
    } else {
        None
    }
}

/// The words of a name that are no known ones.
fn unknown_part(name: &str, unknown: &[String]) -> String {
    let words: Vec<&str> = name
        .split(|letter: char| !letter.is_alphanumeric() && letter != '.' && letter != '\'')
        .filter(|word| unknown.iter().any(|other| *other == fold(word)))
        .collect();
    collapse(&words.join(" "))
}

/// Whether the sheet, the file or a title says so, as in `Stock by Location`.
fn is_by_location(block: &Block, surroundings: &Surroundings<'_>) -> bool {
    let file = surroundings.file.rsplit('/').next().unwrap_or("");
    let file = file.split('.').next().unwrap_or("");
    let texts = [surroundings.sheet, file]
        .into_iter()
        .chain(block.titles.iter().map(String::as_str));
    texts.into_iter().any(|text| {
        let folded = fold(text).replace(['_', '-'], " ");
        let says_by = folded.split(' ').any(|word| BY_WORDS.contains(&word));
        // What follows a colon is one location.
        says_by
            && !text.contains(':')
            && Lexicon::shared()
                .read_name(&folded)
                .concepts
                .contains(&"LOCATION")
    })
}

/// The column of totals or quantities that is the sum of these columns in all rows.
fn find_total(places: &[usize], block: &Block, profiles: &[ColumnProfile]) -> Option<usize> {
    let parts: Vec<&ColumnProfile> = places
        .iter()
        .filter_map(|index| profiles.get(*index))
        .collect();
    if parts.len() < 2 {
        return None;
    }
    let is_total = |column: &&HeaderColumn| {
        let mut concepts = column.meaning.concepts.iter();
        !places.contains(&column.index)
            && concepts.any(|concept| {
                matches!(
                    *concept,
                    "TOTAL" | "ON_HAND" | "QUANTITY" | "STOCK" | "AVAILABLE"
                )
            })
    };
    let totals = block.columns.iter().filter(is_total);
    let found = totals.into_iter().find(|column| {
        let total = profiles.get(column.index);
        total.is_some_and(|total| {
            [false, true]
                .into_iter()
                .any(|comma| adds_up(total, &parts, comma))
        })
    });
    found.map(|column| column.index)
}

/// Whether the numbers of the parts add up to the total, with a decimal comma or a point.
fn adds_up(total: &ColumnProfile, parts: &[&ColumnProfile], comma: bool) -> bool {
    let value = |profile: &ColumnProfile, row: usize| {
        let (point, with_comma) = profile.first_numbers.get(row).copied().unwrap_or_default();
        if comma { with_comma } else { point }
    };
    let (mut equal, mut other) = (0_u32, 0_u32);
    for row in 0..total.first_numbers.len() {
        let Some(sum) = value(total, row).filter(|sum| !sum.is_zero()) else {
            continue;
        };
        let parts: Decimal = parts.iter().filter_map(|part| value(part, row)).sum();
        if parts == sum {
            equal += 1;
        } else {
            other += 1;
        }
    }
    equal >= 1 && other * 10 <= equal
}

enum Decision {
    Locations,
    OneColumn,
    Open,
}

/// Which of the columns is the stock, or whether each is a location's: what the answer says, or a
/// question.
fn decide_stock(
    mapping: &mut Mapping,
    block: &Block,
    found: &[Found],
    answers: &Answers,
) -> Decision {
    let stock: Vec<&Found> = found
        .iter()
        .filter(|found| found.column.target == "on_hand")
        .collect();
    let name_of = |found: &&Found| {
        let mut columns = block.columns.iter();
        let column = columns.find(|column| column.index == found.column.index);
        column.map_or_else(String::new, |column| column.name.clone())
    };
    let mut options: Vec<String> = stock.iter().map(name_of).collect();
    let places: Vec<String> = stock
        .iter()
        .filter(|found| !found.is_period)
        .map(name_of)
        .collect();
    let all = (places.len() > 1).then(|| places.join(" + "));
    let answer = answers.find_text("which_column", None, Some("on_hand"));
    if let Some(answer) = answer {
        return if all.is_some_and(|all| fold(&all) == fold(&answer)) {
            Decision::Locations
        } else {
            Decision::OneColumn
        };
    }
    options.extend(all);
    let text = format!("Which column is on_hand: {}?", options.join(" or "));
    mapping.questions.push(Question {
        options,
        ..Question::new(QuestionKind::WhichColumn, text).about_target("on_hand")
    });
    Decision::Open
}
