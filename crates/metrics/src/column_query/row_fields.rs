//! Fields of rows, and conditions on them.

use super::ColumnQuery;
use super::index_table::IndexTable;
use crate::catalogue::{Condition, Field};
use crate::column_store::{Chunk, ColumnStore, MISSING, StoredColumn};

/// Rows of a chunk.
#[derive(Clone, Copy)]
pub(super) struct ChunkRows<'a> {
    pub(super) chunk: &'a Chunk,
    pub(super) rows: &'a [u16],
}

impl ChunkRows<'_> {
    pub(super) fn gather(&self, column: StoredColumn) -> Vec<i64> {
        self.chunk.gather(column, self.rows)
    }

    /// What follows from a column.
    fn look_up(&self, table: &IndexTable<i64>) -> Vec<i64> {
        let mut values = self.gather(table.column());
        for value in &mut values {
            *value = *table.value(*value);
        }
        values
    }
}

/// Reads fields of rows. What they need is prepared once.
pub(super) struct FieldReader {
    today: i64,
    first_day_of_365: i64,
    /// Fields of customers.
    by_customer: Vec<(Field, IndexTable<i64>)>,
}

/// Products of a quantity and a price up to here fit 64 bits, as in SQL.
const MAX_PRODUCT: f64 = 9e18;

#[expect(
    clippy::cast_precision_loss,
    reason = "only compared with a limit, as in SQL"
)]
fn product(quantity: i64, cost: i64) -> i64 {
    let is_bounded = quantity != MISSING
        && cost != MISSING
        && (quantity as f64 * cost as f64).abs() < MAX_PRODUCT;
    if is_bounded { quantity * cost } else { MISSING }
}

fn map_pairs(left: Vec<i64>, right: &[i64], apply: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    let pairs = left.into_iter().zip(right);
    pairs.map(|(left, right)| apply(left, *right)).collect()
}

impl FieldReader {
    /// A reader of fields.
    pub(super) fn new(query: &ColumnQuery<'_>, fields: &[Field]) -> Self {
        let store = query.store;
        let mut by_customer: Vec<(Field, IndexTable<i64>)> = Vec::new();
        for field in fields {
            let values = match field {
                Field::Acres => store.customers.acres.clone(),
                Field::FirstDay => sale_days(query, i64::min),
                Field::LastDay => sale_days(query, i64::max),
                Field::Revenue365 => revenue_of_365_days(query),
                _ => continue,
            };
            if by_customer.iter().all(|(known, _)| known != field) {
                let table = IndexTable::by_code(StoredColumn::Customer, values, MISSING);
                by_customer.push((*field, table));
            }
        }
        Self {
            today: query.today(),
            first_day_of_365: query.first_day_of_365(),
            by_customer,
        }
    }

    fn delivered(&self, rows: ChunkRows<'_>) -> Vec<i64> {
        let mut days = rows.gather(StoredColumn::Delivered);
        for day in &mut days {
            if *day > self.today {
                *day = MISSING;
            }
        }
        days
    }

    /// The values of a field; [`MISSING`] where a row has none.
    pub(super) fn read(&self, field: Field, rows: ChunkRows<'_>) -> Vec<i64> {
        let codes = |column: StoredColumn| {
            let mut codes = rows.gather(column);
            for code in &mut codes {
                if *code == 0 {
                    *code = MISSING;
                }
            }
            codes
        };
        match field {
            Field::Item | Field::ItemId => codes(StoredColumn::Item),
            Field::Customer | Field::CustomerId => codes(StoredColumn::Customer),
            Field::Supplier | Field::SupplierId => codes(StoredColumn::Supplier),
            Field::Order => codes(StoredColumn::Order),
            Field::Day => rows.gather(StoredColumn::Day),
            Field::Promised => rows.gather(StoredColumn::Promised),
            Field::Delivered => self.delivered(rows),
            Field::LeadTime => map_pairs(
                self.delivered(rows),
                &rows.gather(StoredColumn::Day),
                |delivered, day| match delivered {
                    MISSING => MISSING,
                    delivered => delivered - day,
                },
            ),
            Field::Quantity => rows.gather(StoredColumn::Quantity),
            Field::UnitPrice => rows.gather(StoredColumn::UnitPrice),
            Field::Amount => rows.gather(StoredColumn::Amount),
            Field::CostAmount => map_pairs(
                rows.gather(StoredColumn::Quantity),
                &rows.gather(StoredColumn::UnitCost),
                product,
            ),
            other => match self.by_customer.iter().find(|(known, _)| *known == other) {
                Some((_, table)) => rows.look_up(table),
                None => vec![MISSING; rows.rows.len()],
            },
        }
    }

