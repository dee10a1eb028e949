//! Lists members of dimensions.

use super::dialect::column;
use super::fact_query::item_names;
use super::{CellKind, FactContext, Rows, Statement};
use crate::catalogue::{Dimension, Field, LINE_ROLLUP};
use sea_query::{Expr, ExprTrait, JoinType, Query, SelectStatement, UnionType};

/// Separates names that a query joins into one text. In names, it is replaced by a space.
pub const NAME_SEPARATOR: char = '\u{1f}';

/// Where the members of order lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembersOfLines {
    /// In a rollup of the lines.
    Listed,
    /// In a [`ColumnStore`](crate::ColumnStore), so they are left out.
    LeftOut,
}

/// All members of a dimension with text, as (id, name). For crops, the combinations that customers
/// have. It may list members that have no rows.
fn members(
    context: &FactContext<'_>,
    dimension: &Dimension,
    lines: MembersOfLines,
) -> Option<SelectStatement> {
    let named = |table: &'static str, id: &'static str, name: &'static str| {
        Query::select()
            .expr_as(column("t", id), "id")
            .expr_as(column("t", name), "name")
            .from_subquery(context.live(table), "t")
            .take()
    };
    let select = match dimension.field {
        Field::Customer => named("customers", "customer_id", "customer_name"),
        Field::Supplier => named("suppliers", "supplier_id", "supplier_name"),
        Field::Crop => distinct(context, "customers", "crops"),
        // A store has the names of all items, too.
        Field::Item if lines == MembersOfLines::LeftOut => return None,
        Field::Item => {
            let ids = Query::select()
                .distinct()
                .column("item_id")
                .from_subquery(context.live(LINE_ROLLUP), "t")
                .union(
                    UnionType::Distinct,
                    Query::select()
                        .column("item_id")
                        .from_subquery(context.source.table("inventory", Rows::WithDeleted), "v")
                        .take(),
                )
                .take();
            let on = column("i", "item_id").eq(column("d", "item_id"));
            Query::select()
                .expr_as(column("d", "item_id"), "id")
                .expr_as(
                    context.dialect().template(
                        "coalesce(?, ?)",
                        [column("i", "item_name"), column("d", "item_id")],
                    ),
                    "name",
                )
                .from_subquery(ids, "d")
                .join_subquery(JoinType::LeftJoin, item_names(context), "i", on)
                .take()
        }
        field => {
            let mut tables = dimension
                .member_tables()
                .iter()
                .filter(|member| lines == MembersOfLines::Listed || member.table != LINE_ROLLUP)
                .map(|member| distinct(context, member.table, member.column));
            let mut all = tables.next()?;
            for table in tables {
                all.union(UnionType::Distinct, table);
            }
            if field == Field::Category {
                // The category of items without an inventory row.
                let unknown = Query::select()
                    .expr_as(Expr::cust("'Unknown'"), "id")
                    .expr_as(Expr::cust("'Unknown'"), "name")
                    .take();
                all.union(UnionType::Distinct, unknown);
            }
            all
        }
    };
    Some(select)
}

fn distinct(context: &FactContext<'_>, table: &'static str, name: &'static str) -> SelectStatement {
    // Categories of deleted inventory rows still count for lines.
    let rows = match table {
        "inventory" => Rows::WithDeleted,
        _ => Rows::Live,
    };
    Query::select()
        .distinct()
        .expr_as(column("t", name), "id")
        .expr_as(column("t", name), "name")
        .from_subquery(context.source.table(table, rows), "t")
        .and_where(column("t", name).is_not_null())
        .and_where(column("t", name).ne(""))
        .take()
}

fn as_texts(select: SelectStatement) -> SelectStatement {
    Query::select()
        .expr_as(column("a", "id").cast_as("text"), "id")
        .expr_as(column("a", "name").cast_as("text"), "name")
        .from_subquery(select, "a")
        .take()
}

/// The names of all members in one text, which is much faster to read than a row for each.
pub(crate) fn joined_names(
    context: &FactContext<'_>,
    dimension: &Dimension,
    lines: MembersOfLines,
) -> Option<Statement> {
    let names = as_texts(members(context, dimension, lines)?);
    let separator = || Expr::value(NAME_SEPARATOR.to_string());
    let joined = context.dialect().template(
        "string_agg(replace(?, ?, ' '), ?)",
        [column("m", "name"), separator(), separator()],
    );
    let select = Query::select()
        .expr_as(joined, "names")
        .from_subquery(names, "m")
        .take();
    Some(Statement::new(select, vec![CellKind::Text]))
}

/// All members, to compare names with.
pub(crate) fn member_rows(
    context: &FactContext<'_>,
    dimension: &Dimension,
    lines: MembersOfLines,
) -> Option<Statement> {
    let select = as_texts(members(context, dimension, lines)?);
    Some(Statement::new(select, vec![CellKind::Text; 2]))
}
