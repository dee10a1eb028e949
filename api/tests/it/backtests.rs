//! Tests `sprout backtest`: columns, use of earlier rows only, and finite figures.

mod call_list_folders;
mod foreign_csv;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn run_sprout(task: &str, data: &Path, out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprout"))
        .args(["backtest", task, "--data"])
        .arg(data)
        .arg("--out")
        .arg(out)
        .output()
        .unwrap()
}

/// Creates a folder with these files.
fn create_folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Header and rows that a task writes for these files. All cells have a value.
fn run_backtest(task: &str, files: &[(&str, &str)]) -> (String, Vec<Vec<String>>) {
    let folder = create_folder(files);
    let out = folder.path().join("out.csv");
    let output = run_sprout(task, folder.path(), &out);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    read_csv(&out)
}

fn read_csv(file: &Path) -> (String, Vec<Vec<String>>) {
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines();
    let header = lines.next().unwrap().to_owned();
    let rows: Vec<Vec<String>> = lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
    for cell in rows.iter().flatten() {
        assert!(
            !cell.is_empty()
                && !cell.to_lowercase().contains("nan")
                && !cell.to_lowercase().contains("inf"),
            "{cell}"
        );
    }
    (header, rows)
}

fn parse_number(cell: &str) -> f64 {
    cell.parse().unwrap()
}

/// Deterministic numbers in [0, 1) (Marsaglia's xorshift).
struct NumberStream(u64);

impl NumberStream {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        f64::from(u32::try_from(self.0 >> 32).unwrap()) / f64::from(u32::MAX)
    }
}

/// Harvests of four states with a trend and random weather, 1950 to `last`.
fn yield_rows(last: i32) -> String {
    let mut numbers = NumberStream(7);
    let mut text = "series,year,yield_bu_ac\n".to_owned();
    for year in 1950..=last {
        for state in ["Iowa", "Kansas", "Ohio", "Utah"] {
            let bushels = 40.0 + 1.8 * f64::from(year - 1950) + 20.0 * (numbers.next() - 0.5);
            // Two years without a harvest: the series continues.
            if !(1960..1962).contains(&year) || state != "Ohio" {
                writeln!(text, "{state}|corn,{year},{bushels:.2}").unwrap();
            }
        }
    }
    text
}

#[test]
fn forecasts_yields_from_earlier_years() {
    let (whole, part) = (yield_rows(1999), yield_rows(1989));
    let (header, rows) = run_backtest("yields", &[("yields_a.csv", &whole)]);
    assert_eq!(header, "series,year,forecast,lo80,hi80");
    let years = |state: &str| {
        rows.iter()
            .filter(|row| row[0] == state)
            .map(|row| row[1].clone())
            .collect::<Vec<_>>()
    };
    // 20 earlier harvests each; Ohio has two fewer.
    assert_eq!(
        (years("Iowa|corn").len(), years("Ohio|corn").len()),
        (30, 28)
    );
    assert_eq!(
        (
            years("Iowa|corn")[0].as_str(),
            years("Ohio|corn")[0].as_str()
        ),
        ("1970", "1972")
    );
    for row in &rows {
        let (year, forecast, low, high) = (
            parse_number(&row[1]),
            parse_number(&row[2]),
            parse_number(&row[3]),
            parse_number(&row[4]),
        );
        assert!(
            low < forecast
                && forecast < high
                && (forecast - 40.0 - 1.8 * (year - 1950.0)).abs() < 8.0,
            "{row:?}"
        );
    }
    // The years of one file, or of two that overlap; later years change no row.
    let (_, until) = run_backtest("yields", &[("yields_a.csv", &part)]);
    let (_, joined) = run_backtest(
        "yields",
        &[
            ("yields_a.csv", &part),
            ("yields_b.csv", &whole),
            ("other.csv", "x\n"),
        ],
    );
    assert_eq!(joined, rows);
    assert_eq!(
        until,
        rows.iter()
            .filter(|row| parse_number(&row[1]) < 1990.0)
            .cloned()
            .collect::<Vec<_>>()
    );
}

