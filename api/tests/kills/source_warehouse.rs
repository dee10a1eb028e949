//! A folder warehouse that changes from round to round, and the expected content of the application
//! database.

use crate::disruption::SeededRng;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Compared values of each table: key, and figures in the target format.
pub(crate) type TableContents = BTreeMap<String, String>;

/// Rows by number, with their current figures.
#[derive(Clone)]
pub(crate) struct SourceRows {
    lines: BTreeMap<u64, u64>,
    others: BTreeMap<u64, u64>,
    next: u64,
}

const INITIAL_LINES: u64 = 6_000;
const INITIAL_OTHERS: u64 = 150;
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";
pub(crate) const TABLES: [&str; 5] = [
    "inventory",
    "purchase_transactions",
    "market_data",
    "customers",
    "suppliers",
];

impl SourceRows {
    pub(crate) fn initial() -> Self {
        Self {
            lines: (0..INITIAL_LINES).map(|id| (id, 1)).collect(),
            others: (0..INITIAL_OTHERS).map(|id| (id, 1)).collect(),
            next: INITIAL_LINES,
        }
    }

    pub(crate) fn add_lines(&mut self, many: u64) {
        self.lines
            .extend((self.next..self.next + many).map(|id| (id, 1)));
        self.next += many;
    }

    /// Changes, removes and adds some rows.
    pub(crate) fn change_rows(&mut self, dice: &mut SeededRng) {
        for rows in [&mut self.lines, &mut self.others] {
            let ids: Vec<u64> = rows.keys().copied().collect();
            for id in ids {
                match dice.next_below(20) {
                    0 => {
                        rows.remove(&id);
                    }
                    1..=3 => {
                        rows.insert(id, 1 + dice.next_below(9_000));
                    }
                    _ => {}
                }
            }
            for _ in 0..dice.next_below(200).min(INITIAL_OTHERS) {
                rows.insert(self.next, 1 + dice.next_below(9_000));
                self.next += 1;
            }
        }
    }

    pub(crate) fn write_files(&self, folder: &Path) {
        let mut inventory = "item_id,item_name,category,unit,location,on_hand,on_order,booked,unit_cost,currency,updated_at\n".to_owned();
        let mut customers = "customer_id,customer_name,acres,updated_at\n".to_owned();
        let mut suppliers =
            "supplier_id,supplier_name,lead_time_days,active,updated_at\n".to_owned();
        let mut prices = "price_date,commodity,market,price,unit,updated_at\n".to_owned();
        for (id, figure) in &self.others {
            writeln!(
                inventory,
                "i{id},Item {id},fertilizer,ton,Ames,{figure},0,0,400,USD,{UPDATED_AT}"
            )
            .unwrap();
            writeln!(customers, "c{id},Grower {id},{figure},{UPDATED_AT}").unwrap();
            writeln!(suppliers, "s{id},Supplier {id},{figure},true,{UPDATED_AT}").unwrap();
            writeln!(
                prices,
                "2026-05-01,corn,M{id},{figure},usd_per_bu,{UPDATED_AT}"
            )
            .unwrap();
        }
        let mut lines =
            "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,updated_at\n".to_owned();
        for (id, figure) in &self.lines {
            writeln!(
                lines,
                "t{id},o{},sale,2026-0{}-1{},c{},,i{},{figure},ton,10.5,USD,{UPDATED_AT}",
                id / 2,
                1 + id % 6,
                id % 9,
                id % INITIAL_OTHERS,
                id % INITIAL_OTHERS
            )
            .unwrap();
        }
        for (name, text) in [
            ("inventory_data", inventory),
            ("customer_profiles", customers),
            ("supplier_data", suppliers),
            ("market_prices", prices),
            ("sales_transactions", lines),
        ] {
            // Renamed into place like a careful exporter does, because a file that changes while it
            // is read fails its table.
            let part = folder.join(format!(".{name}.part"));
            std::fs::write(&part, text).unwrap();
            std::fs::rename(part, folder.join(format!("{name}.csv"))).unwrap();
        }
    }

    /// The expected content of a table.
    pub(crate) fn expected_table(&self, table: &str) -> TableContents {
        let others = |key: &dyn Fn(u64) -> String, scale: u64| {
            self.others
                .iter()
                .map(|(id, figure)| (key(*id), (figure * scale).to_string()))
                .collect()
        };
        match table {
            "inventory" => others(&|id| format!("i{id}"), 10_000),
            "customers" => others(&|id| format!("c{id}"), 10_000),
            "suppliers" => others(&|id| format!("s{id}"), 1),
            "market_data" => others(&|id| format!("M{id}"), 10_000),
            _ => self
                .lines
                .iter()
                .map(|(id, figure)| (format!("t{id}"), (figure * 10_000).to_string()))
                .collect(),
        }
    }
}
