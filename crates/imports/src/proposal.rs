//! Proposes how a table of a source is read: which of Sprout's tables it is, and where the values of
//! each column come from. What can be read in two ways is a question, never a guess.

use crate::answers::Answers;
use crate::cell::{Cell, Row};
use crate::evidence::Votes;
use crate::layout::{Block, HeaderColumn};
use crate::lexicon::Lexicon;
use crate::mapping::{Mapping, Role, Surroundings, map_block};
use crate::profile::{ColumnProfile, profile_rows};
use crate::tables::{Column, Kind, Table};
use crate::values::dates::read_date;
use crate::values::is_blank;
use crate::values::numbers::read_number;
use crate::values::units::{read_own_price_unit, read_price_unit, read_unit};
use crate::values::words::{read_category, read_commodity, read_direction, read_flag, read_status};
use crate::vocabulary;

/// Words of a column that a proposal lists.
const MAX_UNKNOWN_WORDS: usize = 20;
/// Tables with less than this share of their required columns are not proposed.
const MIN_CONFIDENCE: f64 = 0.4;

/// A table of a source: its name, its columns, and some of its rows as text.
#[derive(Debug, Clone, Copy)]
pub struct SampledTable<'a> {
    pub name: &'a str,
    pub columns: &'a [String],
    /// Cells in the order of the columns; may be empty.
    pub rows: &'a [Vec<String>],
}

/// What a question about a table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalQuestionCode {
    JoinOrders,
    SeparateLocations,
    SeparatePartners,
    IncomingQuantity,
    ChooseColumn,
    MissingColumn,
    DateOrder,
    DecimalSign,
}

/// What the names and the rows of a table do not decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposalQuestion {
    pub code: ProposalQuestionCode,
    /// The table or the column that it is about.
    pub name: String,
    /// Columns to choose from.
    pub options: Vec<String>,
    /// The question in English.
    pub text: String,
}

