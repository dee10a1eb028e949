//! Describes the answer to a metric query: sentences, a table and a chart, with every figure as a
//! fact.

use super::figure_text::{describe_span, fact_kind, format_value, parse_number, to_json};
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_result::{
    Chart, Column as TableColumn, Line, MAX_TABLE_ROWS, Row, Table, ToolResult,
};
use chrono::NaiveDate;
use metrics::{Answer, AnswerValue, Column, ColumnRole, Kind};
use serde_json::Value;

const MAX_CHART_LINES: usize = 8;
/// Members that a sentence names after the first.
const MAX_NEXT_MEMBERS: usize = 2;
/// Share of a member from which the figure depends on it, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 25.0;

/// The answer to a query, and how to describe it.
#[derive(Clone, Copy)]
pub(in crate::features::assistant) struct Description<'a> {
    query: &'a Value,
    answer: &'a Answer,
    /// The filters and the period where the sentences name them: ` of seed, last month`.
    scope: &'a str,
    /// Whether a comparison is in sentences and tables; else it is an insight.
    shows_comparison: bool,
    /// Whether the total of the rows is an insight.
    shows_total: bool,
    /// Whether the number of rows is asked for.
    counts_rows: bool,
}

/// What the sentences name of a row.
pub(super) struct NamedRow<'a> {
    name: FactId,
    figure: FactId,
    share: Option<(f64, FactId)>,
    cells: &'a [AnswerValue],
}

impl<'a> Description<'a> {
    pub(in crate::features::assistant) fn new(query: &'a Value, answer: &'a Answer) -> Self {
        Self {
            query,
            answer,
            scope: "",
            shows_comparison: true,
            shows_total: true,
            counts_rows: false,
        }
    }

    /// Says how many rows there are.
    #[must_use]
    pub(super) fn counting_rows(self, counts_rows: bool) -> Self {
        Self {
            counts_rows,
            ..self
        }
    }

    /// Leaves out the total of the rows, which another sentence has.
    #[must_use]
    pub(in crate::features::assistant) fn without_total(self) -> Self {
        Self {
            shows_total: false,
            ..self
        }
    }

    /// Names what is measured after the measure, such as ` of seed products, last month`.
    #[must_use]
    pub(in crate::features::assistant) fn over(self, scope: &'a str) -> Self {
        Self { scope, ..self }
    }

    /// Uses the comparison for insights only.
    #[must_use]
    pub(in crate::features::assistant) fn without_comparison(self) -> Self {
        Self {
            shows_comparison: false,
            ..self
        }
    }

    /// Adds the figures: totals as a sentence, rows as a table with a sentence about the first.
    pub(in crate::features::assistant) fn write(
        &self,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) {
        let answer = self.answer;
        if answer.rows.is_empty() || (!self.has_figures() && answer.source_rows == 0) {
            let label = sheet.quote("Measure", &measure_labels(&answer.columns).to_lowercase());
            let sentence = format!("None: no rows match this question about {label}.");
            if answer.source_rows == 0 {
                result.push_no_data(sentence);
            } else {
                result.push_sentence(sentence);
            }
            return;
        }
        if own_dimensions(self.query).is_empty() {
            self.add_totals(sheet, result);
            return;
        }
        let rows = self.add_table(sheet, result);
        if self.time_column().is_none() || self.counts_rows {
            self.add_row_count(sheet, result);
        }
        if self.time_column().is_none() {
            if self.lists_customers() {
                return self.add_names(&rows, result);
            }
            self.add_ranking(&rows, sheet, result);
        } else if own_dimensions(self.query).len() == 1 {
            self.add_extremes(&rows, sheet, result);
        } else {
            let title = sheet.quote("Table", &self.title());
            let rows = sheet.add_count(
                "Rows",
                u64::try_from(answer.row_count).unwrap_or(u64::MAX),
                "row",
                "rows",
                Vec::new(),
            );
            result.push_sentence(format!("{title}{}: {rows}.", self.scope));
        }
        self.add_total_of_rows(sheet, result);
        self.add_chart(result);
    }

    /// Whether the rows are customers, each of them counted as one.
    fn lists_customers(&self) -> bool {
        let measures = self.query.get("measures").and_then(Value::as_array);
        let measures = measures.map_or(&[][..], Vec::as_slice);
        let counts = matches!(measures, [only] if only == "customers");
        counts && own_dimensions(self.query) == ["customer"]
    }

