//! Exports of other systems, languages and layouts than those the words were collected from.

#![expect(clippy::unwrap_used, reason = "a test")]

use chrono::{TimeZone, Utc};
use imports::answers::Answers;
use serde_json::{Value, json};
use std::path::PathBuf;

struct Import {
    folder: PathBuf,
    proposal: Value,
    read_files: usize,
}

/// Writes the files, inspects them in Chicago, and keeps what came of it.
fn import(name: &str, files: &[(&str, &[u8])], answers: &Value) -> Import {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("imports")
        .join(name);
    let _missing = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut paths = Vec::new();
    for (file, bytes) in files {
        paths.push(folder.join(file));
        std::fs::write(folder.join(file), bytes).unwrap();
    }
    let answers: Answers = serde_json::from_value(json!({
        "organization": {"currency": "USD", "timeZone": "America/Chicago"},
        "answers": answers,
    }))
    .unwrap();
    let now = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
    let out = folder.join("out");
    let inspection = imports::inspect(&paths, &answers, now, &out).unwrap();
    Import {
        folder: out,
        proposal: inspection.proposal,
        read_files: inspection.read_files,
    }
}

impl Import {
    /// The rows of a table, with these columns.
    fn rows(&self, table: &str, columns: &str) -> Vec<String> {
        let path = self.folder.join(format!("{table}.csv"));
        let mut reader = csv::Reader::from_path(path).unwrap();
        let headers = reader.headers().unwrap().clone();
        let wanted: Vec<usize> = columns
            .split(' ')
            .map(|column| headers.iter().position(|header| header == column).unwrap())
            .collect();
        reader
            .records()
            .map(|record| {
                let record = record.unwrap();
                wanted
                    .iter()
                    .map(|index| &record[*index])
                    .collect::<Vec<_>>()
                    .join("|")
            })
            .collect()
    }

    fn rejects(&self) -> Vec<String> {
        self.rows("rejects", "cell column")
    }

    fn questions(&self) -> Vec<String> {
        let mut questions = Vec::new();
        for file in self.proposal["files"].as_array().unwrap() {
            for question in file["questions"].as_array().into_iter().flatten() {
                let part = |name: &str| question[name].as_str().unwrap_or("").to_owned();
                let text = [part("kind"), part("target"), part("value")].join(" ");
                questions.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        questions
    }

    fn refusal(&self) -> String {
        self.proposal["files"][0]["refused"]["code"]
            .as_str()
            .unwrap_or("")
            .to_owned()
    }

    fn is_clean(&self) {
        assert_eq!(self.questions(), Vec::<String>::new());
        assert_eq!(self.rejects(), Vec::<String>::new());
    }
}

fn latin(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap())
        .collect()
}

#[test]
fn italian_orders_of_dos() {
    let text = "N. ordine;Riga;Data ordine;Codice cliente;Codice articolo;Quantit\u{e0};Unit\u{e0} di misura;Prezzo unitario;Consegnato il;Magazzino\n\
        O-17;1;25/02/2026;C-1;A-1;1.250,50;litri;4,20;;Perugia Citt\u{e0}\n\
        O-17;2;25/02/2026;C-1;A-2;3;sacchi;40,00;01/03/2026;Perugia Citt\u{e0}\n";
    let bytes: Vec<u8> = text
        .chars()
        .map(|c| {
            if c == '\u{e0}' {
                0x85
            } else {
                u8::try_from(u32::from(c)).unwrap()
            }
        })
        .collect();
    let import = import("italian", &[("ORDINI.CSV", &bytes)], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("sales_transactions", "transaction_id transaction_date direction quantity unit unit_price delivered_date location"),
        [
            "O-17-1|2026-02-25|sale|330.3472|gal|15.8987||Perugia Città",
            "O-17-2|2026-02-25|sale|3|bag|40|2026-03-01|Perugia Città",
        ]
    );
}

#[test]
fn portuguese_stock() {
    let text = "Código do produto;Descrição do produto;Categoria;Unidade;Armazém;Quantidade em estoque;Em pedido;Reservado;Ponto de reposição;Pedido mínimo;Prazo de entrega (dias);Custo unitário;Moeda;Fornecedor;Última alteração\n\
        0017;Milho híbrido;Sementes;saco;Sorriso;1.234,5;10;2;50;5;14;99,90;BRL;F-1;2026-11-19 08:30\n";
    let import = import(
        "portuguese",
        &[("estoque.csv", text.as_bytes())],
        &json!([]),
    );
    import.is_clean();
    assert_eq!(
        import.rows("inventory_data", "item_id item_name category unit location on_hand on_order booked reorder_point min_order_quantity lead_time_days unit_cost currency supplier_id updated_at"),
        ["0017|Milho híbrido|seed|bag|Sorriso|1234.5|10|2|50|5|14|99.9|BRL|F-1|2026-11-19T14:30:00Z"]
    );
}

#[test]
fn dutch_suppliers_that_are_blocked() {
    let text = "Leveranciersnummer,Leveranciersnaam,Artikelgroepen,Levertijd (dagen),Geblokkeerd\nL1,Zaadhuis,zaden,12,Nee\nL2,Oud BV,divers,7,Ja\n";
    let import = import("dutch", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "supplier_data",
            "supplier_id supplier_name categories lead_time_days active"
        ),
        ["L1|Zaadhuis|zaden|12|true", "L2|Oud BV|divers|7|false"]
    );
}

#[test]
fn upper_case_columns_of_a_warehouse() {
    let text = "CUSTOMER_ID|CUSTOMER_NAME|STATE|COUNTY|ACRES|CROPS|SALESPERSON|EMAIL|CUSTOMER_SINCE|UPDATED_AT\n\
        007|Ada Farms|Iowa|Story|1,200.5|Corn, Soybean|Lee|a@b.example|2011-02-03|2026-01-01T00:00:00-06:00\n";
    let import = import("warehouse", &[("x.txt", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "customer_profiles",
            "customer_id acres crops customer_since updated_at"
        ),
        ["007|1200.5|corn;soybeans|2011-02-03|2026-01-01T06:00:00Z"]
    );
}

#[test]
fn camel_case_columns_of_a_program() {
    let text = "itemCode,itemName,itemCategory,unitOfMeasure,warehouseName,qtyOnHand,qtyOnOrder,qtyReserved,unitCost,preferredVendorId\n\
        X-1,Roundup,Herbicide,lbs,North,10,0,1,5.5,V1\n";
    let import = import("camel", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "inventory_data",
            "item_id item_name category unit location on_hand on_order booked unit_cost supplier_id"
        ),
        ["X-1|Roundup|pesticide|lb|North|10|0|1|5.5|V1"]
    );
}

#[test]
fn movements_in_and_out() {
    let text = "Doc No,Date,Partner,Item Code,Qty In,Qty Out,UOM,Rate\n\
        D1,13 Mar 2026,V-9,I1,100,,bag,10\nD2,14 Mar 2026,C-4,I1,,30,bag,15\n";
    let import = import("movements", &[("ledger.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "sales_transactions",
            "transaction_id direction customer_id supplier_id quantity transaction_date"
        ),
        [
            "D1-1|purchase||V-9|100|2026-03-13",
            "D2-1|sale|C-4||30|2026-03-14"
        ]
    );
}

#[test]
fn german_movements_in_and_out() {
    let text = "Belegnr;Buchungsdatum;Kunde;Lieferant;Art.-Nr.;Zugang;Abgang;ME;Einzelpreis in EUR\n\
        7;03.04.2026;;L1;A1;1.000;;kg;0,50\n8;04.04.2026;K1;;A1;;2,5;Stk;3,00\n";
    let import = import("german", &[("Bewegungen.csv", &latin(text))], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "sales_transactions",
            "order_id direction quantity unit unit_price currency transaction_date"
        ),
        [
            "7|purchase|2204.6226|lb|0.2268|EUR|2026-04-03",
            "8|sale|2.5|unit|3|EUR|2026-04-04"
        ]
    );
}

