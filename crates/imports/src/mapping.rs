//! Which table a block is, and which of its columns are which of the table's.

use crate::answers::{Answers, Question, QuestionKind};
use crate::canceled::{CancelMark, find_cancel_marks};
use crate::cell::column_letters;
use crate::layout::{Block, HeaderColumn};
use crate::lexicon::{Lexicon, fold};
use crate::line_amounts::AmountColumn;
use crate::locations::find_location_columns;
use crate::price_columns::{Side, drop_document_total};
use crate::profile::ColumnProfile;
use crate::tables::{Kind, Table, Target, targets};
use std::collections::BTreeMap;

/// Below this a column is not taken.
const MIN_SCORE: f64 = 0.4;
/// A name that fits this well says what a column is, whatever its cells look like.
const CERTAIN_NAME: f64 = 0.9;
/// A price, a cost, a quantity or the date of a document that is less certain is asked about.
const CERTAIN_SCORE: f64 = 0.62;
/// What makes a certain column one that is asked about.
const OPEN_SHARE: f64 = 0.6;
/// A second column that fits this well, compared to the first, makes a question.
const RIVAL_SHARE: f64 = 0.88;

/// Names of columns that say what a price is for, which mean nothing within other names.
const PER_WORDS: [&str; 4] = ["per", "je", "pro", "por"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Full,
    /// Orders without their lines.
    Headers,
    /// Lines without their orders.
    Lines,
}

#[derive(Debug, Clone)]
pub(crate) struct MappedColumn {
    pub index: usize,
    pub confidence: f64,
}

/// A column of quantities at one location.
#[derive(Debug, Clone)]
pub(crate) struct LocationColumn {
    pub index: usize,
    pub location: String,
    pub target: &'static str,
}

#[derive(Debug, Clone)]
pub(crate) struct Mapping {
    pub table: Table,
    pub role: Role,
    pub score: f64,
    pub columns: BTreeMap<&'static str, MappedColumn>,
    pub locations: Vec<LocationColumn>,
    /// Columns that may be the amounts of lines, best first.
    pub amounts: Vec<AmountColumn>,
    pub cancel_marks: Vec<CancelMark>,
    pub questions: Vec<Question>,
}

impl Mapping {
    pub(crate) fn column(&self, target: &str) -> Option<usize> {
        self.columns.get(target).map(|column| column.index)
    }

    pub(crate) fn has(&self, target: &str) -> bool {
        self.columns.contains_key(target)
    }
}

/// Where the block stands: names of the sheet and the file, and the lines above it.
pub(crate) struct Surroundings<'a> {
    pub sheet: &'a str,
    pub file: &'a str,
}

/// Asks whether another date of lines without orders is that of their documents.
pub(crate) fn ask_for_date(mapping: &mut Mapping, block: &Block) {
    let dates = ["delivered_date", "promised_date"];
    let options: Vec<String> = dates
        .iter()
        .filter_map(|target| mapping.column(target))
        .map(|index| option_of(block, index))
        .collect();
    if !options.is_empty() {
        let text = format!(
            "Which column is transaction_date: {}?",
            options.join(" or ")
        );
        mapping.questions.push(Question {
            options,
            ..Question::new(QuestionKind::WhichColumn, text).about_target("transaction_date")
        });
    }
}

/// Asks for the quantity of lines that have all else. False if no column can be it.
pub(crate) fn ask_for_quantity(mapping: &mut Mapping, block: &Block) -> bool {
    let item = mapping.columns.get("item_id");
    if item.is_none_or(|item| item.confidence < CERTAIN_SCORE) {
        return false;
    }
    let is_free = |index: usize| {
        let mut columns = mapping.columns.values();
        !columns.any(|column| column.index == index)
    };
    let options: Vec<String> = block
        .columns
        .iter()
        .filter(|column| !column.name.is_empty() && is_free(column.index))
        .map(|column| option_of(block, column.index))
        .collect();
    if options.is_empty() {
        return false;
    }
    let text = format!("Which column is quantity: {}?", options.join(" or "));
    mapping.role = Role::Full;
    mapping.questions.push(Question {
        options,
        ..Question::new(QuestionKind::WhichColumn, text).about_target("quantity")
    });
    true
}

