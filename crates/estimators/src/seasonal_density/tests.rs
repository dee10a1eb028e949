use super::*;

fn parse_date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn sum_shares(density: &Density) -> f64 {
    density.shares().iter().sum()
}

#[test]
fn leap_day_maps_to_same_days() {
    assert_eq!(day_of_year(parse_date("2023-01-01")), 0);
    assert_eq!(day_of_year(parse_date("2023-12-31")), 364);
    assert_eq!(day_of_year(parse_date("2024-12-31")), 364);
    assert_eq!(day_of_year(parse_date("2024-02-28")), 58);
    assert_eq!(day_of_year(parse_date("2024-02-29")), 58);
    assert_eq!(
        day_of_year(parse_date("2024-03-01")),
        day_of_year(parse_date("2023-03-01"))
    );
}

#[test]
fn one_event_gives_normal_density() {
    let density = Density::shrunk_toward(
        &Density::uniform(),
        0.0,
        &DayCounts::from_dates([parse_date("2025-05-01")]),
        &Kernel::new(12.0),
    );
    assert!((sum_shares(&density) - 1.0).abs() < 1e-12);
    // Density of a normal distribution: 1 / (12 sqrt(2 pi)) at its center, e^(-1/2) of that one
    // standard deviation away.
    let center = density.share_on(parse_date("2025-05-01"));
    assert!((center - 1.0 / (12.0 * std::f64::consts::TAU.sqrt())).abs() < 1e-5);
    for day in ["2025-05-13", "2025-04-19"] {
        assert!(
            (density.share_on(parse_date(day)) / center - (-0.5_f64).exp()).abs() < 1e-9,
            "{day}"
        );
    }
}

#[test]
fn density_wraps_around_year() {
    let density = Density::shrunk_toward(
        &Density::uniform(),
        0.0,
        &DayCounts::from_dates([parse_date("2025-12-31")]),
        &Kernel::new(18.0),
    );
    assert!(
        (density.share_on(parse_date("2026-01-10")) - density.share_on(parse_date("2025-12-21")))
            .abs()
            < 1e-15
    );
}

#[test]
fn few_events_are_shrunk_toward_prior() {
    let prior = Density::shrunk_toward(
        &Density::uniform(),
        0.0,
        &DayCounts::from_dates([parse_date("2025-10-01")]),
        &Kernel::new(12.0),
    );
    let own = DayCounts::from_dates([parse_date("2025-04-01"), parse_date("2026-04-01")]);
    let drawn = Density::shrunk_toward(&prior, 8.0, &own, &Kernel::new(18.0));
    let alone = Density::shrunk_toward(&prior, 0.0, &own, &Kernel::new(18.0));
    for day in ["2025-04-01", "2025-10-01", "2025-07-01"] {
        let expected =
            0.2 * alone.share_on(parse_date(day)) + 0.8 * prior.share_on(parse_date(day));
        assert!((drawn.share_on(parse_date(day)) - expected).abs() < 1e-15);
    }
    assert!((sum_shares(&drawn) - 1.0).abs() < 1e-12);
}

#[test]
fn no_events_give_prior() {
    let even = Density::uniform();
    let none = DayCounts::default();
    for pseudo in [0.0, 8.0, -3.0, f64::NAN, f64::INFINITY] {
        let density = Density::shrunk_toward(&even, pseudo, &none, &Kernel::new(12.0));
        assert!(
            density
                .shares()
                .iter()
                .all(|share| (share - 1.0 / 365.0).abs() < 1e-12),
            "{pseudo}"
        );
    }
}

#[test]
fn kernels_of_any_width_sum_to_one() {
    for width in [0.0, 0.1, 1.0, 18.0, 90.0, 1e6, f64::INFINITY] {
        let density = Density::shrunk_toward(
            &Density::uniform(),
            1.0,
            &DayCounts::from_dates([parse_date("2025-05-01")]),
            &Kernel::new(width),
        );
        assert!(
            (sum_shares(&density) - 1.0).abs() < 1e-9
                && density.shares().iter().all(|share| *share >= 0.0),
            "{width}"
        );
    }
}

#[test]
fn merge_adds_counts() {
    let mut merged = DayCounts::from_dates([parse_date("2025-05-01")]);
    merged.merge(&DayCounts::from_dates([
        parse_date("2024-05-01"),
        parse_date("2024-06-01"),
    ]));
    assert_eq!(
        merged,
        DayCounts::from_dates(["2025-05-01", "2025-05-01", "2025-06-01"].map(parse_date))
    );
    assert!((merged.events() - 3.0).abs() < 1e-12);
}

#[test]
fn rates_become_shares() {
    let doubled =
        Density::from_rates((0..DAYS_IN_YEAR).map(|day| if day < 73 { 4.0 } else { 1.0 }));
    assert!((doubled.shares()[0] / doubled.shares()[100] - 4.0).abs() < 1e-12);
    assert!((doubled.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let mixed = doubled.mix_uniform(0.5);
    assert!((mixed.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(mixed.shares()[0] < doubled.shares()[0] && mixed.shares()[100] > doubled.shares()[100]);
    for rates in [vec![], vec![0.0; DAYS_IN_YEAR], vec![f64::INFINITY]] {
        assert_eq!(Density::from_rates(rates.into_iter()), Density::uniform());
    }
}
