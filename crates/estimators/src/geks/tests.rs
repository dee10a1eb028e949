use super::*;

/// A period with goods of (good, price, quantity).
fn test_period(goods: &[(usize, f64, f64)]) -> Period {
    Period::new(
        goods
            .iter()
            .map(|&(good, price, quantity)| Observation {
                good,
                price,
                quantity,
            })
            .collect(),
    )
}

fn assert_close(left: Option<f64>, right: f64) {
    let left = left.unwrap();
    assert!(
        (left - right).abs() < 1e-9 * right.abs().max(1.0),
        "{left} is not {right}"
    );
}

#[test]
fn bilateral_indexes_match_hand_calculation() {
    let first = test_period(&[(0, 1.0, 10.0), (1, 2.0, 5.0), (9, 4.0, 1.0)]);
    let second = test_period(&[(1, 2.0, 10.0), (0, 2.0, 5.0), (7, 1.0, 1.0)]);
    // Matched goods 0 and 1 only: Laspeyres 30/20, Paasche 30/25.
    assert_close(fisher_index(&first, &second), (1.5_f64 * 1.2).sqrt());
    // Shares of good 0: 10/20 and 10/30; the price of good 1 is constant.
    assert_close(
        ln_tornqvist(&first, &second),
        0.5 * (0.5 + 1.0 / 3.0) * 2.0_f64.ln(),
    );
    assert_close(
        ln_tornqvist(&second, &first),
        -0.5 * (0.5 + 1.0 / 3.0) * 2.0_f64.ln(),
    );
}

#[test]
fn no_common_goods_give_no_relative() {
    let first = test_period(&[(0, 1.0, 1.0)]);
    let second = test_period(&[(1, 1.0, 1.0)]);
    for other in [&second, &Period::default()] {
        assert_eq!(fisher_index(&first, other), None);
        assert_eq!(ln_tornqvist(&first, other), None);
    }
}

#[test]
fn ignores_invalid_observations() {
    let odd = test_period(&[
        (0, 0.0, 1.0),
        (1, -1.0, 1.0),
        (2, 1.0, 0.0),
        (3, f64::NAN, 1.0),
        (4, 1.0, f64::INFINITY),
        (5, 1e300, 1e300),
        (6, 2.0, 1.0),
    ]);
    assert_close(
        fisher_index(
            &test_period(&[
                (0, 1.0, 1.0),
                (1, 1.0, 1.0),
                (2, 1.0, 1.0),
                (3, 1.0, 1.0),
                (4, 1.0, 1.0),
                (5, 1.0, 1.0),
                (6, 1.0, 1.0),
            ]),
            &odd,
        ),
        2.0,
    );
}

#[test]
fn one_good_gives_its_price_path() {
    let prices: Vec<f64> = (0..40)
        .map(|step: i32| 50.0 + f64::from(step * step % 17))
        .collect();
    let periods: Vec<Period> = prices
        .iter()
        .map(|&price| test_period(&[(0, price, 3.0)]))
        .collect();
    for (level, price) in rolling_index(&periods, 13).into_iter().zip(&prices) {
        assert_close(level, 100.0 * price / prices[0]);
    }
}

#[test]
fn handles_few_periods_and_zero_window() {
    assert_eq!(rolling_index(&[], 13), []);
    assert_close(
        rolling_index(&[test_period(&[(0, 3.0, 1.0)])], 13)[0],
        100.0,
    );
    let two = [test_period(&[(0, 3.0, 1.0)]), test_period(&[(0, 6.0, 1.0)])];
    // A window with a single period links nothing, so the last period has no link.
    let alone = rolling_index(&two, 0);
    assert_eq!(alone[0], None);
    assert_close(alone[1], 100.0);
}

#[test]
fn skips_unlinked_first_period() {
    let mut periods = vec![test_period(&[(99, 5.0, 1.0)])];
    periods.extend((0..20).map(|step| test_period(&[(0, 10.0 + f64::from(step), 1.0)])));
    let levels = rolling_index(&periods, 13);
    assert_eq!(levels[0], None);
    assert_close(levels[1], 100.0);
    assert_close(levels[20], 290.0);
}

#[test]
fn links_periods_through_neighbors() {
    // Good k is sold in periods k and k + 1 and its price doubles: only adjacent periods share
    // goods.
    let periods: Vec<Period> = (0..20)
        .map(|step| test_period(&[(step, 1.0, 1.0), (step + 1, 1.0, 1.0)]))
        .collect();
    let levels = rolling_index(&periods, 13);
    assert!(levels.iter().all(Option::is_some), "{levels:?}");
    for level in levels {
        assert_close(level, 100.0);
    }
}

#[test]
fn uses_largest_linked_group() {
    let old = (0..3).map(|step| test_period(&[(0, 1.0 + f64::from(step), 1.0)]));
    let new = (0..5).map(|step| test_period(&[(1, 10.0 + f64::from(step), 1.0)]));
    let levels = rolling_index(&old.chain(new).collect::<Vec<_>>(), 13);
    assert_eq!(levels[..3], [None, None, None]);
    assert_close(levels[3], 100.0);
    assert_close(levels[7], 140.0);
}
