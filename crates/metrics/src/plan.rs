//! The statements that answer a query.

use crate::answer::{Answer, GroupFigures, Results};
use crate::calendar::Span;
use crate::catalogue::{Aggregate, Condition, Dimension, Field};
use crate::column_query::ColumnQuery;
use crate::column_store::ColumnStore;
use crate::query::{Query, QueryError};
use crate::sql::{
    CellKind, FactContext, GroupQuery, MAX_GROUPS, MemberIndex, MembersOfLines, ResultRows, Rows,
    Source, Statement, lookup_fields, member_rows,
};
use sea_query::{Expr, ExprTrait, Query as SqlQuery};

/// A query with the statements that answer it.
#[derive(Clone, Debug)]
pub struct Plan {
    query: Query,
    members: MemberIndex,
    has_members: bool,
}

/// Which groups a statement returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Level {
    /// One for each row of the answer.
    Rows,
    /// One for each currency and unit.
    Totals,
}

/// A part of the answer that one statement computes.
#[derive(Clone, Debug)]
struct Job {
    /// 0 for the period, 1 for the compared one.
    span: usize,
    level: Level,
    date: Field,
    figures: JobFigures,
}

#[derive(Clone, Debug)]
enum JobFigures {
    Aggregates(Vec<Aggregate>),
    Median(Aggregate),
}

impl Aggregate {
    pub(crate) fn is_median(self) -> bool {
        matches!(self, Self::MedianOfOrders(_) | Self::Median(..))
    }

    /// Whether the figure of a group follows from those of its parts.
    fn is_foldable(self) -> bool {
        !self.is_median() && !matches!(self, Self::CountDistinct(..))
    }
}

impl Plan {
    /// Plans a query.
    pub fn new(query: Query) -> Self {
        Self {
            query,
            members: MemberIndex::default(),
            has_members: false,
        }
    }

    /// The query.
    pub fn query(&self) -> &Query {
        &self.query
    }

    fn lookup_fields(&self) -> Vec<Field> {
        lookup_fields(&self.query.filters, &self.query.dimensions)
    }

    /// Statements that list members whose names the query compares. Pass their rows to
    /// [`Self::set_members`].
    pub fn lookups(&self, source: &dyn Source) -> Vec<Statement> {
        let context = self.context(source);
        self.lookup_fields()
            .into_iter()
            .filter_map(|field| member_rows(&context, dimension_of(field)?, MembersOfLines::Listed))
            .collect()
    }

    /// Whether it has taken the rows of [`Self::lookups`].
    pub fn has_members(&self) -> bool {
        self.has_members
    }

    /// Takes the rows of [`Self::lookups`], in the same order.
    pub fn set_members(&mut self, results: &[ResultRows]) {
        self.has_members = true;
        for (field, rows) in self.lookup_fields().into_iter().zip(results) {
            self.members.insert(field, rows);
        }
    }

    pub(crate) fn context<'a>(&'a self, source: &'a dyn Source) -> FactContext<'a> {
        FactContext {
            source,
            calendar: self.query.calendar,
            members: &self.members,
        }
    }

