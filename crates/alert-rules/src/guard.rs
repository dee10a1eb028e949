//! When an alert starts and ends. A condition that holds once is noise: it must hold in two
//! consecutive evaluations to start an alert, and must not hold in two to end it.

/// How many evaluations confirm a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Two. For figures, which vary.
    Twice,
    /// One. For facts such as rejected rows.
    Once,
}

/// The stored phase of a member. A member without one is quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The condition held once.
    Pending,
    /// The alert is open.
    Firing,
    /// The alert is open, and the condition did not hold at the last evaluation.
    Ending,
}

impl Phase {
    /// Whether the alert is open.
    pub fn is_open(self) -> bool {
        self != Self::Pending
    }

    /// The stored name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Firing => "firing",
            Self::Ending => "ending",
        }
    }

    /// The phase with a stored name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Pending, Self::Firing, Self::Ending]
            .into_iter()
            .find(|phase| phase.name() == name)
    }
}

/// What an evaluation changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    Started,
    Ended,
}

/// The phase of a member after an evaluation.
pub fn advance(
    guard: Guard,
    phase: Option<Phase>,
    holds: bool,
) -> (Option<Phase>, Option<Transition>) {
    match (phase, holds) {
        (None | Some(Phase::Pending), false) => (None, None),
        (None, true) if guard == Guard::Twice => (Some(Phase::Pending), None),
        (None | Some(Phase::Pending), true) => (Some(Phase::Firing), Some(Transition::Started)),
        (Some(Phase::Firing | Phase::Ending), true) => (Some(Phase::Firing), None),
        (Some(Phase::Firing), false) if guard == Guard::Twice => (Some(Phase::Ending), None),
        (Some(Phase::Firing | Phase::Ending), false) => (None, Some(Transition::Ended)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay(guard: Guard, days: &str) -> Vec<(usize, Transition)> {
        let mut phase = None;
        let mut found = Vec::new();
        for (day, sign) in days.chars().enumerate() {
            let (next, transition) = advance(guard, phase, sign == '#');
            phase = next;
            found.extend(transition.map(|one| (day, one)));
        }
        found
    }

    #[test]
    fn one_start_and_one_end_while_an_event_lasts() {
        assert_eq!(
            replay(Guard::Twice, "..##########....."),
            [(3, Transition::Started), (13, Transition::Ended)]
        );
        assert_eq!(
            replay(Guard::Once, "..##.."),
            [(2, Transition::Started), (4, Transition::Ended)]
        );
    }

    #[test]
    fn single_days_neither_start_nor_end_an_alert() {
        assert_eq!(replay(Guard::Twice, ".#..#.#...#."), []);
        assert_eq!(
            replay(Guard::Twice, "##.##.#.##"),
            [(1, Transition::Started)]
        );
    }

    #[test]
    fn names_of_phases_are_read_back() {
        for phase in [Phase::Pending, Phase::Firing, Phase::Ending] {
            assert_eq!(Phase::from_name(phase.name()), Some(phase));
        }
        assert_eq!(Phase::from_name("other"), None);
    }
}
