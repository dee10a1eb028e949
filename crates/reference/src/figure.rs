//! A figure with its name, and how two tellings of it are held against each other.

use chrono::NaiveDate;
use std::collections::HashMap;
use std::fmt;

/// Estimates are told to two decimals, and their last steps add floats in another order: they may
/// differ by this much ...
const LEAST: f64 = 0.02;
/// ... or by this share.
const SHARE: f64 = 1e-4;
/// The day of an estimate may fall on the one beside it.
const DAYS: i64 = 1;

/// What is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// That there is no figure.
    Nothing,
    Number(f64),
    Day(NaiveDate),
    Words(String),
}

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Where it stands and what it is called.
    pub name: String,
    pub told: Told,
    /// It comes out of a fit, and is the same where it lies near enough.
    pub is_estimate: bool,
}

/// Figures in the order of the screens.
#[derive(Clone, Debug, Default)]
pub struct Figures(pub Vec<Figure>);

/// A figure of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub name: String,
    /// None: this side does not know the figure.
    pub oracle: Option<Told>,
    pub product: Option<Told>,
    pub ok: bool,
}

impl Figures {
    /// A figure that must be the same to the last digit.
    pub fn exact(&mut self, name: impl Into<String>, told: impl Into<Told>) {
        self.0.push(Figure {
            name: name.into(),
            told: told.into(),
            is_estimate: false,
        });
    }

    /// A figure out of a fit.
    pub fn estimate(&mut self, name: impl Into<String>, told: impl Into<Told>) {
        self.0.push(Figure {
            name: name.into(),
            told: told.into(),
            is_estimate: true,
        });
    }
}

/// Every figure that either side tells: those of the oracle in their order, then those that only
/// the product knows.
pub fn compare(oracle: &Figures, product: &Figures) -> Vec<Compared> {
    let mut unmatched: HashMap<&str, &Figure> = product
        .0
        .iter()
        .map(|figure| (figure.name.as_str(), figure))
        .collect();
    let mut compared: Vec<Compared> = Vec::with_capacity(oracle.0.len());
    for figure in &oracle.0 {
        let other = unmatched.remove(figure.name.as_str());
        let ok = other.is_some_and(|other| figure.told.is(&other.told, figure.is_estimate));
        compared.push(Compared {
            name: figure.name.clone(),
            oracle: Some(figure.told.clone()),
            product: other.map(|other| other.told.clone()),
            ok,
        });
    }
    let rest = product
        .0
        .iter()
        .filter(|figure| unmatched.contains_key(figure.name.as_str()));
    compared.extend(rest.map(|figure| Compared {
        name: figure.name.clone(),
        oracle: None,
        product: Some(figure.told.clone()),
        ok: false,
    }));
    compared
}

impl Compared {
    /// How far apart the two are, for people; empty where that is no number.
    pub fn difference(&self) -> String {
        match (&self.oracle, &self.product) {
            (Some(Told::Number(a)), Some(Told::Number(b))) if self.ok && (b - a).abs() < 5e-7 => {
                "0".to_owned()
            }
            (Some(Told::Number(a)), Some(Told::Number(b))) => trimmed(b - a),
            (Some(Told::Day(a)), Some(Told::Day(b))) => format!("{} days", (*b - *a).num_days()),
            _ => String::new(),
        }
    }
}

impl Told {
    fn is(&self, other: &Self, is_estimate: bool) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => {
                a.is_finite()
                    && b.is_finite()
                    && (a - b).abs()
                        <= if is_estimate {
                            LEAST.max(SHARE * a.abs().max(b.abs()))
                        } else {
                            1e-12 * a.abs().max(1.0)
                        }
            }
            (Self::Day(a), Self::Day(b)) => {
                (*a - *b).num_days().abs() <= if is_estimate { DAYS } else { 0 }
            }
            (a, b) => a == b,
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("-"),
            Self::Number(number) => f.write_str(&trimmed(*number)),
            Self::Day(day) => day.fmt(f),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// Up to six decimals, without the zeros at their end.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.6}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

impl From<f64> for Told {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for Told {
    #[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<usize> for Told {
    fn from(number: usize) -> Self {
        (number as u64).into()
    }
}

impl From<i64> for Told {
    #[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
    fn from(number: i64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<NaiveDate> for Told {
    fn from(day: NaiveDate) -> Self {
        Self::Day(day)
    }
}

impl From<String> for Told {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for Told {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl<T: Into<Told>> From<Option<T>> for Told {
    fn from(told: Option<T>) -> Self {
        told.map_or(Self::Nothing, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, told: impl Into<Told>, is_estimate: bool) -> Figures {
        Figures(vec![Figure {
            name: name.to_owned(),
            told: told.into(),
            is_estimate,
        }])
    }

    #[test]
    fn a_cent_is_a_difference_unless_it_is_an_estimate() {
        let judged = |a: f64, b: f64, is_estimate| {
            compare(&one("x", a, is_estimate), &one("x", b, is_estimate))[0].ok
        };
        assert!(judged(10.01, 10.01, false) && !judged(10.01, 10.02, false));
        assert!(judged(10.01, 10.02, true) && !judged(10.01, 10.04, true));
        assert!(!judged(f64::NAN, f64::NAN, true) && !judged(f64::INFINITY, f64::INFINITY, false));
    }

    #[test]
    fn nothing_is_not_zero_and_words_are_compared_to_the_letter() {
        assert!(!compare(&one("x", None::<f64>, true), &one("x", 0.0, true))[0].ok);
        assert!(!compare(&one("x", "rising", true), &one("x", "stable", true))[0].ok);
        assert!(compare(&one("x", None::<f64>, false), &one("x", None::<f64>, false))[0].ok);
    }

    #[test]
    fn a_figure_of_one_side_alone_is_a_difference() {
        let compared = compare(&one("x", 1.0, false), &one("y", 1.0, false));
        assert_eq!(
            compared
                .iter()
                .map(|row| (row.name.as_str(), row.ok))
                .collect::<Vec<_>>(),
            [("x", false), ("y", false)]
        );
        assert_eq!((&compared[0].product, &compared[1].oracle), (&None, &None));
    }
}
