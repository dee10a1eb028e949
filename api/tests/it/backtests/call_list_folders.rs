//! Call lists of folders named by a day, with sales in several files.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::run_sprout;

const SALES_HEADER: &str = "transaction_id,order_id,direction,transaction_date,customer_id,item_id,quantity,unit,unit_price,currency\n";

/// The folder of a Monday: 30 growers for each of two salespeople, with corn seed every January.
fn write_monday(data: &Path, monday: &str) {
    let folder = data.join(monday);
    fs::create_dir_all(folder.join("sales_transactions")).unwrap();
    let mut customers = "customer_id,salesperson,acres,crops\n".to_owned();
    let mut sales = SALES_HEADER.to_owned();
    for grower in 0..60 {
        let salesperson = ["Ann", "Bob"][grower % 2];
        writeln!(
            customers,
            "g{grower:02},{salesperson},{},corn",
            300 + grower
        )
        .unwrap();
        for year in 2021..2026 {
            let (day, quantity) = (10 + grower % 15, 100 + grower);
            writeln!(
                sales,
                "{grower}-{year},{grower}-{year},sale,{year}-01-{day},g{grower:02},seed,{quantity},bag,280,USD"
            )
            .unwrap();
        }
    }
    fs::write(folder.join("customer_profiles.csv"), customers).unwrap();
    fs::write(folder.join("sales_transactions/1.csv"), sales).unwrap();
    fs::write(folder.join("sales_transactions/2.csv"), SALES_HEADER).unwrap();
    fs::write(
        folder.join("inventory_data.csv"),
        "item_id,item_name,category,unit_cost\nseed,Corn seed,seed,240\n",
    )
    .unwrap();
}

fn list(data: &Path) -> Vec<Vec<String>> {
    let out = data.join("out.csv");
    let output = run_sprout("call-list", data, &out);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut file = csv::Reader::from_path(&out).unwrap();
    assert_eq!(
        file.headers().unwrap().iter().collect::<Vec<_>>().join(","),
        "as_of,salesperson,rank,customer_id,reason,expected_margin,window_start,window_end,probability"
    );
    file.records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn lists_own_growers_once_and_reads_no_later_folder() {
    let folder = tempfile::tempdir().unwrap();
    write_monday(folder.path(), "2026-01-05");
    let first = list(folder.path());
    write_monday(folder.path(), "2026-01-12");
    let both = list(folder.path());
    assert_eq!(both[..first.len()], first[..]);
    assert_eq!(first.len(), 40);
    assert_eq!(both.len(), 60, "10 growers of each salesperson are left");
    let mut seen = BTreeSet::new();
    for row in &both {
        let number: usize = row[3][1..].parse().unwrap();
        assert_eq!(row[1], ["Ann", "Bob"][number % 2]);
        assert!(row[4].starts_with("due: "), "{row:?}");
        assert!(row[5].parse::<f64>().unwrap().abs() < f64::EPSILON);
        assert!((0.0..=1.0).contains(&row[8].parse::<f64>().unwrap()));
        assert!(row[7] >= row[0] && row[7] >= row[6], "{row:?}");
        assert!(seen.insert(row[3].clone()), "{row:?} is listed twice");
    }
}

#[test]
fn a_folder_without_days_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_sprout("call-list", folder.path(), &folder.path().join("out.csv"));
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no folder named by a day"));
}
