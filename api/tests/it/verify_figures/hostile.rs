//! Folders of rows that collide, contradict each other, or cannot be used at all.

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

pub(crate) fn write_files(warehouse: &Warehouse, lines: u64, dice: &mut SeededRng) {
    let mut rows = String::new();
    for number in 0..lines {
        // Some keys come several times, some rows cannot be read.
        let id = format!("t{}", dice.next_below(lines * 4));
        match dice.next_below(40) {
            0 => writeln!(
                rows,
                "{id},o1,sale,2026-02-30,x1,,urea,1,ton,1,USD,,,Ames,2026-06-01T00:00:00Z"
            )
            .unwrap(),
            1 => writeln!(rows, "{id},o1,sale,2026-02-03,x1").unwrap(),
            _ => rows += &LineRow::random(dice).to_csv(&id),
        }
        // What is sold and bought over years, so that models have something to look at.
        let day = today_date() - Days::new(dice.next_below(1400));
        let (customer, item) = (
            dice.next_below(45),
            dice.pick_one(&["urea", "dap", "corn seed"]).to_owned(),
        );
        let price = 100 + dice.next_below(900);
        writeln!(
            rows,
            "h{number},h{number},sale,{day},x{customer},,{item},{},ton,{price},USD,,,,{}",
            1 + dice.next_below(9),
            dice.pick_one(&UPDATED_AT_VALUES)
        )
        .unwrap();
        writeln!(rows, "b{number},b{number},purchase,{day},,s1,{item},{},ton,{price}.25,USD,{day},{day},Ames,{}", 1 + dice.next_below(9), dice.pick_one(&UPDATED_AT_VALUES))
            .unwrap();
    }
    warehouse
        .write_transactions(&rows)
        .write_inventory(&inventory_rows(dice))
        .write_customers(&customer_rows(dice))
        .write_suppliers(&supplier_rows(dice));
    warehouse.write_file("market_prices.csv", quote_rows(lines, dice));
}

fn inventory_rows(dice: &mut SeededRng) -> String {
    let mut rows = String::new();
    for _ in 0..14 {
        let item = dice
            .pick_one(&["urea", "dap", "corn seed", "Lime"])
            .to_owned();
        let location = dice.pick_one(&["Ames", "Boone", "Nevada"]).to_owned();
        let category = dice
            .pick_one(&["fertilizer", "seed", "pesticide", "other", "Other"])
            .to_owned();
        let unit = dice.pick_one(&["ton", "ton", "lb"]).to_owned();
        let (on_hand, point) = (
            dice.pick_one(&["-5", "0", "12.5", "999999999999"])
                .to_owned(),
            dice.pick_one(&["", "0", "20", "999999999999.9999"])
                .to_owned(),
        );
        let (pack, minimum) = (
            dice.pick_one(&["", "1", "2.5", "40", "0"]).to_owned(),
            dice.pick_one(&["", "0", "7", "100"]).to_owned(),
        );
        let (lead, cost) = (
            dice.pick_one(&["", "0", "9", "36500"]).to_owned(),
            dice.pick_one(&["0", "400", "372.91", "999999999999"])
                .to_owned(),
        );
        let (currency, supplier, stamp) = (
            dice.pick_one(&["USD", "USD", "CAD"]).to_owned(),
            dice.pick_one(&["", "s1", "s9"]).to_owned(),
            dice.pick_one(&UPDATED_AT_VALUES),
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

fn customer_rows(dice: &mut SeededRng) -> String {
    let mut rows = String::new();
    for id in 0..40 {
        let state = dice
            .pick_one(&["Iowa", "ia", " IOWA ", "", "Ontario", "Texas", "Ohio"])
            .to_owned();
        let crops = dice
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
        let acres = dice.pick_one(&["", "0", "500", "-1", "0.0001"]).to_owned();
        writeln!(
            rows,
            "x{id},Farm {id},{state},Story,{acres},{crops},R,,,{}",
            dice.pick_one(&UPDATED_AT_VALUES)
        )
        .unwrap();
    }
    rows
}

fn supplier_rows(dice: &mut SeededRng) -> String {
    format!(
        "s1,Acme,,{},true,2026-06-01T00:00:00Z\ns9,Other,,,maybe,2026-06-01T00:00:00Z\n",
        dice.pick_one(&["", "3", "-3"])
    )
}

/// Gaps, constants, zeros, several markets and units.
fn quote_rows(days: u64, dice: &mut SeededRng) -> String {
    let mut rows = "price_date,commodity,market,price,unit,volume,updated_at\n".to_owned();
    for commodity in ["corn", "soybeans", "wheat", "fertilizer"] {
        let constant = dice.next_below(3) == 0;
        let mut price = 400 + dice.next_below(300);
        for back in 0..days * 4 {
            if dice.next_below(9) == 0 {
                continue;
            }
            if !constant {
                price = (price + dice.next_below(21)).saturating_sub(10).max(1);
            }
            let day = today_date() + Days::new(3) - Days::new(back);
            let market = dice.pick_one(&["CBOT", "CBOT", "CBOT", "Gulf"]).to_owned();
            let unit = dice
                .pick_one(&["usd_per_bu", "usd_per_bu", "usd_per_bu", "usd_per_ton"])
                .to_owned();
            let shown = if dice.next_below(50) == 0 { 0 } else { price };
            writeln!(
                rows,
                "{day},{commodity},{market},{}.{:02},{unit},{},{}",
                shown / 100,
                shown % 100,
                dice.pick_one(&["", "0", "1000"]).to_owned(),
                dice.pick_one(&UPDATED_AT_VALUES)
            )
            .unwrap();
        }
    }
    rows
}
