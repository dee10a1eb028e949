//! Groups rows of a dataset and aggregates them.

mod row_select;

use super::dialect::column;
use super::fact_query::{FactQuery, item_names};
use super::filter_sql::{add_filter, has_name};
use super::{CellKind, Dialect, FactContext, Statement};
use crate::calendar::Span;
use crate::catalogue::{Aggregate, Condition, Dataset, Dimension, DimensionType, Field};
use crate::query::Filter;
use sea_query::{Expr, ExprTrait, JoinType, Query, SelectStatement};

pub(crate) use super::fact_query::NUMBER_BASE;

/// Names of group keys, of fields of rows, and of aggregates in the SQL.
const KEY_NAMES: [&str; 6] = ["k0", "k1", "k2", "k3", "k4", "k5"];
const LABEL_NAMES: [&str; 6] = ["l0", "l1", "l2", "l3", "l4", "l5"];
const FIELD_NAMES: [&str; 24] = [
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
    "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23",
];
const AGGREGATE_NAMES: [&str; 24] = [
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12", "a13", "a14",
    "a15", "a16", "a17", "a18", "a19", "a20", "a21", "a22", "a23",
];

/// Sums are returned as quotients and remainders of this number.
pub(crate) const SUM_RADIX: i128 = 10_000_000;
/// The maximum number of groups of a query.
pub(crate) const MAX_GROUPS: u64 = 500_000;

/// How an aggregate is represented in columns of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AggregateColumns {
    /// The two parts of a sum.
    Parts,
    Integer,
    Text,
}

impl Aggregate {
    pub(crate) fn columns(self) -> AggregateColumns {
        match self {
            Self::Sum(..) | Self::MedianOfOrders(_) => AggregateColumns::Parts,
            Self::Oldest(_) | Self::Newest(..) => AggregateColumns::Text,
            _ => AggregateColumns::Integer,
        }
    }
}

impl AggregateColumns {
    fn kinds(self) -> &'static [CellKind] {
        match self {
            Self::Parts => &[CellKind::Integer, CellKind::Integer],
            Self::Integer => &[CellKind::Integer],
            Self::Text => &[CellKind::Text],
        }
    }
}

/// Rows of a dataset in a period, in groups.
pub(crate) struct GroupQuery<'a> {
    pub(crate) context: &'a FactContext<'a>,
    pub(crate) dataset: &'static Dataset,
    pub(crate) date: Field,
    pub(crate) span: Span,
    pub(crate) filters: &'a [Filter],
    pub(crate) dimensions: &'a [&'static Dimension],
}

/// The inner select of a group query: keys and fields of each row.
struct RowFields<'a> {
    facts: FactQuery<'a>,
    fields: Vec<Field>,
}

