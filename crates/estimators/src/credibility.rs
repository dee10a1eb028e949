//! Distribution-free credibility estimate of an individual's mean from few values: its own mean,
//! shrunk toward the overall mean according to the variances within and between individuals.
//!
//! Buhlmann, Straub, "Glaubwuerdigkeit fuer Schadensaetze", Mitteilungen der Vereinigung
//! schweizerischer Versicherungsmathematiker 70 (1970) 111-133; estimators as in Buhlmann, Gisler,
//! A Course in Credibility Theory and its Applications (2005), section 4.8.

use super::usize_to_f64;

/// Weighted sums of an individual's values.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WeightedValues {
    observations: usize,
    weight: f64,
    sum: f64,
    squares: f64,
}

impl WeightedValues {
    /// A mean of n values has weight n. Weights that are not positive and values that are not
    /// finite are ignored.
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

    /// Weighted squared deviations from the own mean.
    fn squared_deviations(&self) -> f64 {
        (self.squares - self.sum * self.sum / self.weight).max(0.0)
    }
}

/// Parameters of the population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credibility {
    /// Overall mean.
    pub mean: f64,
    /// Weight of the overall mean, in values of an individual. Infinite if individuals do not
    /// differ.
    pub prior_weight: f64,
}

impl Credibility {
    /// None without values.
    pub fn from_individuals(individuals: &[WeightedValues]) -> Option<Self> {
        let known = || individuals.iter().filter(|values| values.observations > 0);
        let weight: f64 = known().map(|values| values.weight).sum();
        let mean = known().map(|values| values.sum).sum::<f64>() / weight;
        if !mean.is_finite() {
            return None;
        }
        let freedom = known()
            .map(|values| usize_to_f64(values.observations) - 1.0)
            .sum::<f64>();
        let within = known().map(WeightedValues::squared_deviations).sum::<f64>() / freedom;
        let distances = known()
            .filter_map(|values| Some(values.weight * (values.mean()? - mean).powi(2)))
            .sum::<f64>();
        let others = usize_to_f64(known().count()) - 1.0;
        let norm = weight
            - known()
                .map(|values| values.weight * values.weight)
                .sum::<f64>()
                / weight;
        let between = (distances - others * within) / norm;
        let pseudo = if freedom <= 0.0 || norm <= 0.0 {
            // The variance within individuals is unknown, so there is no shrinkage.
            0.0
        } else if between > 0.0 {
            within / between
        } else {
            f64::INFINITY
        };
        (!pseudo.is_nan()).then_some(Self {
            mean,
            prior_weight: pseudo,
        })
    }

    /// The individual's mean, shrunk toward the overall mean; the overall mean without values.
    pub fn shrunken_mean(&self, individual: &WeightedValues) -> f64 {
        match individual.mean() {
            Some(_) if self.prior_weight.is_infinite() => self.mean,
            Some(own) => {
                (individual.weight * own + self.prior_weight * self.mean)
                    / (individual.weight + self.prior_weight)
            }
            None => self.mean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(list: &[f64]) -> WeightedValues {
        let mut values = WeightedValues::default();
        for value in list {
            values.add(*value, 1.0);
        }
        values
    }

    #[test]
    fn matches_hand_calculation() {
        // Within: (2 + 2 + 2) / 3 = 2. Means 2, 4, 9 around 5: 2 x (9 + 1 + 16) = 52; (52 - 2 x 2)
        // / (6 - 12 / 6) = 12; pseudo 1/6.
        let individuals = [
            values(&[1.0, 3.0]),
            values(&[3.0, 5.0]),
            values(&[8.0, 10.0]),
        ];
        let credibility = Credibility::from_individuals(&individuals).unwrap();
        assert!(
            (credibility.mean - 5.0).abs() < 1e-12
                && (credibility.prior_weight - 1.0 / 6.0).abs() < 1e-12,
            "{credibility:?}"
        );
        let expected = (2.0 * 9.0 + 5.0 / 6.0) / (2.0 + 1.0 / 6.0);
        assert!((credibility.shrunken_mean(&individuals[2]) - expected).abs() < 1e-12);
        assert!((credibility.shrunken_mean(&WeightedValues::default()) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn equal_individuals_share_overall_mean() {
        let individuals = [
            values(&[1.0, 9.0]),
            values(&[9.0, 1.0]),
            values(&[4.0, 6.0]),
        ];
        let credibility = Credibility::from_individuals(&individuals).unwrap();
        assert!(credibility.prior_weight.is_infinite());
        assert!((credibility.shrunken_mean(&individuals[0]) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn single_values_are_not_shrunk() {
        let individuals = [values(&[1.0]), values(&[9.0])];
        let credibility = Credibility::from_individuals(&individuals).unwrap();
        assert!((credibility.shrunken_mean(&individuals[1]) - 9.0).abs() < 1e-12);
        let one = [values(&[3.0, 5.0])];
        assert!(
            (Credibility::from_individuals(&one)
                .unwrap()
                .shrunken_mean(&one[0])
                - 4.0)
                .abs()
                < 1e-12
        );
    }

    #[test]
    fn mean_of_n_values_has_weight_n() {
        let mut many = WeightedValues::default();
        many.add(10.0, 3.0);
        many.add(2.0, 1.0);
        assert!((many.mean().unwrap() - 8.0).abs() < 1e-12 && (many.weight() - 4.0).abs() < 1e-12);
    }

    #[test]
    fn no_finite_values_give_no_mean() {
        let mut wild = WeightedValues::default();
        wild.add(f64::NAN, 1.0);
        wild.add(f64::MAX, 1.0);
        wild.add(1.0, 0.0);
        assert_eq!(wild, WeightedValues::default());
        assert_eq!(wild.mean(), None);
        assert_eq!(Credibility::from_individuals(&[]), None);
        assert_eq!(Credibility::from_individuals(&[wild]), None);
    }
}
