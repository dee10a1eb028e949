//! Finds the tables of a sheet: their header rows, their ends, and the lines above them.

use crate::cell::{Cell, Merge, Row};
use crate::lexicon::{Lexicon, NameMeaning, collapse, fold};
use crate::values::dates::read_date;
use crate::values::is_blank;
use crate::values::numbers::read_number;

/// FNV-1a of 128 bits: stable between versions, because fingerprints are stored.
const OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// A table of a sheet, before it is known which one.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub header_row: u32,
    pub first_row: u32,
    /// The last row that may belong to it.
    pub last_row: u32,
    pub columns: Vec<HeaderColumn>,
    /// Texts above the header.
    pub titles: Vec<String>,
}

impl Block {
    /// Recognizes the layout again: the names of its columns in their order, whatever its file and
    /// sheet are called.
    pub(crate) fn fingerprint(&self) -> String {
        let mut hash = OFFSET_BASIS;
        let mut add = |text: &str| {
            for byte in fold(&collapse(text)).bytes().chain([0x1f]) {
                hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
            }
        };
        for column in &self.columns {
            add(&column.name);
            if let Some((group, _)) = &column.group {
                add(group);
            }
        }
        format!("{hash:032x}")
    }
}

#[derive(Debug, Clone)]
pub(crate) struct HeaderColumn {
    pub index: usize,
    /// As the file writes it; of two header rows the lower one.
    pub name: String,
    pub meaning: NameMeaning,
    /// With the upper header row in front.
    pub group: Option<(String, NameMeaning)>,
}

const MAX_TITLES: usize = 12;
/// So many known names make a header, however many others stand beside them.
const CERTAIN_NAMES: usize = 4;

/// The part of the filled cells that are known names, and their number.
pub(crate) fn count_known_names(row: &Row) -> (usize, usize) {
    let lexicon = Lexicon::shared();
    let mut known = 0;
    let mut filled = 0;
    for cell in &row.cells {
        if cell.is_empty() {
            continue;
        }
        filled += 1;
        if let Cell::Text(text) = cell
            && text.chars().count() <= 60
            && lexicon.knows(text)
        {
            known += 1;
        }
    }
    (known, filled)
}

/// Whether the row can name the columns of a table.
pub(crate) fn is_header(row: &Row) -> bool {
    let texts = row.cells.iter().filter(|cell| cell.is_text()).count();
    if texts < 2 || row.filled() > texts + 1 || has_values(row) {
        return false;
    }
    let (known, filled) = count_known_names(row);
    known >= 2 && known * 2 >= filled
        || (known >= 3 && known * 3 >= filled)
        // Wide exports name many columns of their own beside these.
        || known >= CERTAIN_NAMES
}

/// Numbers, dates and the like do not name columns.
fn has_values(row: &Row) -> bool {
    let values = row
        .cells
        .iter()
        .filter(|cell| match cell {
            Cell::Empty => false,
            Cell::Text(text) => {
                read_number(cell).is_number()
                    || read_date(cell, false).is_date()
                    || text.contains('@')
            }
            _ => true,
        })
        .count();
    values > 0 && values * 4 >= row.filled().min(8)
}

fn is_upper_header(upper: &Row, lower: &Row) -> bool {
    is_header(lower)
        && upper.filled() >= 1
        && upper.filled() <= lower.filled()
        && !has_values(upper)
}

pub(crate) struct BlockFinder {
    blocks: Vec<Block>,
    titles: Vec<String>,
    previous: Option<Row>,
    /// The header that was just found, which may be the upper of two.
    upper: Option<Row>,
    merges: Vec<Merge>,
    gap: bool,
    data_rows: u32,
    last_row: u32,
}

impl BlockFinder {
    pub(crate) fn new(merges: Vec<Merge>) -> Self {
        Self {
            blocks: Vec::new(),
            titles: Vec::new(),
            previous: None,
            upper: None,
            merges,
            gap: true,
            data_rows: 0,
            last_row: 0,
        }
    }

