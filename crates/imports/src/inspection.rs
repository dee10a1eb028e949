//! Reads all files of an import, recognizes their tables, and writes what lands.

use crate::answers::{Answers, Question, QuestionKind};
use crate::cell::{Row, cell_address};
use crate::cell_fault::CellFault;
use crate::conversion::{
    BlockContext, Converted, OrderHeader, Organization, Parties, RowConverter,
};
use crate::corrections::{BlockCorrections, Correction, shown_target};
use crate::evidence::{Evidence, EvidenceCollector, Votes};
use crate::item_units::KnownItems;
use crate::layout::{Block, BlockFinder, MergeFiller};
use crate::lexicon::{Lexicon, collapse, fold};
use crate::line_amounts::{AmountFinding, LineAmounts};
use crate::lots::{LandingRow, LotSums};
use crate::mapping::{
    MappedColumn, Mapping, Role, Surroundings, ask_for_date, ask_for_quantity, map_block,
};
use crate::output::{Origin, Output, Reject, hash_key};
use crate::price_terms::PriceTerms;
use crate::profile::{ColumnProfile, SAMPLE_ROWS, profile_rows};
use crate::reading::{OpenedFile, RowSink, RowSource, Sheet, SheetLayout, open_file};
use crate::refusal::{Refusal, RefusalCode};
use crate::row_roles::{RowHints, RowReader};
use crate::tables::Table;
use crate::unit_evidence::UnitEvidence;
use crate::values::dates::DateOrder;
use crate::values::numbers::DecimalSign;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use std::cell::Cell as Counter;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Sheets with fewer cells than this are kept in memory.
const MAX_KEPT_CELLS: usize = 400_000;