    /// For which rows a condition holds; none if it always does.
    pub(super) fn test(&self, condition: Condition, rows: ChunkRows<'_>) -> Option<Vec<bool>> {
        let today = self.today;
        let field = |field: Field| self.read(field, rows);
        let one = |name: Field, test: fn(i64) -> bool| {
            let values = field(name);
            values.into_iter().map(test).collect()
        };
        let is_open = |delivered: i64, quantity: i64| delivered == MISSING && quantity > 0;
        let due = |test: fn(i64, i64) -> bool| {
            let promised = field(Field::Promised);
            let pairs = promised.into_iter().zip(field(Field::Delivered));
            pairs
                .map(|(promised, delivered)| {
                    promised != MISSING && promised <= today && test(promised, delivered)
                })
                .collect()
        };
        Some(match condition {
            Condition::Always => return None,
            Condition::Returned => one(Field::Quantity, |quantity| quantity < 0),
            Condition::Positive => one(Field::Quantity, |quantity| quantity > 0),
            Condition::HasCost => one(Field::CostAmount, |cost| cost != MISSING),
            Condition::HasPurchasePrice => {
                let costs = field(Field::CostAmount).into_iter();
                let are_prices = rows.gather(StoredColumn::IsPurchasePrice);
                let pairs = costs.zip(are_prices);
                pairs
                    .map(|(cost, is_price)| cost != MISSING && is_price == 1)
                    .collect()
            }
            Condition::FirstPurchase => {
                let days = field(Field::Day).into_iter();
                let pairs = days.zip(field(Field::FirstDay));
                pairs.map(|(day, first)| day == first).collect()
            }
            Condition::Due => due(|_, _| true),
            Condition::OnTime => {
                due(|promised, delivered| delivered != MISSING && delivered <= promised)
            }
            Condition::Late => {
                due(|promised, delivered| delivered == MISSING || delivered > promised)
            }
            Condition::Open => {
                let delivered = field(Field::Delivered).into_iter();
                let pairs = delivered.zip(field(Field::Quantity));
                pairs
                    .map(|(delivered, quantity)| is_open(delivered, quantity))
                    .collect()
            }
            Condition::Overdue => {
                let delivered = field(Field::Delivered).into_iter();
                let lines = delivered
                    .zip(field(Field::Quantity))
                    .zip(field(Field::Promised));
                lines
                    .map(|((delivered, quantity), promised)| {
                        is_open(delivered, quantity) && promised != MISSING && promised < today
                    })
                    .collect()
            }
            Condition::Lapsed => {
                let since = self.first_day_of_365;
                field(Field::LastDay)
                    .into_iter()
                    .map(|day| day != MISSING && day < since)
                    .collect()
            }
            // Only stock has reorder points.
            Condition::BelowReorderPoint => vec![false; rows.rows.len()],
        })
    }
}

/// The first or last day on which each customer bought, up to today.
fn sale_days(query: &ColumnQuery<'_>, choose: fn(i64, i64) -> i64) -> Vec<i64> {
    let mut days = vec![MISSING; query.store.customers.names.len()];
    for_each_sale(
        query.store,
        query.today(),
        StoredColumn::Quantity,
        |customer, day, quantity| {
            if quantity > 0
                && let Some(known) = days.get_mut(customer)
            {
                *known = if *known == MISSING {
                    day
                } else {
                    choose(*known, day)
                };
            }
        },
    );
    days
}

/// The net revenue of each customer in the 365 days up to today.
fn revenue_of_365_days(query: &ColumnQuery<'_>) -> Vec<i64> {
    let mut revenue = vec![0; query.store.customers.names.len()];
    let first = query.first_day_of_365();
    for_each_sale(
        query.store,
        query.today(),
        StoredColumn::Amount,
        |customer, day, amount| {
            if day >= first
                && let Some(sum) = revenue.get_mut(customer)
            {
                *sum += amount;
            }
        },
    );
    revenue
}

/// Customer, day and a value of every sale up to today.
fn for_each_sale(
    store: &ColumnStore,
    today: i64,
    column: StoredColumn,
    mut with: impl FnMut(usize, i64, i64),
) {
    for chunk in &store.sales {
        let rows = chunk.all_rows();
        let lines = chunk
            .gather(StoredColumn::Customer, &rows)
            .into_iter()
            .zip(chunk.gather(StoredColumn::Day, &rows))
            .zip(chunk.gather(column, &rows));
        for ((customer, day), value) in lines {
            if day <= today
                && let Ok(customer) = usize::try_from(customer)
            {
                with(customer, day, value);
            }
        }
    }
}
