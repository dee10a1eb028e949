//! Tests CSV files of other programs: byte order mark, CRLF, shuffled and duplicate rows,
//! additional columns, placeholders for missing values.

use super::{
    NumberStream, create_folder, inventory_rows, price_rows, retailer_rows, run_backtest,
    run_sprout, yield_rows,
};

/// The data lines shuffled, the first ten of them repeated.
fn shuffle_lines(text: &str) -> Vec<String> {
    let mut numbers = NumberStream(5);
    let mut lines: Vec<(f64, String)> = text
        .lines()
        .skip(1)
        .map(|line| (numbers.next(), line.to_owned()))
        .collect();
    lines.extend(lines.clone().into_iter().take(10));
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    lines.into_iter().map(|(_, line)| line).collect()
}

/// With a byte order mark and CRLF line endings.
fn to_foreign_csv(header: &str, lines: &[String]) -> String {
    format!("\u{feff}{header}\r\n{}\r\n", lines.join("\r\n"))
}

#[test]
fn reads_foreign_yield_files() {
    let plain = yield_rows(1999);
    let mut lines: Vec<String> = shuffle_lines(&plain)
        .iter()
        .map(|line| format!("{line},bu / ac"))
        .collect();
    // Some programs write years as numbers with a decimal point; zero and empty harvests are
    // skipped.
    for line in &mut lines {
        *line = line.replacen(",1970,", ",1970.0,", 1);
    }
    lines.extend(
        [
            "Ohio|corn,1960,NA,x",
            "Ohio|corn,1961,0,x",
            "Peru|corn,1950,-3,x",
        ]
        .map(str::to_owned),
    );
    let foreign = to_foreign_csv("series,year,yield_bu_ac,remark", &lines);
    assert_eq!(
        run_backtest("yields", &[("yields_a.csv", &foreign)]),
        run_backtest("yields", &[("yields_a.csv", &plain)])
    );
    let folder = create_folder(&[("yields_a.csv", &foreign)]);
    let noted = String::from_utf8(
        run_sprout("yields", folder.path(), &folder.path().join("out.csv")).stderr,
    )
    .unwrap();
    assert!(
        noted.ends_with("yields_a.csv: 2 values of zero or less skipped\n"),
        "{noted}"
    );
}

#[test]
fn reads_foreign_price_files() {
    let plain = price_rows(180);
    let line = |line: &String| {
        let nothing = line.replace(",,", ",n/a,");
        format!("usd,{nothing},{}-01", &line[..7])
    };
    let lines: Vec<String> = shuffle_lines(&plain).iter().map(line).collect();
    let foreign = to_foreign_csv("unit,month,maize,fixed,wheat,mop,day", &lines);
    assert_eq!(
        run_backtest("prices", &[("prices_a.csv", &foreign)]),
        run_backtest("prices", &[("prices_a.csv", &plain)])
    );
}

#[test]
fn zero_price_affects_no_other_row() {
    let (plain, mut lines) = (
        price_rows(100),
        price_rows(100)
            .lines()
            .map(str::to_owned)
            .collect::<Vec<String>>(),
    );
    // The constant price has no forecast anyway; its invalid cells affect no other series.
    lines[50] = lines[50].replacen(",50,", ",0,", 1);
    lines[60] = lines[60].replacen(",50,", ",-50,", 1);
    assert_eq!(
        run_backtest("prices", &[("prices_a.csv", &lines.join("\n"))]),
        run_backtest("prices", &[("prices_a.csv", &plain)])
    );
}

#[test]
fn orders_with_times_count_by_day() {
    let plain = retailer_rows(3);
    let with_times = |line: &str| {
        line.split(',')
            .enumerate()
            .map(|(place, cell)| {
                if place == 2 {
                    format!("{cell} 00:00:00")
                } else {
                    cell.to_owned()
                }
            })
            .collect::<Vec<_>>()
            .join(",")
    };
    let mut lines: Vec<String> = plain.lines().skip(1).map(with_times).collect();
    lines.reverse();
    let foreign = to_foreign_csv("customer_id,segment,date,amount", &lines);
    assert_eq!(
        run_backtest("customers-agretail", &[("agretail_3.csv", &foreign)]),
        run_backtest("customers-agretail", &[("agretail_3.csv", &plain)])
    );
}

#[test]
fn empty_week_has_no_sales() {
    let plain = inventory_rows(0);
    let (header, rows) = plain.split_once('\n').unwrap();
    let lines: Vec<String> = rows
        .lines()
        .map(|line| {
            line.replace(",0.25,3,", ",0.25,3.0,")
                .replace(",0,0,", ",,0,")
        })
        .collect();
    let foreign = to_foreign_csv(header, &lines);
    assert!(foreign.contains(",,") && foreign.contains(",3.0,"));
    assert_eq!(
        run_backtest("reorder", &[("inventory_1.csv", &foreign)]),
        run_backtest("reorder", &[("inventory_1.csv", &plain)])
    );
}

#[test]
fn names_cells_that_are_not_numbers() {
    let folder = create_folder(&[("prices_a.csv", "month,maize\n2001-01,5\n2001-02,five\n")]);
    let output = run_sprout("prices", folder.path(), &folder.path().join("out.csv"));
    assert!(!output.status.success());
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .ends_with("prices_a.csv, line 3: maize must be a number, not \"five\"\n")
    );
}