#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    #[error("The time zone {0} is unknown.")]
    TimeZone(String),
    #[error("The results cannot be written: {0}.")]
    Write(#[from] csv::Error),
    #[error("The results cannot be written: {0}.")]
    Io(#[from] std::io::Error),
    #[error("The results cannot be written: {0}.")]
    Json(#[from] serde_json::Error),
}

/// What came of an import.
#[derive(Debug)]
pub struct Inspection {
    pub proposal: Value,
    /// Files that were read, of those given.
    pub read_files: usize,
    /// Rows that were written, by table.
    pub rows: Vec<(&'static str, u64)>,
    /// Cells that were rejected.
    pub rejected_cells: u64,
}

impl Inspection {
    /// The entries of the proposal: tables, sheets without one, and refused files.
    pub fn entries(&self) -> &[Value] {
        let entries = self.proposal.get("files").and_then(Value::as_array);
        entries.map_or(&[], Vec::as_slice)
    }
}

/// What an import is made of.
#[derive(Debug, Clone, Copy)]
pub struct ImportRequest<'a> {
    pub files: &'a [PathBuf],
    pub answers: &'a Answers,
    pub corrections: &'a [Correction],
    /// What is known of the units of items, beside the catalog among the files.
    pub items: &'a KnownItems,
    pub now: DateTime<Utc>,
}

/// Reads `files` and writes the proposal, the tables and the rejects to `out`.
pub fn inspect(
    files: &[PathBuf],
    answers: &Answers,
    now: DateTime<Utc>,
    out: &Path,
) -> Result<Inspection, InspectError> {
    let request = ImportRequest {
        files,
        answers,
        corrections: &[],
        items: &KnownItems::default(),
        now,
    };
    run(&request, Output::create(out)?, out)
}

/// Like [`inspect`], and writes where each row comes from: `origins/<table>.csv` has the file, the
/// sheet and the row of every row of `<table>.csv`, and the rejects name their table.
pub fn inspect_with_traces(
    request: &ImportRequest<'_>,
    out: &Path,
) -> Result<Inspection, InspectError> {
    run(request, Output::create_with_traces(out)?, out)
}

fn run(
    request: &ImportRequest<'_>,
    output: Output,
    out: &Path,
) -> Result<Inspection, InspectError> {
    let answers = request.answers;
    let zone = answers
        .organization
        .time_zone
        .parse()
        .map_err(|_| InspectError::TimeZone(answers.organization.time_zone.clone()))?;
    let organization = Organization {
        answers,
        corrections: request.corrections,
        items: request.items.clone(),
        zone,
        now: request.now,
    };
    let mut import = Import {
        organization,
        output,
        entries: Vec::new(),
        sources: Vec::new(),
        contexts: Vec::new(),
        read_files: Vec::new(),
    };
    for path in request.files {
        import.add_file(path);
    }
    import.drop_lone_headers();
    import.convert_all()?;
    let inspection = import.finish()?;
    let text = serde_json::to_string_pretty(&inspection.proposal)?;
    std::fs::write(out.join("proposal.json"), text)?;
    Ok(inspection)
}

/// Rows of a sheet, kept if they are few.
enum KeptRows {
    Memory(Vec<Row>),
    Source(Rc<dyn RowSource>),
}

impl KeptRows {
    fn read(&self, sink: RowSink<'_>) -> Result<(), RefusalCode> {
        match self {
            KeptRows::Memory(rows) => {
                for row in rows {
                    if sink(row.clone()) == ControlFlow::Break(()) {
                        break;
                    }
                }
                Ok(())
            }
            KeptRows::Source(source) => source.read_rows(sink).map(|_| ()),
        }
    }
}

struct SheetSource {
    rows: KeptRows,
    layout: SheetLayout,
}

enum Entry {
    Refused(String, Refusal),
    /// A sheet without a table of Sprout's.
    Unknown {
        file: String,
        sheet: String,
        hidden: bool,
    },
    Table {
        context: usize,
        source: usize,
    },
}

struct Import<'a> {
    organization: Organization<'a>,
    output: Output,
    entries: Vec<Entry>,
    sources: Vec<SheetSource>,
    contexts: Vec<BlockContext>,
    /// The names of the files with a table.
    read_files: Vec<String>,
}

/// Orders by their number.
type Orders = HashMap<u128, OrderHeader>;

impl Import<'_> {
    fn add_file(&mut self, path: &Path) {
        let opened = open_file(path);
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into());
        let mut found = 0;
        let mut refusals = Vec::new();
        let mut unknown = Vec::new();
        for OpenedFile {
            name,
            outcome,
            is_member,
        } in opened
        {
            match outcome.and_then(|sheets| {
                self.add_sheets(&name, sheets)
                    .map_err(|code| Refusal::new(code, &name))
            }) {
                Ok((tables, others)) => {
                    found += tables;
                    unknown.extend(others);
                }
                Err(refusal) => {
                    // A readme in an archive is no mistake.
                    let is_other = is_member && refusal.code == RefusalCode::Unsupported;
                    if !is_other {
                        refusals.push((name, refusal));
                    }
                }
            }
        }
        if found > 0 {
            self.read_files.push(name);
            self.entries.extend(unknown);
        } else if refusals.is_empty() {
            refusals.push((name.clone(), Refusal::new(RefusalCode::NoTable, &name)));
        }
        for (name, refusal) in refusals {
            self.entries.push(Entry::Refused(name, refusal));
        }
    }

    fn add_sheets(
        &mut self,
        file: &str,
        sheets: Vec<Sheet>,
    ) -> Result<(usize, Vec<Entry>), RefusalCode> {
        let mut found = 0;
        let mut unknown = Vec::new();
        for sheet in sheets {
            if sheet.hidden {
                unknown.push(Entry::Unknown {
                    file: file.to_owned(),
                    sheet: sheet.name,
                    hidden: true,
                });
                continue;
            }
            let name = sheet.name.clone();
            let tables = self.add_sheet(file, &sheet)?;
            if tables == 0 {
                unknown.push(Entry::Unknown {
                    file: file.to_owned(),
                    sheet: name,
                    hidden: false,
                });
            }
            found += tables;
        }
        Ok((found, unknown))
    }

    #[expect(clippy::too_many_lines, reason = "the steps of one sheet, in order")]
    fn add_sheet(&mut self, file: &str, sheet: &Sheet) -> Result<usize, RefusalCode> {
        let (source, finder) = survey(sheet)?;
        let (blocks, _) = finder.finish();
        let samples = sample_blocks(&source, &blocks)?;
        let surroundings = Surroundings {
            sheet: &sheet.name,
            file,
        };
        let fingerprints: Vec<String> = blocks.iter().map(Block::fingerprint).collect();
        let scope: Vec<&str> = fingerprints.iter().map(String::as_str).collect();
        let sheet_answers = self.organization.answers.for_fingerprints(&scope);
        let skips_hidden = sheet_answers
            .find_text("hidden_rows", None, None)
            .is_some_and(|answer| answer == "skip");
        let mut mapped = Vec::new();
        for ((block, sample), fingerprint) in blocks.into_iter().zip(samples).zip(fingerprints) {
            let answers = self
                .organization
                .answers
                .for_fingerprints(&[fingerprint.as_str()]);
            let profiles = profile_rows(sample.iter(), block.columns.len(), sheet.epoch_1904);
            let Some(mapping) = map_block(&block, &profiles, &surroundings, &answers) else {
                continue;
            };
            mapped.push((block, mapping, profiles, fingerprint, answers));
        }
        if mapped.is_empty() {
            return Ok(0);
        }
        let mut evidences = Vec::new();
        for (block, mapping, profiles, _, _) in &mut mapped {
            evidences.push(collect_all(
                &source,
                block,
                mapping,
                profiles,
                sheet.epoch_1904,
            )?);
        }
        let (mut dates, mut numbers) = (Votes::default(), Votes::default());
        for (evidence, _) in &evidences {
            dates.add(&evidence.dates);
            numbers.add(&evidence.numbers);
        }
        let source_index = self.sources.len();
        let answered = |kind: &str| sheet_answers.find_text(kind, None, None);
        let date_order = dates
            .decide()
            .or_else(|| match answered("date_order").as_deref() {
                Some("mdy") => Some(true),
                Some("dmy") => Some(false),
                _ => None,
            });
        let decimal_point =
            numbers
                .decide()
                .or_else(|| match answered("number_format").as_deref() {
                    // The answer says what the separator of the example is.
                    Some("thousands") => Some(true),
                    Some("decimal") => Some(false),
                    _ => None,
                });
        let layout = source.layout.clone();
        self.sources.push(source);
        let count = mapped.len();
        for ((block, mapping, profiles, fingerprint, answers), (evidence, row_hints)) in
            mapped.into_iter().zip(evidences)
        {
            let corrections =
                BlockCorrections::new(self.organization.corrections, file, &sheet.name, &mapping);
            let constants = constants_of(&block, &mapping, &surroundings);
            let dot_zero = evidence
                .dot_zero
                .iter()
                .filter(|(_, (all, dotted))| all == dotted)
                .map(|(column, _)| *column)
                .collect();
            let decimal_sign = decimal_point.map(|point| {
                if point {
                    DecimalSign::Point
                } else {
                    DecimalSign::Comma
                }
            });
            let mut questions = mapping.questions.clone();
            let line_amounts = find_line_amounts(
                &block,
                &mapping,
                &evidence,
                decimal_sign,
                &answers,
                &mut questions,
            );
            let price_terms = if line_amounts.is_some()
                || answers
                    .find("which_column", None, Some("unit_price"))
                    .is_some()
            {
                // Amounts have everything that was agreed in them.
                PriceTerms::default()
            } else {
                PriceTerms::find(&block, &mapping, &profiles)
            };
            let active = mapping
                .column("active")
                .and_then(|column| profiles.get(column));
            let blank_is_no = active.is_some_and(|profile| {
                profile.distinct.len() == 1
                    && profile.distinct.iter().all(|word| {
                        matches!(
                            fold(word).as_str(),
                            "x" | "✓" | "✔" | "yes" | "y" | "1" | "true"
                        )
                    })
            });
            let stock_sign = match answered("sign").as_deref() {
                Some("stock") => Some(true),
                Some("document") => Some(false),
                _ => stock_sign(&evidence),
            };
            let unit_evidence = UnitEvidence::from_block(&block, &mapping, &profiles);
            let context = BlockContext {
                file: file.to_owned(),
                sheet: sheet.name.clone(),
                is_text_file: sheet.is_text_file,
                encoding: sheet.encoding.clone(),
                separator: sheet.separator,
                epoch_1904: sheet.epoch_1904,
                block,
                mapping,
                row_hints,
                date_order: date_order.map(|first| {
                    if first {
                        DateOrder::MonthFirst
                    } else {
                        DateOrder::DayFirst
                    }
                }),
                decimal_sign,
                stock_sign,
                line_amounts,
                price_terms,
                parties: if evidence.both_parties * 2 > evidence.rows {
                    Parties::Together
                } else {
                    Parties::Opposite
                },
                dot_zero,
                blank_is_no,
                constants,
                unit_evidence,
                hidden_rows: if skips_hidden {
                    0
                } else {
                    evidence.hidden_rows
                },
                hidden_columns: layout.hidden_columns.clone(),
                questions: questions.into(),
                rounded: Counter::new(0),
                fingerprint,
                answers,
                corrections,
            };
            self.entries.push(Entry::Table {
                context: self.contexts.len(),
                source: source_index,
            });
            self.contexts.push(context);
        }
        Ok(count)
    }

    /// Orders without lines, and lines without orders, are no table alone.
    fn drop_lone_headers(&mut self) {
        let has = |role: Role| {
            self.contexts
                .iter()
                .any(|context| context.mapping.role == role)
        };
        let is_joined = has(Role::Headers) && has(Role::Lines);
        let has_orders = has(Role::Headers);
        for context in &mut self.contexts {
            if context.mapping.role == Role::Lines && !has_orders {
                ask_for_date(&mut context.mapping, &context.block);
                context.questions = context.mapping.questions.clone().into();
            }
        }
        if is_joined {
            return;
        }
        for entry in &mut self.entries {
            if let Entry::Table { context, .. } = entry
                && let Some(found) = self.contexts.get_mut(*context)
                && found.mapping.role == Role::Headers
            {
                if ask_for_quantity(&mut found.mapping, &found.block) {
                    found.questions = found.mapping.questions.clone().into();
                    continue;
                }
                *entry = Entry::Unknown {
                    file: found.file.clone(),
                    sheet: found.sheet.clone(),
                    hidden: false,
                };
            }
        }
        self.refuse_files_without_tables();
    }

    /// A file whose only tables were orders without their lines.
    fn refuse_files_without_tables(&mut self) {
        let mut with_table: Vec<String> = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Table { context, .. } => {
                    let found = self.contexts.get(*context);
                    with_table.extend(found.map(|context| context.file.clone()));
                }
                Entry::Refused(..) | Entry::Unknown { .. } => {}
            }
        }
        // Files within an archive are named after it.
        self.read_files.retain(|name| {
            let mut files = with_table.iter();
            files.any(|file| {
                let inner = file.strip_prefix(name.as_str());
                inner.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        });
        let mut refused: Vec<String> = Vec::new();
        self.entries.retain_mut(|entry| {
            let Entry::Unknown { file, .. } = entry else {
                return true;
            };
            if with_table.contains(file) {
                return true;
            }
            let name = std::mem::take(file);
            if refused.contains(&name) {
                return false;
            }
            refused.push(name.clone());
            let refusal = Refusal::new(RefusalCode::NoTable, &name);
            *entry = Entry::Refused(name, refusal);
            true
        });
    }

    fn convert_all(&mut self) -> Result<(), InspectError> {
        let entries: Vec<(usize, usize)> = self
            .entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Table { context, source } => Some((*context, *source)),
                _ => None,
            })
            .collect();
        let mut orders = Orders::new();
        let mut has_orders = false;
        for (context, source) in &entries {
            if self
                .contexts
                .get(*context)
                .is_some_and(|c| c.mapping.role == Role::Headers)
            {
                has_orders = true;
                self.read_orders(*context, *source, &mut orders)?;
            }
        }
        let mut lines: HashMap<u128, u32> = HashMap::new();
        // Packs and units of items come before the quantities that need them.
        let mut entries = entries;
        entries.sort_by_key(|(context, _)| {
            match self.contexts.get(*context).map(|c| c.mapping.table) {
                Some(Table::ItemCatalogue) => 0,
                Some(Table::InventoryData) => 1,
                _ => 2,
            }
        });
        for (context, source) in &entries {
            if self
                .contexts
                .get(*context)
                .is_some_and(|c| c.mapping.role != Role::Headers)
            {
                self.convert_block(*context, *source, has_orders.then_some(&orders), &mut lines)?;
            }
        }
        Ok(())
    }

    fn read_orders(
        &mut self,
        index: usize,
        source: usize,
        orders: &mut Orders,
    ) -> Result<(), InspectError> {
        let (Some(context), Some(source)) = (self.contexts.get(index), self.sources.get(source))
        else {
            return Ok(());
        };
        let organization = &self.organization;
        let output = &mut self.output;
        let mut failure = None;
        let mut reader = RowReader::new(
            &context.block,
            &context.mapping,
            MergeFiller::new(&source.layout.merges),
            &context.row_hints,
        );
        let _read = source.rows.read(&mut |row| {
            let Some(mut row) = reader.take(row) else {
                return ControlFlow::Continue(());
            };
            context.corrections.apply(&mut row);
            let mut converter = RowConverter::new(context, organization, &row, None, 0);
            let order = converter.order_number();
            let (bad, is_bad) = converter.check_header();
            for cell in &bad {
                let address = cell_address(cell.column, row.number);
                let reject = Reject {
                    table: context.mapping.table,
                    file: &context.file,
                    sheet: &context.sheet,
                    cell: &address,
                    column: cell.target,
                    value: &cell.value,
                    fault: cell.fault,
                };
                if let Err(error) = output.write_reject(&reject) {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
            if let Some(order) = order {
                let key = hash_key(std::iter::once(order.as_str()));
                orders.insert(
                    key,
                    OrderHeader {
                        row,
                        context: index,
                        is_bad,
                    },
                );
            }
            ControlFlow::Continue(())
        });
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    fn convert_block(
        &mut self,
        index: usize,
        source: usize,
        orders: Option<&Orders>,
        lines: &mut HashMap<u128, u32>,
    ) -> Result<(), InspectError> {
        let (Some(context), Some(source)) = (self.contexts.get(index), self.sources.get(source))
        else {
            return Ok(());
        };
        let table = context.mapping.table;
        self.output.open_table(table)?;
        let is_blocked = has_open_columns(context);
        let skips_hidden = context
            .answers
            .find_text("hidden_rows", None, None)
            .is_some_and(|answer| answer == "skip");
        let mut writer = BlockWriter {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            contexts: &self.contexts,
            context,
            output: &mut self.output,
            learned: Vec::new(),
            learns: table == Table::ItemCatalogue
                || (table == Table::InventoryData && !self.organization.items.is_empty()),
            lots: LotSums::new(&context.block, &context.mapping),
            failure: None,
        };
        let mut reader = RowReader::new(
            &context.block,
            &context.mapping,
            MergeFiller::new(&source.layout.merges),
            &context.row_hints,
        );
        let counts_lines = table.line().is_some_and(|line| !context.mapping.has(line));
        let _read = source.rows.read(&mut |row| {
            let is_hidden = row.hidden;
            let Some(mut row) = reader.take(row) else {
                return ControlFlow::Continue(());
            };
            if is_hidden && skips_hidden {
                return ControlFlow::Continue(());
            }
            context.corrections.apply(&mut row);
            let mut line_number = 0;
            let mut header = None;
            if counts_lines || orders.is_some() {
                let mut converter = RowConverter::new(context, &self.organization, &row, None, 0);
                if let Some(order) = converter.order_number() {
                    let key = hash_key(std::iter::once(order.as_str()));
                    if counts_lines {
                        let count = lines.entry(key).or_default();
                        *count += 1;
                        line_number = *count;
                    }
                    header = orders.and_then(|orders| orders.get(&key));
                    if context.mapping.role == Role::Lines && orders.is_some() && header.is_none() {
                        writer.reject_lone_line(&row, &order);
                        return writer.flow();
                    }
                }
            }
            if header.is_some_and(|header| header.is_bad) || is_blocked {
                return ControlFlow::Continue(());
            }
            let joined =
                header.and_then(|header| Some((header, self.contexts.get(header.context)?)));
            let converter =
                RowConverter::new(context, &self.organization, &row, joined, line_number);
            for converted in converter.convert() {
                writer.take(&row, converted);
            }
            writer.flow()
        });
        writer.finish_lots();
        let (learned, failure) = (writer.learned, writer.failure);
        for values in &learned {
            self.organization.items.learn(table, values);
        }
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    fn finish(self) -> Result<Inspection, InspectError> {
        let mut number = 0;
        let mut files = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Refused(name, refusal) => {
                    files.push(json!({"file": name, "refused": refusal}));
                }
                Entry::Unknown {
                    file,
                    sheet,
                    hidden,
                } => files.push(json!({
                    "file": file, "sheet": sheet, "hidden": hidden, "table": null,
                    "columns": [], "constants": {}, "questions": [],
                })),
                Entry::Table { context, .. } => {
                    if let Some(context) = self.contexts.get(*context) {
                        files.push(describe(context, &self.organization, &mut number));
                    }
                }
            }
        }
        let rejected_cells = self.output.rejected;
        let names: Vec<(&str, &str)> = self
            .contexts
            .iter()
            .map(|context| (context.file.as_str(), context.sheet.as_str()))
            .collect();
        let rows = self.output.finish(&names)?;
        Ok(Inspection {
            proposal: json!({"files": files}),
            read_files: self.read_files.len(),
            rows,
            rejected_cells,
        })
    }
}

/// Whether it is open which columns the rows are made of.
fn has_open_columns(context: &BlockContext) -> bool {
    context
        .questions
        .borrow()
        .iter()
        .any(|question| question.kind == QuestionKind::WhichColumn)
}

struct BlockWriter<'a> {
    index: u32,
    contexts: &'a [BlockContext],
    context: &'a BlockContext,
    output: &'a mut Output,
    /// Rows that say what the units of items are.
    learned: Vec<Vec<String>>,
    learns: bool,
    lots: Option<LotSums>,
    failure: Option<csv::Error>,
}

