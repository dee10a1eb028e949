//! The scenarios: folders of source files with the expected responses.

use chrono::{Days, Months, NaiveDate};
use serde_json::{Value, json};
use std::fmt::Write;

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";
const CARDS: &str = "/api/purchasing/summary";
const ORDERS: &str = "/api/purchasing/recommendations";
const INDEX: &str = "/api/analytics/supply-price-index";
const YIELDS: &str = "/api/analytics/crop-yield-forecast";
const CUSTOMERS: &str = "/api/customer-segmentation";
const MARKET: &str = "/api/market/overview";
const FEW_MONTHS: &str = "Not enough purchases for an index (needs 2 months)";

/// Path, JSON pointer and expected value; null if absent.
type Expected = (&'static str, &'static str, Value);

pub(super) struct Scenario {
    pub(super) name: &'static str,
    /// Tables that are not listed have no rows.
    pub(super) tables: Vec<(&'static str, String)>,
    pub(super) expected: Vec<Expected>,
}

/// The rows of a folder.
#[derive(Default)]
struct ScenarioRows {
    lines: String,
    stock: String,
    customers: String,
    suppliers: String,
    quotes: String,
    number: u32,
}

/// Quantity, unit, price, currency.
type Goods<'a> = (&'a str, &'a str, &'a str, &'a str);

impl ScenarioRows {
    fn add_line(
        &mut self,
        direction: &str,
        day: &str,
        party: &str,
        item: &str,
        (quantity, unit, price, currency): Goods<'_>,
    ) {
        self.number += 1;
        let (customer, supplier) = if direction == "sale" {
            (party, "")
        } else {
            ("", party)
        };
        let id = self.number;
        writeln!(self.lines, "t{id},o{id},{direction},{day},{customer},{supplier},{item},{quantity},{unit},{price},{currency},{day},{day},Ames,{UPDATED_AT}")
            .unwrap();
    }

    fn add_sale(&mut self, day: &str, goods: Goods<'_>) {
        self.add_line("sale", day, "c1", "urea", goods);
    }

    fn add_purchase(&mut self, day: &str, goods: Goods<'_>) {
        self.add_line("purchase", day, "s1", "urea", goods);
    }

    fn add_stock(
        &mut self,
        item: &str,
        unit: &str,
        on_hand: &str,
        point: &str,
        cost: &str,
        currency: &str,
    ) {
        writeln!(self.stock, "{item},{item},fertilizer,{unit},Ames,{on_hand},0,0,{point},,,,{cost},{currency},s1,{UPDATED_AT}").unwrap();
    }

    fn add_customer(&mut self, id: &str, state: &str, acres: &str, crops: &str) {
        writeln!(
            self.customers,
            "{id},Farm {id},{state},Story,{acres},{crops},R,,2020-01-01,{UPDATED_AT}"
        )
        .unwrap();
    }

    fn add_quote(&mut self, day: NaiveDate, price: &str, unit: &str) {
        writeln!(
            self.quotes,
            "{day},corn,CBOT,{price},{unit},1000,{UPDATED_AT}"
        )
        .unwrap();
    }

