//! Which rows of a block are data: not blank, not a header again, not a total, not a note. Names
//! that stand above their lines are carried down to them.

use crate::cell::{Cell, Row};
use crate::layout::{Block, MergeFiller};
use crate::lexicon::{Lexicon, collapse, fold};
use crate::lone_text::{LoneText, read_lone_text};
use crate::mapping::Mapping;
use crate::subtotals::{ItemRow, ItemRuns, TotalPlaces};
use crate::tables::{Kind, Table};
use crate::values::is_blank;
use crate::values::numbers::read_number;
use crate::values::words::is_total_word;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowRole {
    Skip,
    /// May name what the lines below belong to, so that these belong to nothing known.
    Unclear,
    Total,
    /// A cell alone in the column.
    Label(usize),
    Data,
}

/// Columns of an order that its further lines may leave blank.
const ORDER_COLUMNS: [&str; 6] = [
    "order_id",
    "transaction_date",
    "customer_id",
    "supplier_id",
    "_party",
    "direction",
];

/// Columns that name the item or the document of a row.
const SUBJECT_COLUMNS: [&str; 7] = [
    "item_id",
    "item_name",
    "order_id",
    "transaction_id",
    "booking_id",
    "po_id",
    "commodity",
];

/// Columns whose amounts must not get lost.
const FIGURE_COLUMNS: [&str; 9] = [
    "quantity",
    "_quantity_in",
    "_quantity_out",
    "on_hand",
    "unit_price",
    "_line_total",
    "unit_cost",
    "price",
    "received_quantity",
];

/// What the rows of a block say together of the roles of single ones.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowHints {
    /// Names stand above their lines in this column.
    pub label_column: Option<usize>,
    /// Whether sums follow the rows of items.
    pub has_subtotals: bool,
    /// Whether the stock of each item is to be summed up.
    pub takes_place_sums: bool,
    pub total_places: TotalPlaces,
}

pub(crate) struct RowReader<'a> {
    block: &'a Block,
    merges: MergeFiller,
    width: usize,
    /// How many columns the table uses; the others say nothing of whether a row is data.
    mapped: usize,
    /// Required columns that hold texts, ids or dates.
    identity: Vec<usize>,
    /// Columns that say what a row is about.
    subjects: Vec<usize>,
    figures: Vec<usize>,
    order_columns: Vec<usize>,
    order_number: Option<usize>,
    /// Columns that hold for further lines of an order where these leave them blank.
    cancel_columns: Vec<usize>,
    line_columns: Vec<usize>,
    labels: Vec<(usize, Cell)>,
    hints: &'a RowHints,
    runs: ItemRuns,
    /// Sums of several rows of an item.
    pub subtotals: u64,
    location: Option<usize>,
    last_order: Vec<(usize, Cell)>,
    /// Columns of lone cells that no line has followed yet.
    open_labels: Vec<usize>,
    /// By column: lone cells that lines followed which leave the column blank.
    pub lone_cells: Vec<(usize, u32)>,
}

impl<'a> RowReader<'a> {
    pub(crate) fn new(
        block: &'a Block,
        mapping: &'a Mapping,
        merges: MergeFiller,
        hints: &'a RowHints,
    ) -> Self {
        let identity = mapping
            .table
            .columns()
            .iter()
            .filter(|column| {
                let is_identity = matches!(
                    column.kind,
                    Kind::Id
                        | Kind::Text
                        | Kind::Date
                        | Kind::Unit
                        | Kind::Category
                        | Kind::Commodity
                );
                is_identity
                    && (column.required
                        || column.name == "customer_id"
                        || column.name == "supplier_id")
            })
            .filter_map(|column| mapping.column(column.name))
            .collect();
        let columns_of = |names: &[&str]| -> Vec<usize> {
            names
                .iter()
                .filter_map(|name| mapping.column(name))
                .collect()
        };
        let mut figures = columns_of(&FIGURE_COLUMNS);
        figures.extend(mapping.locations.iter().map(|column| column.index));
        Self {
            block,
            merges,
            width: block.width(),
            mapped: mapping.columns.len() + mapping.locations.len(),
            identity,
            subjects: columns_of(&SUBJECT_COLUMNS),
            figures,
            order_columns: columns_of(&ORDER_COLUMNS),
            order_number: mapping.column("order_id"),
            cancel_columns: mapping
                .cancel_marks
                .iter()
                .map(|mark| mark.column)
                .collect(),
            line_columns: columns_of(&["item_id", "quantity"]),
            labels: Vec::new(),
            hints,
            runs: ItemRuns::new(mapping),
            subtotals: 0,
            location: mapping
                .column("location")
                .filter(|_| mapping.table == Table::InventoryData),
            last_order: Vec::new(),
            open_labels: Vec::new(),
            lone_cells: Vec::new(),
        }
    }