    /// The rows of the period, which have the day of the first measure.
    pub(crate) fn listed_rows<'a>(&'a self, context: &'a FactContext<'a>) -> GroupQuery<'a> {
        let query = &self.query;
        GroupQuery {
            context,
            dataset: query.dataset,
            date: query.measures.first().map_or(Field::Day, |one| one.date),
            span: query.span,
            filters: &query.filters,
            dimensions: &[],
        }
    }

    /// The dimensions of groups: those of the query, then those that keep currencies and units
    /// apart.
    fn group_dimensions(&self, level: Level) -> Vec<&'static Dimension> {
        let splits = self.query.split_candidates();
        match level {
            Level::Totals => splits,
            Level::Rows => self
                .query
                .dimensions
                .iter()
                .copied()
                .chain(splits)
                .collect(),
        }
    }

    fn jobs(&self) -> Vec<Job> {
        let query = &self.query;
        let mut dates: Vec<Field> = Vec::new();
        for measure in &query.measures {
            if !dates.contains(&measure.date) {
                dates.push(measure.date);
            }
        }
        let is_exploded = query.dimensions.iter().any(|one| one.has_several_values());
        let mut jobs = Vec::new();
        for span in 0..=usize::from(query.compared.is_some()) {
            for date in &dates {
                let aggregates = self.aggregates_of(*date);
                let (medians, mut plain): (Vec<_>, Vec<_>) =
                    aggregates.into_iter().partition(|one| one.is_median());
                let lines = Aggregate::Count(Condition::Always);
                if !plain.contains(&lines) {
                    plain.push(lines);
                }
                let is_folded = !is_exploded && plain.iter().all(|one| one.is_foldable());
                for level in [Level::Rows, Level::Totals] {
                    if level == Level::Rows && query.dimensions.is_empty() {
                        continue;
                    }
                    let job = |figures| Job {
                        span,
                        level,
                        date: *date,
                        figures,
                    };
                    let is_needed =
                        level == Level::Rows || query.dimensions.is_empty() || !is_folded;
                    if is_needed {
                        jobs.push(job(JobFigures::Aggregates(plain.clone())));
                    }
                    jobs.extend(medians.iter().map(|one| job(JobFigures::Median(*one))));
                }
            }
        }
        jobs
    }

    /// The aggregates of all measures with this date.
    fn aggregates_of(&self, date: Field) -> Vec<Aggregate> {
        let mut found: Vec<Aggregate> = Vec::new();
        let measures = self.query.measures.iter().filter(|one| one.date == date);
        for aggregate in measures.flat_map(|measure| measure.formula.aggregates()) {
            if !found.contains(&aggregate) {
                found.push(aggregate);
            }
        }
        if found
            .iter()
            .any(|one| matches!(one, Aggregate::Sum(Field::CostAmount, _)))
        {
            for condition in [Condition::HasCost, Condition::HasPurchasePrice] {
                found.push(Aggregate::Count(condition));
            }
        }
        found
    }

    /// Whether money of all lines is added up without a currency to split it by.
    fn needs_one_currency(&self) -> bool {
        self.query.dataset.id == "customers"
            && self
                .query
                .measures
                .iter()
                .any(|measure| measure.id == "revenue_per_acre")
    }

    /// The statements of the figures. Pass their rows to [`Self::answer`].
    pub fn statements(&self, source: &dyn Source) -> Vec<Statement> {
        let context = self.context(source);
        let query = &self.query;
        let mut statements: Vec<Statement> = self
            .jobs()
            .iter()
            .map(|job| {
                let dimensions = self.group_dimensions(job.level);
                let groups = GroupQuery {
                    context: &context,
                    dataset: query.dataset,
                    date: job.date,
                    span: self.span_of(job),
                    filters: &query.filters,
                    dimensions: &dimensions,
                };
                match &job.figures {
                    JobFigures::Aggregates(aggregates) => groups.aggregate(aggregates),
                    JobFigures::Median(aggregate) => groups.median(*aggregate),
                }
            })
            .collect();
        if self.needs_one_currency() {
            let currencies = SqlQuery::select()
                .distinct()
                .expr_as(Expr::col(("t", "currency")).cast_as("text"), "currency")
                .from_subquery(source.table("rollup_line_day", Rows::Live), "t")
                .and_where(Expr::col(("t", "day")).lte(query.calendar.today))
                .take();
            statements.push(Statement::new(currencies, vec![CellKind::Text]));
        }
        statements
    }

    /// Whether [`Self::compute`] can answer the query.
    pub fn reads_lines(&self) -> bool {
        ColumnStore::has_dataset(self.query.dataset.id)
    }

    /// The rows of [`Self::statements`] from a copy of the tables; none if it lacks some of them.
    pub fn compute(&self, store: &ColumnStore) -> Option<Vec<ResultRows>> {
        let query = &self.query;
        if !self.reads_lines() {
            return None;
        }
        let rows_of = |date: Field, span: Span| ColumnQuery {
            store,
            calendar: query.calendar,
            dataset: query.dataset,
            date,
            span,
            filters: &query.filters,
        };
        let jobs = self.jobs();
        let results = jobs.iter().map(|job| {
            let dimensions = self.group_dimensions(job.level);
            let rows = rows_of(job.date, self.span_of(job));
            match &job.figures {
                JobFigures::Aggregates(aggregates) => rows.aggregate(&dimensions, aggregates),
                JobFigures::Median(aggregate) => rows.median(&dimensions, *aggregate),
            }
        });
        let mut results: Vec<ResultRows> = results.collect::<Option<_>>()?;
        if self.needs_one_currency() {
            results.push(rows_of(Field::Day, query.span).currencies());
        }
        Some(results)
    }

    fn span_of(&self, job: &Job) -> Span {
        let compared = self.query.compared.filter(|_| job.span > 0);
        compared.unwrap_or(self.query.span)
    }

    /// Answers the query from the rows of [`Self::statements`], in the same order.
    pub fn answer(&self, results: Vec<ResultRows>) -> Result<Answer, QueryError> {
        Ok(Answer::assemble(&self.query, self.collect(results)?))
    }

    /// The figures of all groups from the rows of [`Self::statements`].
    pub(crate) fn collect(&self, results: Vec<ResultRows>) -> Result<Results, QueryError> {
        let jobs = self.jobs();
        let currencies = results.get(jobs.len()).map_or(0, Vec::len);
        if self.needs_one_currency() && currencies > 1 {
            return Err(QueryError::new(
                "measures",
                "Revenue per acre would add up several currencies, which are never added.",
            ));
        }
        let mut collected = Results::default();
        for (job, rows) in jobs.iter().zip(results) {
            if u64::try_from(rows.len()).unwrap_or(u64::MAX) > MAX_GROUPS {
                return Err(QueryError::new(
                    "dimensions",
                    format!(
                        "The answer has more than {MAX_GROUPS} rows. Add filters, or remove a \
                        dimension."
                    ),
                ));
            }
            let dimensions = self.group_dimensions(job.level);
            let part = (job.span, job.level, job.date);
            match &job.figures {
                JobFigures::Aggregates(aggregates) => {
                    for row in rows {
                        collected.insert(part, GroupFigures::read(row, &dimensions, aggregates));
                    }
                }
                JobFigures::Median(aggregate) => {
                    for row in rows {
                        collected.insert(part, GroupFigures::read(row, &dimensions, &[*aggregate]));
                    }
                }
            }
        }
        if !self.query.dimensions.is_empty() {
            let is_aggregated = |job: &Job, level: Level| {
                job.level == level && matches!(job.figures, JobFigures::Aggregates(_))
            };
            for job in jobs.iter().filter(|job| is_aggregated(job, Level::Rows)) {
                let is_there = jobs.iter().any(|one| {
                    is_aggregated(one, Level::Totals)
                        && one.span == job.span
                        && one.date == job.date
                });
                if !is_there {
                    collected.fold_totals(job.span, job.date, self.query.dimensions.len());
                }
            }
        }
        Ok(collected)
    }
}

fn dimension_of(field: Field) -> Option<&'static Dimension> {
    crate::catalogue::DATASETS
        .iter()
        .flat_map(crate::Dataset::all_dimensions)
        .find(|dimension| dimension.field == field && dimension.kind() == crate::Kind::Text)
}

#[cfg(test)]
mod tests;
