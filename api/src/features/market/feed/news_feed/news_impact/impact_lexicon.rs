//! Lexicon of the impact rule: lower case, with all inflected forms.

use crate::features::market::commodity::Commodity;

/// Upward direction.
const UP_WORDS: &str = "rise rises rising rose risen raise raises raised gain gains gained gaining jump \
    jumps jumped climb climbs climbed climbing surge surges surged surging rally rallies rallied \
    rallying soar soars soared soaring spike spikes spiked higher increase increases increased \
    increasing strengthen strengthens strengthened stronger firmer up expand expands expanded \
    rebound rebounds rebounded";
/// Downward direction.
const DOWN_WORDS: &str = "fall falls fell falling fallen drop drops dropped dropping slide slides slid \
    sliding slump slumps slumped plunge plunges plunged plunging decline declines declined \
    declining tumble tumbles tumbled lower decrease decreases decreased weaken weakens weakened \
    weaker ease eases eased easing slip slips slipped sink sinks sank shrink shrinks shrank \
    retreat retreats retreated down cut cuts";
/// Before these, `fall` is the season.
const FALL_SEASON_NOUNS: &str = "application applications season harvest fieldwork tillage \
    planting work fertilizer nh3 ammonia";
/// Supply: more of it lowers the price.
const SUPPLY_WORDS: &str = "stocks stockpiles supply supplies inventory inventories output production \
    harvest crop crops yield yields acreage acres plantings imports capacity";
/// Terms that move with the price.
const PRICE_WORDS: &str = "price prices futures cash bids basis quotes quote cost costs values demand \
    exports sales buying";
/// Clause boundaries: the search for a subject stops at these.
const CLAUSE_WORDS: &str =
    "as after on while amid but and with because despite before ahead when since";

fn contains_word(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}

/// The commodity that a word names.
pub(super) fn commodity_for_word(word: &str) -> Option<Commodity> {
    Some(match word {
        "corn" | "maize" => Commodity::Corn,
        "soybean" | "soybeans" | "soy" | "soyabeans" => Commodity::Soybeans,
        "wheat" => Commodity::Wheat,
        "fertilizer" | "fertilizers" | "fertiliser" | "fertilisers" | "urea" | "uan"
        | "anhydrous" | "ammonia" | "nitrogen" | "potash" | "phosphate" | "phosphates" | "dap" => {
            Commodity::Fertilizer
        }
        _ => return None,
    })
}

/// 1 for up, -1 for down; none without a direction. `next` is the next word.
pub(super) fn price_direction(word: &str, next: Option<&str>) -> Option<i32> {
    if word == "fall" && next.is_some_and(|next| contains_word(FALL_SEASON_NOUNS, next)) {
        return None;
    }
    if contains_word(UP_WORDS, word) {
        Some(1)
    } else if contains_word(DOWN_WORDS, word) {
        Some(-1)
    } else {
        None
    }
}

/// True for supply, false for price, none for other words.
pub(super) fn classify_subject(word: &str) -> Option<bool> {
    if contains_word(SUPPLY_WORDS, word) {
        Some(true)
    } else if contains_word(PRICE_WORDS, word) {
        Some(false)
    } else {
        None
    }
}

/// Whether a word starts a new clause.
pub(super) fn opens_clause(word: &str) -> bool {
    contains_word(CLAUSE_WORDS, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_disjoint() {
        for (list, other) in [
            (UP_WORDS, DOWN_WORDS),
            (SUPPLY_WORDS, PRICE_WORDS),
            (CLAUSE_WORDS, UP_WORDS),
            (CLAUSE_WORDS, DOWN_WORDS),
            (CLAUSE_WORDS, SUPPLY_WORDS),
            (CLAUSE_WORDS, PRICE_WORDS),
        ] {
            assert!(
                list.split_whitespace()
                    .all(|word| !contains_word(other, word))
            );
        }
        for list in [
            UP_WORDS,
            DOWN_WORDS,
            SUPPLY_WORDS,
            PRICE_WORDS,
            CLAUSE_WORDS,
            FALL_SEASON_NOUNS,
        ] {
            let words: Vec<&str> = list.split_whitespace().collect();
            assert!(words.iter().all(|word| **word == word.to_lowercase()
                && words.iter().filter(|other| *other == word).count() == 1));
        }
    }
}