impl RowFields<'_> {
    /// The name of a field in the outer select.
    fn field(&mut self, field: Field) -> Expr {
        let known = self.fields.iter().position(|known| *known == field);
        let index = known.unwrap_or(self.fields.len());
        if known.is_none() {
            self.fields.push(field);
        }
        column("b", FIELD_NAMES.get(index).copied().unwrap_or("v"))
    }

    fn template<const N: usize>(&mut self, template: &'static str, fields: [Field; N]) -> Expr {
        let arguments = fields.map(|field| self.field(field));
        self.facts.dialect().template(template, arguments)
    }

    fn condition(&mut self, condition: Condition) -> Option<Expr> {
        let today = Expr::value(self.facts.context.calendar.today);
        Some(match condition {
            Condition::Always => return None,
            Condition::Returned => self.template("? < 0", [Field::Quantity]),
            Condition::Positive => self.template("? > 0", [Field::Quantity]),
            Condition::HasCost => self.template("? is not null", [Field::CostAmount]),
            Condition::HasPurchasePrice => self.template(
                "? is not null and ? is not null",
                [Field::CostAmount, Field::PurchasePrice],
            ),
            Condition::FirstPurchase => self.template("? = ?", [Field::Day, Field::FirstDay]),
            Condition::Due => self.field(Field::Promised).lte(today),
            Condition::OnTime => {
                let is_due = self.field(Field::Promised).lte(today);
                let is_kept = self.template("? <= ?", [Field::Delivered, Field::Promised]);
                is_due.and(is_kept)
            }
            Condition::Late => {
                let is_due = self.field(Field::Promised).lte(today);
                let is_late = self.template(
                    "(? is null or ? > ?)",
                    [Field::Delivered, Field::Delivered, Field::Promised],
                );
                is_due.and(is_late)
            }
            Condition::Open => {
                self.template("? > 0 and ? is null", [Field::Quantity, Field::Delivered])
            }
            Condition::Overdue => {
                let is_open =
                    self.template("? > 0 and ? is null", [Field::Quantity, Field::Delivered]);
                is_open.and(self.field(Field::Promised).lt(today))
            }
            Condition::BelowReorderPoint => self.template(
                "? > 0 and ? <= ?",
                [Field::ReorderPoint, Field::OnHand, Field::ReorderPoint],
            ),
            Condition::Lapsed => {
                let since = self.facts.context.calendar.first_day_of_365();
                self.field(Field::LastDay).lt(since)
            }
        })
    }

    /// A value in the rows for which the condition holds, else null.
    fn value_if(&mut self, value: Expr, condition: Condition) -> Expr {
        match self.condition(condition) {
            None => value,
            Some(test) => {
                let dialect = self.facts.dialect();
                dialect.template("case when ? then ? end", [test, value])
            }
        }
    }

    /// A text that sorts by day and transaction and ends in the field's number.
    fn dated_number(&mut self, field: Field) -> Expr {
        let dialect = self.facts.dialect();
        let number = self.field(field);
        let day = self.field(Field::Day);
        let separator = match dialect {
            Dialect::Sqlite => Expr::cust("char(1)"),
            Dialect::Postgres => Expr::cust("chr(1)"),
        };
        let base = Expr::value(NUMBER_BASE);
        let key = if self.facts.dataset() == "prices" {
            dialect.template("cast(? as text)", [day])
        } else {
            let transaction = self.field(Field::Transaction);
            dialect.template("cast(? as text) || ?", [day, transaction])
        };
        dialect.by_code_point(dialect.template(
            "? || ? || cast(? + ? as text)",
            [key, separator, base, number],
        ))
    }

    fn aggregate(&mut self, aggregate: Aggregate) -> Vec<Expr> {
        let dialect = self.facts.dialect();
        match aggregate {
            Aggregate::Sum(field, condition) => {
                let value = self.field(field);
                let value = self.value_if(value, condition);
                vec![
                    dialect.template("sum((?) / 10000000)", [value.clone()]),
                    dialect.template("sum((?) % 10000000)", [value]),
                ]
            }
            Aggregate::Count(condition) => vec![match self.condition(condition) {
                None => Expr::cust("count(*)"),
                Some(test) => dialect.template("count(case when ? then 1 end)", [test]),
            }],
            Aggregate::CountDistinct(field, condition) => {
                let value = self.field(field);
                let value = self.value_if(value, condition);
                vec![dialect.template("count(distinct ?)", [value])]
            }
            Aggregate::Min(field, condition) => {
                let value = self.field(field);
                let value = self.value_if(value, condition);
                vec![dialect.template("min(?)", [value])]
            }
            Aggregate::Max(field, condition) => {
                let value = self.field(field);
                let value = self.value_if(value, condition);
                vec![dialect.template("max(?)", [value])]
            }
            Aggregate::Oldest(field) => {
                let value = self.dated_number(field);
                vec![dialect.template("min(?)", [value])]
            }
            Aggregate::Newest(field, condition) => {
                let value = self.dated_number(field);
                let value = self.value_if(value, condition);
                vec![dialect.template("max(?)", [value])]
            }
            // Medians have statements of their own.
            Aggregate::MedianOfOrders(_) | Aggregate::Median(..) => Vec::new(),
        }
    }
}

/// Names and expressions by position.
fn named(
    names: &'static [&'static str],
    expressions: Vec<Expr>,
) -> impl Iterator<Item = (&'static str, Expr)> {
    names.iter().copied().zip(expressions)
}