    pub(crate) fn contains(&self, number: u32) -> bool {
        (self.block.first_row..=self.block.last_row).contains(&number)
    }

    /// The row with everything that holds for it, if it is data.
    pub(crate) fn take(&mut self, mut row: Row) -> Option<Row> {
        if !self.contains(row.number) {
            return None;
        }
        let was_lone = row.filled() == 1;
        self.merges.fill(&mut row);
        match self.role(&row, was_lone) {
            RowRole::Skip => None,
            RowRole::Unclear => {
                self.labels.clear();
                self.last_order.clear();
                None
            }
            RowRole::Total => {
                if self.ends_section(&row) {
                    self.labels.clear();
                    self.last_order.clear();
                }
                None
            }
            RowRole::Label(column) => {
                self.open_labels.push(column);
                if self.names_section(column) {
                    self.last_order.clear();
                }
                self.labels.retain(|(known, _)| *known != column);
                self.labels.push((column, label_value(row.cell(column))));
                None
            }
            RowRole::Data => {
                self.count_labels(&row);
                if self.hints.total_places.is_total(&row) == Some(true) || self.is_subtotal(&row) {
                    return None;
                }
                self.carry_down(&mut row);
                self.runs.add(&row);
                self.open_total_place(&mut row);
                Some(row)
            }
        }
    }

