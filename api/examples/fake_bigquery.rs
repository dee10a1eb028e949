//! The tests' fake of BigQuery, alone: `cargo run -p api --example fake_bigquery -- FOLDER KEY_FILE
//! [PORT]` serves the CSV files of a warehouse folder and writes the key of the account that may
//! read them. For looking at it with other clients, Google's own above all.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for developers that ends where it cannot go on"
)]

use api::clock::Clock;
use it::fake_bigquery::FakeBigQuery;
use sources::SourceTable;

#[expect(
    dead_code,
    clippy::indexing_slicing,
    reason = "the tests use all of it, and may fall over"
)]
#[path = "../tests/it"]
mod it {
    pub(crate) mod fake_bigquery;
}

#[tokio::main]
async fn main() {
    let mut given = std::env::args().skip(1);
    let (folder, key) = (given.next().unwrap(), given.next().unwrap());
    let fake = FakeBigQuery::start(
        Clock::system(),
        given.next().map_or(0, |port| port.parse().unwrap()),
    )
    .await;
    for table in SourceTable::ALL {
        if let Ok(csv) = std::fs::read_to_string(format!("{folder}/{}.csv", table.id())) {
            fake.put_csv(table.id(), &csv);
        }
    }
    std::fs::write(key, fake.key().to_string()).unwrap();
    println!("{}", fake.endpoint());
    std::future::pending::<()>().await;
}