#[test]
fn quotes_in_cents_and_per_tonne() {
    let text = "Quote date;Commodity;Exchange;Settlement price;Quote unit;Volume\n\
        2026-03-01;Soybeans;CBOT;1,050.25;cents/bu;1000\n2026-03-01;Fertilizer;NOLA;400;USD/t;10\n2026-03-01;Mais;CBOT;4.5;USD per bushel;1\n";
    let import = import("quotes", &[("q.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "market_prices",
            "price_date commodity market price unit volume"
        ),
        [
            "2026-03-01|soybeans|CBOT|10.5025|usd_per_bu|1000",
            "2026-03-01|fertilizer|NOLA|362.8739|usd_per_ton|10",
            "2026-03-01|corn|CBOT|4.5|usd_per_bu|1",
        ]
    );
}

#[test]
fn stock_by_location_with_two_header_rows() {
    let text = "Company X,,,,,,,,\n\n,,,,On Hand,,,On Order,\nSKU,Product Name,Class,UOM,Elm St,Oak Rd,Total,Elm St,Oak Rd,Std Cost\n\
        S1,Urea,Fertilizer,ton,5,0,5,1,2,400\nS2,DAP,Fertilizer,ton,1.5,2.5,4,0,0,500\n";
    let import = import("by-location", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "inventory_data",
            "item_id location on_hand on_order booked unit_cost"
        ),
        [
            "S1|Elm St|5|1|0|400",
            "S1|Oak Rd|0|2|0|400",
            "S2|Elm St|1.5|0|0|500",
            "S2|Oak Rd|2.5|0|0|500"
        ]
    );
}

#[test]
fn carriage_returns_of_an_old_mac() {
    let text = "N\u{a1} client,Nom du client,\u{83}tat,Superficie,Commercial,Client depuis\rC1,Caf\u{8e} des Bl\u{8e}s,Iowa,100,Ren\u{8e}e,3 f\u{8e}vrier 2011\rC2,B,Ohio,,L\u{8e}a,15 ao\u{9e}t 2012\r";
    let import = import("mac", &[("clients.csv", &latin(text))], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "customer_profiles",
            "customer_id customer_name state salesperson customer_since"
        ),
        [
            "C1|Café des Blés|Iowa|Renée|2011-02-03",
            "C2|B|Ohio|Léa|2012-08-15"
        ]
    );
}

#[test]
fn purchases_under_the_names_of_vendors() {
    let text = ",Type,Date,Num,Item,Qty,U/M,Cost Price,Amount\n".to_owned();
    let text = format!(
        "Grain Co\nPurchases by Vendor Detail\nJanuary through March 2026\n\n{text}\
        Acme Seeds,,,,,,,,\n,Bill,01/15/2026,B-1,SEED1,5,bag,10.00,50.00\n,Bill,01/16/2026,B-2,SEED1,7,bag,11.00,77.00\n\
        Total Acme Seeds,,,,,12,,,127.00\nBeta Chem,,,,,,,,\n,Vendor Credit,02/01/2026,B-3,CH1,2,gal,20.00,-40.00\nTotal Beta Chem,,,,,2,,,-40.00\nTOTAL,,,,,14,,,87.00\n\nPage 1 of 1\n"
    );
    let import = import("vendors", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "sales_transactions",
            "order_id direction supplier_id item_id quantity unit_price transaction_date"
        ),
        [
            "B-1|purchase|Acme Seeds|SEED1|5|10|2026-01-15",
            "B-2|purchase|Acme Seeds|SEED1|7|11|2026-01-16",
            "B-3|purchase|Beta Chem|CH1|-2|20|2026-02-01",
        ]
    );
}

const SIZED: &str = "Item No,Item Description,Product Group,Unit,Branch,Qty On Hand,Unit Cost\n\
    1,A,Insecticides,275 gal tote,N,2,550\n2,B,Seed,50 lb bag,N,3,25\n3,C,Supplies,Case,N,4,9\n";

#[test]
fn containers_with_and_without_a_size() {
    let open = import("sized-open", &[("x.csv", SIZED.as_bytes())], &json!([]));
    assert_eq!(open.questions(), ["unit Case"]);
    assert_eq!(
        open.rows("inventory_data", "item_id on_hand unit unit_cost"),
        ["1|550|gal|2", "2|150|lb|0.5"]
    );
    assert_eq!(open.rejects(), Vec::<String>::new());
    let answer =
        json!([{"kind": "unit", "value": "case", "answer": {"unit": "unit", "factor": "12"}}]);
    let answered = import("sized-answered", &[("x.csv", SIZED.as_bytes())], &answer);
    assert_eq!(
        answered.rows("inventory_data", "on_hand unit_cost")[2],
        "48|0.75"
    );
}

const DATES: &str = "Order No,Order Date,Customer No,Item No,Quantity,Unit,Unit Price\n\
    1,03/04/2026,C,I,1,bag,2\n2,05/05/2026,C,I,1,bag,2\n";

#[test]
fn dates_that_read_both_ways() {
    let open = import("dates-open", &[("x.csv", DATES.as_bytes())], &json!([]));
    assert_eq!(open.questions(), ["date_order"]);
    // Both readings of May 5 are the same day.
    assert_eq!(
        open.rows("sales_transactions", "order_id transaction_date"),
        ["2|2026-05-05"]
    );
    let answer = json!([{"kind": "date_order", "answer": "dmy"}]);
    let answered = import("dates-answered", &[("x.csv", DATES.as_bytes())], &answer);
    assert_eq!(
        answered.rows("sales_transactions", "order_id transaction_date"),
        ["1|2026-04-03", "2|2026-05-05"]
    );
}