    fn role(&self, row: &Row, was_lone: bool) -> RowRole {
        let mut filled = row
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.is_empty());
        let Some((first, first_cell)) = filled.next() else {
            return RowRole::Skip;
        };
        let count = row.filled();
        if self.block.is_repeated_header(row) {
            return RowRole::Skip;
        }
        let blank = self
            .identity
            .iter()
            .filter(|column| is_blank(row.cell(**column)))
            .count();
        let misses_identity = blank * 2 >= self.identity.len() && blank > 0;
        let is_lone = (count == 1 || was_lone) && self.width > 2;
        if misses_identity && !is_lone && self.has_total_word(row) {
            return RowRole::Total;
        }
        if is_lone {
            return if was_lone {
                self.lone_role(first, first_cell)
            } else {
                RowRole::Skip
            };
        }
        if count == 2
            && misses_identity
            && self.width > 3
            && first_cell.is_text()
            && first_cell.raw_text().trim().ends_with(':')
            && let Some((_, second)) = filled.next()
            && Some(first) == self.hints.label_column
            && second.is_text()
        {
            return if names_party(first_cell.raw_text()) {
                RowRole::Unclear
            } else {
                RowRole::Skip
            };
        }
        let is_numeric_only = row
            .cells
            .iter()
            .all(|cell| is_blank(cell) || !cell.is_text() || read_number(cell).is_number());
        if blank == self.identity.len()
            && is_numeric_only
            && self.identity.len() > 1
            && self
                .hints
                .label_column
                .is_none_or(|column| !self.identity.contains(&column) || self.identity.len() > 2)
        {
            return RowRole::Skip;
        }
        let is_sparse = count * 4 <= self.mapped.max(4) || count <= 2;
        if misses_identity && is_sparse && self.width > 3 && !self.has_line(row) {
            return if self.may_name_section(row) {
                RowRole::Unclear
            } else {
                RowRole::Skip
            };
        }
        RowRole::Data
    }

    /// Whether the row says an amount of something, however few cells it has.
    fn has_line(&self, row: &Row) -> bool {
        let is_filled = |column: &usize| !is_blank(row.cell(*column));
        self.subjects.iter().any(is_filled) && self.figures.iter().any(is_filled)
    }

    /// A cell alone in its row. Whatever it says, it names the lines below that leave its column
    /// blank, unless it surely is a note or a total.
    fn lone_role(&self, column: usize, cell: &Cell) -> RowRole {
        let text = cell.raw_text();
        if self.repeats_title(text) {
            return RowRole::Skip;
        }
        let ends_section = self
            .labels
            .iter()
            .any(|(known, label)| *known == column && fold(text).contains(&fold(label.raw_text())));
        if is_total_word(text) && ends_section {
            return RowRole::Total;
        }
        match read_lone_text(text) {
            LoneText::Unclear if self.names_section(column) => RowRole::Unclear,
            LoneText::Note | LoneText::Unclear => RowRole::Skip,
            LoneText::Name => RowRole::Label(column),
        }
    }

    /// Whether the column names the customer, supplier, order or item of the lines below.
    fn names_section(&self, column: usize) -> bool {
        let header = self
            .block
            .columns
            .iter()
            .find(|known| known.index == column);
        Some(column) == self.hints.label_column
            || self.order_columns.contains(&column)
            || header.is_none_or(|header| header.name.is_empty())
    }

    /// Whether a row with few cells, which is no data, may say to whom the lines below belong.
    fn may_name_section(&self, row: &Row) -> bool {
        let filled = || {
            row.cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| !cell.is_empty())
        };
        let texts: Vec<String> = filled()
            .map(|(_, cell)| collapse(cell.raw_text()))
            .collect();
        let is_note = texts
            .iter()
            .any(|text| read_lone_text(text) == LoneText::Note)
            || self.repeats_title(&texts.join(" "));
        let is_name = |column: usize| {
            Some(column) == self.hints.label_column || self.order_columns.contains(&column)
        };
        // A remark on the order above names it again.
        let is_above = |column: usize, cell: &Cell| {
            let mut order = self.last_order.iter();
            order.any(|(known, above)| *known == column && above == cell)
        };
        !is_note && filled().any(|(column, cell)| is_name(column) && !is_above(column, cell))
    }

    /// Whether the row stands above the table too, as the title of each page.
    fn repeats_title(&self, text: &str) -> bool {
        let text = collapse(text);
        !text.contains(':') && self.block.titles.contains(&text)
    }

    /// Whether a total is that of the lines below a label.
    fn ends_section(&self, row: &Row) -> bool {
        let texts = row.cells.iter().filter(|cell| cell.is_text());
        let mut totals = texts.take(3).filter(|cell| is_total_word(cell.raw_text()));
        totals.any(|total| {
            let total = fold(total.raw_text());
            let mut labels = self.labels.iter();
            labels.any(|(_, label)| total.contains(&fold(label.raw_text())))
        })
    }

    fn count_labels(&mut self, row: &Row) {
        for column in std::mem::take(&mut self.open_labels) {
            if !is_blank(row.cell(column)) {
                continue;
            }
            let mut lone_cells = self.lone_cells.iter_mut();
            match lone_cells.find(|(known, _)| *known == column) {
                Some((_, count)) => *count += 1,
                None => self.lone_cells.push((column, 1)),
            }
        }
    }

    fn has_total_word(&self, row: &Row) -> bool {
        row.cells
            .iter()
            .take(self.width.max(1))
            .filter(|cell| cell.is_text())
            .take(3)
            .any(|cell| is_total_word(cell.raw_text()))
    }

    fn carry_down(&mut self, row: &mut Row) {
        if let Some(column) = self.hints.label_column {
            if !is_blank(row.cell(column)) {
                // A line of another party: those below may be its further ones.
                if self.order_columns.contains(&column) {
                    self.labels.retain(|(known, _)| *known != column);
                }
            } else if let Some((_, label)) = self.labels.iter().find(|(known, _)| *known == column)
            {
                set_cell(row, column, label.clone());
            }
        }
        if self.order_columns.len() < 2 || self.line_columns.len() < 2 {
            return;
        }
        let own = self.own_order_columns();
        if self.is_further_line(row, &own) {
            // What may as well be a sum belongs to no order, so that it is rejected.
            if self.runs.classify(row, self.hints.has_subtotals) == ItemRow::Either {
                return;
            }
            for (column, cell) in self.last_order.clone() {
                if is_blank(row.cell(column)) {
                    set_cell(row, column, cell);
                }
            }
        } else {
            self.last_order = own
                .iter()
                .chain(&self.cancel_columns)
                .map(|column| (*column, row.cell(*column).clone()))
                .collect();
        }
    }
}

