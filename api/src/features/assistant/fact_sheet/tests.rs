use super::*;

fn decimal(text: &str) -> Decimal4 {
    Decimal4::parse(text).unwrap()
}

fn row_refs() -> Vec<String> {
    vec!["rows.0".to_owned()]
}

#[test]
fn formats_figures_for_display() {
    let mut sheet = FactSheet::new("USD");
    let ids = [
        sheet.add_money(
            "Revenue",
            ExactSum::from(decimal("1234567.125")),
            row_refs(),
        ),
        sheet.add_money("Return", ExactSum::from(decimal("-3")), row_refs()),
        sheet.add_price("Corn", decimal("4.5225"), "bu", row_refs()),
        sheet.add_price("Urea", decimal("1450"), "ton", row_refs()),
        sheet.add_quantity("Stock", decimal("1200.5"), "bag", row_refs()),
        sheet.add_quantity("Stock", decimal("1"), "bag", row_refs()),
        sheet.add_quantity("Stock", decimal("30"), "gal", row_refs()),
        sheet.add_percent("On time", 94.456, row_refs()),
        sheet.add_change("Change", 5.0, row_refs()),
        sheet.add_change("Change", -0.004, row_refs()),
        sheet.add_points("Change", -2.1, row_refs()),
        sheet.add_measure("Yield", 1182.4, "bu/ac", row_refs()),
        sheet.add_measure("Index", 103.25, "", row_refs()),
        sheet.add_count("Customers", 1, "customer", "customers", row_refs()),
        sheet.add_count("Customers", 12_000, "customer", "customers", row_refs()),
        sheet.add_date("Last", "2026-06-05".parse().unwrap(), row_refs()),
        sheet.add_period("Period", "last 30 days"),
        sheet.add_name("Item", "2,4-D Amine", row_refs()),
        sheet.add_measure("None", f64::NAN, "F", row_refs()),
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
    assert_eq!(
        sheet.get(ids[0]).unwrap().to_json_value(),
        json!(1_234_567.12)
    );
    assert_eq!(format_money(12.0, "CHF"), "12.00 CHF");
}

#[test]
fn fills_templates_from_facts() {
    let mut sheet = FactSheet::new("USD");
    let item = sheet.add_name("Item", "Urea 46-0-0", row_refs());
    let revenue = sheet.add_money("Revenue", ExactSum::from(decimal("10")), row_refs());
    let template = format!("{item} brought in {revenue}.");
    assert_eq!(template, "[[f1]] brought in [[f2]].");
    assert_eq!(
        sheet.render_template(&template).unwrap(),
        "Urea 46-0-0 brought in $10.00."
    );
    assert_eq!(sheet.facts_in_template(&template), [item, revenue]);
}

#[test]
fn finds_figures_outside_of_placeholders() {
    let mut sheet = FactSheet::new("USD");
    sheet.add_name("Item", "UAN 32", row_refs());
    let bad = |text: &str| find_violations(text, &sheet, &["UAN 32", "2,4-D Amine", "2,4-D"]);
    assert_eq!(bad("UAN 32 and 2,4-D Amine are low."), []);
    assert_eq!(
        bad("It sold 1.2k bags"),
        [TemplateViolation::Digit("1.2k".to_owned())]
    );
    assert_eq!(
        bad("a dozen bags"),
        [TemplateViolation::NumberWord("dozen".to_owned())]
    );
    assert_eq!(
        bad("Half of it"),
        [TemplateViolation::NumberWord("Half".to_owned())]
    );
    assert_eq!(
        bad("[[f1]] at [[f9]]"),
        [TemplateViolation::UnknownFact("f9".to_owned())]
    );
    assert_eq!(
        bad("[[f01]]"),
        [TemplateViolation::UnknownFact("f01".to_owned())]
    );
    assert_eq!(bad("UAN 320"), [TemplateViolation::Digit("0".to_owned())]);
    assert_eq!(
        bad("in \u{0664} days").len(),
        1,
        "digits of other scripts are figures too"
    );
    assert_eq!(bad("no one is late [["), []);
    assert!(sheet.render_template("about 5").is_err());
}

#[test]
fn checks_direction_words_against_signs() {
    let mut sheet = FactSheet::new("USD");
    let fall = sheet.add_change("Corn", -4.0, row_refs());
    let rise = sheet.add_change("Wheat", 2.0, row_refs());
    assert!(
        sheet
            .render_template(&format!("Corn fell {fall}, wheat rose {rise}."))
            .is_ok()
    );
    let wrong = sheet
        .render_template(&format!("Corn rose {fall}."))
        .unwrap_err();
    assert_eq!(
        wrong,
        [TemplateViolation::WrongDirection {
            word: "rose".to_owned(),
            fact: "f1".to_owned()
        }]
    );
    assert_eq!(
        wrong[0].to_string(),
        "\"rose\" contradicts the sign of [[f1]]"
    );
}
