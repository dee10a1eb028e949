//! Lists of made-up organizations with a known truth.

use super::{Call, rank_calls};
use crate::grower::{Category, Crop, Grower, ProductLine, Sale};
use crate::need::{estimate_needs, total_share};
use crate::reason::ReasonKind;
use chrono::{Days, NaiveDate};

const GROWERS: u32 = 120;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A number from 0 to 1 that depends on its arguments only.
fn noise(grower: u32, year: i32, event: u32) -> f64 {
    let mut hash = u64::from(grower) * 1_000_003
        + u64::from(year.unsigned_abs()) * 7_919
        + u64::from(event) * 104_729;
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    f64::from(u32::try_from((hash ^ (hash >> 31)) >> 32).unwrap()) / f64::from(u32::MAX)
}

/// Corn seed in January, fertilizer in April, pesticide in June, fertilizer in November.
const EVENTS: [(&str, Category, f64, f64); 4] = [
    ("01-20", Category::Seed, 0.3, 30.0),
    ("04-12", Category::Fertilizer, 0.2, 50.0),
    ("06-05", Category::Pesticide, 0.5, 6.0),
    ("11-05", Category::Fertilizer, 0.08, 50.0),
];

/// Purchases from 2021 on; `skips` tells which are lost.
fn growers(skips: impl Fn(u32, NaiveDate) -> bool) -> Vec<Grower> {
    (0..GROWERS)
        .map(|grower| {
            let acres = 200.0 + 1_500.0 * noise(grower, 0, 9);
            let sales = (2021..=2026)
                .flat_map(|year| EVENTS.iter().zip(0..).map(move |event| (year, event)))
                .filter_map(|(year, ((date, category, per_acre, margin), event))| {
                    let usual = day(&format!("{year}-{date}"));
                    let own = 24.0 * noise(grower, 1, event) + 12.0 * noise(grower, year, event);
                    #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation)]
                    let bought = usual.checked_add_days(Days::new(own as u64)).unwrap();
                    let quantity =
                        (acres * per_acre * (0.9 + 0.2 * noise(grower, year, event + 20))).round();
                    (!skips(grower, bought)).then_some(Sale {
                        day: bought,
                        item: usize::try_from(event).unwrap(),
                        line: ProductLine {
                            category: *category,
                            crop: Some(Crop::Corn),
                        },
                        quantity,
                        margin: quantity * margin,
                    })
                })
                .collect();
            Grower {
                id: format!("G{grower:03}"),
                acres: Some(acres),
                crops: vec![Crop::Corn],
                sales,
            }
        })
        .collect()
}

/// Every sixth grower leaves, each on its own day from 2023 on.
fn left(grower: u32, on: NaiveDate) -> bool {
    grower.is_multiple_of(6) && on > day("2023-01-01") + Days::new(u64::from(grower) * 9)
}

fn is_claim(call: &Call) -> bool {
    matches!(
        call.reason.kind,
        ReasonKind::Late | ReasonKind::Declining | ReasonKind::Lapsed
    )
}

#[test]
fn where_nothing_is_wrong_no_risk_is_claimed() {
    let growers = growers(|_, _| false);
    for as_of in ["2025-01-13", "2025-05-05", "2026-01-19", "2026-11-09"] {
        let calls = rank_calls(&growers, day(as_of));
        assert_eq!(calls.len(), usize::try_from(GROWERS).unwrap());
        assert!(calls.iter().all(|call| !is_claim(call)), "{as_of}");
        assert!(calls.iter().all(|call| call.expected_margin == 0.0));
    }
}

#[test]
fn growers_that_left_are_told_from_those_that_buy() {
    let growers = growers(left);
    // The last day on which a grower left is 2025-12-04.
    let calls = rank_calls(&growers, day("2025-06-23"));
    let claimed: Vec<u32> = calls
        .iter()
        .filter(|call| is_claim(call))
        .map(|call| u32::try_from(call.grower).unwrap())
        .collect();
    let wrong = claimed.iter().filter(|grower| **grower % 6 != 0).count();
    assert!(claimed.len() >= 10 && wrong <= 2, "{claimed:?}");
}

#[test]
fn overdue_business_ranks_first_and_is_quantified() {
    // Every twelfth grower stops buying in winter, so that spring business is lost.
    let growers =
        growers(|grower, on| left(grower, on) || (grower % 12 == 7 && on > day("2025-12-20")));
    let calls = rank_calls(&growers, day("2026-04-27"));
    let first: Vec<usize> = calls.iter().take(10).map(|call| call.grower).collect();
    let lost = first.iter().filter(|grower| **grower % 12 == 7).count();
    let left_before = first.iter().filter(|grower| **grower % 6 == 0).count();
    assert!(lost >= 6 && lost + left_before == 10, "{first:?}");
    let top = calls.first().unwrap();
    assert!(top.expected_margin > 0.0 && top.quiet_chance > 0.5);
    assert!(top.order_chance_with_call() > 1.0 - top.quiet_chance);
    assert!(top.window_end >= day("2026-04-27") && !top.reason.text.is_empty());
}

#[test]
fn later_sales_change_nothing() {
    let all = growers(left);
    let as_of = day("2025-05-05");
    let mut past = all.clone();
    for grower in &mut past {
        grower.sales.retain(|sale| sale.day < as_of);
    }
    assert_eq!(rank_calls(&past, as_of), rank_calls(&all, as_of));
}

#[test]
fn chance_of_silence_is_calibrated() {
    let growers = growers(left);
    let (mut expected, mut quiet, mut number) = (0.0, 0.0, 0.0);
    for as_of in ["2025-05-05", "2025-11-10", "2026-01-19", "2026-03-23"] {
        let as_of = day(as_of);
        for call in rank_calls(&growers, as_of).iter().take(60) {
            let sales = &growers.get(call.grower).unwrap().sales;
            let ordered = sales
                .iter()
                .any(|sale| sale.day >= as_of && sale.day <= call.window_end);
            expected += call.quiet_chance;
            quiet += if ordered { 0.0 } else { 1.0 };
            number += 1.0;
        }
    }
    assert!(
        f64::abs(expected - quiet) / number < 0.08,
        "{expected} {quiet} {number}"
    );
}

#[test]
fn share_of_wallet_compares_with_growers_of_the_same_crop() {
    let mut growers = growers(|_, _| false);
    for sale in &mut growers.first_mut().unwrap().sales {
        sale.quantity *= 0.5;
        sale.margin *= 0.5;
    }
    let needs = estimate_needs(&growers, day("2026-01-05"));
    let (share, low, high) = total_share(needs.first().unwrap()).unwrap();
    assert!(
        low <= share && share <= high && (0.4..0.6).contains(&share),
        "{share}"
    );
    let (full, ..) = total_share(needs.get(1).unwrap()).unwrap();
    assert!(full > 0.8, "{full}");
}

#[test]
fn no_growers_and_no_sales_give_no_calls() {
    assert!(rank_calls(&[], day("2026-01-05")).is_empty());
    let mut silent = growers(|_, _| true);
    silent.truncate(3);
    assert!(rank_calls(&silent, day("2026-01-05")).is_empty());
    assert_eq!(total_share(&[]), None);
}

#[test]
fn items_name_their_crop() {
    let line = |name| ProductLine::from_item(Category::Seed, name).name();
    assert_eq!(line("Pioneer P1185 Corn 80K"), "corn seed");
    assert_eq!(line("Corn and soybean inoculant"), "seed");
    assert_eq!(
        Crop::from_list("soybeans;corn;corn"),
        [Crop::Corn, Crop::Soybeans]
    );
}