    pub(crate) fn add(&mut self, row: &Row) {
        if row.filled() == 0 {
            self.gap = true;
            self.previous = None;
            self.upper = None;
            self.last_row = row.number;
            return;
        }
        // A gap in the numbers is a blank row that the file leaves out.
        if let Some(block) = self.blocks.last()
            && self.last_row + 1 < row.number
            && row.number > block.header_row
        {
            self.gap = true;
            self.upper = None;
        }
        if let Some(upper) = self.upper.take() {
            if is_upper_header(&upper, row) && self.is_better_header(&upper, row) {
                let titles = self
                    .blocks
                    .pop()
                    .map_or_else(Vec::new, |block| block.titles);
                self.start_block(row, Some(&upper), titles);
                self.previous = Some(row.clone());
                self.last_row = row.number;
                return;
            }
            self.data_rows = 0;
        }
        if !self.blocks.is_empty() && !self.gap && self.data_rows > 2 {
            // Only a gap can end a table, so rows within one need no closer look.
            self.data_rows += 1;
            self.last_row = row.number;
            return;
        }
        let may_start = self.blocks.is_empty() || self.gap;
        if may_start
            && is_header(row)
            && !self.repeats_header(row)
            && (self.blocks.is_empty() || self.is_other_table(row))
        {
            let above = self.previous.take().filter(|above| {
                above.number + 1 == row.number
                    && above.filled() > 1
                    && is_upper_header(above, row)
                    && self.titles.last().is_some()
            });
            let titles = std::mem::take(&mut self.titles);
            self.start_block(row, above.as_ref(), titles);
            self.upper = above.is_none().then(|| row.clone());
        } else {
            self.data_rows += 1;
            if self.blocks.is_empty() || self.gap {
                let text: Vec<String> = row
                    .cells
                    .iter()
                    .filter(|cell| !cell.is_empty())
                    .map(|cell| collapse(cell.raw_text()))
                    .collect();
                if self.titles.len() < MAX_TITLES {
                    self.titles.push(text.join(" "));
                }
            }
            if row.filled() > 2 && !self.blocks.is_empty() {
                self.gap = false;
                self.titles.clear();
            }
        }
        self.last_row = row.number;
        self.previous = Some(row.clone());
    }

    /// The lower of two rows names the columns, if it names more of them.
    fn is_better_header(&self, upper: &Row, lower: &Row) -> bool {
        let (known_above, filled_above) = count_known_names(upper);
        let (known_below, filled_below) = count_known_names(lower);
        filled_below >= filled_above
            && known_below >= known_above.min(filled_below)
            && (filled_above < filled_below
                || self
                    .merges
                    .iter()
                    .any(|merge| merge.first_row == upper.number))
    }

    fn repeats_header(&self, row: &Row) -> bool {
        self.blocks
            .iter()
            .any(|block| block.is_repeated_header(row))
    }

    /// Rows of data may look like names; another table has other names, most of them known.
    fn is_other_table(&self, row: &Row) -> bool {
        let (known, filled) = count_known_names(row);
        let is_after_gap = self.gap;
        known >= 3 && known * 3 >= filled * 2 && is_after_gap
    }

    fn start_block(&mut self, row: &Row, upper: Option<&Row>, titles: Vec<String>) {
        if let Some(last) = self.blocks.last_mut() {
            last.last_row = upper
                .map_or(row.number, |upper| upper.number)
                .saturating_sub(1);
        }
        let columns = name_columns(row, upper, &self.merges);
        self.blocks.push(Block {
            header_row: row.number,
            first_row: row.number + 1,
            last_row: u32::MAX,
            columns,
            titles,
        });
        self.gap = false;
        self.data_rows = 0;
        self.titles.clear();
    }

    pub(crate) fn finish(self) -> (Vec<Block>, Vec<String>) {
        (self.blocks, self.titles)
    }
}