impl RowReader<'_> {
    fn own_order_columns(&self) -> Vec<usize> {
        let order_columns = self.order_columns.iter().copied();
        order_columns
            .filter(|column| Some(*column) != self.hints.label_column)
            .collect()
    }

    /// Whether the row has an item and a quantity, and leaves its order to the row above.
    fn is_further_line(&self, row: &Row, own: &[usize]) -> bool {
        let is_blank_at = |column: &usize| is_blank(row.cell(*column));
        self.line_columns.len() == 2
            && !self.line_columns.iter().any(is_blank_at)
            && own.len() >= 2
            && (own.iter().all(is_blank_at) || self.repeats_order(row, own))
    }

    /// Whether the row is the sum of the rows of its item above.
    fn is_subtotal(&mut self, row: &Row) -> bool {
        let own = self.own_order_columns();
        let is_blank_at = |column: &usize| is_blank(row.cell(*column));
        let lacks_owner = (own.len() >= 2 && own.iter().all(is_blank_at))
            || self.location.as_ref().is_some_and(is_blank_at);
        if !lacks_owner || self.runs.classify(row, self.hints.has_subtotals) != ItemRow::Subtotal {
            return false;
        }
        self.subtotals += 1;
        self.runs.end();
        true
    }

    /// A total of locations that is not their sum is at no location known.
    fn open_total_place(&self, row: &mut Row) {
        let places = &self.hints.total_places;
        if places.is_total(row) == Some(false)
            && let Some(location) = places.location()
        {
            set_cell(row, location, Cell::Empty);
        }
    }

    /// Whether the row says of its order only the number, which is that of the row above.
    fn repeats_order(&self, row: &Row, own: &[usize]) -> bool {
        let Some(number) = self.order_number else {
            return false;
        };
        let is_same = self
            .last_order
            .iter()
            .any(|(column, cell)| *column == number && !is_blank(cell) && cell == row.cell(number));
        let mut others = own.iter().filter(|column| **column != number);
        is_same && own.len() > 2 && others.all(|column| is_blank(row.cell(*column)))
    }
}

fn set_cell(row: &mut Row, column: usize, cell: Cell) {
    if row.cells.len() <= column {
        row.cells.resize(column + 1, Cell::Empty);
    }
    if let Some(slot) = row.cells.get_mut(column) {
        *slot = cell;
    }
}

/// Whether a name such as `Customer:` stands before what lines belong to.
fn names_party(name: &str) -> bool {
    const OWNERS: [&str; 6] = ["CUSTOMER", "SUPPLIER", "PARTY", "ITEM", "LOCATION", "ORDER"];
    let meaning = Lexicon::shared().read_name(name);
    meaning
        .concepts
        .iter()
        .any(|concept| OWNERS.contains(concept))
}

/// `Customer: C-17` stands for `C-17`.
fn label_value(cell: &Cell) -> Cell {
    if let Cell::Text(text) = cell
        && let Some((name, value)) = text.split_once(':')
        && !value.trim().is_empty()
        && Lexicon::shared().knows(name)
    {
        return Cell::Text(collapse(value));
    }
    cell.clone()
}