    fn into_scenario(self, name: &'static str, expected: Vec<Expected>) -> Scenario {
        let tables = vec![
            (
                "sales_transactions",
                "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,promised_date,delivered_date,location,updated_at\n"
                    .to_owned()
                    + &self.lines,
            ),
            (
                "inventory_data",
                "item_id,item_name,category,unit,location,on_hand,on_order,booked,reorder_point,pack_size,min_order_quantity,lead_time_days,unit_cost,currency,supplier_id,updated_at\n"
                    .to_owned()
                    + &self.stock,
            ),
            (
                "customer_profiles",
                "customer_id,customer_name,state,county,acres,crops,salesperson,email,customer_since,updated_at\n".to_owned() + &self.customers,
            ),
            ("supplier_data", "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n".to_owned() + &self.suppliers),
            ("market_prices", "price_date,commodity,market,price,unit,volume,updated_at\n".to_owned() + &self.quotes),
        ];
        Scenario {
            name,
            tables,
            expected,
        }
    }
}

fn parse_day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// The 20th of each of the last `count` months up to May 2026, oldest first.
fn month_names(count: u32) -> Vec<String> {
    (0..count)
        .rev()
        .map(|back| (parse_day("2026-05-20") - Months::new(back)).to_string())
        .collect()
}

/// Adds weekly quotes for the last `years` years.
fn add_quotes(rows: &mut ScenarioRows, years: u64, price: impl Fn(u64) -> String) {
    for week in (0..years * 52).rev() {
        rows.add_quote(
            parse_day("2026-06-15") - Days::new(7 * week),
            &price(week),
            "usd_per_bu",
        );
    }
}

const TON: Goods<'_> = ("1", "ton", "100", "USD");

pub(super) fn all_scenarios() -> Vec<Scenario> {
    let mut all = vec![
        no_rows(),
        one_row_of_each(),
        one_month(),
        one_customer(),
        month_gaps(),
        constant_values(),
        zero_values(),
        returns_alone(),
        more_returned_than_sold(),
        returns_of_others(),
    ];
    all.extend([
        mixed_units(),
        mixed_currencies(),
        currencies_in_balance(),
        stock_in_another_currency(),
        the_largest_numbers(),
        prices_that_leap(),
    ]);
    all.extend([days_to_come(), ends_of_the_calendar()]);
    all.extend(one_table_alone());
    all
}

fn no_rows() -> Scenario {
    ScenarioRows::default().into_scenario(
        "nothing",
        vec![
            (CARDS, "/data/totalSpend/value", json!(0.0)),
            (CARDS, "/data/avgOrderValue", Value::Null),
            (CARDS, "/data/deliveryRate", Value::Null),
            (CARDS, "/data/activeSuppliers/change", Value::Null),
            (ORDERS, "/data/items", json!([])),
            (INDEX, "/data/overview/status", json!(FEW_MONTHS)),
            (
                YIELDS,
                "/data/overview/status",
                json!("No forecast data available"),
            ),
            (
                CUSTOMERS,
                "/data/status/segmentation",
                json!("No customer has ordered yet"),
            ),
            (
                MARKET,
                "/data/withoutQuotes",
                json!(["Corn", "Soybeans", "Wheat", "Fertilizer"]),
            ),
        ],
    )
}

fn one_row_of_each() -> Scenario {
    let mut rows = ScenarioRows::default();
    rows.add_purchase("2026-06-01", TON);
    rows.add_sale("2026-06-02", TON);
    rows.add_stock("urea", "ton", "1", "5", "100", "USD");
    rows.add_customer("c1", "Iowa", "500", "corn");
    rows.suppliers += "s1,Acme,,9,true,2026-06-01T00:00:00Z\n";
    rows.add_quote(parse_day("2026-06-15"), "4.25", "usd_per_bu");
    rows.into_scenario(
        "one row of each",
        vec![
            (CARDS, "/data/totalSpend/value", json!(100.0)),
            (CARDS, "/data/totalSpend/changePercent", Value::Null),
            (CARDS, "/data/deliveryRate/value", json!(100.0)),
            (CARDS, "/data/deliveryRate/changePoints", Value::Null),
            // 1 on hand, reorder point 5, 1 sold in a year over 16 days: 4.0438, in packs of one.
            (ORDERS, "/data/items/0/recommended", json!(5.0)),
            (INDEX, "/data/overview/status", json!(FEW_MONTHS)),
            (YIELDS, "/data/forecasts/0/crop_type", json!("Corn, Iowa")),
            (CUSTOMERS, "/data/customersWithOrders", json!(1)),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/average_spend",
                json!(100.0),
            ),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/predictedNextNote",
                json!("one order so far: the window of similar customers, low confidence"),
            ),
            (
                CUSTOMERS,
                "/data/status/prediction_trends",
                json!("Needs 13 weeks of orders, and one within the last 12 months"),
            ),
            (
                CUSTOMERS,
                "/data/status/purchase_windows",
                json!("Needs 2 years of purchases"),
            ),
            (
                CUSTOMERS,
                "/data/headlines/predictedNeedsNote",
                json!("Needs 1 year of orders"),
            ),
            (
                CUSTOMERS,
                "/data/segmentation/0/potential_savings",
                Value::Null,
            ),
            (MARKET, "/data/cards/0/forecast", json!("Neutral")),
            (
                MARKET,
                "/data/cards/0/forecastNote",
                json!("Too little history"),
            ),
            (MARKET, "/data/cards/0/changePercent", Value::Null),
        ],
    )
}