/// How a table of a source can be read.
#[derive(Debug, Clone, PartialEq)]
pub struct TableProposal {
    /// The table of Sprout's.
    pub table: &'static str,
    /// From 0 to 1.
    pub confidence: f64,
    pub columns: Vec<ProposedColumn>,
    /// What only a person knows.
    pub questions: Vec<ProposalQuestion>,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedColumn {
    pub target: &'static str,
    pub origin: ProposedOrigin,
    /// From 0 to 1.
    pub confidence: f64,
    /// Words of the column whose meaning is not known.
    pub unknown_words: Vec<String>,
}

/// A source of values, by the names of columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProposedOrigin {
    Column(String),
    Constant(String),
    /// The first divided by the second.
    Quotient(String, String),
    /// Joined with `-`.
    Joined(String, String),
    /// A column that is also another column's.
    Copy(String),
    /// A date in the form `mdy`, `dmy` or `yyyymmdd`.
    Date(String, &'static str),
    /// A number with the decimal sign `point` or `comma`.
    Number(String, &'static str),
}

/// Proposes how a table is read; `None` if it is none of Sprout's.
pub fn propose_mapping(sample: &SampledTable<'_>, answers: &Answers) -> Option<TableProposal> {
    let block = build_block(sample);
    let rows: Vec<Row> = sample.rows.iter().map(|cells| build_row(cells)).collect();
    let profiles = profile_rows(rows.iter(), block.columns.len(), false);
    let surroundings = Surroundings {
        sheet: sample.name,
        file: sample.name,
    };
    let fingerprint = block.fingerprint();
    let answers = answers.for_fingerprints(&[fingerprint.as_str()]);
    let mapping = map_block(&block, &profiles, &surroundings, &answers)?;
    let proposer = Proposer {
        sample,
        rows: &rows,
        profiles: &profiles,
        mapping: &mapping,
        columns: Vec::new(),
        questions: Vec::new(),
    };
    let proposal = proposer.propose(&answers.organization.currency);
    (proposal.confidence >= MIN_CONFIDENCE).then_some(proposal)
}

fn build_block(sample: &SampledTable<'_>) -> Block {
    let last_row = u32::try_from(sample.rows.len() + 1).unwrap_or(u32::MAX);
    let column = |(index, name): (usize, &String)| HeaderColumn {
        index,
        name: name.clone(),
        meaning: Lexicon::shared().read_name(name),
        group: None,
    };
    Block {
        header_row: 1,
        first_row: 2,
        last_row,
        columns: sample.columns.iter().enumerate().map(column).collect(),
        titles: Vec::new(),
    }
}

fn build_row(cells: &[String]) -> Row {
    let cell = |text: &String| {
        if text.is_empty() {
            Cell::Empty
        } else {
            Cell::Text(text.clone())
        }
    };
    Row {
        number: 0,
        hidden: false,
        cells: cells.iter().map(cell).collect(),
    }
}

struct Proposer<'a> {
    sample: &'a SampledTable<'a>,
    rows: &'a [Row],
    profiles: &'a [ColumnProfile],
    mapping: &'a Mapping,
    columns: Vec<ProposedColumn>,
    questions: Vec<ProposalQuestion>,
}

impl Proposer<'_> {
    fn propose(mut self, currency: &str) -> TableProposal {
        let table = self.mapping.table;
        self.ask_about_shape();
        let asked: Vec<&str> = self
            .mapping
            .questions
            .iter()
            .filter_map(|question| question.target.as_deref())
            .collect();
        self.questions.extend(
            self.mapping
                .questions
                .iter()
                .map(|question| ProposalQuestion {
                    code: ProposalQuestionCode::ChooseColumn,
                    name: question.target.clone().unwrap_or_default(),
                    options: question.options.clone(),
                    text: question.text.clone(),
                }),
        );
        for column in table.columns() {
            if asked.contains(&column.name) {
                continue;
            }
            match self.mapping.columns.get(column.name) {
                Some(_) if self.has_other_basis(column) => self.ask_for_price(column.name),
                Some(found) => self.propose_column(column, found.index, found.confidence),
                None if column.required => self.propose_missing(column, currency),
                None => {}
            }
        }
        let required = table
            .columns()
            .iter()
            .filter(|column| column.required && column.kind != Kind::Timestamp);
        let (mut count, mut sum) = (0_u32, 0.0);
        for column in required {
            count += 1;
            let mut proposed = self.columns.iter();
            sum += proposed
                .find(|proposed| proposed.target == column.name)
                .map_or(0.0, |proposed| proposed.confidence);
        }
        TableProposal {
            table: table.name(),
            confidence: sum / f64::from(count.max(1)),
            columns: self.columns,
            questions: self.questions,
        }
    }

    /// Rows that cannot be read one by one.
    fn ask_about_shape(&mut self) {
        let name = self.sample.name;
        if self.mapping.role != Role::Full {
            let text = format!(
                "{name} has orders or their lines alone. Create a view that joins both, and map \
                 the view."
            );
            self.ask(ProposalQuestionCode::JoinOrders, name, text);
        }
        if !self.mapping.locations.is_empty() {
            let text = format!(
                "{name} has a column for each location. Create a view with a row for each item \
                 and location, and map the view."
            );
            self.ask(ProposalQuestionCode::SeparateLocations, name, text);
        }
        for (helper, code, text) in [
            (
                "_party",
                ProposalQuestionCode::SeparatePartners,
                "is a customer or a supplier. Compute customer_id and supplier_id from it and from the type of the document.",
            ),
            (
                "_quantity_in",
                ProposalQuestionCode::IncomingQuantity,
                "is a quantity that came in. Compute quantity and direction from it and from the quantity that went out.",
            ),
        ] {
            if let Some(column) = self.mapping.column(helper) {
                let column = self.name_of(column);
                let text = format!("{column} {text}");
                self.ask(code, &column, text);
            }
        }
    }

    /// Whether a column says for which amount the price is.
    fn has_other_basis(&self, column: &Column) -> bool {
        matches!(column.name, "unit_price" | "unit_cost") && self.mapping.has("_price_basis")
    }

    fn ask_for_price(&mut self, target: &str) {
        let basis = self.mapped_name("_price_basis").unwrap_or_default();
        let text = format!(
            "{basis} says what prices are for. Which column is {target}, for one of the unit? \
             Compute it in a view, and map the view."
        );
        self.ask(ProposalQuestionCode::MissingColumn, target, text);
    }