/// The last part of a name such as `Order Lines/Quantity`, if other columns begin like it.
fn own_part<'a>(name: &'a str, row: &Row) -> &'a str {
    let Some((path, own)) = name.rsplit_once('/') else {
        return name;
    };
    let is_path = |cell: &&Cell| {
        let text = cell.raw_text();
        text.rsplit_once('/')
            .is_some_and(|(other, _)| other.trim() == path)
    };
    let is_shared = row.cells.iter().filter(is_path).count() > 1;
    if is_shared && !own.trim().is_empty() {
        own
    } else {
        name
    }
}

fn name_columns(row: &Row, upper: Option<&Row>, merges: &[Merge]) -> Vec<HeaderColumn> {
    let lexicon = Lexicon::shared();
    let mut columns = Vec::new();
    let mut group = String::new();
    let mut group_end = 0;
    let width = row
        .cells
        .len()
        .max(upper.map_or(0, |upper| upper.cells.len()));
    for index in 0..width {
        if let Some(upper) = upper {
            let text = collapse(upper.cell(index).raw_text());
            if !text.is_empty() {
                group = text;
                group_end = merges
                    .iter()
                    .find(|merge| {
                        merge.first_row <= upper.number
                            && merge.last_row >= upper.number
                            && merge.first_column == index
                    })
                    .map_or(
                        if merges.is_empty() { usize::MAX } else { index },
                        |merge| merge.last_column,
                    );
            } else if index > group_end {
                group.clear();
            }
        }
        let mut name = collapse(row.cell(index).raw_text());
        let mut above = group.clone();
        if name.is_empty() {
            name = std::mem::take(&mut above);
            if upper.is_some_and(|upper| upper.cell(index).is_empty()) {
                name.clear();
            }
        }
        let meaning = lexicon.read_name(own_part(&name, row));
        let group = (!above.is_empty() && !name.is_empty()).then(|| {
            let joined = format!("{above} {name}");
            let meaning = lexicon.read_name(&joined);
            (above, meaning)
        });
        columns.push(HeaderColumn {
            index,
            name,
            meaning,
            group,
        });
    }
    columns
}

impl Block {
    pub(crate) fn is_repeated_header(&self, row: &Row) -> bool {
        let named = self.columns.iter().filter(|column| !column.name.is_empty());
        let (mut equal, mut all) = (0, 0);
        for column in named {
            all += 1;
            let cell = row.cell(column.index);
            if cell.is_text() && cell.raw_text().trim().eq_ignore_ascii_case(&column.name) {
                equal += 1;
            }
        }
        equal >= 2 && equal * 5 >= all * 4
    }

    pub(crate) fn width(&self) -> usize {
        self.columns
            .iter()
            .rposition(|column| !column.name.is_empty())
            .map_or(0, |last| last + 1)
    }
}

/// Fills merged cells downwards.
pub(crate) struct MergeFiller {
    merges: Vec<Merge>,
    next: usize,
    active: Vec<(Merge, Cell)>,
}

impl MergeFiller {
    pub(crate) fn new(merges: &[Merge]) -> Self {
        let mut merges: Vec<Merge> = merges
            .iter()
            .filter(|merge| merge.last_row > merge.first_row)
            .copied()
            .collect();
        merges.sort_by_key(|merge| merge.first_row);
        Self {
            merges,
            next: 0,
            active: Vec::new(),
        }
    }

    pub(crate) fn fill(&mut self, row: &mut Row) {
        self.active
            .retain(|(merge, _)| merge.last_row >= row.number);
        while let Some(merge) = self
            .merges
            .get(self.next)
            .filter(|m| m.first_row <= row.number)
        {
            if merge.first_row == row.number {
                self.active
                    .push((*merge, row.cell(merge.first_column).clone()));
            }
            self.next += 1;
        }
        for (merge, value) in &self.active {
            if merge.first_row < row.number && is_blank(row.cell(merge.first_column)) {
                if row.cells.len() <= merge.first_column {
                    row.cells.resize(merge.first_column + 1, Cell::Empty);
                }
                if let Some(cell) = row.cells.get_mut(merge.first_column) {
                    *cell = value.clone();
                }
            }
        }
    }
}