fn one_month() -> Scenario {
    let mut rows = ScenarioRows::default();
    for number in 1..=28 {
        rows.add_purchase(&format!("2026-05-{number:02}"), TON);
        rows.add_sale(&format!("2026-05-{number:02}"), TON);
        rows.add_quote(
            parse_day(&format!("2026-05-{number:02}")),
            "4.25",
            "usd_per_bu",
        );
    }
    rows.into_scenario(
        "one month",
        vec![
            (INDEX, "/data/overview/status", json!(FEW_MONTHS)),
            (INDEX, "/data/categories", json!([])),
            (CUSTOMERS, "/data/prediction_trends", json!([])),
            (CUSTOMERS, "/data/headlines/predictedNeeds", Value::Null),
            (
                MARKET,
                "/data/cards/0/forecastNote",
                json!("Too little history"),
            ),
            (MARKET, "/data/cards/0/trend", json!("stable")),
        ],
    )
}

fn one_customer() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(36) {
        rows.add_sale(&month, TON);
    }
    rows.into_scenario(
        "one customer",
        vec![
            (CUSTOMERS, "/data/segmentation/0/customers", json!(1)),
            (CUSTOMERS, "/data/segmentation/1", Value::Null),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/average_spend",
                json!(100.0),
            ),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/predictedNextNote",
                json!(
                    "fewer than 30 customers have come back: typical retail parameters, low \
                    confidence"
                ),
            ),
            (
                CUSTOMERS,
                "/data/status/purchase_windows",
                json!("Needs 2 years of purchases"),
            ),
        ],
    )
}

fn month_gaps() -> Scenario {
    let mut rows = ScenarioRows::default();
    for date in ["2023-01-10", "2023-02-10", "2025-06-10", "2026-05-10"] {
        rows.add_purchase(date, TON);
        rows.add_sale(date, TON);
    }
    add_quotes(&mut rows, 5, |week| {
        if (20..60).contains(&week) {
            String::new()
        } else {
            format!("{}.5", 4 + week % 3)
        }
    });
    // No quotes for forty weeks: the rows of those weeks are removed.
    rows.quotes = rows
        .quotes
        .split_inclusive('\n')
        .filter(|line| !line.contains(",CBOT,,"))
        .collect();
    rows.into_scenario(
        "gaps",
        vec![
            (INDEX, "/data/overview/months", json!(4)),
            (INDEX, "/data/overview/current_index", json!(100.0)),
            (
                INDEX,
                "/data/overview/status",
                json!("Provisional: fewer than 13 months of purchases"),
            ),
            (INDEX, "/data/overview/carried", json!(true)),
            // The history starts again after a gap of more than two months.
            (
                MARKET,
                "/data/cards/0/forecastNote",
                json!("Too little history"),
            ),
        ],
    )
}

fn constant_values() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(40) {
        rows.add_purchase(&month, TON);
        for farm in 0..35 {
            rows.add_line("sale", &month, &format!("c{farm}"), "urea", TON);
        }
    }
    add_quotes(&mut rows, 5, |_| "4.25".to_owned());
    rows.into_scenario(
        "constants",
        vec![
            (INDEX, "/data/overview/current_index", json!(100.0)),
            (INDEX, "/data/overview/index_change", json!(0.0)),
            (INDEX, "/data/overview/yearOverYearPercent", json!(0.0)),
            (INDEX, "/data/categories/0/trend", json!("stable")),
            (CARDS, "/data/totalSpend/changePercent", json!(0.0)),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/average_spend",
                json!(100.0),
            ),
            (MARKET, "/data/cards/0/forecast", json!("Neutral")),
            (
                MARKET,
                "/data/cards/0/forecastNote",
                json!("No signal (quote unchanged)"),
            ),
            (MARKET, "/data/cards/0/changePercent", json!(0.0)),
        ],
    )
}

fn zero_values() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(26) {
        rows.add_purchase(&month, ("1", "ton", "0", "USD"));
        rows.add_purchase(&month, ("0", "ton", "100", "USD"));
        rows.add_sale(&month, ("1", "ton", "0", "USD"));
        rows.add_sale(&month, ("0", "ton", "100", "USD"));
    }
    rows.add_stock("urea", "ton", "0", "0", "0", "USD");
    rows.add_customer("c1", "Iowa", "0", "corn");
    rows.add_quote(parse_day("2026-06-15"), "0", "usd_per_bu");
    rows.into_scenario(
        "zeros",
        vec![
            (CARDS, "/data/totalSpend/value", json!(0.0)),
            (CARDS, "/data/totalSpend/changePercent", Value::Null),
            (CARDS, "/data/avgOrderValue/value", json!(0.0)),
            (ORDERS, "/data/items/0/cost", json!(0.0)),
            (INDEX, "/data/overview/status", json!(FEW_MONTHS)),
            (YIELDS, "/data/forecasts/0/acres", json!(0.0)),
            (
                CUSTOMERS,
                "/data/status/segmentation",
                json!("No customer has ordered yet"),
            ),
            (MARKET, "/data/cards", json!([])),
        ],
    )
}