impl BlockWriter<'_> {
    fn flow(&self) -> ControlFlow<()> {
        if self.failure.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn take(&mut self, row: &Row, converted: Converted) {
        let result = match converted {
            Converted::Waiting => Ok(()),
            Converted::Rejected(cells) => cells.iter().try_for_each(|cell| {
                let address = cell_address(cell.column, row.number);
                self.output.write_reject(&Reject {
                    table: self.context.mapping.table,
                    file: &self.context.file,
                    sheet: &self.context.sheet,
                    cell: &address,
                    column: cell.target,
                    value: &cell.value,
                    fault: cell.fault,
                })
            }),
            Converted::Row { values, updated } => {
                let origin = Origin {
                    block: self.index,
                    row: row.number,
                };
                let landing = LandingRow {
                    values,
                    updated,
                    origin,
                };
                let landing = match &mut self.lots {
                    Some(lots) => lots.add(row, landing),
                    None => vec![landing],
                };
                self.write_all(landing)
            }
        };
        if let Err(error) = result {
            self.failure = Some(error);
        }
    }

    fn write_all(&mut self, rows: Vec<LandingRow>) -> Result<(), csv::Error> {
        for row in rows {
            let table = self.context.mapping.table;
            let loser = self
                .output
                .write_row(table, &row.values, row.updated, row.origin)?;
            if let Some(loser) = loser {
                self.reject_loser(loser, &row.values)?;
            }
            if self.learns {
                self.learned.push(row.values);
            }
        }
        Ok(())
    }

    /// Writes the rows that waited for further lots.
    fn finish_lots(&mut self) {
        let rows = self.lots.as_mut().map(LotSums::finish);
        if let Some(rows) = rows
            && let Err(error) = self.write_all(rows)
        {
            self.failure = Some(error);
        }
    }

    fn reject_loser(&mut self, loser: Origin, values: &[String]) -> Result<(), csv::Error> {
        let Some(context) = self.contexts.get(loser.block as usize) else {
            return Ok(());
        };
        let table = context.mapping.table;
        let key = table.key().first().copied().unwrap_or("");
        let column = [
            key,
            "item_name",
            "customer_name",
            "supplier_name",
            "order_id",
        ]
        .into_iter()
        .find_map(|target| context.mapping.column(target))
        .unwrap_or(0);
        let value = table.index(key).and_then(|index| values.get(index));
        let address = cell_address(column, loser.row);
        self.output.write_reject(&Reject {
            table,
            file: &context.file,
            sheet: &context.sheet,
            cell: &address,
            column: key,
            value: value.map_or("", String::as_str),
            fault: CellFault::DuplicateKey,
        })
    }

    fn reject_lone_line(&mut self, row: &Row, order: &str) {
        let column = self.context.mapping.column("order_id").unwrap_or(0);
        let address = cell_address(column, row.number);
        let result = self.output.write_reject(&Reject {
            table: self.context.mapping.table,
            file: &self.context.file,
            sheet: &self.context.sheet,
            cell: &address,
            column: "order_id",
            value: order,
            fault: CellFault::MissingOrder,
        });
        if let Err(error) = result {
            self.failure = Some(error);
        }
    }
}

