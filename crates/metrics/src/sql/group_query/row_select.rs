//! Lists the rows behind a figure, and counts them.

use super::{FIELD_NAMES, GroupQuery, LABEL_NAMES, RowFields};
use crate::catalogue::{Condition, Field, RowColumn, RowFormat, row_order};
use crate::sql::dialect::column;
use crate::sql::filter_sql::has_name;
use crate::sql::{CellKind, Statement};
use sea_query::{Expr, ExprTrait, Order, Query, SelectStatement};

impl GroupQuery<'_> {
    /// The number of rows for which one of the conditions holds.
    pub(crate) fn count_rows(&self, conditions: &[Condition]) -> Statement {
        let mut rows = self.rows();
        let test = any_condition(&mut rows, conditions);
        let count = Query::select()
            .expr_as(Expr::cust("count(*)").cast_as("bigint"), "count")
            .from_subquery(self.row_select(rows), "b")
            .and_where_option(test)
            .take();
        Statement::new(count, vec![CellKind::Integer])
    }

    /// A page of the rows for which one of the conditions holds.
    pub(crate) fn list_rows(
        &self,
        columns: &[&'static RowColumn],
        conditions: &[Condition],
        offset: usize,
        limit: usize,
    ) -> Statement {
        let mut rows = self.rows();
        let names: Vec<&'static str> = columns
            .iter()
            .filter_map(|column| rows.field_name(column.field))
            .collect();
        let order: Vec<(&'static str, Field, Order)> = row_order(self.dataset)
            .iter()
            .filter_map(|(field, is_descending)| {
                let order = if *is_descending {
                    Order::Desc
                } else {
                    Order::Asc
                };
                Some((rows.field_name(*field)?, *field, order))
            })
            .collect();
        let test = any_condition(&mut rows, conditions);
        let mut page = Query::select()
            .expr(Expr::cust("b.*"))
            .from_subquery(self.row_select(rows), "b")
            .and_where_option(test)
            .limit(u64::try_from(limit).unwrap_or(u64::MAX))
            .offset(u64::try_from(offset).unwrap_or(u64::MAX))
            .take();
        self.sort(&mut page, "b", &order);
        let mut select = Query::select().from_subquery(page, "g").take();
        let mut labels = LABEL_NAMES.into_iter();
        let mut kinds = Vec::with_capacity(columns.len());
        for (listed, name) in columns.iter().zip(names) {
            let (value, kind) = match listed.format {
                RowFormat::Text | RowFormat::Day => (column("g", name), CellKind::Text),
                RowFormat::Number(_) => (column("g", name), CellKind::Integer),
            };
            let value = match labels.next().filter(|_| has_name(listed.field)) {
                Some(alias) => self.join_name(&mut select, name, alias, listed.field),
                None => value,
            };
            let type_name = match kind {
                CellKind::Integer => "bigint",
                CellKind::Text => "text",
            };
            select.expr_as(value.cast_as(type_name), name);
            kinds.push(kind);
        }
        self.sort(&mut select, "g", &order);
        Statement::new(select, kinds)
    }

    /// Orders by fields of a subquery; texts by code point.
    fn sort(
        &self,
        select: &mut SelectStatement,
        table: &'static str,
        order: &[(&'static str, Field, Order)],
    ) {
        for (name, field, direction) in order {
            let value = column(table, name);
            let value = match field {
                Field::Day => value,
                _ => self.context.dialect().by_code_point(value),
            };
            select.order_by_expr(value, direction.clone());
        }
    }
}

impl RowFields<'_> {
    /// The name of a field in the outer select.
    fn field_name(&mut self, field: Field) -> Option<&'static str> {
        let _ = self.field(field);
        let place = self.fields.iter().position(|known| *known == field)?;
        FIELD_NAMES.get(place).copied()
    }
}

/// Whether one of the conditions holds; none if one always does.
fn any_condition(rows: &mut RowFields<'_>, conditions: &[Condition]) -> Option<Expr> {
    let mut any: Option<Expr> = None;
    for condition in conditions {
        let test = rows.condition(*condition)?;
        any = Some(match any {
            None => test,
            Some(known) => known.or(test),
        });
    }
    any
}