    /// `They are: Blue Mesa Ranch, Arrow Creek Farms.`
    fn add_names(&self, rows: &[NamedRow<'_>], result: &mut ToolResult) {
        let names: Vec<String> = rows
            .iter()
            .take(MAX_NEXT_MEMBERS + 1)
            .map(|row| row.name.to_string())
            .collect();
        let first = if self.answer.row_count > names.len() {
            "The first"
        } else {
            "They are"
        };
        result.push_sentence(format!("{first}: {}.", names.join(", ")));
    }

    /// How many rows pass a condition: `how many orders were over $20,000`.
    fn add_row_count(&self, sheet: &mut FactSheet, result: &mut ToolResult) {
        let is_limited = self.query.get("limit").is_some() || self.query.get("topPer").is_some();
        let is_counted =
            self.counts_rows || self.lists_customers() || self.query.get("having").is_some();
        if !is_counted || is_limited {
            return;
        }
        let [dimension] = own_dimensions(self.query)[..] else {
            return;
        };
        let (one, several) = name_members(dimension);
        let count = sheet.add_count(
            "Rows",
            u64::try_from(self.answer.row_count).unwrap_or(u64::MAX),
            one,
            several,
            Vec::new(),
        );
        result.push_sentence(format!("{count}."));
    }

    fn has_figures(&self) -> bool {
        let columns = &self.answer.columns;
        self.answer.totals.iter().any(|row| {
            row.iter().zip(columns).any(|(value, column)| {
                column.role == ColumnRole::Measure && *value != AnswerValue::Null
            })
        })
    }

    /// `Revenue, last month: $7,500.00; Orders: 3.`
    fn add_totals(&self, sheet: &mut FactSheet, result: &mut ToolResult) {
        for row in &self.answer.rows {
            let sentence = self.describe_figures(&self.answer.columns, row, sheet);
            result.push_sentence(sentence);
            if !self.shows_comparison {
                self.add_change_insight(row, sheet, result);
            }
        }
        if self.shows_comparison
            && !self.scope.is_empty()
            && let Some(span) = self.answer.compared_span
        {
            let span = sheet.add_period("Compared with", &describe_span(span));
            result.push_sentence(format!("Compared with {span}."));
        }
    }

    /// `Spend: $5,000.00, compared with $4,000.00, a change of $1,000.00 (+25%).`
    fn describe_figures(
        &self,
        columns: &[Column],
        row: &[AnswerValue],
        sheet: &mut FactSheet,
    ) -> String {
        let mut labels: Vec<String> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        for (column, value) in columns.iter().zip(row) {
            match column.role {
                ColumnRole::Dimension => {
                    let text = format_value(column, value);
                    labels.push(sheet.quote(&column.label, &text));
                }
                ColumnRole::Measure | ColumnRole::Derived => {
                    let label = sheet.quote("Measure", &column.label);
                    let fact = add_value(sheet, &column.label, column, value, Vec::new());
                    let scope = if texts.is_empty() { self.scope } else { "" };
                    let compared = self.describe_comparison((columns, row), &column.id, sheet);
                    texts.push(format!("{label}{scope}: {fact}{compared}"));
                }
                ColumnRole::Compare => {}
            }
        }
        let prefix = if labels.is_empty() {
            String::new()
        } else {
            format!("{}, ", labels.join(", "))
        };
        format!("{prefix}{}.", texts.join("; "))
    }

    /// `, compared with $4,000.00, a change of $1,000.00 (+25%)`; empty without a comparison.
    fn describe_comparison(
        &self,
        (columns, row): (&[Column], &[AnswerValue]),
        measure: &str,
        sheet: &mut FactSheet,
    ) -> String {
        if !self.shows_comparison {
            return String::new();
        }
        let texts = ["compare", "change", "change_percent"].map(|part| {
            let id = format!("{measure}.{part}");
            let mut cells = columns.iter().zip(row);
            let (column, value) = cells.find(|(column, _)| column.id == id)?;
            let fact = |sheet: &mut FactSheet| {
                add_value(sheet, &column.label, column, value, Vec::new()).to_string()
            };
            Some((*value != AnswerValue::Null).then(|| fact(sheet)))
        });
        match texts {
            [Some(Some(before)), change, percent] => {
                let percent = percent.flatten();
                let percent = percent.map_or_else(String::new, |text| format!(" ({text})"));
                let change = change
                    .flatten()
                    .map_or_else(String::new, |text| format!(", a change of {text}{percent}"));
                format!(", compared with {before}{change}")
            }
            [Some(None), ..] => ", with nothing to compare with".to_owned(),
            [None, ..] => String::new(),
        }
    }

    /// `Compared with April: revenue +50%, from $5,000.00.`
    fn add_change_insight(
        &self,
        row: &[AnswerValue],
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) {
        let Some(span) = self.answer.compared_span else {
            return;
        };
        let mut changes = Vec::new();
        for column in &self.answer.columns {
            if column.role != ColumnRole::Measure {
                continue;
            }
            let before = self.find_cell(row, &format!("{}.compare", column.id));
            let change = self.find_cell(row, &format!("{}.change_percent", column.id));
            let (Some(before), Some(change)) = (before, change) else {
                continue;
            };
            let name = column.label.to_lowercase();
            let label = sheet.quote("Measure", &name);
            let change = add_value(
                sheet,
                &format!("Change of {name}"),
                change.0,
                change.1,
                Vec::new(),
            );
            let before = add_value(
                sheet,
                &format!("Previous {name}"),
                before.0,
                before.1,
                Vec::new(),
            );
            changes.push(format!("{label} {change}, from {before}"));
        }
        if !changes.is_empty() {
            let span = sheet.add_period("Compared with", &describe_span(span));
            let changes = changes.join("; ");
            result
                .insights
                .push(format!("Compared with {span}: {changes}."));
        }
    }

    /// The column of a row, if it has a value.
    fn find_cell(&self, row: &'a [AnswerValue], id: &str) -> Option<(&'a Column, &'a AnswerValue)> {
        let mut cells = self.answer.columns.iter().zip(row);
        cells.find(|(column, value)| column.id == id && **value != AnswerValue::Null)
    }

    /// Adds the rows as a table and returns them as the sentences name them.
    pub(super) fn add_table(
        &self,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> Vec<NamedRow<'a>> {
        let columns = &self.answer.columns;
        let is_shown =
            |column: &&Column| column.role != ColumnRole::Compare || self.shows_comparison;
        let ranked = self.ranked_column();
        let mut rows = Vec::new();
        let mut named = Vec::new();
        for cells in self.answer.rows.iter().take(MAX_TABLE_ROWS) {
            let id = result.next_row_id();
            let refs = || vec![id.clone()];
            let name_text = self.row_name(cells);
            let mut shown = Vec::new();
            let (mut name, mut figure, mut share) = (None, None, None);
            for (position, (column, value)) in columns.iter().zip(cells).enumerate() {
                if !is_shown(&column) {
                    continue;
                }
                let label = match column.role {
                    ColumnRole::Dimension => column.label.clone(),
                    _ => format!("{} of {name_text}", column.label),
                };
                let fact = add_value(sheet, &label, column, value, refs());
                let is_named = self.leading_dimension() != Some(position);
                if column.role == ColumnRole::Dimension && name.is_none() && is_named {
                    name = Some(fact);
                }
                if Some(position) == ranked {
                    figure = Some(fact);
                }
                if column.id.rsplit('.').next() == Some("share") {
                    share = parse_number(value).map(|number| (number, fact));
                }
                shown.push(Some(fact));
            }
            let has_one_name = own_dimensions(self.query).len() == 1
                && !self.has_added_dimensions()
                || self.leading_dimension().is_some();
            if !has_one_name {
                name = Some(sheet.add_name("Row", &name_text, refs()));
            }
            if let (Some(name), Some(figure)) = (name, figure) {
                named.push(NamedRow {
                    name,
                    figure,
                    share,
                    cells,
                });
            }
            rows.push(Row { id, cells: shown });
        }
        if !self.answer.incomplete.is_empty() {
            let days: Vec<String> = self
                .answer
                .incomplete
                .iter()
                .map(ToString::to_string)
                .collect();
            let days = sheet.add_period("Not complete yet", &days.join(", "));
            result.insights.push(format!("Not complete yet: {days}."));
        }
        result.table = Some(Table {
            title: self.title().into(),
            columns: columns
                .iter()
                .filter(is_shown)
                .map(|column| TableColumn {
                    label: column.label.clone().into(),
                    numeric: column.role != ColumnRole::Dimension,
                })
                .collect(),
            rows,
            total: self.answer.row_count,
        });
        named
    }

    /// The dimensions of a row: `Boone, seed`.
    fn row_name(&self, cells: &[AnswerValue]) -> String {
        let labels: Vec<String> = self
            .answer
            .columns
            .iter()
            .zip(cells)
            .filter(|(column, _)| column.role == ColumnRole::Dimension)
            .map(|(column, value)| format_value(column, value))
            .collect();
        labels.join(", ")
    }

    fn has_added_dimensions(&self) -> bool {
        let is_dimension = |column: &&Column| column.role == ColumnRole::Dimension;
        self.answer.columns.iter().filter(is_dimension).count() > own_dimensions(self.query).len()
    }

    /// `Highest revenue by item, last month: Urea with $4,500.00, 60% of $7,500.00. Next: ...`
    fn add_ranking(&self, rows: &[NamedRow<'_>], sheet: &mut FactSheet, result: &mut ToolResult) {
        let (Some(first), Some(column)) = (
            rows.first(),
            self.ranked_column()
                .and_then(|position| self.answer.columns.get(position)),
        ) else {
            return;
        };
        let by = sheet.quote("Breakdown", &self.breakdown());
        let label = sheet.quote("Measure", &column.label.to_lowercase());
        let title = match self.order() {
            order if self.leading_dimension().is_some() => match order {
                RankOrder::Ascending => format!("Lowest {label} by {by}"),
                _ => format!("Highest {label} by {by}"),
            },
            _ if self.answer.row_count == 1 => format!("{} by {by}", capitalize(&label)),
            // "Lowest price" says the order already.
            RankOrder::Ascending if column.label.starts_with("Lowest") => {
                let label = sheet.quote("Measure", &column.label);
                format!("{label} by {by}")
            }
            RankOrder::Descending => format!("Highest {label} by {by}"),
            RankOrder::Ascending => format!("Lowest {label} by {by}"),
            RankOrder::ByName => format!("First {by}"),
        };
        let scope = self.scope;
        if let Some(position) = self.leading_dimension() {
            let leaders = self.list_leaders(rows, position, sheet);
            result.push_sentence(format!("{title}{scope}: {leaders}."));
            return;
        }
        let share = first
            .share
            .zip(self.total_of(column))
            .map(|((_, share), total)| {
                let label = format!("{} of all", column.label);
                let total = add_value(sheet, &label, column, total, Vec::new());
                format!(", {share} of {total}")
            })
            .unwrap_or_default();
        result.push_sentence(format!(
            "{title}{scope}: {} with {}{share}.",
            first.name, first.figure
        ));
        let next: Vec<String> = rows
            .iter()
            .skip(1)
            .take(MAX_NEXT_MEMBERS)
            .map(|row| format!("{} with {}", row.name, row.figure))
            .collect();
        if !next.is_empty() {
            result.push_sentence(format!("Next: {}.", next.join(", then ")));
        }
        if self.order() == RankOrder::Descending
            && self.answer.row_count > 1
            && let Some((_, share)) = first
                .share
                .filter(|(percent, _)| *percent >= MIN_NOTABLE_SHARE_PERCENT)
        {
            result.insights.push(format!(
                "{} alone accounts for {share} of {label}.",
                first.name
            ));
        }
    }

    /// The position of the dimension within whose members the query ranks rows, if there is one.
    fn leading_dimension(&self) -> Option<usize> {
        let within = self.query.pointer("/topPer/dimension")?.as_str()?;
        let mut columns = self.answer.columns.iter();
        columns.position(|column| column.id == within)
    }

    /// The first row of each member of a dimension: `bag: Corn Seed with 20; ton: Urea with 9`.
    fn list_leaders(
        &self,
        rows: &[NamedRow<'_>],
        position: usize,
        sheet: &mut FactSheet,
    ) -> String {
        let mut seen: Vec<&AnswerValue> = Vec::new();
        let mut leaders = Vec::new();
        for row in rows {
            let (Some(column), Some(member)) =
                (self.answer.columns.get(position), row.cells.get(position))
            else {
                continue;
            };
            if !seen.contains(&member) {
                seen.push(member);
                let member = sheet.quote(&column.label, &format_value(column, member));
                leaders.push(format!("{member}: {} with {}", row.name, row.figure));
            }
        }
        leaders.join("; ")
    }

    /// `Revenue by month: highest May 2026 with $7,500.00, lowest January 2026 with $0.00.`
    fn add_extremes(&self, rows: &[NamedRow<'_>], sheet: &mut FactSheet, result: &mut ToolResult) {
        let Some(ranked) = self.ranked_column() else {
            return;
        };
        let number = |row: &NamedRow<'_>| row.cells.get(ranked).and_then(parse_number);
        let is_complete = |row: &&NamedRow<'_>| {
            let day = row.cells.iter().find_map(parse_day);
            day.is_none_or(|day| !self.answer.incomplete.contains(&day))
        };
        let mut complete: Vec<(f64, &NamedRow<'_>)> = rows
            .iter()
            .filter(is_complete)
            .filter_map(|row| Some((number(row)?, row)))
            .collect();
        // Stable, so that equal ones keep the order of the table.
        complete.sort_by(|a, b| b.0.total_cmp(&a.0));
        let title = sheet.quote("Table", &self.title());
        let scope = self.scope;
        match (complete.first(), complete.last()) {
            (Some((_, highest)), Some((_, lowest))) if complete.len() > 1 => {
                result.push_sentence(format!(
                    "{title}{scope}: highest {} with {}, lowest {} with {}.",
                    highest.name, highest.figure, lowest.name, lowest.figure
                ));
            }
            _ => {
                if let Some(row) = rows.first() {
                    result.push_sentence(format!(
                        "{title}{scope}: {} with {}.",
                        row.name, row.figure
                    ));
                }
            }
        }
    }

    /// `All together: Revenue: $8,000.00.`
    fn add_total_of_rows(&self, sheet: &mut FactSheet, result: &mut ToolResult) {
        let has_limit = ["having", "limit", "topPer"]
            .into_iter()
            .any(|name| self.query.get(name).is_some());
        let [total] = self.answer.totals.as_slice() else {
            return;
        };
        if self.answer.row_count < 2 || has_limit || !self.shows_total {
            return;
        }
        let (columns, values): (Vec<Column>, Vec<AnswerValue>) = self
            .answer
            .columns
            .iter()
            .cloned()
            .zip(total.iter().cloned())
            .filter(|(column, _)| column.role == ColumnRole::Measure)
            .unzip();
        let of_all = Self { scope: "", ..*self };
        let sentence = of_all.describe_figures(&columns, &values, sheet);
        result.insights.push(format!("All together: {sentence}"));
    }

    /// Adds a line for each member over time.
    fn add_chart(&self, result: &mut ToolResult) {
        let columns = &self.answer.columns;
        let is_measure = |column: &Column| column.role == ColumnRole::Measure;
        let (Some(time), Some(measure)) = (self.time_column(), columns.iter().position(is_measure))
        else {
            return;
        };
        let Some(column) = columns.get(measure).filter(|_| self.answer.row_count > 1) else {
            return;
        };
        let mut lines: Vec<Line> = Vec::new();
        for row in &self.answer.rows {
            let name: Vec<String> = columns
                .iter()
                .zip(row)
                .enumerate()
                .filter(|(index, (column, _))| {
                    *index != time && column.role == ColumnRole::Dimension
                })
                .map(|(_, (column, value))| format_value(column, value))
                .collect();
            let name = if name.is_empty() {
                column.label.clone()
            } else {
                name.join(", ")
            };
            let point = row.get(time).and_then(parse_day);
            let Some(point) = point.zip(row.get(measure).and_then(parse_number)) else {
                continue;
            };
            let has_room = lines.len() < MAX_CHART_LINES;
            match lines.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push(point),
                None if has_room => lines.push(Line {
                    name,
                    unit: column.unit.clone().unwrap_or_default(),
                    points: vec![point],
                }),
                None => {}
            }
        }
        for line in &mut lines {
            line.points.sort_by_key(|(day, _)| *day);
        }
        if !lines.is_empty() {
            result.chart = Some(Chart {
                title: self.title().into(),
                lines,
            });
        }
    }

    fn time_column(&self) -> Option<usize> {
        let is_time =
            |column: &Column| column.role == ColumnRole::Dimension && column.kind == Kind::Date;
        self.answer.columns.iter().position(is_time)
    }

    /// The position of the figure by which the rows are ordered, else of the first one.
    fn ranked_column(&self) -> Option<usize> {
        let columns = &self.answer.columns;
        let is_figure = |column: &&Column| column.role != ColumnRole::Dimension;
        let by = self.order_key().and_then(|key| key.get("by")?.as_str());
        by.and_then(|by| {
            columns
                .iter()
                .position(|column| column.id == by && is_figure(&column))
        })
        .or_else(|| {
            columns
                .iter()
                .position(|column| column.role == ColumnRole::Measure)
        })
    }

    fn order_key(&self) -> Option<&Value> {
        self.query.get("order")?.as_array()?.first()
    }

    fn order(&self) -> RankOrder {
        let Some(key) = self.order_key() else {
            return RankOrder::Descending;
        };
        let by = key.get("by").and_then(Value::as_str).unwrap_or_default();
        let is_dimension = self
            .answer
            .columns
            .iter()
            .any(|column| column.role == ColumnRole::Dimension && column.id == by);
        if is_dimension {
            RankOrder::ByName
        } else if key.get("direction").and_then(Value::as_str) == Some("desc") {
            RankOrder::Descending
        } else {
            RankOrder::Ascending
        }
    }

    /// The total of a column, if there is one.
    fn total_of(&self, column: &Column) -> Option<&AnswerValue> {
        let [total] = self.answer.totals.as_slice() else {
            return None;
        };
        let position = self
            .answer
            .columns
            .iter()
            .position(|one| one.id == column.id)?;
        total.get(position)
    }

    /// `customer and month`, `item for each unit`
    fn breakdown(&self) -> String {
        let own = own_dimensions(self.query).len();
        let leading = self.leading_dimension();
        let (mut labels, mut within) = (Vec::new(), String::new());
        let dimensions = self.answer.columns.iter().enumerate();
        for (position, column) in dimensions
            .filter(|(_, column)| column.role == ColumnRole::Dimension)
            .take(own)
        {
            let label = column.label.to_lowercase();
            if Some(position) == leading {
                within = format!(" for each {label}");
            } else {
                labels.push(label);
            }
        }
        labels.join(" and ") + &within
    }

    /// `Revenue and Orders by customer`
    fn title(&self) -> String {
        let labels = measure_labels(&self.answer.columns);
        format!("{labels} by {}", self.breakdown())
    }
}

/// In which order a query lists its rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RankOrder {
    Descending,
    Ascending,
    ByName,
}

/// Adds a value of an answer as a fact.
pub(in crate::features::assistant) fn add_value(
    sheet: &mut FactSheet,
    label: &str,
    column: &Column,
    value: &AnswerValue,
    row_refs: Vec<String>,
) -> FactId {
    sheet.add_metric(
        label,
        fact_kind(column),
        (to_json(column, value), format_value(column, value)),
        column.unit.clone(),
        row_refs,
    )
}

/// The labels of the measures: `Revenue and Orders`.
pub(super) fn measure_labels(columns: &[Column]) -> String {
    let labels: Vec<&str> = columns
        .iter()
        .filter(|column| column.role == ColumnRole::Measure)
        .map(|column| column.label.as_str())
        .collect();
    labels.join(" and ")
}

/// What members of a dimension are called: one, and several.
fn name_members(dimension: &str) -> (&'static str, &'static str) {
    match dimension {
        "brand" => ("brand", "brands"),
        "category" => ("category", "categories"),
        "county" => ("county", "counties"),
        "crop" => ("crop", "crops"),
        "customer" => ("customer", "customers"),
        "item" => ("item", "items"),
        "item_class" => ("item class", "item classes"),
        "location" => ("location", "locations"),
        "order" => ("order", "orders"),
        "salesperson" => ("salesperson", "salespeople"),
        "state" => ("state", "states"),
        "supplier" => ("supplier", "suppliers"),
        "day" => ("day", "days"),
        "week" => ("week", "weeks"),
        "month" => ("month", "months"),
        "quarter" => ("quarter", "quarters"),
        "year" => ("year", "years"),
        _ => ("row", "rows"),
    }
}

fn own_dimensions(query: &Value) -> Vec<&str> {
    let list = query.get("dimensions").and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn parse_day(value: &AnswerValue) -> Option<NaiveDate> {
    match value {
        AnswerValue::Text(text) => text.parse().ok(),
        _ => None,
    }
}

fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
