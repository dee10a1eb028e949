//! Files of the optional tables.

#![expect(clippy::unwrap_used, reason = "a test")]

use chrono::{TimeZone, Utc};
use imports::answers::Answers;
use serde_json::json;
use std::path::PathBuf;

/// Inspects one text file. Returns what was written for the table, without `updated_at`.
fn read(name: &str, text: &str, table: &str) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("optional_tables")
        .join(name);
    let _missing = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("export.csv");
    std::fs::write(&file, text).unwrap();
    let answers: Answers = serde_json::from_value(json!({
        "organization": {"currency": "USD", "timeZone": "America/Chicago"},
        "answers": [],
    }))
    .unwrap();
    let now = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
    let out = folder.join("out");
    let inspection = imports::inspect(&[file], &answers, now, &out).unwrap();
    let read = &inspection.proposal["files"][0];
    assert_eq!(read["table"], table, "{read}");
    assert_eq!(read["questions"], json!([]), "{read}");
    let mut reader = csv::Reader::from_path(out.join(format!("{table}.csv"))).unwrap();
    let records = reader.records().map(|record| {
        let record = record.unwrap();
        let cells: Vec<&str> = record.iter().take(record.len() - 1).collect();
        cells.join("|")
    });
    let mut rows: Vec<String> = records.collect();
    let mut rejects = csv::Reader::from_path(out.join("rejects.csv")).unwrap();
    rows.extend(rejects.records().map(|record| {
        let record = record.unwrap();
        format!("{} {}", &record[2], &record[3])
    }));
    rows
}

#[test]
fn bookings_under_their_own_names() {
    let rows = read(
        "bookings",
        "booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,currency,booked_date,due_date,delivered_quantity,status,updated_at\n\
         B1,1,C1,I1,Ames,10,bag,5.5,USD,2026-01-15,2026-04-20,0,open,2026-01-15T00:00:00Z\n\
         B1,2,C1,I2,Ames,7,gal,,USD,2026-01-15,,7,delivered,2026-05-15T00:00:00Z\n\
         B2,1,C2,I2,Ames,7,gal,,USD,2026-01-16,,,perhaps,2026-05-15T00:00:00Z\n",
        "customer_bookings",
    );
    assert_eq!(
        rows,
        [
            "B1|1|C1|I1|Ames|10|bag|5.5|USD|2026-01-15|2026-04-20|0|open",
            "B1|2|C1|I2|Ames|7|gal||USD|2026-01-15||7|delivered",
            "M4 status",
        ]
    );
}

#[test]
fn categories_of_the_file_are_kept_beside_the_four() {
    let rows = read(
        "stock",
        "Item ID,Item Name,Category,Unit,Location,On Hand,Unit Cost\n\
         I1,Atrazine 4L,Herbicide,gal,Ames,10,25\n\
         I2,Corn 105,Seeds,bag,Ames,7,250\n\
         I3,Urea,FERTILIZER,ton,Ames,7,400\n",
        "inventory_data",
    );
    let kept: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.split('|').skip(2).take(2).collect())
        .collect();
    assert_eq!(
        kept,
        [["pesticide", "Herbicide"], ["seed", ""], ["fertilizer", ""]]
    );
}

#[test]
fn spanish_bookings_without_numbers_of_lines() {
    let rows = read(
        "reservas",
        "N\u{fa}mero de reserva;C\u{f3}digo cliente;C\u{f3}digo art\u{ed}culo;Almac\u{e9}n;Cantidad;Unidad;Fecha de reserva;Vencimiento;Cantidad entregada;Estatus\n\
         R-7;K1;A1;Lugo;1.250,5;litros;25/01/2026;20/04/2026;0;abierta\n\
         R-7;K1;A2;Lugo;3;sacos;25/01/2026;20/04/2026;3;entregado\n",
        "customer_bookings",
    );
    assert_eq!(
        rows,
        [
            "R-7|1|K1|A1|Lugo|330.3472|gal||USD|2026-01-25|2026-04-20|0|open",
            "R-7|2|K1|A2|Lugo|3|bag||USD|2026-01-25|2026-04-20|3|delivered",
        ]
    );
}

#[test]
fn orders_with_what_was_received() {
    let rows = read(
        "orders",
        "PO Number,Line,Vendor ID,Item ID,Warehouse,Qty Ordered,Qty Received,UOM,Unit Price,Order Date,Expected Date,Status\n\
         P9,1,S1,I1,Ames,40,15,bag,80,2026-01-15,2026-02-20,Partially received\n\
         P9,2,S1,I2,Ames,4,4,gal,12,2026-01-15,2026-02-20,Closed\n",
        "purchase_orders",
    );
    assert_eq!(
        rows,
        [
            "P9|1|S1|I1|Ames|40|bag|80|USD|2026-01-15|2026-02-20|15|open",
            "P9|2|S1|I2|Ames|4|gal|12|USD|2026-01-15|2026-02-20|4|received",
        ]
    );
}

#[test]
fn orders_without_what_was_received_are_purchases() {
    let rows = read(
        "purchases",
        "PO Number,Line,Vendor ID,Item ID,Warehouse,Qty,UOM,Unit Price,Order Date,Expected Date\n\
         P9,1,S1,I1,Ames,40,bag,80,2026-01-15,2026-02-20\n",
        "sales_transactions",
    );
    assert_eq!(rows.len(), 1);
}

#[test]
fn catalog_with_densities() {
    let rows = read(
        "catalog",
        "Item ID,Class,Brand,Pack Size,Pack Unit,Density,Active Ingredient,EPA Reg No,Restricted Use\n\
         I1,Herbicide,Weedless,10,L,11.3,Glyphosate,123-45,no\n\
         I2,Seed,,,,,,,yes\n",
        "item_catalogue",
    );
    assert_eq!(
        rows,
        [
            "I1|Herbicide|Weedless|2.6417|gal|11.3|Glyphosate|123-45|false",
            "I2|Seed|||||||true",
        ]
    );
}

#[test]
fn german_price_list() {
    let rows = read(
        "prices",
        "Lieferantennummer;Artikelnummer;Einheit;Einzelpreis;W\u{e4}hrung;Mindestmenge;G\u{fc}ltig ab;G\u{fc}ltig bis\n\
         S1;I1;gal;12,50;EUR;;01.02.2026;\n\
         S1;I1;gal;11,75;EUR;100;01.02.2026;31.12.2026\n",
        "price_lists",
    );
    assert_eq!(
        rows,
        [
            "S1|I1|gal|12.5|EUR|0|2026-02-01|",
            "S1|I1|gal|11.75|EUR|100|2026-02-01|2026-12-31",
        ]
    );
}

#[test]
fn densities_are_converted_or_rejected() {
    let rows = read(
        "densities",
        "Item ID,Brand,Density (kg/L),EPA Reg No\nI1,Weedless,1.2,123-45\n",
        "item_catalogue",
    );
    assert_eq!(rows, ["I1||Weedless|||10.0145||123-45|"]);
    let rows = read(
        "unknown_densities",
        "Item ID,Brand,Density,EPA Reg No\nI1,Weedless,1.2,123-45\n",
        "item_catalogue",
    );
    assert_eq!(rows, ["C2 density"]);
}