pub(crate) fn map_block(
    block: &Block,
    profiles: &[ColumnProfile],
    surroundings: &Surroundings<'_>,
    answers: &Answers,
) -> Option<Mapping> {
    let mut best: Option<Mapping> = None;
    for table in Table::ALL {
        let Some(mut mapping) = map_to_table(table, block, profiles, surroundings, answers) else {
            continue;
        };
        mapping.score += 1.5 * title_evidence(table, block, surroundings);
        if best.as_ref().is_none_or(|best| mapping.score > best.score) {
            best = Some(mapping);
        }
    }
    best
}

/// Whether the sheet, the file or the title is called like the table, from 0 to 1.
fn title_evidence(table: Table, block: &Block, surroundings: &Surroundings<'_>) -> f64 {
    let lexicon = Lexicon::shared();
    let mut evidence: f64 = 0.0;
    let stem = surroundings.file.rsplit('/').next().unwrap_or("");
    let stem = stem.split('.').next().unwrap_or("");
    let texts = [surroundings.sheet, stem]
        .into_iter()
        .chain(block.titles.iter().map(String::as_str));
    for text in texts {
        let folded = fold(text).replace(['_', '-'], " ");
        if folded == table.name().replace('_', " ") {
            return 1.0;
        }
        let words: Vec<&str> = folded.split_whitespace().collect();
        for length in 1..=words.len().min(2) {
            for phrase in words.windows(length) {
                if lexicon.value("table", &phrase.join(" ")) == Some(table.name()) {
                    evidence = evidence.max(0.7);
                }
            }
        }
    }
    evidence
}

/// How well a column's name fits a target; of two header rows, the better reading.
fn name_score(target: &Target, column: &HeaderColumn) -> f64 {
    let own = fold(&column.name).replace([' ', '-', '.'], "_");
    if own == target.name {
        return 1.1;
    }
    if target.name == "_price_basis" && PER_WORDS.contains(&own.as_str()) {
        return 0.9;
    }
    let mut alone = target.score(&column.meaning);
    if target.name == "transaction_id"
        && column.meaning.is_number
        && column.meaning.concepts.contains(&"LINE")
    {
        // "Line No" counts the lines of an order; "Line ID" is an id.
        alone *= 0.5;
    }
    let says = |concept: &str| column.meaning.concepts.contains(&concept);
    if target.name == "quantity" && says("WEIGHT") && column.meaning.notes.is_empty() {
        // A weight of unknown unit is asked about.
        alone *= 0.8;
    }
    match &column.group {
        Some((_, joined)) => target.score(joined).max(alone * 0.93),
        None => alone,
    }
}

struct Candidate {
    score: f64,
    target: &'static str,
    kind: Kind,
    column: usize,
}