    fn ask(&mut self, code: ProposalQuestionCode, name: &str, text: String) {
        self.questions.push(ProposalQuestion {
            code,
            name: name.to_owned(),
            options: Vec::new(),
            text,
        });
    }

    fn name_of(&self, index: usize) -> String {
        self.sample.columns.get(index).cloned().unwrap_or_default()
    }

    fn mapped_name(&self, target: &str) -> Option<String> {
        Some(self.name_of(self.mapping.column(target)?))
    }

    fn push(&mut self, target: &'static str, origin: ProposedOrigin, confidence: f64) {
        self.columns.push(ProposedColumn {
            target,
            origin,
            confidence,
            unknown_words: Vec::new(),
        });
    }

    fn propose_column(&mut self, column: &Column, index: usize, confidence: f64) {
        let name = self.name_of(index);
        let origin = match column.kind {
            Kind::Date | Kind::Timestamp => self.date_origin(name, index),
            Kind::Number | Kind::NotNegative | Kind::Positive | Kind::Days => {
                self.number_origin(name, index)
            }
            _ => ProposedOrigin::Column(name),
        };
        let unknown_words = self.find_unknown_words(column, index);
        self.columns.push(ProposedColumn {
            target: column.name,
            origin,
            confidence,
            unknown_words,
        });
    }

    /// A required column that no column of the source is.
    fn propose_missing(&mut self, column: &Column, currency: &str) {
        let constant = |value: &str| Some((ProposedOrigin::Constant(value.to_owned()), 0.8));
        let has = |target: &str| self.mapping.has(target);
        let copy_of = |target: &str| {
            self.mapped_name(target)
                .map(|name| (ProposedOrigin::Copy(name), 0.7))
        };
        let found = match column.name {
            // Without the column, every run compares all rows.
            "updated_at" => return,
            "currency" => constant(currency),
            "on_order" | "booked" | "min_quantity" => constant("0"),
            "active" => constant("true"),
            "direction" if has("customer_id") && !has("supplier_id") => constant("sale"),
            "direction" if has("supplier_id") && !has("customer_id") => constant("purchase"),
            "item_id" => copy_of("item_name"),
            "item_name" => copy_of("item_id"),
            "customer_id" => copy_of("customer_name"),
            // Which names a person has, a view joins.
            "customer_name" if has("_family_name") => None,
            "customer_name" => copy_of("customer_id"),
            "supplier_id" => copy_of("supplier_name"),
            "supplier_name" => copy_of("supplier_id"),
            "unit_price" => self
                .mapped_name("_line_total")
                .zip(self.mapped_name("quantity"))
                .map(|(total, quantity)| (ProposedOrigin::Quotient(total, quantity), 0.8)),
            "unit_cost" => self
                .mapped_name("_stock_value")
                .zip(self.mapped_name("on_hand"))
                .map(|(value, stock)| (ProposedOrigin::Quotient(value, stock), 0.8)),
            "transaction_id" => self
                .mapped_name("order_id")
                .zip(self.mapped_name("_line_number"))
                .map(|(order, line)| (ProposedOrigin::Joined(order, line), 0.8)),
            _ => None,
        };
        if let Some((origin, confidence)) = found {
            self.push(column.name, origin, confidence);
        } else {
            let text = format!(
                "Which column is {}, or which value does it have in every row?",
                column.name
            );
            self.ask(ProposalQuestionCode::MissingColumn, column.name, text);
        }
    }

    fn cells(&self, index: usize) -> impl Iterator<Item = &Cell> {
        self.rows
            .iter()
            .map(move |row| row.cell(index))
            .filter(|cell| !is_blank(cell))
    }

