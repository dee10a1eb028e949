use super::*;

fn dec(text: &str) -> Decimal4 {
    Decimal4::parse(text).unwrap()
}

fn refs() -> Vec<String> {
    vec!["rows.0".to_owned()]
}

#[test]
fn figures_read_as_people_write_them() {
    let mut sheet = FactSheet::new("USD");
    let ids = [
        sheet.money("Revenue", ExactSum::from(dec("1234567.125")), refs()),
        sheet.money("Return", ExactSum::from(dec("-3")), refs()),
        sheet.price("Corn", dec("4.5225"), "bu", refs()),
        sheet.price("Urea", dec("1450"), "ton", refs()),
        sheet.quantity("Stock", dec("1200.5"), "bag", refs()),
        sheet.quantity("Stock", dec("1"), "bag", refs()),
        sheet.quantity("Stock", dec("30"), "gal", refs()),
        sheet.percent("On time", 94.456, refs()),
        sheet.change("Change", 5.0, refs()),
        sheet.change("Change", -0.004, refs()),
        sheet.points("Change", -2.1, refs()),
        sheet.measure("Yield", 1182.4, "bu/ac", refs()),
        sheet.measure("Index", 103.25, "", refs()),
        sheet.count("Customers", 1, "customer", "customers", refs()),
        sheet.count("Customers", 12_000, "customer", "customers", refs()),
        sheet.date("Last", "2026-06-05".parse().unwrap(), refs()),
        sheet.period("Period", "last 30 days"),
        sheet.name("Item", "2,4-D Amine", refs()),
        sheet.measure("None", f64::NAN, "F", refs()),
    ];
    let texts: Vec<&str> = ids
        .iter()
        .map(|id| sheet.get(*id).unwrap().formatted.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "$1,234,567.12",
            "-$3.00",
            "$4.5225 per bu",
            "$1,450.00 per ton",
            "1,200.5 bags",
            "1 bag",
            "30 gal",
            "94.46%",
            "+5%",
            "0%",
            "-2.1 points",
            "1,182.4 bu/ac",
            "103.25",
            "1 customer",
            "12,000 customers",
            "Jun 5, 2026",
            "last 30 days",
            "2,4-D Amine",
            "\u{2013} F",
        ]
    );
    assert_eq!(sheet.get(ids[0]).unwrap().json(), json!(1_234_567.12));
    assert_eq!(money_text(12.0, "CHF"), "12.00 CHF");
}

#[test]
fn a_template_is_filled_from_its_facts() {
    let mut sheet = FactSheet::new("USD");
    let item = sheet.name("Item", "Urea 46-0-0", refs());
    let revenue = sheet.money("Revenue", ExactSum::from(dec("10")), refs());
    let template = format!("{item} brought in {revenue}.");
    assert_eq!(template, "[[f1]] brought in [[f2]].");
    assert_eq!(
        sheet.render(&template).unwrap(),
        "Urea 46-0-0 brought in $10.00."
    );
    assert_eq!(sheet.shown_in(&template), [item, revenue]);
}

#[test]
fn every_figure_outside_a_placeholder_is_found() {
    let mut sheet = FactSheet::new("USD");
    sheet.name("Item", "UAN 32", refs());
    let bad = |text: &str| violations(text, &sheet, &["UAN 32", "2,4-D Amine", "2,4-D"]);
    assert_eq!(bad("UAN 32 and 2,4-D Amine are low."), []);
    assert_eq!(
        bad("It sold 1.2k bags"),
        [Violation::Digit("1.2k".to_owned())]
    );
    assert_eq!(
        bad("a dozen bags"),
        [Violation::NumberWord("dozen".to_owned())]
    );
    assert_eq!(
        bad("Half of it"),
        [Violation::NumberWord("Half".to_owned())]
    );
    assert_eq!(
        bad("[[f1]] at [[f9]]"),
        [Violation::UnknownFact("f9".to_owned())]
    );
    assert_eq!(bad("[[f01]]"), [Violation::UnknownFact("f01".to_owned())]);
    assert_eq!(bad("UAN 320"), [Violation::Digit("0".to_owned())]);
    assert_eq!(
        bad("in \u{0664} days").len(),
        1,
        "digits of other scripts are figures too"
    );
    assert_eq!(bad("no one is late [["), []);
    assert!(sheet.render("about 5").is_err());
}

#[test]
fn words_of_direction_agree_with_the_sign() {
    let mut sheet = FactSheet::new("USD");
    let fall = sheet.change("Corn", -4.0, refs());
    let rise = sheet.change("Wheat", 2.0, refs());
    assert!(
        sheet
            .render(&format!("Corn fell {fall}, wheat rose {rise}."))
            .is_ok()
    );
    let wrong = sheet.render(&format!("Corn rose {fall}.")).unwrap_err();
    assert_eq!(
        wrong,
        [Violation::Direction {
            word: "rose".to_owned(),
            fact: "f1".to_owned()
        }]
    );
    assert_eq!(
        wrong[0].to_string(),
        "\"rose\" contradicts the sign of [[f1]]"
    );
}
