//! Draws one of many with given weights, in the logarithm of their number.

use super::stream::Stream;

/// Choices with their cumulated weights.
pub(super) struct Picker<T> {
    choices: Vec<(f64, T)>,
    total: f64,
}

impl<T: Copy> Picker<T> {
    /// Weights are non-negative; their scale does not matter.
    pub(super) fn new(weighted: impl IntoIterator<Item = (f64, T)>) -> Self {
        let mut total = 0.0;
        let choices = weighted
            .into_iter()
            .map(|(weight, choice)| {
                total += weight;
                (total, choice)
            })
            .collect();
        Self { choices, total }
    }

    /// One choice; none where there are no choices.
    pub(super) fn draw(&self, stream: &mut Stream) -> Option<T> {
        let mark = stream.unit() * self.total;
        let place = self
            .choices
            .partition_point(|(cumulated, _)| *cumulated <= mark);
        self.choices
            .get(place)
            .or(self.choices.last())
            .map(|(_, choice)| *choice)
    }
}

#[cfg(test)]
mod tests {
    use super::super::stream::Topic;
    use super::*;

    #[test]
    fn draws_in_proportion() {
        let picker = Picker::new([(1.0, 'a'), (0.0, 'b'), (3.0, 'c')]);
        let mut stream = Stream::new(3, Topic::Shelf, 0, 0);
        let drawn: Vec<char> = (0..4000).filter_map(|_| picker.draw(&mut stream)).collect();
        let count = |wanted: char| drawn.iter().filter(|c| **c == wanted).count();
        assert_eq!(count('b'), 0);
        assert!((900..1100).contains(&count('a')), "{}", count('a'));
    }

    #[test]
    fn draws_nothing_from_nothing() {
        assert_eq!(
            Picker::<char>::new([]).draw(&mut Stream::new(3, Topic::Shelf, 0, 0)),
            None
        );
    }
}