#[test]
fn blank_stock_and_two_dates() {
    let text = "Item No,Item Name,Category,Unit,Location,On Hand,On Order,Unit Cost\n1,A,Seed,bag,N,5,,2\n2,B,Seed,bag,N,5,4,2\n";
    let open = import("blank", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(open.questions(), ["blank on_order"]);
    assert_eq!(open.rows("inventory_data", "item_id on_order"), ["2|4"]);
    let text = "Invoice No,Invoice Date,Order Date,Sold To,SKU,Qty Shipped,UOM,Net Price\n1,2026-01-02,2025-12-31,C,I,1,bag,2\n";
    let open = import("two-dates", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(open.questions(), ["which_column transaction_date"]);
    assert_eq!(
        open.rows("sales_transactions", "order_id"),
        Vec::<String>::new()
    );
    let answer =
        json!([{"kind": "which_column", "target": "transaction_date", "answer": "Order Date"}]);
    let answered = import("two-dates-answered", &[("x.csv", text.as_bytes())], &answer);
    answered.is_clean();
    assert_eq!(
        answered.rows(
            "sales_transactions",
            "order_id transaction_date customer_id quantity unit_price"
        ),
        ["1|2025-12-31|C|1|2"]
    );
}

#[test]
fn orders_and_lines_in_two_files() {
    let heads = "Bestellnummer;Bestelldatum;Lieferantennr;Standort\nB1;24.12.2025;L7;Ulm\n";
    let lines = "Bestellnummer;Pos;Artikelnr;Menge;Einheit;Einzelpreis;Liefertermin\nB1;10;A1;2,5;t;10,00;31.12.2025\nB2;10;A1;1,5;t;10,00;\n";
    let import = import(
        "two-files",
        &[
            ("koepfe.csv", heads.as_bytes()),
            ("positionen.csv", lines.as_bytes()),
        ],
        &json!([]),
    );
    assert_eq!(import.questions(), Vec::<String>::new());
    assert_eq!(
        import.rows(
            "sales_transactions",
            "transaction_id direction supplier_id quantity unit unit_price promised_date location"
        ),
        ["B1-10|purchase|L7|2.7558|ton|9.0718|2025-12-31|Ulm"]
    );
    assert_eq!(import.rejects(), ["A3|order_id"]);
}

#[test]
fn the_newest_of_two_rows_lands() {
    let text = "Vendor ID,Vendor Name,Lead Time,Active,Last Modified\nV1,New,5,Yes,2026-05-02 10:00\nV1,Old,5,Yes,2026-05-01 10:00\nV2,,5,maybe,2026-05-20 10:00\n";
    let import = import("newest", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(
        import.rows("supplier_data", "supplier_id supplier_name updated_at"),
        ["V1|New|2026-05-02T15:00:00Z"]
    );
    assert_eq!(
        import.rejects(),
        ["A3|supplier_id", "B4|supplier_name", "D4|active"]
    );
}

#[test]
fn spanish_invoices_with_line_totals() {
    let text = "Nº factura;Tipo de documento;Fecha factura;Cliente;Referencia;Cant.;Unidad;Importe;Divisa\n\
        F1;Factura;15-ene-26;C1;R1;4;saco;100,00 €;€\nF2;Nota de crédito;16-ene-26;C1;R1;1;saco;25,00 €;€\n";
    let import = import(
        "spanish",
        &[("facturas.csv", &latin(&text.replace('€', "\u{80}")))],
        &json!([]),
    );
    import.is_clean();
    assert_eq!(
        import.rows(
            "sales_transactions",
            "order_id direction transaction_date item_id quantity unit_price currency"
        ),
        [
            "F1|sale|2026-01-15|R1|4|25|EUR",
            "F2|sale|2026-01-16|R1|-1|25|EUR"
        ]
    );
}

#[test]
fn line_numbers_that_are_no_ids() {
    let text = "Order ID,Line No,Sales Date,Client ID,Client Name,Product ID,Product Name,Sales Qty,Sales Unit,Net Unit Price,Line Amount,Store,Requested Delivery Date,Actual Delivery Date\n\
        O1,1,2026-03-13,C1,Ada,P1,A,2,lb,3,6,N,2026-03-20,2026-03-21\n";
    let import = import("lines", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "sales_transactions",
            "transaction_id customer_id item_id unit_price promised_date delivered_date"
        ),
        ["O1-1|C1|P1|3|2026-03-20|2026-03-21"]
    );
}

#[test]
fn numbered_warehouses_are_locations() {
    let text = "Item,Bezeichnung,ABC,Warehouse 1,Warehouse 2,Category,UOM,Unit Cost,Whg\nP1,A,C,5,6.5,Seed,bag,3,EUR\n";
    let import = import("warehouses", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "inventory_data",
            "item_id item_name location on_hand unit_cost currency"
        ),
        ["P1|A|Warehouse 1|5|3|EUR", "P1|A|Warehouse 2|6.5|3|EUR"]
    );
}

#[test]
fn italian_purchases_with_short_names() {
    let text = "Ordine n.;Data;Fornitore;Articolo;Descrizione;Q.t\u{e0};UM;Prezzo;Valuta;Data consegna prevista;Consegnato\nO1;13/03/2026;F1;A1;x;2;kg;3,00;EUR;20/03/2026;21/03/2026\n";
    let import = import("short-names", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows(
            "sales_transactions",
            "order_id direction supplier_id item_id quantity promised_date delivered_date"
        ),
        ["O1|purchase|F1|A1|4.4092|2026-03-20|2026-03-21"]
    );
}

#[test]
fn files_that_are_refused() {
    let refused = |name: &str, file: &str, bytes: &[u8]| {
        let import = import(name, &[(file, bytes)], &json!([]));
        assert_eq!(import.read_files, 0);
        import.refusal()
    };
    assert_eq!(
        refused(
            "r1",
            "report.xls",
            b"<html><table><tr><td>Item</td></tr></table></html>"
        ),
        "unsupported"
    );
    assert_eq!(refused("r2", "a.csv", b""), "empty");
    assert_eq!(refused("r3", "a.xlsx", b"PK\x03\x04 cut off"), "damaged");
    assert_eq!(
        refused(
            "r4",
            "notes.txt",
            b"Call Dale on Monday.\nBring the keys.\n"
        ),
        "no_table"
    );
    assert_eq!(refused("r5", "a.pdf", b"%PDF-1.7\n\x00\x01"), "unsupported");
    let zeros = vec![b'0'; 80_000_000];
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut packed, &zeros).unwrap();
    assert_eq!(
        refused("r6", "a.csv.gz", &packed.finish().unwrap()),
        "too_large"
    );
}

const CATALOG: &str = "Item ID,Class,Pack Size,Pack Unit,Density,EPA Reg No,Restricted Use\n\
    WEED,Herbicide,2.5,gal,10,123-45,no\nSEED,Corn seed,50,lb,,,no\nBULK,Adjuvant,275,gal,,,no\n";
const PACKED_STOCK: &str = "Item No,Item Description,Product Group,Unit,Branch,Qty On Hand,Unit Cost\n\
    WEED,Weedless,Herbicide,Jug,N,4,50\nSEED,Corn,Seed,bag,N,3,25\nBULK,Oil,Supplies,Tote,N,2,550\n";
const PACKED_SALES: &str = "Order No,Order Date,Customer No,Item No,Quantity,Unit,Unit Price\n\
    1,2026-01-15,C,WEED,8,qt,15\n2,2026-01-15,C,WEED,50,lb,4\n3,2026-01-15,C,SEED,2,cwt,60\n\
    4,2026-01-15,C,WEED,64,oz,1\n5,2026-01-15,C,WEED,2,Tote,900\n6,2026-01-15,C,OTHER,3,Jug,9\n";

#[test]
fn the_catalog_says_how_much_packages_and_ounces_are() {
    let files = [
        ("lines.csv", PACKED_SALES.as_bytes()),
        ("stock.csv", PACKED_STOCK.as_bytes()),
        ("catalog.csv", CATALOG.as_bytes()),
    ];
    let import = import("packs", &files, &json!([]));
    assert_eq!(
        import.rows("inventory_data", "item_id on_hand unit unit_cost"),
        ["WEED|10|gal|20", "SEED|3|bag|25", "BULK|550|gal|2"]
    );
    assert_eq!(
        import.rows("sales_transactions", "item_id quantity unit unit_price"),
        [
            "WEED|2|gal|60",
            "WEED|5|gal|40",
            "SEED|4|bag|30",
            "WEED|0.5|gal|128"
        ]
    );
    // A tote is no pack of 2.5 gallons, and the catalog lacks the other item.
    assert_eq!(import.questions(), ["unit Tote", "unit Jug"]);
    assert_eq!(import.rejects(), Vec::<String>::new());
}

