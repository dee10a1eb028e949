//! The rows of a dataset with their fields. Other tables are joined as fields need them.

use super::dialect::column;
use super::filter_sql::MemberIndex;
use super::{Dialect, Rows, Source};
use crate::calendar::{Calendar, Span};
use crate::catalogue::{CalendarNumber, Dimension, DimensionType, Field};
use sea_query::{Expr, ExprTrait, JoinType, Order, Query, SelectStatement};

/// What all parts of a query share.
pub(crate) struct FactContext<'a> {
    pub(crate) source: &'a dyn Source,
    pub(crate) calendar: Calendar,
    pub(crate) members: &'a MemberIndex,
}

impl FactContext<'_> {
    pub(super) fn dialect(&self) -> Dialect {
        self.source.dialect()
    }

    pub(super) fn live(&self, table: &'static str) -> SelectStatement {
        self.source.table(table, Rows::Live)
    }
}

/// Tables that are joined to the facts, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Join {
    Items,
    CatalogItems,
    Customers,
    Crops,
    FirstSale,
    Costs,
    Sold,
    Revenue365,
}

/// Rows of a dataset: its fields become expressions, filters become conditions.
pub(super) struct FactQuery<'a> {
    pub(super) context: &'a FactContext<'a>,
    dataset: &'static str,
    /// The day that decides in which period a row is; none if rows have no days.
    date: Option<Field>,
    joins: Vec<Join>,
    conditions: Vec<Expr>,
}

/// Added to prices, so that they have the same number of digits as text.
pub(crate) const NUMBER_BASE: i64 = 300_000_000_000_000_000;
/// `transaction` and price as one text that sorts by transaction.
const TRANSACTION_PRICE_SQLITE: &str =
    "max(transaction_id || char(1) || cast(300000000000000000 + unit_price_e4 as text))";
const TRANSACTION_PRICE_POSTGRES: &str = "max((transaction_id || chr(1) || \
    cast(300000000000000000 + unit_price_e4 as text)) collate \"C\")";
/// Products of a quantity and a price up to here fit 64 bits.
const BOUNDED_PRODUCT: &str =
    "case when abs(cast(? as double precision) * ?) < 9000000000000000000 then ? * ? end";

impl<'a> FactQuery<'a> {
    pub(super) fn new(
        context: &'a FactContext<'a>,
        dataset: &'static str,
        date: Option<Field>,
    ) -> Self {
        Self {
            context,
            dataset,
            date,
            joins: Vec::new(),
            conditions: Vec::new(),
        }
    }

