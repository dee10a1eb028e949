//! The mean of an individual's values, told from few of them without any assumption on their
//! distribution: its own mean, drawn toward everybody's by as much as values differ within
//! individuals rather than between them.
//!
//! Buhlmann, Straub, "Glaubwuerdigkeit fuer Schadensaetze", Mitteilungen der Vereinigung
//! schweizerischer Versicherungsmathematiker 70 (1970) 111-133; estimators as in Buhlmann, Gisler,
//! A Course in Credibility Theory and its Applications (2005), section 4.8.

use super::count;

/// The values of an individual, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Values {
    observations: usize,
    weight: f64,
    sum: f64,
    squares: f64,
}

impl Values {
    /// A mean of so many values counts for so many. Weights that are not positive and values that
    /// are not finite are passed over.
    pub fn add(&mut self, value: f64, weight: f64) {
        let square = weight * value * value;
        if weight > 0.0 && square.is_finite() {
            self.observations += 1;
            self.weight += weight;
            self.sum += weight * value;
            self.squares += square;
        }
    }

    /// None without values.
    pub fn mean(&self) -> Option<f64> {
        let mean = self.sum / self.weight;
        mean.is_finite().then_some(mean)
    }

    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Weighted squares around the own mean.
    fn spread(&self) -> f64 {
        (self.squares - self.sum * self.sum / self.weight).max(0.0)
    }
}

/// What is known of all individuals together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credibility {
    /// Mean that individuals are drawn toward.
    pub mean: f64,
    /// Weight of that mean: as many values of an individual count as much as it. Infinite where
    /// individuals do not differ.
    pub pseudo: f64,
}

impl Credibility {
    /// None without values.
    pub fn of(individuals: &[Values]) -> Option<Self> {
        let known = || individuals.iter().filter(|values| values.observations > 0);
        let weight: f64 = known().map(|values| values.weight).sum();
        let mean = known().map(|values| values.sum).sum::<f64>() / weight;
        if !mean.is_finite() {
            return None;
        }
        let freedom = known()
            .map(|values| count(values.observations) - 1.0)
            .sum::<f64>();
        let within = known().map(Values::spread).sum::<f64>() / freedom;
        let distances = known()
            .filter_map(|values| Some(values.weight * (values.mean()? - mean).powi(2)))
            .sum::<f64>();
        let others = count(known().count()) - 1.0;
        let norm = weight
            - known()
                .map(|values| values.weight * values.weight)
                .sum::<f64>()
                / weight;
        let between = (distances - others * within) / norm;
        let pseudo = if freedom <= 0.0 || norm <= 0.0 {
            // Nothing tells chance from difference: every individual stands for itself.
            0.0
        } else if between > 0.0 {
            within / between
        } else {
            f64::INFINITY
        };
        (!pseudo.is_nan()).then_some(Self { mean, pseudo })
    }

    /// The individual's mean, drawn toward everybody's; everybody's where it has no values.
    pub fn drawn(&self, individual: &Values) -> f64 {
        match individual.mean() {
            Some(_) if self.pseudo.is_infinite() => self.mean,
            Some(own) => {
                (individual.weight * own + self.pseudo * self.mean)
                    / (individual.weight + self.pseudo)
            }
            None => self.mean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(list: &[f64]) -> Values {
        let mut values = Values::default();
        for value in list {
            values.add(*value, 1.0);
        }
        values
    }

    #[test]
    fn hand_figures() {
        // Within: (2 + 2 + 2) / 3 = 2. Means 2, 4, 9 around 5: 2 x (9 + 1 + 16) = 52; (52 - 2 x 2)
        // / (6 - 12 / 6) = 12; pseudo 1/6.
        let individuals = [
            values(&[1.0, 3.0]),
            values(&[3.0, 5.0]),
            values(&[8.0, 10.0]),
        ];
        let credibility = Credibility::of(&individuals).unwrap();
        assert!(
            (credibility.mean - 5.0).abs() < 1e-12
                && (credibility.pseudo - 1.0 / 6.0).abs() < 1e-12,
            "{credibility:?}"
        );
        let expected = (2.0 * 9.0 + 5.0 / 6.0) / (2.0 + 1.0 / 6.0);
        assert!((credibility.drawn(&individuals[2]) - expected).abs() < 1e-12);
        assert!((credibility.drawn(&Values::default()) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn where_individuals_do_not_differ_all_have_the_same_mean() {
        let individuals = [
            values(&[1.0, 9.0]),
            values(&[9.0, 1.0]),
            values(&[4.0, 6.0]),
        ];
        let credibility = Credibility::of(&individuals).unwrap();
        assert!(credibility.pseudo.is_infinite());
        assert!((credibility.drawn(&individuals[0]) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn single_values_stand_for_themselves() {
        let individuals = [values(&[1.0]), values(&[9.0])];
        let credibility = Credibility::of(&individuals).unwrap();
        assert!((credibility.drawn(&individuals[1]) - 9.0).abs() < 1e-12);
        let one = [values(&[3.0, 5.0])];
        assert!((Credibility::of(&one).unwrap().drawn(&one[0]) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_mean_of_many_weighs_as_many() {
        let mut many = Values::default();
        many.add(10.0, 3.0);
        many.add(2.0, 1.0);
        assert!((many.mean().unwrap() - 8.0).abs() < 1e-12 && (many.weight() - 4.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_or_wild_values_have_no_mean() {
        let mut wild = Values::default();
        wild.add(f64::NAN, 1.0);
        wild.add(f64::MAX, 1.0);
        wild.add(1.0, 0.0);
        assert_eq!(wild, Values::default());
        assert_eq!(wild.mean(), None);
        assert_eq!(Credibility::of(&[]), None);
        assert_eq!(Credibility::of(&[wild]), None);
    }
}