#[test]
fn too_few_past_errors_give_no_interval() {
    let alone: String = yield_rows(1975)
        .lines()
        .filter(|line| !line.contains('|') || line.starts_with("Iowa"))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let folder = create_folder(&[("yields_a.csv", &alone)]);
    let out = folder.path().join("out.csv");
    assert!(run_sprout("yields", folder.path(), &out).status.success());
    let text = fs::read_to_string(&out).unwrap();
    let bounds: Vec<bool> = text
        .lines()
        .skip(1)
        .map(|line| !line.ends_with(",,"))
        .collect();
    // The first forecast is that of 1965; nine errors are known before 1974.
    assert_eq!(bounds, [false, false, false, false, true, true]);
}

/// Monthly prices from 2000 on: one random, one constant, one with a year without prices, one
/// constant for years.
fn price_rows(months: i32) -> String {
    let mut numbers = NumberStream(11);
    let (mut maize, mut mop) = (100.0_f64, 200.0);
    let mut text = "month,maize,fixed,wheat,mop\n".to_owned();
    for place in 0..months {
        maize *= (0.08 * (numbers.next() - 0.5)).exp();
        if place % 30 == 0 {
            mop *= 1.05;
        }
        let wheat = if (80..92).contains(&place) {
            String::new()
        } else {
            format!("{:.2}", maize * 1.5)
        };
        writeln!(
            text,
            "{}-{:02},{maize:.2},50,{wheat},{mop:.1}",
            2000 + place / 12,
            place % 12 + 1
        )
        .unwrap();
    }
    text
}

#[test]
fn forecasts_prices_with_gaps_and_constant_runs() {
    let (whole, part) = (price_rows(180), price_rows(130));
    let (header, rows) = run_backtest("prices", &[("prices_a.csv", &whole)]);
    assert_eq!(header, "series,origin,forecast,lo80,hi80,p_up");
    for row in &rows {
        let [forecast, low, high, p_up] = [2, 3, 4, 5].map(|column| parse_number(&row[column]));
        assert!(
            0.0 < low && low < forecast && forecast < high && (0.0..=1.0).contains(&p_up),
            "{row:?}"
        );
        assert!(["02", "05", "08", "11"].contains(&&row[1][5..]), "{row:?}");
    }
    let origins = |series: &str| {
        rows.iter()
            .filter(|row| row[0] == series)
            .map(|row| row[1].clone())
            .collect::<Vec<_>>()
    };
    // Three years of history, then every third month to the end; the constant price has no
    // forecast.
    assert_eq!(
        (
            origins("maize")[0].as_str(),
            origins("maize").len(),
            origins("fixed").len()
        ),
        ("2003-02", 48, 0)
    );
    assert!(origins("mop").len() > 40, "{:?}", origins("mop"));
    // No prices from 2006-09 to 2007-08: no forecast then, and until three years are available
    // again.
    let wheat = origins("wheat");
    assert!(
        wheat.contains(&"2006-08".to_owned())
            && !wheat
                .iter()
                .any(|month| ("2007-01".."2010-08").contains(&month.as_str())),
        "{wheat:?}"
    );
    assert!(wheat.contains(&"2010-11".to_owned()), "{wheat:?}");
    let (_, until) = run_backtest("prices", &[("prices_a.csv", &part)]);
    assert_eq!(
        until,
        rows.iter()
            .filter(|row| row[1].as_str() <= "2010-10")
            .cloned()
            .collect::<Vec<_>>()
    );
}

#[test]
fn customers_match_published_sample() {
    let sample = include_str!("../data/cdnow/customers.csv");
    let folder = create_folder(&[("cdnow_sample_reference.csv", sample)]);
    let out = folder.path().join("out.csv");
    let output = run_sprout("customers-cdnow", folder.path(), &out);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let parameters: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    for (model, name, expected) in [
        ("bgnbd", "r", 0.242_592_9),
        ("bgnbd", "alpha", 4.413_532),
        ("bgnbd", "a", 0.792_886),
        ("bgnbd", "b", 2.425_752),
    ] {
        assert!(
            (parameters[model][name].as_f64().unwrap() / expected - 1.0).abs() < 1e-4,
            "{parameters}"
        );
    }
    for (name, expected) in [("p", 6.248_802), ("q", 3.744_588), ("v", 15.447_748)] {
        assert!(
            (parameters["gg"][name].as_f64().unwrap() / expected - 1.0).abs() < 1e-4,
            "{parameters}"
        );
    }
    let (header, rows) = read_csv(&out);
    assert_eq!(header, "id,e39,p_alive,mean_spend");
    assert_eq!(rows.len(), sample.lines().count() - 1);
    for (row, line) in rows.iter().zip(sample.lines().skip(1)) {
        let reference: Vec<&str> = line.split(',').collect();
        assert_eq!(row[0], reference[0]);
        for (column, published) in [(1, 5), (2, 6), (3, 7)] {
            let (ours, published) = (
                parse_number(&row[column]),
                parse_number(reference[published]),
            );
            // Published with six decimals.
            assert!(
                (ours - published).abs() < 1e-4 * published + 6e-7,
                "{line} {ours}"
            );
        }
    }
}