fn map_to_table(
    table: Table,
    block: &Block,
    profiles: &[ColumnProfile],
    surroundings: &Surroundings<'_>,
    answers: &Answers,
) -> Option<Mapping> {
    let empty = ColumnProfile::default();
    let side = Side::from_block(table, block, surroundings);
    let mut candidates = Vec::new();
    let amount = answered_amount(block, answers).filter(|_| table == Table::SalesTransactions);
    for target in targets().iter().filter(|target| target.table == table) {
        let answered = answers.find_text("which_column", None, Some(target.name));
        for column in block
            .columns
            .iter()
            .filter(|column| !column.name.is_empty())
        {
            let profile = profiles.get(column.index).unwrap_or(&empty);
            let named = name_score(target, column);
            let fit = profile.fit(target.name, target.kind(), named >= CERTAIN_NAME);
            let mut score = named * fit;
            let is_cost = column.meaning.concepts.contains(&"COST");
            if is_cost && side != Side::Bought && target.name == "unit_price" {
                // What is sold has another price. Where that is open, it is asked.
                score *= if side == Side::Sold { 0.0 } else { OPEN_SHARE };
            }
            if column.meaning.concepts.is_empty() {
                score = score.max(profile.content_only(target.name, target.kind()));
            }
            if answered.as_deref().map(fold).is_some_and(|name| {
                name == fold(&column.name) || name == fold(&option_of(block, column.index))
            }) {
                score = 2.0;
            }
            if let Some(amount) = amount
                && (target.name == "unit_price" || target.name == "_line_total")
            {
                // The price is the amount divided by the quantity.
                let is_amount = target.name == "_line_total" && column.index == amount;
                score = if is_amount { 2.0 } else { 0.0 };
            }
            if score >= MIN_SCORE {
                candidates.push(Candidate {
                    score,
                    target: target.name,
                    kind: target.kind(),
                    column: column.index,
                });
            }
        }
    }
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.column.cmp(&b.column)));
    let mut columns: BTreeMap<&'static str, MappedColumn> = BTreeMap::new();
    for candidate in &candidates {
        let is_taken = columns
            .values()
            .any(|column| column.index == candidate.column);
        if !is_taken && !columns.contains_key(candidate.target) {
            columns.insert(
                candidate.target,
                MappedColumn {
                    index: candidate.column,
                    confidence: candidate.score.min(1.0),
                },
            );
        }
    }
    let mut mapping = Mapping {
        table,
        role: Role::Full,
        score: 0.0,
        columns,
        locations: Vec::new(),
        amounts: Vec::new(),
        cancel_marks: Vec::new(),
        questions: Vec::new(),
    };
    if table == Table::InventoryData {
        find_location_columns(&mut mapping, block, profiles, surroundings, answers);
    }
    if table == Table::InventoryData {
        find_reorder_point(&mut mapping, block);
    }
    drop_document_total(&mut mapping, profiles);
    drop_conflicts(&mut mapping);
    mapping.amounts = amount_columns(&mapping, &candidates);
    mapping.cancel_marks = find_cancel_marks(block, &mapping);
    mapping.role = role_of(&mapping, block)?;
    mapping.score = mapping
        .columns
        .iter()
        .map(|(target, column)| {
            let is_required = table.column(target).is_some_and(|column| column.required);
            column.confidence * if is_required { 1.3 } else { 1.0 }
        })
        .sum::<f64>()
        + if mapping.locations.is_empty() {
            0.0
        } else {
            2.0
        }
        - 0.35 * count_other_columns(&mapping, block);
    ask_for_columns(&mut mapping, block, profiles, &candidates, answers);
    Some(mapping)
}

/// A least quantity beside a largest one is of the stock, not of orders.
fn find_reorder_point(mapping: &mut Mapping, block: &Block) {
    let least = mapping.columns.get("min_order_quantity");
    let is_open = least.is_some_and(|least| least.confidence < CERTAIN_SCORE);
    let is_level = is_open && !mapping.has("reorder_point") && names_concept(block, "MAX");
    if is_level && let Some(least) = mapping.columns.remove("min_order_quantity") {
        mapping.columns.insert("reorder_point", least);
    }
}

/// The column that the price was said to be, if it is the amount of a line.
fn answered_amount(block: &Block, answers: &Answers) -> Option<usize> {
    let answer = answers.find_text("which_column", None, Some("unit_price"))?;
    let column = block
        .columns
        .iter()
        .find(|column| !column.name.is_empty() && fold(&column.name) == fold(&answer))?;
    let score = |name: &str| {
        let mut sales = targets()
            .iter()
            .filter(|target| target.table == Table::SalesTransactions);
        sales
            .find(|target| target.name == name)
            .map_or(0.0, |target| name_score(target, column))
    };
    (score("_line_total") > score("unit_price")).then_some(column.index)
}

fn amount_columns(mapping: &Mapping, candidates: &[Candidate]) -> Vec<AmountColumn> {
    let is_free = |index: usize| {
        let mut mapped = mapping.columns.iter();
        !mapped.any(|(target, column)| *target != "_line_total" && column.index == index)
    };
    // Without a price it is computed from one of them.
    let taken = mapping.column("_line_total");
    candidates
        .iter()
        .filter(|candidate| candidate.target == "_line_total" && is_free(candidate.column))
        .filter(|candidate| taken.is_none_or(|taken| taken == candidate.column))
        .map(|candidate| AmountColumn {
            index: candidate.column,
            name_score: candidate.score,
        })
        .collect()
}