/// Reads a sheet once: keeps its rows if they are few, and finds its blocks.
fn survey(sheet: &Sheet) -> Result<(SheetSource, BlockFinder), RefusalCode> {
    let mut kept = Vec::new();
    let mut cells = 0_usize;
    let mut finder = BlockFinder::new(Vec::new());
    let layout = sheet.source.read_rows(&mut |row| {
        cells += row.cells.len().max(1);
        if cells <= MAX_KEPT_CELLS {
            kept.push(row.clone());
        } else {
            kept = Vec::new();
        }
        finder.add(&row);
        ControlFlow::Continue(())
    })?;
    if cells > MAX_KEPT_CELLS {
        return Ok((
            SheetSource {
                rows: KeptRows::Source(Rc::clone(&sheet.source)),
                layout,
            },
            finder,
        ));
    }
    if !layout.merges.is_empty() {
        finder = BlockFinder::new(layout.merges.clone());
        for row in &kept {
            finder.add(row);
        }
    }
    Ok((
        SheetSource {
            rows: KeptRows::Memory(kept),
            layout,
        },
        finder,
    ))
}

fn sample_blocks(source: &SheetSource, blocks: &[Block]) -> Result<Vec<Vec<Row>>, RefusalCode> {
    let mut samples: Vec<Vec<Row>> = vec![Vec::new(); blocks.len()];
    let mut filler = MergeFiller::new(&source.layout.merges);
    source.rows.read(&mut |mut row| {
        filler.fill(&mut row);
        for (block, sample) in blocks.iter().zip(&mut samples) {
            let is_inside = (block.first_row..=block.last_row).contains(&row.number);
            if is_inside && sample.len() < SAMPLE_ROWS && row.filled() * 3 >= block.width().min(9) {
                sample.push(row);
                break;
            }
        }
        let is_full = samples
            .last()
            .is_some_and(|sample| sample.len() >= SAMPLE_ROWS);
        if is_full {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok(samples)
}

type LoneCells = Vec<(usize, u32)>;

/// What a reading of all rows says, and what it says of the roles of rows.
struct Collected {
    evidence: Evidence,
    lone_cells: LoneCells,
    subtotals: u64,
}

/// Reads the rows until it is known which of them are data.
fn collect_all(
    source: &SheetSource,
    block: &Block,
    mapping: &mut Mapping,
    profiles: &[ColumnProfile],
    epoch_1904: bool,
) -> Result<(Evidence, RowHints), RefusalCode> {
    let mut hints = RowHints::default();
    let mut found = collect(source, block, mapping, profiles, epoch_1904, &hints)?;
    hints.label_column = find_label_column(&found.lone_cells, &found.evidence);
    if let Some(column) = hints.label_column {
        name_label_column(block, mapping, column);
        found = collect(source, block, mapping, profiles, epoch_1904, &hints)?;
    }
    if found.evidence.total_places.is_needed() {
        hints.takes_place_sums = true;
        found = collect(source, block, mapping, profiles, epoch_1904, &hints)?;
    }
    hints.has_subtotals = found.subtotals > 0;
    hints.total_places = std::mem::take(&mut found.evidence.total_places).finish();
    Ok((found.evidence, hints))
}

fn collect(
    source: &SheetSource,
    block: &Block,
    mapping: &Mapping,
    profiles: &[ColumnProfile],
    epoch_1904: bool,
    hints: &RowHints,
) -> Result<Collected, RefusalCode> {
    let mut collector =
        EvidenceCollector::new(mapping, profiles, epoch_1904, hints.takes_place_sums);
    let mut reader = RowReader::new(
        block,
        mapping,
        MergeFiller::new(&source.layout.merges),
        hints,
    );
    source.rows.read(&mut |row| {
        if let Some(row) = reader.take(row) {
            collector.add(&row);
        }
        ControlFlow::Continue(())
    })?;
    Ok(Collected {
        evidence: collector.evidence,
        lone_cells: reader.lone_cells,
        subtotals: reader.subtotals,
    })
}

/// The column where texts stand alone, and which the lines leave blank.
fn find_label_column(lone: &LoneCells, evidence: &Evidence) -> Option<usize> {
    lone.iter()
        .filter(|(column, _)| {
            let filled = evidence.filled.get(*column).copied().unwrap_or(0);
            filled * 20 <= evidence.rows && evidence.rows > 0
        })
        .max_by_key(|(_, count)| *count)
        .map(|(column, _)| *column)
}

/// A column of names without a header of its own is what the title says.
fn name_label_column(block: &Block, mapping: &mut Mapping, column: usize) {
    if mapping
        .columns
        .values()
        .any(|mapped| mapped.index == column)
    {
        return;
    }
    let candidates: &[(&str, &'static str)] = match mapping.table {
        Table::SalesTransactions => &[
            ("CUSTOMER", "customer_id"),
            ("SUPPLIER", "supplier_id"),
            ("ITEM", "item_id"),
            ("LOCATION", "location"),
        ],
        Table::InventoryData => &[
            ("LOCATION", "location"),
            ("SUPPLIER", "supplier_id"),
            ("CATEGORY", "category"),
        ],
        _ => &[],
    };
    let named = block.columns.iter().find(|header| header.index == column);
    let texts = named
        .map(|header| header.name.as_str())
        .into_iter()
        .chain(block.titles.iter().map(String::as_str));
    for text in texts {
        let meaning = Lexicon::shared().read_name(text);
        for (concept, target) in candidates {
            if meaning.concepts.contains(concept) && !mapping.has(target) {
                mapping.columns.insert(
                    target,
                    MappedColumn {
                        index: column,
                        confidence: 0.7,
                    },
                );
                return;
            }
        }
    }
}

/// What the amounts of lines say of their prices and signs. Asks where they say that a column was
/// read as what it is not.
fn find_line_amounts(
    block: &Block,
    mapping: &Mapping,
    evidence: &Evidence,
    decimal_sign: Option<DecimalSign>,
    answers: &Answers,
    questions: &mut Vec<Question>,
) -> Option<LineAmounts> {
    let is_answered = |target| answers.find("which_column", None, Some(target)).is_some();
    let has_discounts = block.columns.iter().any(|column| {
        let filled = evidence.filled.get(column.index).copied();
        column.meaning.concepts.contains(&"DISCOUNT") && filled > Some(0)
    });
    let (target, other) =
        match evidence
            .amounts
            .find(decimal_sign, has_discounts, is_answered("quantity"))
        {
            AmountFinding::Nothing => return None,
            AmountFinding::Known(amounts) => return Some(amounts),
            AmountFinding::OpenPrice(column) => ("unit_price", column),
            AmountFinding::OpenQuantity(column) => ("quantity", column),
        };
    // Once another question about the two is answered, the amounts say more.
    let is_asked =
        |question: &Question| matches!(question.target.as_deref(), Some("quantity" | "unit_price"));
    if is_answered(target) || questions.iter().any(is_asked) {
        return None;
    }
    let name_of = |index: usize| {
        let mut columns = block.columns.iter();
        columns
            .find(|column| column.index == index)
            .map(|column| column.name.clone())
    };
    let options = [mapping.column(target).and_then(name_of), name_of(other)];
    let options: Vec<String> = options.into_iter().flatten().collect();
    let text = format!("Which column is {target}: {}?", options.join(" or "));
    questions.push(Question {
        options,
        ..Question::new(QuestionKind::WhichColumn, text).about_target(target)
    });
    None
}

/// Whether sales are negative because the stock goes down; none if that is open.
fn stock_sign(evidence: &Evidence) -> Option<bool> {
    if evidence.sales_negative == 0 {
        return Some(false);
    }
    if evidence.sales_positive == 0 {
        let has_receipts = evidence.purchases_positive > 0 && evidence.purchases_negative == 0;
        return has_receipts.then_some(true);
    }
    (evidence.sales_negative < evidence.sales_positive).then_some(false)
}

/// What the lines above the table say of all its rows, such as `Location: Ames`.
fn constants_of(
    block: &Block,
    mapping: &Mapping,
    surroundings: &Surroundings<'_>,
) -> BTreeMap<&'static str, String> {
    let mut constants = BTreeMap::new();
    let lexicon = Lexicon::shared();
    for title in &block.titles {
        let Some((name, value)) = title.split_once(':') else {
            continue;
        };
        let meaning = lexicon.read_name(name);
        let value = collapse(value);
        if value.is_empty() || !meaning.unknown.is_empty() {
            continue;
        }
        if meaning.concepts == ["LOCATION"]
            && !mapping.has("location")
            && mapping.locations.is_empty()
        {
            constants.insert("location", value);
        } else if meaning.concepts == ["CURRENCY"] && !mapping.has("currency") {
            if let Some(code) = crate::lexicon::known_currency(&value) {
                constants.insert("currency", code.to_owned());
            }
        } else if meaning.concepts == ["UNIT"] && !mapping.has("unit") {
            constants.insert("unit", value);
        }
    }
    if mapping.table == Table::SalesTransactions {
        let texts = block
            .titles
            .iter()
            .map(String::as_str)
            .chain([surroundings.sheet, surroundings.file]);
        for text in texts {
            let concepts = lexicon
                .read_name(text.split('.').next().unwrap_or(""))
                .concepts;
            let folded = fold(text);
            let is_sale = concepts.contains(&"SALES") || concepts.contains(&"CUSTOMER");
            let is_purchase = concepts.contains(&"PURCHASE")
                || concepts.contains(&"SUPPLIER")
                || folded.contains("purchase");
            if is_sale != is_purchase {
                constants.insert(
                    "direction",
                    if is_sale { "sale" } else { "purchase" }.to_owned(),
                );
                break;
            }
        }
    }
    constants
}

fn describe(context: &BlockContext, organization: &Organization<'_>, number: &mut usize) -> Value {
    let name_of = |index: usize| {
        let column = context
            .block
            .columns
            .iter()
            .find(|column| column.index == index);
        column.map_or_else(String::new, |column| column.name.clone())
    };
    let mut columns = Vec::new();
    for (target, mapped) in &context.mapping.columns {
        let kind = context
            .mapping
            .table
            .column(target)
            .map(|column| column.kind);
        let shown = match shown_target(target) {
            "unit_price" if context.mapping.table == Table::InventoryData => "unit_cost",
            shown => shown,
        };
        columns.push(json!({
            "source": name_of(mapped.index),
            "target": shown,
            "confidence": (mapped.confidence * 100.0).round() / 100.0,
            "transform": transform_of(target, kind),
            "hidden": context.hidden_columns.contains(&mapped.index),
        }));
    }
    for column in &context.mapping.locations {
        columns.push(json!({
            "source": name_of(column.index),
            "target": column.target,
            "confidence": 0.8,
            "transform": format!("location {}", column.location),
        }));
    }
    let mut constants = context.constants.clone();
    for column in context.mapping.table.columns() {
        if context.mapping.has(column.name) || constants.contains_key(column.name) {
            continue;
        }
        let answer = context
            .answers
            .find_text("constant", None, Some(column.name));
        let value = answer.or_else(|| match column.name {
            "currency" => Some(organization.answers.organization.currency.clone()),
            "on_order" | "booked" | "min_quantity" => Some("0".to_owned()),
            "active" => Some("true".to_owned()),
            _ => None,
        });
        if let Some(value) = value {
            constants.insert(column.name, value);
        }
    }
    let mut questions: Vec<Question> = context.questions.borrow().clone();
    for question in &mut questions {
        *number += 1;
        question.id = format!("q{number}");
    }
    json!({
        "file": context.file,
        "sheet": if context.is_text_file { Value::Null } else { json!(context.sheet) },
        "encoding": context.encoding,
        "separator": context.separator.map(String::from),
        "headerRow": context.block.header_row,
        "table": context.mapping.table.name(),
        "columns": columns,
        "constants": constants,
        "hiddenRows": context.hidden_rows,
        "roundedNumbers": context.rounded.get(),
        "fingerprint": context.fingerprint,
        "questions": questions,
    })
}

fn transform_of(target: &str, kind: Option<crate::tables::Kind>) -> &'static str {
    use crate::tables::Kind;
    match (target, kind) {
        ("_line_total" | "_stock_value", _) => "total / quantity",
        ("_line_number", _) => "order and line number",
        (_, Some(Kind::Date)) => "date",
        (_, Some(Kind::Timestamp)) => "timestamp",
        (_, Some(Kind::Number | Kind::NotNegative | Kind::Positive | Kind::Days)) => "number",
        ("_price_basis", _) | (_, Some(Kind::Unit | Kind::PriceUnit)) => "unit",
        (
            _,
            Some(Kind::Category | Kind::Direction | Kind::Status | Kind::Commodity | Kind::Crops),
        ) => "word",
        (_, Some(Kind::Flag)) => "yes or no",
        (_, Some(Kind::Currency)) => "currency",
        _ => "text",
    }
}