/// 90 customers of two kinds, 2019 to 2024: each orders around its own two days a year, every other
/// one leaves; one is new.
fn retailer_rows(seed: u64) -> String {
    let mut numbers = NumberStream(seed);
    let mut text = "customer_id,segment,date,amount\n".to_owned();
    for place in 0..90 {
        let (segment, first) = if place % 2 == 0 {
            ("corn", 100.0)
        } else {
            ("wheat", 260.0)
        };
        let end = if place % 7 == 0 {
            2020.0 + 4.0 * numbers.next()
        } else {
            2025.0
        };
        for year in 2019..2025 {
            for season in [first, first + 60.0] {
                let day = (season + 30.0 * numbers.next()).floor();
                if f64::from(year) + day / 365.0 < end {
                    let date = chrono::NaiveDate::from_ymd_opt(year, 1, 1).unwrap()
                        + chrono::Days::new(format!("{day}").parse().unwrap());
                    writeln!(
                        text,
                        "C{place:02},{segment},{date},{:.2}",
                        100.0 + 900.0 * numbers.next()
                    )
                    .unwrap();
                }
            }
        }
    }
    text + "NEW,corn,2023-03-20,50\n"
}

#[test]
fn next_purchases_have_all_dates_and_months() {
    let (one, other) = (retailer_rows(3), retailer_rows(4));
    let folder = create_folder(&[("agretail_3.csv", &one), ("agretail_4.csv", &other)]);
    let output = run_sprout(
        "customers-agretail",
        folder.path(),
        &folder.path().join("out.csv"),
    );
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (header, rows) = read_csv(&folder.path().join("out.3.csv"));
    assert_eq!(header, "as_of,customer_id,p30,p90,median_date,lo80,hi80");
    let mut customers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in &rows {
        customers.entry(&row[0]).or_default().push(&row[1]);
        let (soon, later) = (parse_number(&row[2]), parse_number(&row[3]));
        assert!(
            (0.0..=1.0).contains(&soon) && soon <= later && later <= 1.0,
            "{row:?}"
        );
        // Days in this format sort by time as text.
        assert!(
            row[0] < row[5] && row[5] <= row[4] && row[4] <= row[6] && row[4].len() == 10,
            "{row:?}"
        );
    }
    assert_eq!(
        customers.keys().copied().collect::<Vec<_>>(),
        ["2023-03-31", "2023-08-31", "2023-12-31"]
    );
    // In March the new customer has ordered eleven days ago; lost customers have a row as well.
    assert_eq!(
        customers
            .values()
            .map(|ids| (ids.len(), ids.contains(&"NEW")))
            .collect::<Vec<_>>(),
        [(90, false), (91, true), (91, true)]
    );
    let (header, months) = read_csv(&folder.path().join("out.3.monthly.csv"));
    assert_eq!((header.as_str(), months.len()), ("as_of,month,orders", 36));
    let as_of_winter: Vec<f64> = months
        .iter()
        .filter(|row| row[0] == "2023-12-31")
        .map(|row| parse_number(&row[2]))
        .collect();
    // Corn orders from April to July, wheat from September to December.
    assert!(
        as_of_winter[3] > 5.0 * as_of_winter[0] && as_of_winter[8] > 5.0 * as_of_winter[1],
        "{as_of_winter:?}"
    );
    assert!(
        (120.0..190.0).contains(&as_of_winter.iter().sum::<f64>()),
        "{as_of_winter:?}"
    );
    assert!(
        folder.path().join("out.4.csv").is_file()
            && folder.path().join("out.4.monthly.csv").is_file()
    );

    let until: String = one
        .lines()
        .filter(|line| {
            line.split(',')
                .nth(2)
                .is_some_and(|day| day <= "2023-08-31" || day == "date")
        })
        .map(|line| line.to_owned() + "\n")
        .collect();
    let (_, earlier) = run_backtest("customers-agretail", &[("agretail_3.csv", &until)]);
    let before = |rows: &[Vec<String>]| {
        rows.iter()
            .filter(|row| row[0].as_str() <= "2023-08-31")
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(before(&earlier), before(&rows));
}

/// Two items and 312 weeks: one sold in spring, one without sales; `last`: sales of the first one
/// in its last week.
fn inventory_rows(last: u32) -> String {
    let mut text = "sku,kind,unit_cost,margin,holding_rate,lead_time_wk".to_owned();
    for week in 0..312 {
        write!(text, ",w{week:03}").unwrap();
    }
    for (sku, most) in [("SPRING", 30), ("NEVER", 0)] {
        write!(text, "\n{sku},seed,100,0.2,0.25,3").unwrap();
        for week in 0..312 {
            let in_season = if (10..20).contains(&(week % 52)) {
                most
            } else {
                0
            };
            let sold = if week == 300 {
                last.min(most)
            } else {
                in_season
            };
            write!(text, ",{sold}").unwrap();
        }
    }
    text + "\n"
}

#[test]
fn reorder_levels_follow_season_and_past_weeks() {
    let (header, rows) = run_backtest("reorder", &[("inventory_1.csv", &inventory_rows(0))]);
    assert_eq!(header, "sku,week,reorder_point,order_up_to");
    assert_eq!(rows.len(), 2 * 104);
    let level = |sku: &str, week: &str| {
        rows.iter()
            .find(|row| row[0] == sku && row[1] == week)
            .map(|row| (parse_number(&row[2]), parse_number(&row[3])))
            .unwrap()
    };
    // 208 is the first week of a year: the season is four weeks before week 12.
    assert!(
        level("SPRING", "219").0 > 100.0
            && level("SPRING", "219").1 > level("SPRING", "219").0
            && level("SPRING", "240").0 < 10.0
    );
    assert_eq!(level("NEVER", "219"), (0.0, 0.0));
    let (_, changed) = run_backtest("reorder", &[("inventory_1.csv", &inventory_rows(30))]);
    let until = |rows: &[Vec<String>], week: f64| {
        rows.iter()
            .filter(|row| parse_number(&row[1]) <= week)
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(until(&changed, 300.0), until(&rows, 300.0));
    assert_ne!(until(&changed, 301.0), until(&rows, 301.0));
}

#[test]
fn price_index_matches_reference() {
    let (header, rows) = run_backtest(
        "index",
        &[(
            "index_small_lines.csv",
            include_str!("../data/price_index/lines.csv"),
        )],
    );
    assert_eq!(header, "category,index,period,value");
    let ours: BTreeMap<[&str; 3], f64> = rows
        .iter()
        .map(|row| ([row[0].as_str(), &row[1], &row[2]], parse_number(&row[3])))
        .collect();
    let expected = include_str!("../data/price_index/expected.csv")
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>());
    let mut case_count = 0;
    for row in expected.filter(|row| !row[3].is_empty()) {
        let value = ours[&[row[0], row[1], row[2]]];
        assert!(
            (value / parse_number(row[3]) - 1.0).abs() < 1e-6,
            "{row:?} {value}"
        );
        case_count += 1;
    }
    assert!(case_count > 250, "{case_count}");
}

#[test]
fn names_unreadable_input() {
    let refused = |task: &str, files: &[(&str, &str)]| {
        let folder = create_folder(files);
        let output = run_sprout(task, folder.path(), &folder.path().join("out.csv"));
        assert!(!output.status.success());
        String::from_utf8(output.stderr)
            .unwrap()
            .replace(&folder.path().display().to_string(), "DIR")
    };
    for (task, pattern) in [
        ("yields", "yields_*.csv"),
        ("prices", "prices_*.csv"),
        ("customers-cdnow", "cdnow_*reference.csv"),
        ("customers-agretail", "agretail_*.csv"),
        ("reorder", "inventory_*.csv"),
        ("index", "index_*_lines.csv"),
    ] {
        assert_eq!(
            refused(task, &[]),
            format!("sprout: there is no {pattern} in DIR\n")
        );
    }
    let (column, cell) = (
        refused("yields", &[("yields_a.csv", "series,yield_bu_ac\nx,1\n")]),
        refused(
            "yields",
            &[("yields_a.csv", "series,year,yield_bu_ac\nx,MMI,1\n")],
        ),
    );
    assert_eq!(
        column,
        "sprout: DIR/yields_a.csv, line 1: there is no column year\n"
    );
    assert_eq!(
        cell,
        "sprout: DIR/yields_a.csv, line 2: year must be a year, not \"MMI\"\n"
    );
    let quantity = refused(
        "index",
        &[(
            "index_a_lines.csv",
            "period,item,category,qty,value\n2022-01,a,b,1,1\n\n2022-02,a,b,many,1\n",
        )],
    );
    assert_eq!(
        quantity,
        "sprout: DIR/index_a_lines.csv, line 4: qty must be a number, not \"many\"\n"
    );
    let customers = refused(
        "customers-cdnow",
        &[(
            "cdnow_reference.csv",
            "id,frequency,recency,T,monetary_value\n1,2,40,39,5\n",
        )],
    );
    assert_eq!(
        customers,
        "sprout: DIR/cdnow_reference.csv, line 2: recency must be from 0 up to T, not \"40\"\n"
    );
    let two = refused(
        "reorder",
        &[("inventory_1.csv", "a\n1\n"), ("inventory_2.csv", "a\n1\n")],
    );
    assert_eq!(
        two,
        "sprout: there are 2 files inventory_*.csv in DIR: there must be exactly one\n"
    );
}

/// Two mornings of a retailer with one item: bookings and orders are in their week, and the grid
/// is in the answer only where the question wants it.
#[test]
fn buy_line_answers_each_question_with_one_line() {
    let folder = create_folder(&[(
        "sales_transactions.csv",
        "transaction_id,direction,transaction_date,supplier_id,item_id,quantity,delivered_date,\
         location\nt1,sale,2025-03-03,,seed,5,2025-03-03,Ames\n",
    )]);
    let question = |position: bool, history: Option<&str>| {
        serde_json::json!({
            "retailer": "r", "today": "2025-12-29", "dating": "delivered", "history": history,
            "inventory": [{"item": "seed", "location": "Ames", "category": "seed", "unit": "bag",
                "onHand": 8, "onOrder": 4, "booked": 3, "reorderPoint": 0, "packSize": 1,
                "minOrderQuantity": 0, "leadTimeDays": 7, "unitCost": 10, "unitPrice": 12,
                "supplier": "s1"}],
            "bookings": [{"id": "b", "line": 1, "customer": "c", "item": "seed",
                "location": "Ames", "quantity": 5, "delivered": 2, "booked": "2025-12-01",
                "due": "2026-01-05"}],
            "purchaseOrders": [{"id": "p", "line": 1, "supplier": "s1", "item": "seed",
                "location": "Ames", "quantity": 4, "received": 0, "ordered": "2025-12-01",
                "expected": "2025-12-20"}],
            "transfersUnderway": [], "position": position, "weeks": 3,
            "costs": {"orderLine": 75, "transfer": 60, "transferFreightShare": 0.02,
                "transferDays": 3, "shortage": 1.5, "shortageBooked": 2, "lateDay": 0.05,
                "graceDays": 7, "carrying": {"seed": 0.3}}
        })
        .to_string()
    };
    let input = format!(
        "{}\n{}\n",
        question(true, folder.path().to_str()),
        question(false, None)
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprout"))
        .args(["backtest", "buy-line"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answers: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 2);
    let cells = answers[0]["position"].as_array().unwrap();
    let column = |name: &str| -> Vec<f64> {
        cells
            .iter()
            .map(|cell| cell[name].as_f64().unwrap())
            .collect()
    };
    assert_eq!(column("arrivals"), [4.0, 0.0, 0.0]);
    assert_eq!(column("bookings"), [0.0, 3.0, 0.0]);
    for week in 0..3 {
        let sum = column("onHand")[week] + column("arrivals")[week]
            - column("bookings")[week]
            - column("unbookedForecast")[week];
        assert!((column("balance")[week] - sum).abs() < 1e-3);
    }
    assert_eq!(answers[1]["position"], serde_json::json!([]));
}

#[test]
fn other_tasks_need_files() {
    let output = Command::new(env!("CARGO_BIN_EXE_sprout"))
        .args(["backtest", "reorder"])
        .output()
        .unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("needs --data"), "{error}");
}