/// Known names that this table has no use for.
fn count_other_columns(mapping: &Mapping, block: &Block) -> f64 {
    let other = block.columns.iter().filter(|column| {
        let is_known = column.meaning.unknown.is_empty()
            && column
                .meaning
                .concepts
                .iter()
                .any(|concept| *concept != "NOTE");
        let is_used = mapping
            .columns
            .values()
            .any(|mapped| mapped.index == column.index)
            || mapping
                .locations
                .iter()
                .any(|mapped| mapped.index == column.index);
        is_known && !is_used
    });
    f64::from(u32::try_from(other.count()).unwrap_or(u32::MAX))
}

fn drop_conflicts(mapping: &mut Mapping) {
    // A party is needed only where customers and suppliers have no columns of their own.
    if mapping.has("customer_id") || mapping.has("supplier_id") {
        mapping.columns.remove("_party");
    }
    if mapping.has("transaction_id") {
        mapping.columns.remove("_line_number");
    }
    if mapping.has("unit_price") {
        mapping.columns.remove("_line_total");
    }
    if mapping.has("unit_cost") || !mapping.has("on_hand") {
        mapping.columns.remove("_stock_value");
    }
    // A gross amount or a total of other things is no line's.
    for total in ["_line_total", "_stock_value"] {
        let is_open = mapping.columns.get(total);
        if is_open.is_some_and(|column| column.confidence < CERTAIN_SCORE) {
            mapping.columns.remove(total);
        }
    }
    // Movements have two quantities; one alone is a quantity like any other.
    let has_both = mapping.has("_quantity_in") && mapping.has("_quantity_out");
    if has_both {
        mapping.columns.remove("quantity");
    } else {
        let incoming = mapping.columns.remove("_quantity_in");
        let outgoing = mapping.columns.remove("_quantity_out");
        if let Some(quantity) = incoming.or(outgoing) {
            mapping.columns.entry("quantity").or_insert(quantity);
        }
    }
}

fn role_of(mapping: &Mapping, block: &Block) -> Option<Role> {
    let has = |target: &str| mapping.has(target);
    let any = |targets: &[&str]| targets.iter().any(|target| mapping.has(target));
    match mapping.table {
        Table::InventoryData => {
            let has_item = any(&["item_id", "item_name"]);
            let has_stock = has("on_hand") || !mapping.locations.is_empty();
            (has_item && has_stock).then_some(Role::Full)
        }
        Table::SalesTransactions => {
            let has_quantity = any(&["quantity", "_quantity_in"]);
            let has_party = any(&["customer_id", "supplier_id", "_party"]);
            if has("item_id") && has_quantity {
                if has("transaction_date") {
                    Some(Role::Full)
                } else if has("order_id") {
                    Some(Role::Lines)
                } else {
                    None
                }
            } else if has("order_id")
                && has("transaction_date")
                && !has_quantity
                && (has_party || any(&["location", "direction"]))
            {
                Some(Role::Headers)
            } else {
                None
            }
        }
        Table::MarketPrices => {
            let count = ["commodity", "price", "price_date"]
                .iter()
                .filter(|t| has(t))
                .count();
            (count == 3 && !any(&[])).then_some(Role::Full)
        }
        Table::CustomerProfiles => {
            let details = [
                "state",
                "county",
                "acres",
                "crops",
                "email",
                "salesperson",
                "customer_since",
            ];
            let count = details.iter().filter(|target| has(target)).count();
            let is_list = any(&["customer_id", "customer_name"])
                && count
                    >= if names_concept(block, "CUSTOMER") {
                        1
                    } else {
                        2
                    };
            (is_list && !lists_goods(block)).then_some(Role::Full)
        }
        Table::SupplierData => {
            let is_list = any(&["supplier_id", "supplier_name"])
                && (any(&["lead_time_days", "active"])
                    || (has("categories") && names_concept(block, "SUPPLIER")));
            (is_list && !lists_goods(block)).then_some(Role::Full)
        }
        // The optional tables share most columns with the others. Each needs those that only it has.
        Table::CustomerBookings => {
            let marks = ["due_date", "delivered_quantity", "status"];
            let marks = marks.iter().filter(|target| has(target)).count();
            let is_booking = has("booking_id") && has("customer_id") && marks >= 2;
            (is_booking && has("item_id") && has("quantity")).then_some(Role::Full)
        }
        Table::PurchaseOrders => {
            let is_order = has("po_id")
                && has("supplier_id")
                && has("received_quantity")
                && any(&["expected_date", "status"])
                && !names_concept(block, "CUSTOMER");
            (is_order && has("item_id") && has("quantity")).then_some(Role::Full)
        }
        Table::ItemCatalogue => {
            let has_detail = any(&[
                "density",
                "active_ingredient",
                "epa_number",
                "restricted_use",
            ]);
            let has_stock = ["QUANTITY", "ON_HAND", "COST", "UNIT_PRICE"]
                .into_iter()
                .any(|concept| names_concept(block, concept));
            (has("item_id") && has_detail && !has_stock).then_some(Role::Full)
        }
        Table::PriceLists => ["supplier_id", "item_id", "unit_price", "valid_from"]
            .into_iter()
            .all(has)
            .then_some(Role::Full),
    }
}

