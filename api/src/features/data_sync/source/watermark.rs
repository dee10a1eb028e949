//! Up to where a table of a database was read, by the moments at which its rows say that they
//! changed: the next read may begin there.
//!
//! A watermark never passes a row that could not land, nor the source's own clock: whatever is yet
//! to land stands behind it.

use chrono::{DateTime, TimeDelta, Utc};

/// The column that says when a row changed; every table has it.
pub const MOMENT: &str = "updated_at";
/// So far before the watermark the next read begins: rows that were stamped earlier than they could
/// be seen are seen then.
const OVERLAP: TimeDelta = TimeDelta::hours(1);

/// Up to where a table was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watermark {
    /// Of the rows up to this moment all have landed that can.
    pub until: DateTime<Utc>,
    /// How it was read; under another form nothing is known.
    pub form: String,
}

/// Which rows of a table a read has, where its source can tell them by their moments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// When it is read, by the clock of the source.
    pub now: DateTime<Utc>,
    /// How it is read.
    pub form: String,
    /// The watermark that it begins at, less an hour; `None` for the whole table.
    pub from: Option<DateTime<Utc>>,
}

/// When a row says that it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Microseconds since 1970-01-01T00:00:00Z.
    At(i64),
    /// It says nothing: every read has such rows.
    Missing,
    /// What it says is no moment.
    Unreadable,
}

/// The moments of the rows that a read had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    newest: Option<i64>,
    oldest_rejected: Option<i64>,
    unplaced: bool,
}

impl Watermark {
    /// Where the next read of the table begins; the whole table is read where its form is another
    /// one.
    pub fn from(&self, form: &str) -> Option<DateTime<Utc>> {
        (self.form == form).then_some(self.until)
    }
}

impl Window {
    /// The moment from which rows are read; `None` for all of them.
    pub fn since(&self) -> Option<DateTime<Utc>> {
        self.from.and_then(|from| from.checked_sub_signed(OVERLAP))
    }

    /// The watermark after the read has landed; `None` where the next read has to have everything.
    pub fn next(&self, seen: &Moments) -> Option<Watermark> {
        let reached = if seen.unplaced { None } else { seen.reached() };
        // It goes back only where the source's clock does.
        let until = reached.max(self.from)?.min(self.now);
        Some(Watermark {
            until,
            form: self.form.clone(),
        })
    }
}

impl Moments {
    /// A row that can land.
    pub fn landing(&mut self, moment: i64) {
        self.newest = self.newest.max(Some(moment));
    }

    /// A row that cannot.
    pub fn rejected(&mut self, moment: Moment) {
        match moment {
            Moment::At(moment) => {
                self.landing(moment);
                self.oldest_rejected = Some(
                    self.oldest_rejected
                        .map_or(moment, |oldest| oldest.min(moment)),
                );
            }
            Moment::Missing => {}
            Moment::Unreadable => self.unplaced = true,
        }
    }

    /// Further rows of the same read.
    pub fn add(&mut self, more: &Self) {
        self.newest = self.newest.max(more.newest);
        self.oldest_rejected = self
            .oldest_rejected
            .into_iter()
            .chain(more.oldest_rejected)
            .min();
        self.unplaced |= more.unplaced;
    }

    fn reached(&self) -> Option<DateTime<Utc>> {
        let newest = self.newest?;
        DateTime::from_timestamp_micros(
            self.oldest_rejected
                .map_or(newest, |oldest| oldest.min(newest)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    fn micros(minutes: i64) -> i64 {
        at(minutes).timestamp_micros()
    }

    /// The minute that is reached by a read at minute 1,000 that begins at `from`.
    fn reached(from: Option<i64>, landing: &[i64], rejected: &[Moment]) -> Option<i64> {
        let window = Window {
            now: at(1_000),
            form: "f".to_owned(),
            from: from.map(at),
        };
        let mut seen = Moments::default();
        for minutes in landing {
            let mut batch = Moments::default();
            batch.landing(micros(*minutes));
            seen.add(&batch);
        }
        for moment in rejected {
            let mut batch = Moments::default();
            batch.rejected(*moment);
            seen.add(&batch);
        }
        window
            .next(&seen)
            .map(|next| (next.until - at(0)).num_minutes())
    }

    #[test]
    fn a_watermark_is_the_newest_moment_that_was_read() {
        assert_eq!(reached(None, &[300, 500, 400], &[]), Some(500));
        assert_eq!(reached(Some(450), &[500, 400], &[]), Some(500));
        assert_eq!(reached(None, &[], &[]), None, "an empty table says nothing");
    }

    #[test]
    fn it_moves_forward_only() {
        assert_eq!(reached(Some(450), &[400], &[]), Some(450));
        assert_eq!(reached(Some(450), &[], &[]), Some(450));
        assert_eq!(
            reached(Some(450), &[500], &[Moment::At(micros(420))]),
            Some(450)
        );
    }

    #[test]
    fn it_never_passes_the_clock_of_the_source() {
        assert_eq!(reached(None, &[300, 9_999_999], &[]), Some(1_000));
        assert_eq!(
            reached(None, &[], &[Moment::At(micros(9_999_999))]),
            Some(1_000)
        );
        assert_eq!(
            reached(Some(2_000), &[], &[]),
            Some(1_000),
            "the source's clock was set back: reading more is never wrong"
        );
    }

    #[test]
    fn it_never_passes_a_row_that_could_not_land() {
        assert_eq!(
            reached(
                None,
                &[300, 500],
                &[Moment::At(micros(350)), Moment::At(micros(450))]
            ),
            Some(350)
        );
        assert_eq!(
            reached(Some(320), &[500], &[Moment::At(micros(350))]),
            Some(350)
        );
        assert_eq!(
            reached(None, &[300, 500], &[Moment::Missing]),
            Some(500),
            "rows that say no moment are always read"
        );
        assert_eq!(reached(None, &[300, 500], &[Moment::Unreadable]), None);
        assert_eq!(reached(Some(320), &[500], &[Moment::Unreadable]), Some(320));
    }

    #[test]
    fn another_form_begins_anew_and_the_same_one_an_hour_before() {
        let watermark = Watermark {
            until: at(500),
            form: "f".to_owned(),
        };
        assert_eq!(
            (watermark.from("f"), watermark.from("g")),
            (Some(at(500)), None)
        );
        assert_eq!(
            Window {
                now: at(1_000),
                form: "f".to_owned(),
                from: Some(at(500))
            }
            .since(),
            Some(at(440))
        );
    }
}
