//! Template CSV files: a header and example rows that can be synced.

use super::SourceTable;

impl SourceTable {
    /// CSV text with all columns of the table and one example of each kind of row. The examples of
    /// all tables belong together: one item, its supplier, a purchase, a sale, a booking and an order.
    pub fn csv_template(self) -> String {
        let header: Vec<_> = self
            .schema()
            .columns
            .iter()
            .map(|column| column.name)
            .collect();
        let mut text = header.join(",");
        text.push('\n');
        for line in self.example_lines() {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    fn example_lines(self) -> &'static [&'static str] {
        match self {
            Self::InventoryData => &["SEED-105,Corn seed 105 day,seed,corn seed,bag,Main \
                    yard,40,0,15,60,10,20,14,265.00,USD,SUP-1,2026-01-15T08:00:00Z"],
            Self::SalesTransactions => &[
                "T-1001,PO-501,purchase,2026-01-05,,SUP-1,SEED-105,40,bag,262.50,USD,2026-01-15,2026-01-14,Main \
                    yard,2026-01-15T08:00:00Z",
                "T-1002,SO-801,sale,2026-01-12,CUST-1,,SEED-105,15,bag,298.00,USD,,,Main \
                    yard,2026-01-15T08:00:00Z",
            ],
            Self::MarketPrices => {
                &["2026-01-14,corn,Central Illinois,4.3525,usd_per_bu,1200,2026-01-15T08:00:00Z"]
            }
            Self::CustomerProfiles => &["CUST-1,Larsen Farms,Iowa,Story,1200,corn;soybeans,Bo \
                    Field,office@larsen.example,2019-03-01,2026-01-15T08:00:00Z"],
            Self::SupplierData => &["SUP-1,River Seed Co,seed,14,true,2026-01-15T08:00:00Z"],
            Self::CustomerBookings => &["BK-301,1,CUST-1,SEED-105,Main \
                    yard,60,bag,295.00,USD,2026-01-08,2026-04-10,0,open,2026-01-15T08:00:00Z"],
            Self::PurchaseOrders => &["PO-502,1,SUP-1,SEED-105,Main \
                    yard,80,bag,262.50,USD,2026-01-12,2026-01-28,0,open,2026-01-15T08:00:00Z"],
            Self::ItemCatalogue => {
                &["SEED-105,corn seed,River,10,bag,,,,false,2026-01-15T08:00:00Z"]
            }
            Self::PriceLists => &[
                "SUP-1,SEED-105,bag,265.00,USD,0,2026-01-01,2026-06-30,2026-01-15T08:00:00Z",
                "SUP-1,SEED-105,bag,259.00,USD,100,2026-01-01,2026-06-30,2026-01-15T08:00:00Z",
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_cell_for_every_column_and_fills_the_required_ones() {
        for table in SourceTable::ALL {
            let text = table.csv_template();
            let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
            let header = lines.next().unwrap();
            for cells in lines {
                assert_eq!(cells.len(), header.len(), "{}", table.id());
                for (column, cell) in table.schema().columns.iter().zip(&cells) {
                    assert!(
                        !column.required || !cell.is_empty(),
                        "{} {}",
                        table.id(),
                        column.name
                    );
                }
            }
        }
    }
}