fn names_concept(block: &Block, concept: &str) -> bool {
    block
        .columns
        .iter()
        .any(|column| column.meaning.concepts.contains(&concept))
}

/// Lists of people have no quantities, units and costs.
fn lists_goods(block: &Block) -> bool {
    [
        "ITEM",
        "SKU",
        "QUANTITY",
        "UNIT",
        "COST",
        "ON_HAND",
        "UNIT_PRICE",
        "REORDER",
    ]
    .into_iter()
    .filter(|concept| names_concept(block, concept))
    .count()
        >= 2
}

fn ask_for_columns(
    mapping: &mut Mapping,
    block: &Block,
    profiles: &[ColumnProfile],
    candidates: &[Candidate],
    answers: &Answers,
) {
    let mut questions = Vec::new();
    for (target, chosen) in &mapping.columns {
        let Some(column) = mapping.table.column(target) else {
            continue;
        };
        if answers.find("which_column", None, Some(target)).is_some() {
            continue;
        }
        let share = match column.kind {
            Kind::Timestamp => continue,
            Kind::Text | Kind::Category | Kind::Flag if *target != "location" => 0.99,
            Kind::Unit | Kind::Currency => 0.99,
            _ if !column.required => 0.97,
            _ => RIVAL_SHARE,
        };
        let best = candidates
            .iter()
            .find(|candidate| candidate.target == *target && candidate.column == chosen.index)
            .map_or(chosen.confidence, |candidate| candidate.score);
        let rivals: Vec<usize> = candidates
            .iter()
            .filter(|candidate| {
                candidate.target == *target
                    && candidate.column != chosen.index
                    && candidate.score >= best * share
                    && candidate.kind == column.kind
                    && !mapping
                        .columns
                        .values()
                        .any(|column| column.index == candidate.column)
                    && !same_cells(profiles, candidate.column, chosen.index)
            })
            .map(|candidate| candidate.column)
            .collect();
        let is_figure = matches!(
            *target,
            "quantity" | "on_hand" | "unit_price" | "unit_cost" | "transaction_date"
        );
        let is_certain = !is_figure || chosen.confidence >= CERTAIN_SCORE;
        if rivals.is_empty() && is_certain {
            continue;
        }
        let options: Vec<String> = std::iter::once(chosen.index)
            .chain(rivals)
            .map(|index| option_of(block, index))
            .collect();
        let text = format!("Which column is {target}: {}?", options.join(" or "));
        questions.push(Question {
            options,
            ..Question::new(QuestionKind::WhichColumn, text).about_target(target)
        });
    }
    mapping.questions.extend(questions);
}

/// The name by which an answer chooses a column: with its letter, if others are called the same.
pub(crate) fn option_of(block: &Block, index: usize) -> String {
    let mut columns = block.columns.iter();
    let name = columns
        .find(|column| column.index == index)
        .map_or("", |column| column.name.as_str());
    let namesakes = block
        .columns
        .iter()
        .filter(|column| fold(&column.name) == fold(name));
    if namesakes.count() > 1 {
        format!("{name} ({})", column_letters(index))
    } else {
        name.to_owned()
    }
}

fn same_cells(profiles: &[ColumnProfile], one: usize, other: usize) -> bool {
    match (profiles.get(one), profiles.get(other)) {
        (Some(one), Some(other)) => {
            other.filled == 0
                || (one.filled == other.filled
                    && one.distinct == other.distinct
                    && one.distinct.len() > 3)
        }
        _ => true,
    }
}