    /// Dates of numbers whose order all cells together decide, or a question.
    fn date_origin(&mut self, name: String, index: usize) -> ProposedOrigin {
        let is_compact = |cell: &Cell| {
            let text = cell.raw_text().trim();
            text.len() == 8
                && text.bytes().all(|byte| byte.is_ascii_digit())
                && read_date(cell, false).is_date()
        };
        if self.cells(index).next().is_some() && self.cells(index).all(is_compact) {
            return ProposedOrigin::Date(name, "yyyymmdd");
        }
        let mut votes = Votes::default();
        let mut is_ambiguous = false;
        for cell in self.cells(index) {
            let reading = read_date(cell, false);
            is_ambiguous |= reading.is_ambiguous();
            votes.count_order(reading.evidence());
        }
        match votes.decide() {
            Some(true) if is_ambiguous => ProposedOrigin::Date(name, "mdy"),
            Some(false) if is_ambiguous => ProposedOrigin::Date(name, "dmy"),
            None if is_ambiguous => {
                let text = format!(
                    "Does the month or the day come first in {name}? Read the column as a date in \
                     a known form."
                );
                self.ask(ProposalQuestionCode::DateOrder, &name, text);
                ProposedOrigin::Column(name)
            }
            _ => ProposedOrigin::Column(name),
        }
    }

    /// Numbers whose decimal sign all cells together decide, or a question.
    fn number_origin(&mut self, name: String, index: usize) -> ProposedOrigin {
        let mut votes = Votes::default();
        let (mut is_ambiguous, mut has_dollars) = (false, false);
        for cell in self.cells(index) {
            let reading = read_number(cell);
            has_dollars |= reading.currency.as_deref() == Some("$");
            is_ambiguous |= reading.is_ambiguous();
            votes.count_sign(reading.evidence());
        }
        match votes.decide() {
            Some(false) if is_ambiguous || has_dollars => ProposedOrigin::Number(name, "comma"),
            Some(true) if is_ambiguous || has_dollars => ProposedOrigin::Number(name, "point"),
            None if is_ambiguous => {
                let text = format!(
                    "Is the separator in {name} a decimal sign? Read the column as a number with a \
                     known decimal sign."
                );
                self.ask(ProposalQuestionCode::DecimalSign, &name, text);
                ProposedOrigin::Column(name)
            }
            _ => ProposedOrigin::Column(name),
        }
    }

    /// The words of a column that mean nothing yet.
    fn find_unknown_words(&self, column: &Column, index: usize) -> Vec<String> {
        let Some(profile) = self.profiles.get(index) else {
            return Vec::new();
        };
        let table = self.mapping.table;
        let mut unknown: Vec<String> = profile
            .distinct
            .iter()
            .filter(|word| !is_known_word(table, column, word))
            .cloned()
            .collect();
        unknown.sort();
        unknown.truncate(MAX_UNKNOWN_WORDS);
        unknown
    }
}

