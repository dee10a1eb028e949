//! Draws from weighted choices in logarithmic time.

use super::random_stream::RandomStream;

/// Choices with their cumulative weights.
pub(super) struct WeightedPicker<T> {
    choices: Vec<(f64, T)>,
    total: f64,
}

impl<T: Copy> WeightedPicker<T> {
    /// Weights are not negative; their scale is irrelevant.
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

    /// Draws a choice. None if there are no choices.
    pub(super) fn draw_choice(&self, stream: &mut RandomStream) -> Option<T> {
        let mark = stream.next_unit() * self.total;
        let index = self
            .choices
            .partition_point(|(cumulated, _)| *cumulated <= mark);
        self.choices
            .get(index)
            .or(self.choices.last())
            .map(|(_, choice)| *choice)
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_stream::StreamTopic;
    use super::*;

    #[test]
    fn draws_in_proportion() {
        let picker = WeightedPicker::new([(1.0, 'a'), (0.0, 'b'), (3.0, 'c')]);
        let mut stream = RandomStream::new(3, StreamTopic::Shelf, 0, 0);
        let drawn: Vec<char> = (0..4000)
            .filter_map(|_| picker.draw_choice(&mut stream))
            .collect();
        let count = |wanted: char| drawn.iter().filter(|c| **c == wanted).count();
        assert_eq!(count('b'), 0);
        assert!((900..1100).contains(&count('a')), "{}", count('a'));
    }

    #[test]
    fn draws_nothing_from_nothing() {
        assert_eq!(
            WeightedPicker::<char>::new([]).draw_choice(&mut RandomStream::new(
                3,
                StreamTopic::Shelf,
                0,
                0
            )),
            None
        );
    }
}