#[test]
fn crops_without_reference_data_and_own_products_land() {
    let text = "Customer No,Customer Name,State,Crops\n1,A,Alberta,\"Canola, Weizen\"\n2,B,Iowa,hemp/corn\n";
    let open = import("crops", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(open.questions(), ["commodity hemp"]);
    assert_eq!(
        open.rows("customer_profiles", "customer_id state crops"),
        ["1|Alberta|canola;wheat"]
    );
    let hemp = json!([{"kind": "commodity", "value": "hemp", "answer": "hemp"}]);
    let answered = import("crops-answered", &[("x.csv", text.as_bytes())], &hemp);
    answered.is_clean();
    assert_eq!(answered.rows("customer_profiles", "crops")[1], "hemp;corn");
    let text = "Quote date,Commodity,Exchange,Settlement price,Quote unit\n2026-03-01,Canola oil,Matif,512.25,EUR/t\n";
    let own = json!([{"kind": "commodity", "value": "Canola oil", "answer": "Canola oil"}]);
    let quotes = import("own-quotes", &[("q.csv", text.as_bytes())], &own);
    quotes.is_clean();
    assert_eq!(
        quotes.rows("market_prices", "commodity price unit"),
        ["canola oil|512.25|eur_per_t"]
    );
}

#[test]
fn rounded_numbers_are_counted() {
    let text = "Order No,Order Date,Customer No,Item No,Quantity,Unit,Unit Price\n\
        1,2026-01-15,C,I,3,bag,2.123456\n2,2026-01-15,C,I,1.50000,bag,2.00005\n";
    let import = import("rounded", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("sales_transactions", "quantity unit_price"),
        ["3|2.1235", "1.5|2"]
    );
    assert_eq!(import.proposal["files"][0]["roundedNumbers"], 2);
}

#[test]
fn lines_with_few_cells_of_a_wide_table_land_or_are_rejected() {
    let text = "Order,Date,Customer,Terms,Truck,Driver,Field,Memo1,Memo2,Memo3,Memo4,Memo5,Item,Qty,UOM,Price\n\
        1,2026-01-15,C1,,,,,,,,,,I1,40,BAG,250\n,,,,,,,,,,,,I2,100,GAL,24.5\n\
        1,,,,,,,,,,,,I3,7,GAL,3\n2,2026-01-28,C2,,,,,,,,,,I1,20,BAG,255\n,,,,,,,,,,,,I2,5,,\n";
    let wide = import("wide", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(
        wide.rows("sales_transactions", "transaction_id customer_id quantity"),
        ["1-1|C1|40", "1-2|C1|100", "1-3|C1|7", "2-1|C2|20"]
    );
    assert_eq!(wide.rejects(), ["O6|unit", "P6|unit_price"]);
    let text = "Item,Description,Category,Warehouse,UOM,On Hand,Unit Cost\n\
        1,A,Seed,N,BAG,165,196.25\n2,,,,,12,\n";
    let stock = import("few-cells", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(stock.rows("inventory_data", "item_id"), ["1"]);
    let rejects = [
        "B3|item_name",
        "C3|category",
        "D3|location",
        "E3|unit",
        "G3|unit_cost",
    ];
    let mut found = stock.rejects();
    found.sort();
    assert_eq!(found, rejects);
}

#[test]
fn names_above_their_lines_may_sound_like_notes_and_totals() {
    let text = "Customer,Invoice,Date,Item,Qty,UOM,Price\n\
        Jones,,,,,,\n,1,2026-01-15,I,40,BAG,2\nPage 2,,,,,,\n,2,2026-01-15,I,1,BAG,2\n\
        Total Jones,,,,41,,\nPage Farms,,,,,,\n,3,2026-01-28,I,10,GAL,2\n\
        Total Ag Services,,,,,,\n,4,2026-01-29,I,5,GAL,2\nTotal Total Ag Services,,,,5,,\n\
        10045,,,,,,\n,5,2026-01-30,I,6,GAL,2\n";
    let import = import("labels", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("sales_transactions", "order_id customer_id"),
        [
            "1|Jones",
            "2|Jones",
            "3|Page Farms",
            "4|Total Ag Services",
            "5|10045"
        ]
    );
}

#[test]
fn lines_below_what_may_be_a_name_belong_to_nobody_known() {
    let text = "Customer,Invoice,Date,Item,Qty,UOM,Price,Phone\n\
        Jones,,,,,,,\n,1,2026-01-15,I,40,BAG,2,\n(no account),,,,,,,\n,2,2026-01-15,I,1,BAG,2,\n\
        Smith,,,,,,,\n,3,2026-01-28,I,10,GAL,2,\nBrown,,,,,,,555-0101\n,4,2026-01-29,I,5,GAL,2,\n";
    let labels = import("unclear-labels", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(
        labels.rows("sales_transactions", "order_id customer_id"),
        ["1|Jones", "3|Smith"]
    );
    assert_eq!(labels.rejects(), ["A5|customer_id", "A9|customer_id"]);
    // A comment between the lines of an order is no label.
    let text = "Order No,Order Date,Customer No,Item No,Description,Qty,UOM,Unit Price\n\
        1,2026-01-15,C1,I,Corn,40,BAG,250\n,,,,Deliver to the shed,,,\n,,,J,Soy,10,BAG,58\n\
        1,,,,Call ahead,,,\n,,,K,Oats,5,BAG,9\n";
    let comment = import("comment", &[("x.csv", text.as_bytes())], &json!([]));
    comment.is_clean();
    assert_eq!(
        comment.rows("sales_transactions", "transaction_id customer_id"),
        ["1-1|C1", "1-2|C1", "1-3|C1"]
    );
}

/// Lines whose prices and amounts are these columns.
fn priced(name: &str, columns: &str, lines: &[&str], answers: &Value) -> Import {
    let mut text = format!("Invoice,Date,Customer No,Item,Qty,UOM,{columns}\n");
    for (at, line) in lines.iter().enumerate() {
        text.push_str(&format!("{at},2026-01-15,C1,I{at},{line}\n"));
    }
    import(name, &[("x.csv", text.as_bytes())], answers)
}

#[test]
fn the_amount_of_a_line_is_what_was_charged() {
    let prices = |import: &Import| import.rows("sales_transactions", "quantity unit_price");
    let discounts = [
        "40,BAG,250,10,9000",
        "100,GAL,24.5,0,2450",
        "60,BAG,58,15,2958",
    ];
    let import = priced(
        "discounts",
        "Unit Price,Discount %,Line Amount",
        &discounts,
        &json!([]),
    );
    import.is_clean();
    assert_eq!(prices(&import), ["40|225", "100|24.5", "60|49.3"]);
    let per = [
        "10000,LB,25.5,C,2550",
        "40,BAG,196.25,E,7850",
        "5000,LB,255,M,1275",
    ];
    let import = priced("per", "Price,Per,Amount", &per, &json!([]));
    import.is_clean();
    assert_eq!(prices(&import), ["10000|0.255", "40|196.25", "5000|0.255"]);
    let free = ["40,BAG,250,10000", "2,BAG,0,500", "3,BAG,0,0"];
    let import = priced("zero-price", "Unit Price,Amount", &free, &json!([]));
    import.is_clean();
    assert_eq!(prices(&import), ["40|250", "2|250", "3|0"]);
}

#[test]
fn negative_amounts_of_positive_quantities_are_returns() {
    let quantities = |import: &Import| import.rows("sales_transactions", "quantity unit_price");
    let credit = ["40,BAG,250,10000", "2,BAG,250,-500"];
    let import = priced("credit", "Unit Price,Amount", &credit, &json!([]));
    import.is_clean();
    assert_eq!(quantities(&import), ["40|250", "-2|250"]);
    let import = priced(
        "credit-total",
        "Amount",
        &["40,BAG,10000", "2,BAG,(500.00)"],
        &json!([]),
    );
    import.is_clean();
    assert_eq!(quantities(&import), ["40|250", "-2|250"]);
    // All of them are the sign of a ledger; of one or two it is not known.
    let ledger = ["40,BAG,250,-10000", "2,BAG,250,-500", "3,BAG,10,-30"];
    let import = priced("revenue", "Unit Price,Amount", &ledger, &json!([]));
    import.is_clean();
    assert_eq!(quantities(&import), ["40|250", "2|250", "3|10"]);
    let import = priced("one-credit", "Unit Price,Amount", &ledger[..1], &json!([]));
    assert_eq!(import.rejects(), ["H2|unit_price"]);
}

#[test]
fn amounts_that_fit_no_price_are_asked_about() {
    let rates = ["100,GAL,2.5,2450", "12,TON,0.15,6144"];
    let open = priced("rates", "Rate,Total Price", &rates, &json!([]));
    assert_eq!(open.questions(), ["which_column unit_price"]);
    assert_eq!(
        open.rows("sales_transactions", "quantity"),
        Vec::<String>::new()
    );
    let answer = |column: &str, target: &str| json!([{"kind": "which_column", "target": target, "answer": column}]);
    for (column, expected) in [("Total Price", ["24.5", "512"]), ("Rate", ["2.5", "0.15"])] {
        let answer = answer(column, "unit_price");
        let answered = priced("rates-answered", "Rate,Total Price", &rates, &answer);
        answered.is_clean();
        assert_eq!(answered.rows("sales_transactions", "unit_price"), expected);
    }
    let weights = ["25,LB,50000,0.25,12500", "10,LB,20000,0.3,6000"];
    let columns = "Weight,Unit Price,Amount";
    let open = priced("weights", columns, &weights, &json!([]));
    assert_eq!(open.questions(), ["which_column quantity"]);
    let answer = answer("Weight", "quantity");
    let answered = priced("weights-answered", columns, &weights, &answer);
    answered.is_clean();
    assert_eq!(
        answered.rows("sales_transactions", "quantity unit_price"),
        ["50000|0.25", "20000|0.3"]
    );
    // Taxes, totals of invoices and costs are no amounts of lines.
    let taxed = ["40,BAG,250,700,10700", "10,BAG,58,40.6,620.6"];
    priced("taxed", "Unit Price,Tax Amount,Total", &taxed, &json!([])).is_clean();
    let taxed = ["3,BAG,100,321", "7,GAL,10,74.9", "7,GAL,10,70"];
    priced("partly-taxed", "Unit Price,Total", &taxed, &json!([])).is_clean();
    let costs = ["40,BAG,250,7850", "100,GAL,24.5,1980"];
    priced("costs", "Unit Price,Total Cost", &costs, &json!([])).is_clean();
}

#[test]
fn prices_have_discounts_and_are_for_other_units() {
    let discounts = ["40,BAG,250,10%", "100,GAL,24.5,0%", "2,BAG,10,"];
    let prices = |import: &Import| import.rows("sales_transactions", "unit unit_price");
    let import = priced("percent", "Price,Disc", &discounts, &json!([]));
    import.is_clean();
    assert_eq!(prices(&import), ["bag|225", "gal|24.5", "bag|10"]);
    // Net prices have their discounts already.
    let import = priced("net", "Net Price,Disc", &discounts, &json!([]));
    assert_eq!(prices(&import), ["bag|250", "gal|24.5", "bag|10"]);
    let units = ["24500,LB,512,TON", "10,BAG,250,BAG", "5,GAL,3,TON"];
    let import = priced("price-units", "Unit Price,Price Unit", &units, &json!([]));
    assert_eq!(prices(&import), ["lb|0.256", "bag|250"]);
    assert_eq!(import.rejects(), ["G4|unit_price"]);
    let counts = ["12500,LB,34.75,100", "1200,GAL,4125,1000", "2,BAG,198.5,1"];
    let import = priced("price-counts", "Unit Price,Price Unit", &counts, &json!([]));
    import.is_clean();
    assert_eq!(prices(&import), ["lb|0.3475", "gal|4.125", "bag|198.5"]);
}

#[test]
fn canceled_documents_are_rejected_with_all_their_lines() {
    let text = "Invoice No,Status,Invoice Date,Customer No,Item No,Qty,UOM,Unit Price\n\
        1,Posted,2026-01-15,C,I,40,BAG,250\n2,Void,2026-01-28,C,I,100,GAL,24.5\n\
        ,,,,J,7,GAL,3\n3,Posted,2026-02-20,C,I,4,TON,512\n";
    let status = import("void", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(status.rows("sales_transactions", "order_id"), ["1", "3"]);
    assert_eq!(status.rejects(), ["B3|direction", "B4|direction"]);
    let heads = "Order No,Order Date,Customer No,Cancelled\nA,2026-01-15,C,N\nB,2026-01-15,C,Y\n";
    let lines = "Order No,Line No,Item No,Quantity,Unit,Unit Price\nA,1,I,4,bag,2\nB,1,I,5,bag,2\n";
    let files = [
        ("heads.csv", heads.as_bytes()),
        ("lines.csv", lines.as_bytes()),
    ];
    let joined = import("void-heads", &files, &json!([]));
    assert_eq!(joined.rows("sales_transactions", "order_id"), ["A"]);
    assert_eq!(joined.rejects(), ["D3|direction"]);
}

#[test]
fn a_brand_does_not_make_a_sale_a_purchase() {
    let text = "Sales by Item,,,,,,,\n\
        Invoice,Date,Customer,Vendor,Item,Qty,UOM,Unit Price\n1,2026-01-15,C1,Corteva,I,40,BAG,250\n\
        2,2026-01-28,,Bayer,I,100,GAL,24.5\n3,2026-02-15,C2,Corteva,I,20,BAG,255\n";
    let import = import("brands", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(
        import.rows("sales_transactions", "order_id direction customer_id"),
        ["1|sale|C1", "3|sale|C2"]
    );
    assert_eq!(import.rejects(), ["C4|customer_id"]);
}

#[test]
fn sums_of_items_are_no_lines() {
    let text = "Item,Invoice,Date,Customer No,Qty,UOM,Avg Price\n\
        J,1,2026-01-15,C1,100,GAL,24.5\nJ,,,,100,GAL,24.5\n\
        I,1,2026-01-15,C1,40,BAG,250\nI,2,2026-01-28,C2,20,BAG,255\nI,,,,60,BAG,251.67\n";
    let sums = import("item-sums", &[("x.csv", text.as_bytes())], &json!([]));
    sums.is_clean();
    let lines = |import: &Import| import.rows("sales_transactions", "order_id item_id quantity");
    assert_eq!(lines(&sums), ["1|J|100", "1|I|40", "2|I|20"]);
    // Without other sums it may be a further line, unless it has another price.
    let text = "Invoice,Date,Customer No,Item,Qty,UOM,Price\n\
        1,2026-01-15,C1,I,40,BAG,250\n,,,I,40,BAG,250\n2,2026-01-15,C1,J,7,BAG,250\n,,,J,7,BAG,199\n";
    let open = import("item-sum", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(lines(&open), ["1|I|40", "2|J|7", "2|J|7"]);
    assert_eq!(
        open.rejects(),
        ["A3|order_id", "B3|transaction_date", "C3|customer_id"]
    );
}

#[test]
fn stock_at_all_locations_is_no_stock() {
    let stock = |name: &str, rows: &str| {
        let text = format!("Item,Description,Category,Warehouse,UOM,On Hand,Unit Cost\n{rows}");
        import(name, &[("x.csv", text.as_bytes())], &json!([]))
    };
    let rows = "1,A,Seed,All,BAG,253,196.25\n1,A,Seed,N,BAG,165,196.25\n1,A,Seed,S,BAG,88,196.25\n\
        2,B,Seed,N,BAG,240,19.8\n2,B,Seed,All,BAG,240,19.8\n";
    let totals = stock("all-places", rows);
    totals.is_clean();
    let landed = |import: &Import| import.rows("inventory_data", "item_id location on_hand");
    assert_eq!(landed(&totals), ["1|N|165", "1|S|88", "2|N|240"]);
    // One that is not the sum of its locations is rejected.
    let other = stock(
        "all-places-other",
        &format!("{rows}3,C,Seed,N,BAG,5,1\n3,C,Seed,All,BAG,9,1\n"),
    );
    assert_eq!(landed(&other), ["1|N|165", "1|S|88", "2|N|240", "3|N|5"]);
    assert_eq!(other.rejects(), ["D8|location"]);
    let blank = "1,A,Seed,N,BAG,165,196.25\n1,A,Seed,S,BAG,88,196.25\n1,A,Seed,,BAG,253,196.25\n";
    let blank = stock("blank-place", blank);
    blank.is_clean();
    assert_eq!(landed(&blank), ["1|N|165", "1|S|88"]);
}

#[test]
fn totals_between_asterisks() {
    let text = "Inv No,Inv Date,Cust No,Item No,Qty,UM,Unit Price,Ext Price\n\
        1,2026-01-15,C,I,40,BAG,250,10000\n*** Grand Total ***,,,,40,,,10000\n";
    let total = import("asterisks", &[("x.csv", text.as_bytes())], &json!([]));
    total.is_clean();
    assert_eq!(total.rows("sales_transactions", "order_id"), ["1"]);
}

#[test]
fn dates_that_may_be_of_changes_may_be_empty() {
    let text = "Item,Description,Category,Warehouse,UOM,On Hand,Unit Cost,Date\n\
        1,A,Seed,N,BAG,165,196.25,2026-01-15\n2,B,Seed,N,BAG,40,410,\n";
    let stock = import("no-date", &[("x.csv", text.as_bytes())], &json!([]));
    stock.is_clean();
    assert_eq!(
        stock.rows("inventory_data", "item_id updated_at"),
        ["1|2026-01-15T06:00:00Z", "2|2026-11-20T12:00:00Z"]
    );
    let text = text.replace("Date", "Last Modified");
    let stock = import("no-change", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(stock.rejects(), ["H3|updated_at"]);
}

#[test]
fn lots_of_an_item_add_up() {
    let text = "Item,Description,Category,Warehouse,Lot No,UOM,Qty On Hand,Unit Cost\n\
        1,A,Seed,N,L1,BAG,100,196.25\n1,A,Seed,N,L2,BAG,65,198\n1,A,Seed,S,L1,BAG,5,196.25\n\
        2,B,Seed,N,,BAG,240,19.8\n2,B,Seed,N,,BAG,7,19.8\n";
    let import = import("lots", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(
        import.rows("inventory_data", "item_id location on_hand unit_cost"),
        ["1|N|165|196.9394", "1|S|5|196.25", "2|N|7|19.8"]
    );
    // Twice the same lot is the same row.
    assert_eq!(import.rejects(), ["A5|item_id"]);
}

const UNKNOWN_NUMBERS: &str =
    "Item No,Item Name,Category,UOM,Ames,Boone,Cost\nS1,Corn,Seed,bag,4,2,196.25\n";

#[test]
fn unknown_numbers_are_no_locations_until_the_answer_says_so() {
    let file = [("x.csv", UNKNOWN_NUMBERS.as_bytes())];
    let open = import("unknown-numbers", &file, &json!([]));
    assert_eq!(open.questions(), ["which_column on_hand"]);
    assert_eq!(open.rows("inventory_data", "item_id"), Vec::<String>::new());
    let options = open.proposal["files"][0]["questions"][0]["options"].clone();
    assert_eq!(options, json!(["Ames", "Boone", "Ames + Boone"]));
    let all = json!([{"kind": "which_column", "target": "on_hand", "answer": "Ames + Boone"}]);
    let answered = import("unknown-numbers-all", &file, &all);
    answered.is_clean();
    assert_eq!(
        answered.rows("inventory_data", "location on_hand"),
        ["Ames|4", "Boone|2"]
    );
    let one = json!([{"kind": "which_column", "target": "on_hand", "answer": "Boone"},
        {"kind": "constant", "target": "location", "answer": "Yard"}]);
    let answered = import("unknown-numbers-one", &file, &one);
    answered.is_clean();
    assert_eq!(
        answered.rows("inventory_data", "location on_hand"),
        ["Yard|2"]
    );
}

#[test]
fn a_total_or_a_title_makes_numbers_locations_but_never_displaces_a_quantity() {
    let locations = |name: &str, text: &str| {
        let import = import(name, &[("x.csv", text.as_bytes())], &json!([]));
        import.rows("inventory_data", "location on_hand")
    };
    let total = "Item No,Item Name,Category,UOM,Ames,Boone,Total,Cost\nS1,Corn,Seed,bag,4,2,6,9\nS2,Soy,Seed,bag,1,1,2,9\n";
    assert_eq!(
        locations("summed", total),
        ["Ames|4", "Boone|2", "Ames|1", "Boone|1"]
    );
    let title = "Stock by Warehouse\n\nItem No,Item Name,Category,UOM,Ames,Boone,Cost\nS1,Corn,Seed,bag,4,2,9\n";
    assert_eq!(locations("titled", title), ["Ames|4", "Boone|2"]);
    let shelf = "Item No,Item Name,Category,UOM,Branch,Aisle,Shelf,Qty,Cost\nS1,Corn,Seed,bag,Ames,4,2,165,9\n";
    assert_eq!(locations("shelf", shelf), ["Ames|165"]);
    let months = "Item No,Item Name,Category,UOM,Jan 2026,Feb 2026,Cost\nS1,Corn,Seed,bag,4,2,9\n";
    assert_eq!(locations("months", months), Vec::<String>::new());
    let balances = "Item No,Item Name,Category,UOM,Branch,Begin Bal,End Bal,Cost\nS1,Corn,Seed,bag,Ames,4,2,9\n";
    assert_eq!(locations("balances", balances), ["Ames|2"]);
}

#[test]
fn what_is_on_order_for_an_item_is_not_multiplied_by_its_locations() {
    let text = "Item No,Item Name,Category,UOM,Ames On Hand,Boone On Hand,Ames On Order,Boone On Order,Booked,Cost\n\
        S1,Corn,Seed,bag,4,2,0,7,20,9\nS2,Soy,Seed,bag,,3,,,5,9\nS3,Oats,Seed,bag,,,,6,0,9\n";
    let import = import("item-amounts", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("inventory_data", "item_id location on_hand on_order booked"),
        [
            "S1|Ames|4|0|20",
            "S1|Boone|2|7|0",
            "S2|Boone|3|0|5",
            "S3|Boone|0|6|0"
        ]
    );
}

/// The quantity, unit and price of lines of sales with these columns after the item's.
fn lines_of_sales(name: &str, columns: &str, lines: &[&str]) -> (Vec<String>, Vec<String>) {
    let mut text = format!("Order No,Order Date,Customer No,Item No,{columns}\n");
    for (number, line) in lines.iter().enumerate() {
        text.push_str(&format!("{number},2026-01-15,C,I,{line}\n"));
    }
    let import = import(name, &[("x.csv", text.as_bytes())], &json!([]));
    (
        import.rows("sales_transactions", "quantity unit unit_price"),
        import.questions(),
    )
}

#[test]
fn a_column_says_what_prices_are_for() {
    let lines = [
        "10,ton,0.255,lb",
        "12,gal,98,GAL",
        "5,bag,40,",
        "4,bag,40,EA",
    ];
    let (rows, questions) = lines_of_sales("price-uom", "Qty,Qty UOM,Price,Price UOM", &lines);
    assert_eq!(rows, ["10|ton|510", "12|gal|98", "5|bag|40", "4|bag|40"]);
    assert_eq!(questions, Vec::<String>::new());
    let lines = ["100,lb,25.50,C", "40,bag,196.25,E", "50,lb,255,M"];
    let (rows, _) = lines_of_sales("per", "Qty,UOM,Price,Per", &lines);
    assert_eq!(rows, ["100|lb|0.255", "40|bag|196.25", "50|lb|0.255"]);
    let lines = ["100,lb,25.50,100", "40,bag,196.25,1"];
    let (rows, _) = lines_of_sales("price-unit", "Qty,UOM,Net Price,Price Unit", &lines);
    assert_eq!(rows, ["100|lb|0.255", "40|bag|196.25"]);
    // What a bag weighs is not known, nor what PLT is.
    let lines = ["40,bag,0.5,lb", "3,ton,9,PLT"];
    let (rows, questions) = lines_of_sales("open-basis", "Qty,UOM,Price,Price UOM", &lines);
    assert_eq!(rows, Vec::<String>::new());
    assert_eq!(questions, ["unit bag", "unit PLT"]);
    // Without a density, no answer connects gallons with tons.
    let text = "Order No,Order Date,Customer No,Item No,Qty,UOM,Price,Price UOM\n1,2026-01-15,C,I,5,gal,3,ton\n";
    let apart = import("apart", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(apart.questions(), Vec::<String>::new());
    assert_eq!(apart.rejects(), ["G2|unit_price"]);
}

#[test]
fn quantities_and_prices_have_units_of_their_own_in_their_names() {
    let (rows, _) = lines_of_sales("lb-ton", "Qty (lbs),Price ($/ton)", &["24500,512"]);
    assert_eq!(rows, ["24500|lb|0.256"]);
    let (rows, _) = lines_of_sales("lb-cwt", "Qty Lbs,Price per cwt", &["40000,25"]);
    assert_eq!(rows, ["40000|lb|0.25"]);
    let (rows, _) = lines_of_sales(
        "thousand-lb",
        "Qty (1000 lb),Unit Price ($/lb)",
        &["12.5,0.25"],
    );
    assert_eq!(rows, ["12500|lb|0.25"]);
    let (rows, _) = lines_of_sales("per-1000", "Qty,UOM,Price per 1000", &["40000,ea,250"]);
    assert_eq!(rows, ["40000|unit|0.25"]);
    // A hundredweight is what prices are for, not what is counted.
    let (rows, questions) = lines_of_sales("cwt-alone", "Qty,Price per cwt", &["40000,25"]);
    assert_eq!(rows, Vec::<String>::new());
    assert_eq!(questions, ["constant unit"]);
    let text = "Item No,Item Name,Category,Branch,On Hand (lb),On Order (ton),Cost per ton\nF1,Urea,Fertilizer,N,4000,2,500\n";
    let import = import("measures", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("inventory_data", "on_hand on_order unit unit_cost"),
        ["4000|4000|lb|0.25"]
    );
}

#[test]
fn costs_and_totals_are_no_prices_of_what_is_sold() {
    let (rows, questions) = lines_of_sales(
        "cost-ext",
        "Qty,UOM,Unit Cost,Ext Price",
        &["40,bag,196.25,10000"],
    );
    assert_eq!(rows, ["40|bag|250"]);
    assert_eq!(questions, Vec::<String>::new());
    let (rows, _) = lines_of_sales(
        "margin",
        "Qty,UOM,Unit Cost,Sales,Cost",
        &["40,bag,196.25,10000,7850"],
    );
    assert_eq!(rows, ["40|bag|250"]);
    let (rows, questions) = lines_of_sales("cost-only", "Qty,UOM,Unit Cost", &["40,bag,196.25"]);
    assert_eq!(rows, Vec::<String>::new());
    assert_eq!(questions, ["constant unit_price"]);
    let (rows, questions) =
        lines_of_sales("gross-only", "Qty,UOM,Price incl. VAT", &["40,bag,196.25"]);
    assert_eq!(rows, Vec::<String>::new());
    assert_eq!(questions, ["which_column unit_price"]);
    let text = "Order No,Order Date,Customer No,Item No,Qty,UOM,Total\n\
        1,2026-01-15,C,I,4,bag,900\n1,2026-01-15,C,J,5,bag,900\n2,2026-01-15,C,I,5,bag,70\n";
    let repeated = import("document-total", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(repeated.questions(), ["constant unit_price"]);
}

#[test]
fn the_value_of_stock_is_no_cost_of_one_unit() {
    let stock = |name: &str, columns: &str, line: &str| {
        let text = format!(
            "Item No,Item Name,Category,UOM,Branch,{columns}\nS1,Corn,Seed,bag,Ames,{line}\n"
        );
        let import = import(name, &[("x.csv", text.as_bytes())], &json!([]));
        (
            import.rows("inventory_data", "on_hand unit_cost"),
            import.questions(),
        )
    };
    let (rows, questions) = stock("total-cost", "On Hand,Total Cost", "4,100");
    assert_eq!(rows, ["4|25"]);
    assert_eq!(questions, Vec::<String>::new());
    let (_, questions) = stock("selling-price", "On Hand,Selling Price", "4,100");
    assert_eq!(questions, ["constant unit_cost"]);
    let (_, questions) = stock("list-price", "On Hand,Price", "4,100");
    assert_eq!(questions, ["which_column unit_cost"]);
    let (_, questions) = stock("available", "Available,Unit Cost", "4,100");
    assert_eq!(questions, ["which_column on_hand"]);
    let (rows, _) = stock("balance", "Available,Ending Balance,Unit Cost", "4,6,100");
    assert_eq!(rows, ["6|100"]);
}

#[test]
fn ids_that_look_like_decimals_are_ids() {
    let text = "Item No,Item Description,Category,UOM,Branch,On Hand,Unit Cost\n10.200,Corn,Seed,bag,N,1,2\n10.201,Soy,Seed,bag,N,1,2\n";
    let import = import("dotted", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("inventory_data", "item_id item_name"),
        ["10.200|Corn", "10.201|Soy"]
    );
}

#[test]
fn capitals_within_a_known_word_do_not_split_it() {
    let (rows, questions) = lines_of_sales("uom", "Qty,UoM,Unit Price", &["4,bag,250"]);
    assert_eq!(rows, ["4|bag|250"]);
    assert_eq!(questions, Vec::<String>::new());
}

#[test]
fn wide_exports_have_many_columns_of_their_own() {
    let own = ",UDF".repeat(40);
    let blanks = ",".repeat(40);
    let text = format!(
        "Vendor ID,Vendor Name,Lead Time,Active{own}\nV1,Corteva,14,Y{blanks}\nV2,Nutrien,10,N{blanks}\n"
    );
    let import = import("wide", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("supplier_data", "supplier_id lead_time_days active"),
        ["V1|14|true", "V2|10|false"]
    );
}

#[test]
fn lines_may_be_counted_in_thousands() {
    let text = "Document No.,Line No.,Sell-to Customer No.,Posting Date,No.,Quantity,Unit of Measure Code,Unit Price,Line Discount %\n\
        SI-1,10000,C1,2026-01-15,A,4,bag,250,0\nSI-1,20000,C1,2026-01-15,B,5,bag,58,0\nSI-1,30000,C1,2026-01-15,C,6,bag,9,0\n";
    let import = import("thousands", &[("x.csv", text.as_bytes())], &json!([]));
    import.is_clean();
    assert_eq!(
        import.rows("sales_transactions", "transaction_id item_id"),
        ["SI-1-10000|A", "SI-1-20000|B", "SI-1-30000|C"]
    );
}

#[test]
fn what_was_received_or_sold_alone_is_the_quantity() {
    let (rows, questions) = lines_of_sales("sold", "Qty Sold,UOM,Unit Price", &["4,bag,250"]);
    assert_eq!(rows, ["4|bag|250"]);
    assert_eq!(questions, Vec::<String>::new());
    let (rows, _) = lines_of_sales("pieces", "Unidades,Ud. Medida,Precio", &["4,saco,250"]);
    assert_eq!(rows, ["4|bag|250"]);
    let (rows, _) = lines_of_sales("weight", "Net Weight (lbs),Price ($/ton)", &["24500,512"]);
    assert_eq!(rows, ["24500|lb|0.256"]);
    let (_, questions) = lines_of_sales("weight-alone", "Weight,Unit,Price", &["24500,lb,512"]);
    assert_eq!(questions, ["which_column quantity"]);
}

#[test]
fn lines_without_a_quantity_and_orders_without_lines_are_not_dropped_silently() {
    let text = "Invoice No,Invoice Date,Customer No,Item No,Ship Count Text,Price\n1,2026-01-15,C,I,40 BAG,9\n";
    let open = import("no-quantity", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(open.questions(), ["which_column quantity"]);
    assert_eq!(open.read_files, 1);
    let text = "Order No,Order Date,Customer No,Location\n1,2026-01-15,C,Ames\n";
    let orders = import("orders-alone", &[("x.csv", text.as_bytes())], &json!([]));
    assert_eq!(orders.refusal(), "no_table");
    assert_eq!(orders.read_files, 0);
}

#[test]
fn short_units_are_read_by_the_language_and_the_other_units() {
    let german = "Artikelnummer;Bezeichnung;Warengruppe;Lager;ME;Bestand;Einstandspreis\n1;Mais;Saatgut;Bern;ST;165;196,25\n";
    let pieces = import("pieces", &[("x.csv", german.as_bytes())], &json!([]));
    pieces.is_clean();
    assert_eq!(pieces.rows("inventory_data", "on_hand unit"), ["165|unit"]);
    let (rows, questions) = lines_of_sales(
        "short-tons",
        "Qty,UOM,Price",
        &["4,ST,250", "3,T,9", "2,G,9"],
    );
    assert_eq!(rows, ["4|ton|250"]);
    assert_eq!(questions, ["unit T", "unit G"]);
    let (rows, questions) = lines_of_sales(
        "metric",
        "Qty,UOM,Price",
        &["453.59237,G,1", "45.359237,KG,1"],
    );
    assert_eq!(rows, ["1|lb|453.5924", "100|lb|0.4536"]);
    assert_eq!(questions, Vec::<String>::new());
}

#[test]
fn due_and_receipt_dates_are_those_of_documents_only_by_an_answer() {
    let due = "Invoice No,Due Date,Customer No,Item No,Qty,UOM,Price\n1,2026-01-15,C,I,4,bag,9\n";
    let import_due = import("due", &[("x.csv", due.as_bytes())], &json!([]));
    assert_eq!(import_due.questions(), ["which_column transaction_date"]);
    let received = due.replace("Due Date", "Receipt Date");
    let open = import("receipt", &[("x.csv", received.as_bytes())], &json!([]));
    assert_eq!(open.questions(), ["which_column transaction_date"]);
    let answer =
        json!([{"kind": "which_column", "target": "transaction_date", "answer": "Receipt Date"}]);
    let answered = import(
        "receipt-answered",
        &[("x.csv", received.as_bytes())],
        &answer,
    );
    answered.is_clean();
    assert_eq!(
        answered.rows("sales_transactions", "transaction_date"),
        ["2026-01-15"]
    );
}

#[test]
fn columns_of_one_name_are_told_apart_by_their_letters() {
    let text = "Order No,Order Date,Customer No,Item No,Qty,Qty,UOM,Price\n1,2026-01-15,C,I,40,38,bag,9\n2,2026-01-15,C,I,4,3,bag,9\n";
    let file = [("x.csv", text.as_bytes())];
    let open = import("twice", &file, &json!([]));
    let options = open.proposal["files"][0]["questions"][0]["options"].clone();
    assert_eq!(options, json!(["Qty (E)", "Qty (F)"]));
    let answer = json!([{"kind": "which_column", "target": "quantity", "answer": "Qty (F)"}]);
    let answered = import("twice-answered", &file, &answer);
    answered.is_clean();
    assert_eq!(answered.rows("sales_transactions", "quantity"), ["38", "3"]);
}

#[test]
fn names_and_paths_in_several_columns() {
    let text =
        "Customer ID,Company,First Name,Last Name,State\n1,,Joe,Brown,IA\n2,Ada Farms,Ada,Lee,IA\n";
    let people = import("people", &[("x.csv", text.as_bytes())], &json!([]));
    people.is_clean();
    assert_eq!(
        people.rows("customer_profiles", "customer_name"),
        ["Joe Brown", "Ada Farms"]
    );
    let text = "Order Reference,Customer,Order Date,Order Lines/Product,Order Lines/Quantity,Order Lines/Unit of Measure,Order Lines/Unit Price\n\
        S1,C,2026-01-15,A,4,bag,9\n,,,B,5,gal,8\n";
    let paths = import("paths", &[("x.csv", text.as_bytes())], &json!([]));
    paths.is_clean();
    assert_eq!(
        paths.rows(
            "sales_transactions",
            "order_id item_id quantity unit unit_price"
        ),
        ["S1|A|4|bag|9", "S1|B|5|gal|8"]
    );
    let text = "Item No,Item Name,Category,UOM,Branch,On Hand,Min Qty,Max Qty,Cost\nS1,Corn,Seed,bag,Ames,4,2,9,9\n";
    let levels = import("levels", &[("x.csv", text.as_bytes())], &json!([]));
    levels.is_clean();
    assert_eq!(
        levels.rows("inventory_data", "reorder_point min_order_quantity"),
        ["2|"]
    );
}

#[test]
fn cases_on_hand_are_no_gallons() {
    let text = "Item No,Item Name,Category,Branch,UOM,Cases On Hand,Unit Cost\nP1,Roundup,Herbicide,Ames,gal,120,19.80\n";
    let file = [("x.csv", text.as_bytes())];
    let open = import("cases", &file, &json!([]));
    assert_eq!(open.questions(), ["unit cases"]);
    assert_eq!(open.rows("inventory_data", "item_id"), Vec::<String>::new());
    let answer =
        json!([{"kind": "unit", "value": "cases", "answer": {"unit": "gal", "factor": "5"}}]);
    let answered = import("cases-answered", &file, &answer);
    answered.is_clean();
    assert_eq!(
        answered.rows("inventory_data", "on_hand unit unit_cost"),
        ["600|gal|19.8"]
    );
    let bags = text.replace("Cases", "Bags").replace("gal", "bag");
    let import_bags = import("bags", &[("x.csv", bags.as_bytes())], &json!([]));
    import_bags.is_clean();
    assert_eq!(
        import_bags.rows("inventory_data", "on_hand unit"),
        ["120|bag"]
    );
}