fn returns_alone() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(26) {
        rows.add_purchase(&month, ("-1", "ton", "100", "USD"));
        rows.add_sale(&month, ("-1", "ton", "100", "USD"));
    }
    rows.add_stock("urea", "ton", "1", "5", "100", "USD");
    rows.into_scenario(
        "returns alone",
        vec![
            // Twelve of them in the year.
            (CARDS, "/data/totalSpend/value", json!(-1200.0)),
            (CARDS, "/data/totalSpend/changePercent", Value::Null),
            (CARDS, "/data/avgOrderValue/changePercent", Value::Null),
            (ORDERS, "/data/items/0/terms/soldLastYear", json!(-12.0)),
            (ORDERS, "/data/items/0/terms/expectedSales", json!(0.0)),
            (ORDERS, "/data/items/0/recommended", json!(4.0)),
            (INDEX, "/data/overview/status", json!(FEW_MONTHS)),
            (INDEX, "/meta/excluded", json!(26)),
            (
                CUSTOMERS,
                "/data/status/segmentation",
                json!("No customer has ordered yet"),
            ),
        ],
    )
}

fn more_returned_than_sold() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(26) {
        rows.add_purchase(&month, TON);
        rows.add_purchase(&month, ("-1.5", "ton", "100", "USD"));
        rows.add_sale(&month, TON);
        rows.add_sale(&month, ("-3", "ton", "100", "USD"));
    }
    rows.into_scenario(
        "more returned than sold",
        vec![
            (CARDS, "/data/totalSpend/value", json!(-600.0)),
            (CARDS, "/data/totalSpend/changePercent", Value::Null),
            // The index uses the prices of purchases.
            (INDEX, "/data/overview/current_index", json!(100.0)),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/average_spend",
                json!(100.0),
            ),
        ],
    )
}

/// One customer's purchases exceed the total, because of another customer's returns.
fn returns_of_others() -> Scenario {
    let mut rows = ScenarioRows::default();
    rows.add_line(
        "sale",
        "2026-06-01",
        "c1",
        "urea",
        ("10", "ton", "100", "USD"),
    );
    rows.add_line(
        "sale",
        "2026-06-02",
        "c2",
        "dap",
        ("-9", "ton", "100", "USD"),
    );
    rows.add_line(
        "purchase",
        "2026-06-01",
        "s1",
        "urea",
        ("10", "ton", "100", "USD"),
    );
    rows.add_line(
        "purchase",
        "2026-06-02",
        "s2",
        "dap",
        ("-9", "ton", "100", "USD"),
    );
    rows.into_scenario(
        "returns of others",
        vec![
            (CARDS, "/data/totalSpend/value", json!(100.0)),
            (CARDS, "/data/avgOrderValue/value", json!(50.0)),
        ],
    )
}

fn mixed_units() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(4) {
        rows.add_purchase(&month, TON);
        rows.add_purchase(&month, ("1", "ton", "100", "USD"));
        rows.add_purchase(&month, ("2000", "lb", "0.05", "USD"));
        rows.add_sale(&month, ("10", "ton", "150", "USD"));
        rows.add_sale(&month, ("500", "lb", "0.08", "USD"));
    }
    rows.add_stock("urea", "lb", "100", "5000", "0.05", "USD");
    rows.add_quote(parse_day("2026-06-12"), "4.00", "usd_per_bu");
    rows.add_quote(parse_day("2026-06-14"), "4.40", "usd_per_bu");
    rows.add_quote(parse_day("2026-06-15"), "157.5", "usd_per_ton");
    rows.into_scenario(
        "mixed units",
        vec![
            // Only sales in the unit of the stock: 4 x 500.
            (ORDERS, "/data/items/0/terms/soldLastYear", json!(2000.0)),
            (INDEX, "/data/overview/current_index", json!(100.0)),
            (INDEX, "/meta/excluded", json!(4)),
            (INDEX, "/meta/n", json!(8)),
            (MARKET, "/data/cards/0/unit", json!("usd_per_bu")),
            (MARKET, "/data/cards/0/currentPrice", json!(4.4)),
            (MARKET, "/data/cards/0/changePercent", json!(10.0)),
            (MARKET, "/meta/excluded", json!(1)),
        ],
    )
}