    pub(super) fn dataset(&self) -> &'static str {
        self.dataset
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.context.dialect()
    }

    fn is_lines(&self) -> bool {
        matches!(self.dataset, "sales" | "purchases")
    }

    /// Keeps only rows for which the condition holds.
    pub(super) fn add_condition(&mut self, condition: Expr) {
        self.conditions.push(condition);
    }

    /// Keeps only rows of a period.
    pub(super) fn add_span(&mut self, span: Span) {
        let Some(date) = self.date else {
            return;
        };
        // A delivery after today has not happened; the period ends today at the latest.
        let day = match date {
            Field::Delivered => column("f", "delivered_date"),
            other => self.field(other),
        };
        if let Some(from) = span.from {
            self.conditions.push(day.clone().gte(from));
        }
        self.conditions.push(day.lte(span.to));
    }

    fn join(&mut self, join: Join) {
        if let Err(place) = self.joins.binary_search(&join) {
            self.joins.insert(place, join);
        }
    }

    fn customer_column(&mut self, name: &'static str) -> Expr {
        if self.dataset == "customers" {
            return column("f", name);
        }
        self.join(Join::Customers);
        column("c", name)
    }

    /// The crops of the customer as stored.
    pub(super) fn crops(&mut self) -> Expr {
        self.customer_column("crops")
    }

    /// The product of two integer columns; null if it does not fit.
    fn product(&self, left: &Expr, right: &Expr) -> Expr {
        let (left, right) = (left.clone(), right.clone());
        let arguments = [left.clone(), right.clone(), left, right];
        self.dialect().template(BOUNDED_PRODUCT, arguments)
    }

    fn cost(&mut self) -> Expr {
        self.join(Join::Costs);
        self.dialect().template(
            "coalesce(?, ?, ?)",
            [
                column("p", "price"),
                column("h", "unit_cost_e4"),
                column("u", "unit_cost_e4"),
            ],
        )
    }

    fn category(&mut self) -> Expr {
        if !self.is_lines() {
            return column("f", "category");
        }
        self.join(Join::Items);
        self.dialect()
            .template("coalesce(?, 'Unknown')", [column("i", "category")])
    }

    /// The class in the item catalog, else the source's own word for the category.
    fn item_class(&mut self) -> Expr {
        self.join(Join::CatalogItems);
        let own = if self.is_lines() {
            self.join(Join::Items);
            column("i", "item_class")
        } else {
            column("f", "item_class")
        };
        self.dialect().template(
            "coalesce(nullif(?, ''), nullif(?, ''))",
            [column("g", "item_class"), own],
        )
    }

    /// A field of the rows. Joins what it needs.
    pub(super) fn field(&mut self, field: Field) -> Expr {
        let fact = |name: &'static str| column("f", name);
        match field {
            Field::Item | Field::ItemId => fact("item_id"),
            Field::Category => self.category(),
            Field::ItemClass => self.item_class(),
            Field::Brand => {
                self.join(Join::CatalogItems);
                column("g", "brand")
            }
            Field::Unit => fact("unit"),
            Field::Currency => fact("currency"),
            Field::Customer | Field::CustomerId => fact("customer_id"),
            Field::Salesperson => self.customer_column("salesperson"),
            Field::State => self.customer_column("state"),
            Field::County => self.customer_column("county"),
            Field::Acres => self.customer_column("acres_e4"),
            Field::CustomerSince => self.customer_column("customer_since"),
            Field::Crop => {
                let _ = self.crops();
                self.join(Join::Crops);
                column("k", "part")
            }
            Field::Supplier | Field::SupplierId => fact("supplier_id"),
            Field::Location => fact("location"),
            Field::Order => fact("order_id"),
            Field::Commodity => fact("commodity"),
            Field::Market => fact("market"),
            Field::Day if self.dataset == "prices" => fact("price_date"),
            Field::Day => fact("transaction_date"),
            Field::Promised => fact("promised_date"),
            Field::Delivered => self.dialect().template(
                "case when ? <= ? then ? end",
                [
                    fact("delivered_date"),
                    Expr::value(self.context.calendar.today),
                    fact("delivered_date"),
                ],
            ),
            Field::Transaction => fact("transaction_id"),
            Field::FirstDay => {
                self.join(Join::FirstSale);
                column("o", "first_day")
            }
            Field::LastDay => {
                self.join(Join::FirstSale);
                column("o", "last_day")
            }
            Field::LeadTime => {
                let delivered = self.field(Field::Delivered);
                let dialect = self.dialect();
                let (end, start) = (
                    dialect.julian_day(delivered),
                    dialect.julian_day(fact("transaction_date")),
                );
                dialect.template("(? - ?)", [end, start])
            }
            Field::Quantity => fact("quantity_e4"),
            Field::UnitPrice => fact("unit_price_e4"),
            Field::Amount => fact("amount_e4"),
            Field::PurchasePrice => {
                self.join(Join::Costs);
                column("p", "price")
            }
            Field::CostAmount => {
                let cost = self.cost();
                self.product(&fact("quantity_e4"), &cost)
            }
            Field::OnHand => fact("on_hand_e4"),
            Field::OnOrder => fact("on_order_e4"),
            Field::Booked => fact("booked_e4"),
            Field::Position => self.dialect().template(
                "(? + ? - ?)",
                [fact("on_hand_e4"), fact("on_order_e4"), fact("booked_e4")],
            ),
            Field::ReorderPoint => fact("reorder_point_e4"),
            Field::StockValue => self.product(&fact("on_hand_e4"), &fact("unit_cost_e4")),
            Field::Sold => {
                self.join(Join::Sold);
                self.dialect().template(
                    "coalesce(?, 0) + case when ? = ? then coalesce(?, 0) else 0 end",
                    [
                        column("s", "sold"),
                        column("m", "location"),
                        fact("location"),
                        column("n", "sold"),
                    ],
                )
            }
            Field::Revenue365 => {
                self.join(Join::Revenue365);
                self.dialect()
                    .template("coalesce(?, 0)", [column("r", "revenue")])
            }
            Field::Price => fact("price_e4"),
            Field::Volume => fact("volume_e4"),
        }
    }

    /// The value of a dimension by which rows are grouped: a text or an integer.
    pub(super) fn dimension(&mut self, dimension: &Dimension) -> Expr {
        match dimension.value_type {
            DimensionType::Text | DimensionType::Number(_) => self.field(dimension.field),
            DimensionType::Date => {
                let date = self.field(dimension.field);
                self.dialect().julian_day(date)
            }
            DimensionType::Bucket(bucket) => {
                let day = self.field(self.date.unwrap_or(Field::Day));
                let dialect = self.dialect();
                match bucket.month_group(self.context.calendar) {
                    Some(group) => dialect.template(
                        "((? + ?) / ?)",
                        [
                            dialect.month_index(day),
                            Expr::value(group.offset),
                            Expr::value(group.months),
                        ],
                    ),
                    None if bucket == crate::calendar::Bucket::Week => {
                        let offset = crate::calendar::Bucket::week_offset(self.context.calendar);
                        dialect.template(
                            "((? + ?) / 7)",
                            [dialect.julian_day(day), Expr::value(offset)],
                        )
                    }
                    None => dialect.julian_day(day),
                }
            }
            DimensionType::CalendarNumber(number) => {
                let day = self.field(self.date.unwrap_or(Field::Day));
                let dialect = self.dialect();
                match number {
                    CalendarNumber::Weekday => {
                        dialect.template("(? % 7 + 1)", [dialect.julian_day(day)])
                    }
                    CalendarNumber::MonthOfYear => {
                        dialect.template("(? % 12 + 1)", [dialect.month_index(day)])
                    }
                    CalendarNumber::DayOfMonth => dialect.day_of_month(day),
                }
            }
        }
    }

    /// The facts with everything joined and filtered, as the FROM and WHERE of a select.
    pub(super) fn into_select(self) -> SelectStatement {
        let mut select = Query::select().from_subquery(self.facts(), "f").take();
        for join in &self.joins {
            self.add_join(&mut select, *join);
        }
        for condition in self.conditions {
            select.and_where(condition);
        }
        select
    }

    fn facts(&self) -> SelectStatement {
        let today = self.context.calendar.today;
        let mut facts = match self.dataset {
            "sales" => self.lines("sale"),
            "purchases" => self.lines("purchase"),
            "inventory" => self.context.live("inventory"),
            "customers" => self.context.live("customers"),
            _ => self
                .context
                .live("market_data")
                .and_where(Expr::col("price_date").lte(today))
                .take(),
        };
        if self.joins.contains(&Join::Costs) {
            let price_day = Query::select()
                .column(("q", "day"))
                .from_subquery(self.context.live("rollup_item_price"), "q")
                .and_where(column("q", "currency").eq(column("l", "currency")))
                .and_where(column("q", "item_id").eq(column("l", "item_id")))
                .and_where(column("q", "unit").eq(column("l", "unit")))
                .and_where(column("q", "day").lte(column("l", "transaction_date")))
                .order_by(("q", "day"), Order::Desc)
                .limit(1)
                .take();
            facts = Query::select()
                .expr(Expr::cust("l.*"))
                .expr_as(Expr::from(price_day), "price_day")
                .from_subquery(facts, "l")
                .take();
        }
        facts
    }

    fn lines(&self, direction: &'static str) -> SelectStatement {
        self.context
            .live("purchase_transactions")
            .and_where(Expr::col("direction").eq(direction))
            .and_where(Expr::col("transaction_date").lte(self.context.calendar.today))
            .take()
    }

    fn add_join(&self, select: &mut SelectStatement, join: Join) {
        let same =
            |other: &'static str, name: &'static str| column(other, name).eq(column("f", name));
        match join {
            Join::Items => {
                let items = item_names(self.context);
                select.join_subquery(JoinType::LeftJoin, items, "i", same("i", "item_id"));
            }
            Join::CatalogItems => {
                let items = self.context.live("item_catalogue");
                select.join_subquery(JoinType::LeftJoin, items, "g", same("g", "item_id"));
            }
            Join::Customers => {
                let customers = self.context.live("customers");
                select.join_subquery(JoinType::LeftJoin, customers, "c", same("c", "customer_id"));
            }
            Join::Crops => {
                let crops = column(
                    if self.dataset == "customers" {
                        "f"
                    } else {
                        "c"
                    },
                    "crops",
                );
                let pairs = self.dialect().pairs(self.context.members.crops());
                let on = column("k", "whole").eq(crops);
                select.join_subquery(JoinType::LeftJoin, pairs, "k", on);
            }
            Join::FirstSale => {
                let sales = Query::select()
                    .column("customer_id")
                    .expr_as(Expr::cust("min(transaction_date)"), "first_day")
                    .expr_as(Expr::cust("max(transaction_date)"), "last_day")
                    .from_subquery(self.lines("sale"), "l")
                    .and_where(Expr::col("quantity_e4").gt(0))
                    .group_by_col("customer_id")
                    .take();
                select.join_subquery(JoinType::LeftJoin, sales, "o", same("o", "customer_id"));
            }
            Join::Costs => self.add_costs(select),
            Join::Sold => self.add_sold(select),
            Join::Revenue365 => {
                let revenue = Query::select()
                    .column("customer_id")
                    .expr_as(split_sum(self.dialect(), "amount_e4"), "revenue")
                    .from_subquery(self.lines("sale"), "l")
                    .and_where(
                        Expr::col("transaction_date").gte(self.context.calendar.first_day_of_365()),
                    )
                    .group_by_col("customer_id")
                    .take();
                select.join_subquery(JoinType::LeftJoin, revenue, "r", same("r", "customer_id"));
            }
        }
    }

    /// The last purchase price up to the day, else the unit cost at the location, else the unit cost
    /// at the first location by name.
    fn add_costs(&self, select: &mut SelectStatement) {
        let on_item = |other: &'static str| {
            column(other, "item_id")
                .eq(column("f", "item_id"))
                .and(column(other, "unit").eq(column("f", "unit")))
                .and(column(other, "currency").eq(column("f", "currency")))
        };
        let last_of_day = match self.dialect() {
            Dialect::Sqlite => TRANSACTION_PRICE_SQLITE,
            Dialect::Postgres => TRANSACTION_PRICE_POSTGRES,
        };
        let days = Query::select()
            .columns(["item_id", "unit", "currency", "transaction_date"])
            .expr_as(Expr::cust(last_of_day), "last")
            .from_subquery(self.lines("purchase"), "l")
            .and_where(Expr::col("quantity_e4").gt(0))
            .group_by_columns(["item_id", "unit", "currency", "transaction_date"])
            .take();
        let prices = Query::select()
            .columns(["item_id", "unit", "currency", "transaction_date"])
            .expr_as(
                Expr::cust("cast(substr(last, length(last) - 17) as bigint) - 300000000000000000"),
                "price",
            )
            .from_subquery(days, "d")
            .take();
        let on_day = column("p", "transaction_date").eq(column("f", "price_day"));
        select.join_subquery(JoinType::LeftJoin, prices, "p", on_item("p").and(on_day));
        let stock = self.context.live("inventory");
        let here = column("h", "location").eq(column("f", "location"));
        select.join_subquery(JoinType::LeftJoin, stock, "h", on_item("h").and(here));
        let by_location = match self.dialect() {
            Dialect::Sqlite => {
                "row_number() over (partition by item_id, unit, currency order by location)"
            }
            Dialect::Postgres => {
                "row_number() over (partition by item_id, unit, currency \
                 order by location collate \"C\")"
            }
        };
        let ranked = Query::select()
            .columns(["item_id", "unit", "currency", "unit_cost_e4"])
            .expr_as(Expr::cust(by_location), "place")
            .from_subquery(self.context.live("inventory"), "v")
            .take();
        let first = Query::select()
            .columns(["item_id", "unit", "currency", "unit_cost_e4"])
            .from_subquery(ranked, "w")
            .and_where(Expr::col("place").eq(1))
            .take();
        select.join_subquery(JoinType::LeftJoin, first, "u", on_item("u"));
    }

    /// Net sales of 365 days at each location (`s`), those without a location (`n`), and the
    /// location to which they belong (`m`): the one that sold most of the item.
    fn add_sold(&self, select: &mut SelectStatement) {
        let sold = |is_located: bool| {
            let sales = Query::select()
                .columns(["item_id", "unit", "location"])
                .expr_as(
                    Expr::cust("sum(quantity_high) * 10000000 + sum(quantity_low)"),
                    "sold",
                )
                .from_subquery(self.context.live("rollup_item_day"), "l")
                .and_where(Expr::col("direction").eq("sale"))
                .and_where(Expr::col("day").gte(self.context.calendar.first_day_of_365()))
                .and_where(Expr::col("day").lte(self.context.calendar.today))
                .group_by_columns(["item_id", "unit", "location"])
                .take();
            let condition = if is_located {
                Expr::col("location").ne("")
            } else {
                Expr::col("location").eq("")
            };
            Query::select()
                .columns(["item_id", "unit", "location"])
                .expr_as(Expr::cust("cast(sold as bigint)"), "sold")
                .from_subquery(sales, "g")
                .and_where(condition)
                .take()
        };
        let on_item = |other: &'static str, fact: &'static str| {
            column(other, "item_id")
                .eq(column(fact, "item_id"))
                .and(column(other, "unit").eq(column(fact, "unit")))
        };
        let here = |other: &'static str, fact: &'static str| {
            on_item(other, fact).and(column(other, "location").eq(column(fact, "location")))
        };
        let by_sales = match self.dialect() {
            Dialect::Sqlite => {
                "row_number() over (partition by v.item_id, v.unit \
                 order by coalesce(t.sold, 0) desc, v.location desc)"
            }
            Dialect::Postgres => {
                "row_number() over (partition by v.item_id, v.unit \
                 order by coalesce(t.sold, 0) desc, v.location collate \"C\" desc)"
            }
        };
        let ranked = Query::select()
            .columns([("v", "item_id"), ("v", "unit"), ("v", "location")])
            .expr_as(Expr::cust(by_sales), "place")
            .from_subquery(self.context.live("inventory"), "v")
            .join_subquery(JoinType::LeftJoin, sold(true), "t", here("t", "v"))
            .take();
        let largest = Query::select()
            .columns(["item_id", "unit", "location"])
            .from_subquery(ranked, "w")
            .and_where(Expr::col("place").eq(1))
            .take();
        select.join_subquery(JoinType::LeftJoin, sold(true), "s", here("s", "f"));
        select.join_subquery(JoinType::LeftJoin, largest, "m", on_item("m", "f"));
        select.join_subquery(JoinType::LeftJoin, sold(false), "n", on_item("n", "f"));
    }
}

/// The sum of a scaled column of the select, in one integer.
fn split_sum(dialect: Dialect, name: &'static str) -> Expr {
    dialect.template(
        "cast(sum(? / 10000000) * 10000000 + sum(? % 10000000) as bigint)",
        [Expr::col(name), Expr::col(name)],
    )
}

/// The name, category and class of each item: those of its newest inventory row, deleted ones included.
pub(crate) fn item_names(context: &FactContext<'_>) -> SelectStatement {
    let newest = match context.dialect() {
        Dialect::Sqlite => {
            "row_number() over (partition by item_id order by updated_at desc, category desc)"
        }
        Dialect::Postgres => {
            "row_number() over (partition by item_id \
             order by updated_at desc, category collate \"C\" desc)"
        }
    };
    let ranked = Query::select()
        .columns(["item_id", "item_name", "category", "item_class"])
        .expr_as(Expr::cust(newest), "place")
        .from_subquery(context.source.table("inventory", Rows::WithDeleted), "v")
        .take();
    Query::select()
        .columns(["item_id", "item_name", "category", "item_class"])
        .from_subquery(ranked, "w")
        .and_where(Expr::col("place").eq(1))
        .take()
}
