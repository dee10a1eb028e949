//! Folders with rows that collide, contradict each other, or are unusable.

use crate::Warehouse;
use crate::rollups::random_lines::{LineRow, SeededRng};
use chrono::{Days, NaiveDate};
use std::fmt::Write;

const UPDATED_AT_VALUES: [&str; 3] = [
    "2026-06-01T00:00:00Z",
    "2026-06-02T00:00:00+02:00",
    "2025-01-01T00:00:00Z",
];

fn today_date() -> NaiveDate {
    super::TODAY.parse().unwrap()
}

pub(crate) fn write_files(warehouse: &Warehouse, lines: u64, rng: &mut SeededRng) {
    let mut rows = String::new();
    for number in 0..lines {
        // Some keys repeat, some rows are unusable.
        let id = format!("t{}", rng.next_below(lines * 4));
        match rng.next_below(40) {
            0 => writeln!(
                rows,
                "{id},o1,sale,2026-02-30,x1,,urea,1,ton,1,USD,,,Ames,2026-06-01T00:00:00Z"
            )
            .unwrap(),
            1 => writeln!(rows, "{id},o1,sale,2026-02-03,x1").unwrap(),
            _ => rows += &LineRow::random(rng).to_csv(&id),
        }
        // Sales and purchases over years, so that the models have data.
        let day = today_date() - Days::new(rng.next_below(1400));
        let (customer, item) = (
            rng.next_below(45),
            rng.pick_one(&["urea", "dap", "corn seed"]).to_owned(),
        );
        let price = 100 + rng.next_below(900);
        writeln!(
            rows,
            "h{number},h{number},sale,{day},x{customer},,{item},{},ton,{price},USD,,,,{}",
            1 + rng.next_below(9),
            rng.pick_one(&UPDATED_AT_VALUES)
        )
        .unwrap();
        writeln!(rows, "b{number},b{number},purchase,{day},,s1,{item},{},ton,{price}.25,USD,{day},{day},Ames,{}", 1 + rng.next_below(9), rng.pick_one(&UPDATED_AT_VALUES))
            .unwrap();
    }
    warehouse
        .write_transactions(&rows)
        .write_inventory(&inventory_rows(rng))
        .write_customers(&customer_rows(rng))
        .write_suppliers(&supplier_rows(rng));
    warehouse.write_file("market_prices.csv", quote_rows(lines, rng));
}

fn inventory_rows(rng: &mut SeededRng) -> String {
    let mut rows = String::new();
    for _ in 0..14 {
        let item = rng
            .pick_one(&["urea", "dap", "corn seed", "Lime"])
            .to_owned();
        let location = rng.pick_one(&["Ames", "Boone", "Nevada"]).to_owned();
        let category = rng
            .pick_one(&["fertilizer", "seed", "pesticide", "other", "Other"])
            .to_owned();
        let unit = rng.pick_one(&["ton", "ton", "lb"]).to_owned();
        let (on_hand, point) = (
            rng.pick_one(&["-5", "0", "12.5", "999999999999"])
                .to_owned(),
            rng.pick_one(&["", "0", "20", "999999999999.9999"])
                .to_owned(),
        );
        let (pack, minimum) = (
            rng.pick_one(&["", "1", "2.5", "40", "0"]).to_owned(),
            rng.pick_one(&["", "0", "7", "100"]).to_owned(),
        );
        let (lead, cost) = (
            rng.pick_one(&["", "0", "9", "36500"]).to_owned(),
            rng.pick_one(&["0", "400", "372.91", "999999999999"])
                .to_owned(),
        );
        let (currency, supplier, stamp) = (
            rng.pick_one(&["USD", "USD", "CAD"]).to_owned(),
            rng.pick_one(&["", "s1", "s9"]).to_owned(),
            rng.pick_one(&UPDATED_AT_VALUES),
        );
        writeln!(
            rows,
            "{item},\"{item}, \
                bulk\",{category},{unit},{location},{on_hand},3,1,{point},{pack},{minimum},{lead},{cost},{currency},{supplier},{stamp}"
        )
        .unwrap();
    }
    rows
}

fn customer_rows(rng: &mut SeededRng) -> String {
    let mut rows = String::new();
    for id in 0..40 {
        let state = rng
            .pick_one(&["Iowa", "ia", " IOWA ", "", "Ontario", "Texas", "Ohio"])
            .to_owned();
        let crops = rng
            .pick_one(&[
                "corn",
                "corn;soybeans",
                "soybeans; corn",
                "",
                "wheat;",
                "corn;corn",
                "barley",
            ])
            .to_owned();
        let acres = rng.pick_one(&["", "0", "500", "-1", "0.0001"]).to_owned();
        writeln!(
            rows,
            "x{id},Farm {id},{state},Story,{acres},{crops},R,,,{}",
            rng.pick_one(&UPDATED_AT_VALUES)
        )
        .unwrap();
    }
    rows
}

fn supplier_rows(rng: &mut SeededRng) -> String {
    format!(
        "s1,Acme,,{},true,2026-06-01T00:00:00Z\ns9,Other,,,maybe,2026-06-01T00:00:00Z\n",
        rng.pick_one(&["", "3", "-3"])
    )
}

/// Gaps, constants, zeros, several markets and units.
fn quote_rows(days: u64, rng: &mut SeededRng) -> String {
    let mut rows = "price_date,commodity,market,price,unit,volume,updated_at\n".to_owned();
    for commodity in ["corn", "soybeans", "wheat", "fertilizer"] {
        let constant = rng.next_below(3) == 0;
        let mut price = 400 + rng.next_below(300);
        for back in 0..days * 4 {
            if rng.next_below(9) == 0 {
                continue;
            }
            if !constant {
                price = (price + rng.next_below(21)).saturating_sub(10).max(1);
            }
            let day = today_date() + Days::new(3) - Days::new(back);
            let market = rng.pick_one(&["CBOT", "CBOT", "CBOT", "Gulf"]).to_owned();
            let unit = rng
                .pick_one(&["usd_per_bu", "usd_per_bu", "usd_per_bu", "usd_per_ton"])
                .to_owned();
            let shown = if rng.next_below(50) == 0 { 0 } else { price };
            writeln!(
                rows,
                "{day},{commodity},{market},{}.{:02},{unit},{},{}",
                shown / 100,
                shown % 100,
                rng.pick_one(&["", "0", "1000"]).to_owned(),
                rng.pick_one(&UPDATED_AT_VALUES)
            )
            .unwrap();
        }
    }
    rows
}