fn mixed_currencies() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(26) {
        rows.add_purchase(&month, TON);
        rows.add_purchase(&month, ("1", "ton", "137", "CAD"));
        rows.add_sale(&month, ("1", "ton", "200", "USD"));
        rows.add_sale(&month, ("1", "ton", "200", "USD"));
        rows.add_sale(&month, ("1", "ton", "999", "CAD"));
        rows.add_line("sale", &month, "c2", "urea", ("1", "ton", "999", "CAD"));
    }
    rows.add_stock("urea", "ton", "0", "5", "100", "USD");
    rows.add_stock("dap", "ton", "0", "5", "100", "CAD");
    // 3 of 6 lines a month are in CAD: one more line in USD decides.
    rows.add_purchase("2026-05-11", TON);
    rows.into_scenario(
        "mixed currencies",
        vec![
            (CARDS, "/meta/currency", json!("USD")),
            (CARDS, "/data/totalSpend/value", json!(1300.0)),
            (CARDS, "/meta/excluded", json!(12)),
            (ORDERS, "/data/items/0/itemId", json!("urea")),
            (ORDERS, "/data/items/1", Value::Null),
            (ORDERS, "/meta/excluded", json!(1)),
            (INDEX, "/data/overview/current_index", json!(100.0)),
            (INDEX, "/meta/excluded", json!(26)),
            // Two orders of 200 on each day; the 999 in another currency does not count, nor does a
            // customer with orders in that currency only.
            (CUSTOMERS, "/data/customersWithOrders", json!(1)),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/average_spend",
                json!(200.0),
            ),
            (CUSTOMERS, "/data/customer_patterns/0/orders", json!(52)),
            (CUSTOMERS, "/meta/excluded", json!(52)),
        ],
    )
}

fn currencies_in_balance() -> Scenario {
    let mut rows = ScenarioRows::default();
    rows.add_purchase("2026-06-01", TON);
    rows.add_purchase("2026-06-01", ("1", "ton", "900", "CAD"));
    rows.into_scenario(
        "currencies in balance",
        vec![
            (CARDS, "/meta/currency", json!("CAD")),
            (CARDS, "/data/totalSpend/value", json!(900.0)),
            (CARDS, "/meta/excluded", json!(1)),
        ],
    )
}

fn stock_in_another_currency() -> Scenario {
    let mut rows = ScenarioRows::default();
    rows.add_purchase("2026-06-01", TON);
    rows.add_stock("urea", "ton", "0", "5", "100", "EUR");
    rows.into_scenario(
        "stock in another currency",
        vec![
            (ORDERS, "/data/items", json!([])),
            (ORDERS, "/meta/excluded", json!(1)),
            (ORDERS, "/meta/currency", json!("USD")),
        ],
    )
}

fn the_largest_numbers() -> Scenario {
    let mut rows = ScenarioRows::default();
    for month in month_names(30) {
        for _ in 0..40 {
            rows.add_purchase(&month, ("999999999999.9999", "ton", "0.9999", "USD"));
            rows.add_sale(&month, ("0.9999", "ton", "999999999999.9999", "USD"));
        }
    }
    rows.add_stock(
        "urea",
        "ton",
        "-999999999999.9999",
        "999999999999.9999",
        "999999999999.9999",
        "USD",
    );
    rows.add_customer("c1", "Iowa", "999999999999.9999", "corn;soybeans;wheat");
    rows.add_quote(parse_day("2026-06-14"), "0.0001", "usd_per_bu");
    rows.add_quote(parse_day("2026-06-15"), "999999999999.9999", "usd_per_bu");
    rows.into_scenario(
        "the largest numbers",
        // 12 months x 40 lines x 999999999999.9999 x 0.9999, rounded half-even to four decimals
        // each.
        vec![
            (
                CARDS,
                "/data/totalSpend/value",
                json!(479_951_999_999_999.95),
            ),
            (ORDERS, "/data/items", json!([])),
            (ORDERS, "/meta/excluded", json!(1)),
        ],
    )
}

