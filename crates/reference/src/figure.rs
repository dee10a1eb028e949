//! Named figures and their comparison.

use chrono::NaiveDate;
use std::collections::HashMap;
use std::fmt;

/// Absolute tolerance of estimates, which are rounded to two decimals. Float sums depend on the
/// order of addition.
const ESTIMATE_TOLERANCE: f64 = 0.02;
/// Relative tolerance of estimates. Either tolerance suffices.
const RELATIVE_TOLERANCE: f64 = 1e-4;
/// Tolerance of estimated dates, in days.
const DAY_TOLERANCE: i64 = 1;

/// Value of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureValue {
    /// No figure.
    Missing,
    Number(f64),
    Date(NaiveDate),
    Text(String),
}

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Panel and label.
    pub name: String,
    pub value: FigureValue,
    /// Result of a fit, compared with a tolerance.
    pub is_estimate: bool,
}

/// Figures in display order.
#[derive(Clone, Debug, Default)]
pub struct Figures(pub Vec<Figure>);

/// A figure of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureComparison {
    pub name: String,
    /// None if this side lacks the figure.
    pub reference: Option<FigureValue>,
    pub product: Option<FigureValue>,
    pub is_equal: bool,
}

impl Figures {
    /// Adds a figure that must be equal to the last digit.
    pub fn push_exact(&mut self, name: impl Into<String>, value: impl Into<FigureValue>) {
        self.0.push(Figure {
            name: name.into(),
            value: value.into(),
            is_estimate: false,
        });
    }

    /// Adds a figure from a fit.
    pub fn push_estimate(&mut self, name: impl Into<String>, value: impl Into<FigureValue>) {
        self.0.push(Figure {
            name: name.into(),
            value: value.into(),
            is_estimate: true,
        });
    }
}

/// All figures of both sides: those of the reference in order, then those that only the product
/// has.
pub fn compare_figures(reference: &Figures, product: &Figures) -> Vec<FigureComparison> {
    let mut unmatched: HashMap<&str, &Figure> = product
        .0
        .iter()
        .map(|figure| (figure.name.as_str(), figure))
        .collect();
    let mut compared: Vec<FigureComparison> = Vec::with_capacity(reference.0.len());
    for figure in &reference.0 {
        let other = unmatched.remove(figure.name.as_str());
        let ok = other.is_some_and(|other| figure.value.matches(&other.value, figure.is_estimate));
        compared.push(FigureComparison {
            name: figure.name.clone(),
            reference: Some(figure.value.clone()),
            product: other.map(|other| other.value.clone()),
            is_equal: ok,
        });
    }
    let rest = product
        .0
        .iter()
        .filter(|figure| unmatched.contains_key(figure.name.as_str()));
    compared.extend(rest.map(|figure| FigureComparison {
        name: figure.name.clone(),
        reference: None,
        product: Some(figure.value.clone()),
        is_equal: false,
    }));
    compared
}

impl FigureComparison {
    /// Difference of the two values as text; empty if they are not numbers or dates.
    pub fn difference_text(&self) -> String {
        match (&self.reference, &self.product) {
            (Some(FigureValue::Number(a)), Some(FigureValue::Number(b)))
                if self.is_equal && (b - a).abs() < 5e-7 =>
            {
                "0".to_owned()
            }
            (Some(FigureValue::Number(a)), Some(FigureValue::Number(b))) => format_number(b - a),
            (Some(FigureValue::Date(a)), Some(FigureValue::Date(b))) => {
                format!("{} days", (*b - *a).num_days())
            }
            _ => String::new(),
        }
    }
}

impl FigureValue {
    fn matches(&self, other: &Self, is_estimate: bool) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => {
                a.is_finite()
                    && b.is_finite()
                    && (a - b).abs()
                        <= if is_estimate {
                            ESTIMATE_TOLERANCE.max(RELATIVE_TOLERANCE * a.abs().max(b.abs()))
                        } else {
                            1e-12 * a.abs().max(1.0)
                        }
            }
            (Self::Date(a), Self::Date(b)) => {
                (*a - *b).num_days().abs() <= if is_estimate { DAY_TOLERANCE } else { 0 }
            }
            (a, b) => a == b,
        }
    }
}

impl fmt::Display for FigureValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("-"),
            Self::Number(number) => f.write_str(&format_number(*number)),
            Self::Date(day) => day.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Up to six decimals, without trailing zeros.
fn format_number(number: f64) -> String {
    let text = format!("{number:.6}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

impl From<f64> for FigureValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for FigureValue {
    #[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<usize> for FigureValue {
    fn from(number: usize) -> Self {
        (number as u64).into()
    }
}

impl From<i64> for FigureValue {
    #[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
    fn from(number: i64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<NaiveDate> for FigureValue {
    fn from(day: NaiveDate) -> Self {
        Self::Date(day)
    }
}

impl From<String> for FigureValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for FigureValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<FigureValue>> From<Option<T>> for FigureValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single_figure(name: &str, value: impl Into<FigureValue>, is_estimate: bool) -> Figures {
        Figures(vec![Figure {
            name: name.to_owned(),
            value: value.into(),
            is_estimate,
        }])
    }

    #[test]
    fn cent_is_a_difference_except_for_estimates() {
        let is_equal = |a: f64, b: f64, is_estimate| {
            compare_figures(
                &single_figure("x", a, is_estimate),
                &single_figure("x", b, is_estimate),
            )[0]
            .is_equal
        };
        assert!(is_equal(10.01, 10.01, false) && !is_equal(10.01, 10.02, false));
        assert!(is_equal(10.01, 10.02, true) && !is_equal(10.01, 10.04, true));
        assert!(
            !is_equal(f64::NAN, f64::NAN, true) && !is_equal(f64::INFINITY, f64::INFINITY, false)
        );
    }

    #[test]
    fn missing_is_not_zero_and_texts_must_be_equal() {
        assert!(
            !compare_figures(
                &single_figure("x", None::<f64>, true),
                &single_figure("x", 0.0, true)
            )[0]
            .is_equal
        );
        assert!(
            !compare_figures(
                &single_figure("x", "rising", true),
                &single_figure("x", "stable", true)
            )[0]
            .is_equal
        );
        assert!(
            compare_figures(
                &single_figure("x", None::<f64>, false),
                &single_figure("x", None::<f64>, false)
            )[0]
            .is_equal
        );
    }

    #[test]
    fn figure_of_one_side_is_a_difference() {
        let compared = compare_figures(
            &single_figure("x", 1.0, false),
            &single_figure("y", 1.0, false),
        );
        assert_eq!(
            compared
                .iter()
                .map(|row| (row.name.as_str(), row.is_equal))
                .collect::<Vec<_>>(),
            [("x", false), ("y", false)]
        );
        assert_eq!(
            (&compared[0].product, &compared[1].reference),
            (&None, &None)
        );
    }
}
