//! Builds folder warehouses row by row, with plausible defaults.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) struct Warehouse {
    folder: PathBuf,
}

const INVENTORY_HEADER: &str = "item_id,item_name,category,unit,location,on_hand,on_order,booked,reorder_point,pack_size,min_order_quantity,lead_time_days,unit_cost,currency,supplier_id,updated_at\n";
const TRANSACTIONS_HEADER: &str = "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,promised_date,delivered_date,location,updated_at\n";
const CUSTOMERS_HEADER: &str = "customer_id,customer_name,state,county,acres,crops,salesperson,email,customer_since,updated_at\n";
const SUPPLIERS_HEADER: &str =
    "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n";
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// A purchase line; `..PurchaseLine::default()` fills in the rest.
#[derive(Clone)]
pub(crate) struct PurchaseLine<'a> {
    pub(crate) id: &'a str,
    pub(crate) order: &'a str,
    pub(crate) date: &'a str,
    pub(crate) supplier: &'a str,
    pub(crate) item: &'a str,
    pub(crate) quantity: &'a str,
    pub(crate) unit: &'a str,
    pub(crate) price: &'a str,
    pub(crate) currency: &'a str,
    pub(crate) promised: &'a str,
    pub(crate) delivered: &'a str,
}

impl Default for PurchaseLine<'_> {
    fn default() -> Self {
        Self {
            id: "p1",
            order: "o1",
            date: "2026-06-01",
            supplier: "s1",
            item: "urea",
            quantity: "1",
            unit: "ton",
            price: "100",
            currency: "USD",
            promised: "",
            delivered: "",
        }
    }
}

impl Warehouse {
    pub(crate) fn create(folder: PathBuf) -> Self {
        fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }

    /// Writes a file with exactly this content.
    pub(crate) fn write_file(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        fs::write(self.folder.join(name), text).unwrap();
        self
    }

    pub(crate) fn write_purchases(&self, lines: &[PurchaseLine<'_>]) -> &Self {
        let mut text = TRANSACTIONS_HEADER.to_owned();
        for line in lines {
            let PurchaseLine {
                id,
                order,
                date,
                supplier,
                item,
                quantity,
                unit,
                price,
                currency,
                promised,
                delivered,
            } = line;
            writeln!(text, "{id},{order},purchase,{date},,{supplier},{item},{quantity},{unit},{price},{currency},{promised},{delivered},Ames,{UPDATED_AT}")
                .unwrap();
        }
        self.write_file("sales_transactions.csv", text)
    }

    /// Writes the transactions file: the header, then `rows`.
    pub(crate) fn write_transactions(&self, rows: &str) -> &Self {
        self.write_file(
            "sales_transactions.csv",
            format!("{TRANSACTIONS_HEADER}{rows}"),
        )
    }

    pub(crate) fn write_inventory(&self, rows: &str) -> &Self {
        self.write_file("inventory_data.csv", format!("{INVENTORY_HEADER}{rows}"))
    }

    pub(crate) fn write_customers(&self, rows: &str) -> &Self {
        self.write_file("customer_profiles.csv", format!("{CUSTOMERS_HEADER}{rows}"))
    }

    pub(crate) fn write_suppliers(&self, rows: &str) -> &Self {
        self.write_file("supplier_data.csv", format!("{SUPPLIERS_HEADER}{rows}"))
    }
}