fn prices_that_leap() -> Scenario {
    let mut rows = ScenarioRows::default();
    for (number, month) in month_names(40).iter().enumerate() {
        let price = if number % 2 == 0 {
            "0.0001"
        } else {
            "999999999"
        };
        rows.add_purchase(month, ("1", "ton", price, "USD"));
        for farm in 0..35 {
            rows.add_line(
                "sale",
                month,
                &format!("c{farm}"),
                "urea",
                ("1", "ton", price, "USD"),
            );
        }
    }
    add_quotes(&mut rows, 6, |week| {
        if (week / 5) % 2 == 0 {
            "0.0001".to_owned()
        } else {
            "999999999999".to_owned()
        }
    });
    rows.into_scenario("prices that leap", Vec::new())
}

fn days_to_come() -> Scenario {
    let mut rows = ScenarioRows::default();
    for date in ["2026-06-17", "2026-12-31", "2027-06-16"] {
        rows.add_purchase(date, TON);
        rows.add_sale(date, TON);
        rows.add_quote(parse_day(date), "4.25", "usd_per_bu");
    }
    rows.into_scenario(
        "days to come",
        vec![
            (CARDS, "/data/totalSpend/value", json!(0.0)),
            (CARDS, "/data/activeSuppliers/value", json!(0)),
            (INDEX, "/data/overview/status", json!(FEW_MONTHS)),
            (
                CUSTOMERS,
                "/data/status/segmentation",
                json!("No customer has ordered yet"),
            ),
            (MARKET, "/data/cards", json!([])),
        ],
    )
}

fn ends_of_the_calendar() -> Scenario {
    let mut rows = ScenarioRows::default();
    for date in [
        "0001-01-01",
        "1900-02-28",
        "2024-02-29",
        "2026-06-16",
        "9999-12-31",
    ] {
        rows.add_purchase(date, TON);
        rows.add_sale(date, TON);
        rows.add_quote(parse_day(date), "4.25", "usd_per_bu");
    }
    rows.into_scenario(
        "ends of the calendar",
        vec![
            (CARDS, "/data/totalSpend/value", json!(100.0)),
            (INDEX, "/data/overview/months", json!(4)),
            (
                CUSTOMERS,
                "/data/customer_patterns/0/last_purchase",
                json!("2026-06-16"),
            ),
            // The current month has a quote, but it is not a whole month.
            (
                MARKET,
                "/data/cards/0/forecastNote",
                json!("No forecast (no whole month of quotes since 2024-02)"),
            ),
        ],
    )
}

fn one_table_alone() -> Vec<Scenario> {
    let mut purchases = ScenarioRows::default();
    let mut sales = ScenarioRows::default();
    for month in month_names(30) {
        purchases.add_purchase(&month, TON);
        sales.add_sale(&month, TON);
    }
    let mut stock = ScenarioRows::default();
    stock.add_stock("urea", "ton", "0", "5", "100", "EUR");
    let mut customers = ScenarioRows::default();
    customers.add_customer("c1", "Iowa", "500", "corn");
    customers.add_customer("c2", "Ontario", "", "wheat");
    customers.add_customer("c3", "", "", "");
    let mut market = ScenarioRows::default();
    add_quotes(&mut market, 8, |week| {
        format!("{}.{:02}", 4 + week % 2, week % 97)
    });
    vec![
        purchases.into_scenario(
            "purchases alone",
            vec![
                (
                    CUSTOMERS,
                    "/data/status/segmentation",
                    json!("No customer has ordered yet"),
                ),
                (
                    CUSTOMERS,
                    "/data/status/purchase_windows",
                    json!("Needs 2 years of purchases"),
                ),
            ],
        ),
        sales.into_scenario(
            "sales alone",
            vec![
                (CARDS, "/data/totalSpend/value", json!(0.0)),
                (CARDS, "/data/avgOrderValue", Value::Null),
                (INDEX, "/data/overview/status", json!(FEW_MONTHS)),
            ],
        ),
        // Without any lines, the stock's currency is used.
        stock.into_scenario(
            "stock alone",
            vec![
                (ORDERS, "/meta/currency", json!("EUR")),
                (ORDERS, "/data/items/0/cost", json!(500.0)),
            ],
        ),
        customers.into_scenario(
            "customers alone",
            vec![
                (YIELDS, "/data/forecasts/0/crop_type", json!("Corn, Iowa")),
                (YIELDS, "/data/forecasts/1/region", json!("United States")),
            ],
        ),
        market.into_scenario(
            "quotes alone",
            vec![(
                MARKET,
                "/data/withoutQuotes",
                json!(["Soybeans", "Wheat", "Fertilizer"]),
            )],
        ),
    ]
}
