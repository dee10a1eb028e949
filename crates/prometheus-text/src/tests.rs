use super::*;

fn page_text(write: impl FnOnce(&mut MetricsPage)) -> String {
    let mut page = MetricsPage::default();
    write(&mut page);
    page.into_text()
}

#[test]
fn counters_are_written_by_label_values() {
    let requests = CounterVec::new("requests_total", "Requests.", ["route", "status"], 10);
    requests.add(["/b", "200"], 2);
    requests.add(["/a", "500"], 1);
    requests.add(["/b", "200"], 1);
    assert_eq!(
        page_text(|page| requests.write_to(page)),
        "# HELP requests_total Requests.\n\
         # TYPE requests_total counter\n\
         requests_total{route=\"/a\",status=\"500\"} 1\n\
         requests_total{route=\"/b\",status=\"200\"} 3\n"
    );
}

#[test]
fn histograms_are_cumulative_and_end_with_infinity() {
    let seconds = HistogramVec::new("seconds", "Time.", ["route"], &[0.1, 1.0], 10);
    for value in [0.05, 0.1, 0.5, 3.0] {
        seconds.observe(["/a"], value);
    }
    assert_eq!(
        page_text(|page| seconds.write_to(page)),
        "# HELP seconds Time.\n\
         # TYPE seconds histogram\n\
         seconds_bucket{route=\"/a\",le=\"0.1\"} 2\n\
         seconds_bucket{route=\"/a\",le=\"1\"} 3\n\
         seconds_bucket{route=\"/a\",le=\"+Inf\"} 4\n\
         seconds_sum{route=\"/a\"} 3.65\n\
         seconds_count{route=\"/a\"} 4\n"
    );
}

#[test]
fn the_number_of_series_is_bounded() {
    let requests = CounterVec::new("requests_total", "Requests.", ["route"], 2);
    for route in ["/a", "/b", "/c", "/d", "/a"] {
        requests.add([route], 1);
    }
    let text = page_text(|page| requests.write_to(page));
    assert!(
        text.ends_with(
            "{route=\"/a\"} 2\nrequests_total{route=\"/b\"} 1\nrequests_total{route=\"other\"} 2\n"
        ),
        "{text}"
    );
}

#[test]
fn labels_and_values_are_escaped() {
    let text = page_text(|page| {
        page.begin_family("x", "a\nb\\", MetricKind::Gauge);
        page.add_sample("x", &[("l", "a\"b\\c\nd")], f64::INFINITY);
        page.add_sample("x", &[], f64::NAN);
        page.add_gauge("y", "One value.", -1.5);
    });
    assert_eq!(
        text,
        "# HELP x a\\nb\\\\\n# TYPE x gauge\nx{l=\"a\\\"b\\\\c\\nd\"} +Inf\nx NaN\n\
         # HELP y One value.\n# TYPE y gauge\ny -1.5\n"
    );
}