impl<'a> GroupQuery<'a> {
    fn rows(&self) -> RowFields<'a> {
        let date = self.dataset.has_days.then_some(self.date);
        let mut facts = FactQuery::new(self.context, self.dataset.id, date);
        facts.add_span(self.span);
        for filter in self.filters {
            add_filter(&mut facts, filter);
        }
        RowFields {
            facts,
            fields: Vec::new(),
        }
    }

    /// The select of keys and fields of each row, with the keys' names.
    fn row_select(&self, mut rows: RowFields<'a>) -> SelectStatement {
        let keys: Vec<Expr> = self
            .dimensions
            .iter()
            .map(|dimension| rows.facts.dimension(dimension))
            .collect();
        let fields: Vec<Expr> = rows
            .fields
            .iter()
            .map(|field| rows.facts.field(*field))
            .collect();
        let mut select = rows.facts.into_select();
        for (name, key) in named(&KEY_NAMES, keys) {
            select.expr_as(key, name);
        }
        for (name, field) in named(&FIELD_NAMES, fields) {
            select.expr_as(field, name);
        }
        // A select needs a column.
        select.expr_as(Expr::cust("1"), "one");
        select
    }

    fn key_names(&self) -> impl Iterator<Item = &'static str> {
        KEY_NAMES.into_iter().take(self.dimensions.len())
    }

    /// The figures of each group.
    pub(crate) fn aggregate(&self, aggregates: &[Aggregate]) -> Statement {
        let mut rows = self.rows();
        let figures: Vec<Expr> = aggregates
            .iter()
            .flat_map(|aggregate| rows.aggregate(*aggregate))
            .collect();
        let kinds: Vec<CellKind> = aggregates
            .iter()
            .flat_map(|aggregate| aggregate.columns().kinds())
            .copied()
            .collect();
        let mut groups = Query::select()
            .from_subquery(self.row_select(rows), "b")
            .take();
        for name in self.key_names() {
            groups
                .expr_as(column("b", name), name)
                .group_by_col(("b", name));
        }
        for (name, figure) in named(&AGGREGATE_NAMES, figures) {
            groups.expr_as(figure, name);
        }
        // Without rows there is no group, not an empty one.
        groups.and_having(Expr::cust("count(*) > 0"));
        groups.limit(MAX_GROUPS + 1);
        self.with_labels(groups, &kinds)
    }

    /// The middle value, or the middle two, of each group. The values are those of rows, or sums of
    /// the orders' rows.
    pub(crate) fn median(&self, aggregate: Aggregate) -> Statement {
        let mut rows = self.rows();
        let (values, kinds): (SelectStatement, &[CellKind]) = match aggregate {
            Aggregate::MedianOfOrders(field) => {
                let order = rows.field(Field::Order);
                let parts = rows.aggregate(Aggregate::Sum(field, Condition::Always));
                let mut sums = Query::select()
                    .from_subquery(self.row_select(rows), "b")
                    .add_group_by([order])
                    .take();
                for name in self.key_names() {
                    sums.expr_as(column("b", name), name)
                        .group_by_col(("b", name));
                }
                for (name, part) in named(&AGGREGATE_NAMES, parts) {
                    sums.expr_as(part, name);
                }
                (sums, AggregateColumns::Parts.kinds())
            }
            Aggregate::Median(field, condition) => {
                let value = rows.field(field);
                let test = rows.condition(condition);
                let mut values = Query::select()
                    .from_subquery(self.row_select(rows), "b")
                    .expr_as(value.clone(), "a0")
                    .and_where(value.is_not_null())
                    .take();
                if let Some(test) = test {
                    values.and_where(test);
                }
                for name in self.key_names() {
                    values.expr_as(column("b", name), name);
                }
                (values, AggregateColumns::Integer.kinds())
            }
            _ => (self.row_select(rows), &[]),
        };
        let sort = if kinds.len() == 2 {
            "a0 * 10000000 + a1"
        } else {
            "a0"
        };
        let keys: Vec<&str> = self.key_names().collect();
        let partition = if keys.is_empty() {
            String::new()
        } else {
            format!("partition by {}", keys.join(", "))
        };
        let mut ranked = Query::select().from_subquery(values, "o").take();
        let mut middle = Query::select().take();
        for name in self
            .key_names()
            .chain(AGGREGATE_NAMES.into_iter().take(kinds.len()))
        {
            ranked.column(name);
            middle.column(name);
        }
        ranked
            .expr_as(
                Expr::cust(format!("row_number() over ({partition} order by {sort})")),
                "place",
            )
            .expr_as(Expr::cust(format!("count(*) over ({partition})")), "places");
        middle
            .from_subquery(ranked, "w")
            .and_where(Expr::cust("place in ((places + 1) / 2, (places + 2) / 2)"));
        self.with_labels(middle, kinds)
    }

    /// The groups with the names of their members, as types that all drivers read.
    fn with_labels(&self, groups: SelectStatement, kinds: &[CellKind]) -> Statement {
        let mut select = Query::select().from_subquery(groups, "g").take();
        let mut columns = Vec::new();
        let as_type = |expression: Expr, kind: CellKind| match kind {
            CellKind::Integer => expression.cast_as("bigint"),
            CellKind::Text => expression.cast_as("text"),
        };
        for ((key, alias), dimension) in KEY_NAMES.into_iter().zip(LABEL_NAMES).zip(self.dimensions)
        {
            let kind = match dimension.value_type {
                DimensionType::Text => CellKind::Text,
                _ => CellKind::Integer,
            };
            select.expr_as(as_type(column("g", key), kind), key);
            columns.push(kind);
            if has_name(dimension.field) {
                let name = self.join_name(&mut select, key, alias, dimension.field);
                select.expr_as(as_type(name, CellKind::Text), alias);
                columns.push(CellKind::Text);
            }
        }
        for (name, kind) in AGGREGATE_NAMES.into_iter().zip(kinds) {
            select.expr_as(as_type(column("g", name), *kind), name);
            columns.push(*kind);
        }
        Statement::new(select, columns)
    }

    fn join_name(
        &self,
        select: &mut SelectStatement,
        key: &'static str,
        alias: &'static str,
        field: Field,
    ) -> Expr {
        let (table, id, name) = match field {
            Field::Item => (item_names(self.context), "item_id", "item_name"),
            Field::Customer => (
                self.context.live("customers"),
                "customer_id",
                "customer_name",
            ),
            _ => (
                self.context.live("suppliers"),
                "supplier_id",
                "supplier_name",
            ),
        };
        let on = column(alias, id).eq(column("g", key));
        select.join_subquery(JoinType::LeftJoin, table, alias, on);
        if field == Field::Item {
            let arguments = [column(alias, name), column("g", key)];
            self.context.dialect().template("coalesce(?, ?)", arguments)
        } else {
            column(alias, name)
        }
    }
}
