//! The statements that read the tables of a column store.

use super::{LINE_SEPARATOR, LoadedTable};
use crate::calendar::Calendar;
use crate::sql::{CellKind, FactContext, MemberIndex, Rows, Source, Statement, column, item_names};
use chrono::NaiveDate;
use sea_query::{Expr, ExprTrait, Query, SelectStatement};

impl LoadedTable {
    /// Every table. A store needs the rows of all of them, in any order.
    pub const ALL: [Self; 6] = [
        Self::Lines,
        Self::Items,
        Self::Catalogue,
        Self::Customers,
        Self::Suppliers,
        Self::Stock,
    ];

    /// The statement whose rows [`ColumnStoreBuilder::add_row`] takes.
    pub fn statement(self, source: &dyn Source) -> Statement {
        match self {
            Self::Lines => line_statement(source),
            Self::Items => {
                let members = MemberIndex::default();
                let context = FactContext {
                    source,
                    calendar: Calendar::new(NaiveDate::default()),
                    members: &members,
                };
                let columns = ["item_id", "item_name", "category", "item_class"];
                text_statement(item_names(&context), &columns)
            }
            Self::Catalogue => {
                let items = source.table("item_catalogue", Rows::Live);
                text_statement(items, &["item_id", "item_class", "brand"])
            }
            Self::Customers => customer_statement(source),
            Self::Suppliers => {
                let suppliers = source.table("suppliers", Rows::Live);
                text_statement(suppliers, &["supplier_id", "supplier_name"])
            }
            Self::Stock => {
                let stock = source.table("inventory", Rows::Live);
                let mut select = text_select(stock, &["item_id", "location", "unit", "currency"]);
                add_integers(&mut select, &["unit_cost_e4"]);
                statement(select, 4, 1)
            }
        }
    }
}

fn statement(select: SelectStatement, texts: usize, integers: usize) -> Statement {
    let texts = std::iter::repeat_n(CellKind::Text, texts);
    let kinds = texts.chain(std::iter::repeat_n(CellKind::Integer, integers));
    Statement::new(select, kinds.collect())
}

fn text_select(table: SelectStatement, columns: &[&'static str]) -> SelectStatement {
    let mut select = Query::select().from_subquery(table, "t").take();
    for name in columns {
        select.expr_as(column("t", name).cast_as("text"), *name);
    }
    select
}

fn text_statement(table: SelectStatement, columns: &[&'static str]) -> Statement {
    statement(text_select(table, columns), columns.len(), 0)
}

fn add_integers(select: &mut SelectStatement, columns: &[&'static str]) {
    for name in columns {
        select.expr_as(column("t", name).cast_as("bigint"), *name);
    }
}

fn add_days(source: &dyn Source, select: &mut SelectStatement, columns: &[&'static str]) {
    for name in columns {
        select.expr_as(source.dialect().julian_day(column("t", name)), *name);
    }
}

/// Each line as one text, because drivers take several times as long for its values one by one.
fn line_statement(source: &dyn Source) -> Statement {
    let dialect = source.dialect();
    let line = |name: &'static str| column("t", name);
    let purchase = "case when ? = 'purchase' then ? end";
    let purchase_id = dialect.template(purchase, [line("direction"), line("transaction_id")]);
    // A text starts with a sign, so that an empty text is not a missing one.
    let text = |value: Expr| dialect.template("coalesce('=' || ?, '')", [value]);
    let number = |value: Expr| dialect.template("coalesce(cast(? as text), '')", [value]);
    let texts = [
        line("item_id"),
        line("customer_id"),
        line("supplier_id"),
        line("order_id"),
        line("location"),
        line("unit"),
        line("currency"),
        purchase_id,
    ];
    let days = ["transaction_date", "promised_date", "delivered_date"];
    let numbers = ["quantity_e4", "unit_price_e4", "amount_e4"];
    let values = texts
        .into_iter()
        .map(text)
        .chain(days.map(|name| number(dialect.julian_day(line(name)))))
        .chain(numbers.map(|name| number(line(name))));
    let separator = Expr::value(LINE_SEPARATOR.to_string());
    let packed = values.reduce(|packed, value| {
        dialect.template("? || ? || ?", [packed, separator.clone(), value])
    });
    let select = Query::select()
        .expr_as(packed.unwrap_or(separator), "line")
        .from_subquery(source.table("purchase_transactions", Rows::Live), "t")
        .and_where(line("direction").is_in(["sale", "purchase"]))
        .take();
    statement(select, 1, 0)
}

fn customer_statement(source: &dyn Source) -> Statement {
    let customers = source.table("customers", Rows::Live);
    let columns = [
        "customer_id",
        "customer_name",
        "salesperson",
        "state",
        "county",
        "crops",
    ];
    let mut select = text_select(customers, &columns);
    add_integers(&mut select, &["acres_e4"]);
    add_days(source, &mut select, &["customer_since"]);
    statement(select, columns.len(), 2)
}