fn is_known_word(table: Table, column: &Column, word: &str) -> bool {
    if vocabulary::is_nothing(word) {
        return true;
    }
    match column.kind {
        Kind::Category => read_category(word).is_some(),
        Kind::Unit => read_unit(word).is_some(),
        Kind::PriceUnit => {
            read_price_unit(word, false).is_some() || read_own_price_unit(word).is_some()
        }
        // The sign of a return may or may not be in its quantity.
        Kind::Direction => read_direction(word)
            .is_some_and(|document| document.is_sale.is_some() && !document.is_return),
        Kind::Status => {
            table.statuses().contains(&word.to_lowercase().as_str()) || read_status(word).is_some()
        }
        Kind::Flag => read_flag(word).is_some(),
        Kind::Commodity => read_commodity(word).is_some(),
        Kind::Currency => vocabulary::read_currency(word).is_some(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn propose(name: &str, columns: &[&str], rows: &[&[&str]]) -> Option<TableProposal> {
        let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().map(|cell| (*cell).to_owned()).collect())
            .collect();
        let sample = SampledTable {
            name,
            columns: &columns,
            rows: &rows,
        };
        let organization = json!({"currency": "CAD", "timeZone": "America/Chicago"});
        let answers = serde_json::from_value(json!({"organization": organization})).unwrap();
        propose_mapping(&sample, &answers)
    }

    fn origin<'a>(proposal: &'a TableProposal, target: &str) -> Option<&'a ProposedOrigin> {
        let mut columns = proposal.columns.iter();
        let column = columns.find(|column| column.target == target)?;
        Some(&column.origin)
    }

    fn column(name: &str) -> ProposedOrigin {
        ProposedOrigin::Column(name.to_owned())
    }

    const LINES: [&str; 9] = [
        "Invoice No",
        "Line No",
        "Invoice Date",
        "Customer No",
        "Item No",
        "Quantity",
        "UOM",
        "Extended Price",
        "Doc Type",
    ];

    #[test]
    fn lines_of_invoices_are_sales_with_a_computed_price_and_id() {
        let rows: [&[&str]; 3] = [
            &[
                "I1",
                "1",
                "03/04/2026",
                "C1",
                "A1",
                "2",
                "Gal",
                "20.00",
                "Invoice",
            ],
            &[
                "I1",
                "2",
                "03/25/2026",
                "C1",
                "A2",
                "4",
                "Jug",
                "10.00",
                "Invoice",
            ],
            &[
                "I2",
                "1",
                "04/05/2026",
                "C2",
                "A1",
                "1",
                "kg",
                "5.00",
                "Credit Memo",
            ],
        ];
        let proposal = propose("invoice_lines", &LINES, &rows).unwrap();
        assert_eq!(proposal.table, "sales_transactions", "{proposal:?}");
        assert_eq!(
            origin(&proposal, "unit_price"),
            Some(&ProposedOrigin::Quotient(
                "Extended Price".into(),
                "Quantity".into()
            ))
        );
        assert_eq!(
            origin(&proposal, "transaction_id"),
            Some(&ProposedOrigin::Joined(
                "Invoice No".into(),
                "Line No".into()
            ))
        );
        // The second row decides the order of the others.
        assert_eq!(
            origin(&proposal, "transaction_date"),
            Some(&ProposedOrigin::Date("Invoice Date".into(), "mdy"))
        );
        let constant = ProposedOrigin::Constant("CAD".into());
        assert_eq!(origin(&proposal, "currency"), Some(&constant));
        assert_eq!(origin(&proposal, "item_id"), Some(&column("Item No")));
        let unknown = |target: &str| {
            let mut columns = proposal.columns.iter();
            let column = columns.find(|column| column.target == target).unwrap();
            column.unknown_words.clone()
        };
        assert_eq!(unknown("unit"), ["Jug"]);
        assert_eq!(unknown("direction"), ["Credit Memo"]);
        assert!(proposal.confidence > 0.7, "{proposal:?}");
        assert!(proposal.questions.is_empty(), "{proposal:?}");
    }

    #[test]
    fn what_reads_in_two_ways_is_asked() {
        let rows: [&[&str]; 2] = [
            &[
                "I1",
                "1",
                "03/04/2026",
                "C1",
                "A1",
                "2",
                "gal",
                "20.00",
                "Invoice",
            ],
            &[
                "I1",
                "2",
                "04/05/2026",
                "C1",
                "A2",
                "4",
                "gal",
                "10.00",
                "Invoice",
            ],
        ];
        let proposal = propose("invoice_lines", &LINES, &rows).unwrap();
        assert_eq!(
            origin(&proposal, "transaction_date"),
            Some(&column("Invoice Date"))
        );
        assert!(
            proposal
                .questions
                .iter()
                .any(|question| question.text.contains("month or the day")),
            "{proposal:?}"
        );
    }

    #[test]
    fn prices_for_other_amounts_are_no_unit_prices() {
        let names = [
            "Order No",
            "Order Date",
            "Customer No",
            "Item No",
            "Qty",
            "UOM",
            "Price",
            "Price UOM",
        ];
        let row: &[&str] = &["1", "2026-01-15", "C1", "A1", "10", "ton", "0.255", "lb"];
        let proposal = propose("orders", &names, &[row]).unwrap();
        assert_eq!(origin(&proposal, "unit_price"), None, "{proposal:?}");
        let mut questions = proposal.questions.iter();
        assert!(questions.any(|question| question.name == "unit_price"));
    }

    #[test]
    fn names_alone_are_enough_and_other_tables_are_left_alone() {
        let names = ["VENDOR_ID", "VENDOR_NAME", "LEAD_TIME_DAYS"];
        let proposal = propose("VENDORS", &names, &[]).unwrap();
        assert_eq!(proposal.table, "supplier_data");
        assert_eq!(origin(&proposal, "supplier_id"), Some(&column("VENDOR_ID")));
        let constant = ProposedOrigin::Constant("true".into());
        assert_eq!(origin(&proposal, "active"), Some(&constant));
        assert_eq!(propose("sessions", &["token", "expires", "ip"], &[]), None);
    }
}
