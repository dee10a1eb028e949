//! The position up to which a database table was read, by the change times of its rows. The next
//! read can start there.
//!
//! A watermark never passes a rejected row or the source's own clock, so rows that are not synced
//! yet are always after it.

use chrono::{DateTime, TimeDelta, Utc};

/// The column with the change time of a row. Every table has it.
pub const UPDATED_AT_COLUMN: &str = "updated_at";
/// The next read starts this long before the watermark, to find rows that became visible later than
/// their change time.
const OVERLAP: TimeDelta = TimeDelta::hours(1);

/// The position up to which a table was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watermark {
    /// All valid rows with a change time up to this one are synced.
    pub until: DateTime<Utc>,
    /// Hash of the statement and the user. A watermark applies only to reads with the same value.
    pub form: String,
}

/// The range of rows that a read covers, if the source supports reading by change time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadWindow {
    /// Start of the read by the source's clock.
    pub now: DateTime<Utc>,
    /// Hash of the statement and the user.
    pub form: String,
    /// The watermark that the read continues; `None` for the whole table.
    pub from: Option<DateTime<Utc>>,
}

/// The change time of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeTime {
    /// Microseconds since 1970-01-01T00:00:00Z.
    At(i64),
    /// Empty. Every read includes these rows.
    Missing,
    /// Not a valid timestamp.
    Unreadable,
}

/// The change times of the rows of a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeTimes {
    newest: Option<i64>,
    oldest_rejected: Option<i64>,
    has_unreadable: bool,
}

impl Watermark {
    /// Where the next read starts; `None`, so the whole table, if it has another form.
    pub fn start_for(&self, form: &str) -> Option<DateTime<Utc>> {
        (self.form == form).then_some(self.until)
    }
}

impl ReadWindow {
    /// The change time from which rows are read, one hour before the watermark; `None` for all
    /// rows.
    pub fn since(&self) -> Option<DateTime<Utc>> {
        self.from.and_then(|from| from.checked_sub_signed(OVERLAP))
    }

    /// The watermark after this read is committed; `None` if the next read must read the whole
    /// table.
    pub fn next_watermark(&self, seen: &ChangeTimes) -> Option<Watermark> {
        let reached = if seen.has_unreadable {
            None
        } else {
            seen.safe_until()
        };
        // The watermark moves back only if the source's clock does.
        let until = reached.max(self.from)?.min(self.now);
        Some(Watermark {
            until,
            form: self.form.clone(),
        })
    }
}

impl ChangeTimes {
    /// Adds an accepted row.
    pub fn add_accepted(&mut self, moment: i64) {
        self.newest = self.newest.max(Some(moment));
    }

    /// Adds a rejected row.
    pub fn add_rejected(&mut self, moment: ChangeTime) {
        match moment {
            ChangeTime::At(moment) => {
                self.add_accepted(moment);
                self.oldest_rejected = Some(
                    self.oldest_rejected
                        .map_or(moment, |oldest| oldest.min(moment)),
                );
            }
            ChangeTime::Missing => {}
            ChangeTime::Unreadable => self.has_unreadable = true,
        }
    }

    /// Adds further rows of the same read.
    pub fn merge(&mut self, more: &Self) {
        self.newest = self.newest.max(more.newest);
        self.oldest_rejected = self
            .oldest_rejected
            .into_iter()
            .chain(more.oldest_rejected)
            .min();
        self.has_unreadable |= more.has_unreadable;
    }

    fn safe_until(&self) -> Option<DateTime<Utc>> {
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

    /// The watermark in minutes after a read at minute 1,000 that starts at `from`.
    fn reached_minute(from: Option<i64>, landing: &[i64], rejected: &[ChangeTime]) -> Option<i64> {
        let window = ReadWindow {
            now: at(1_000),
            form: "f".to_owned(),
            from: from.map(at),
        };
        let mut seen = ChangeTimes::default();
        for minutes in landing {
            let mut batch = ChangeTimes::default();
            batch.add_accepted(micros(*minutes));
            seen.merge(&batch);
        }
        for moment in rejected {
            let mut batch = ChangeTimes::default();
            batch.add_rejected(*moment);
            seen.merge(&batch);
        }
        window
            .next_watermark(&seen)
            .map(|next| (next.until - at(0)).num_minutes())
    }

    #[test]
    fn a_watermark_is_the_newest_moment_that_was_read() {
        assert_eq!(reached_minute(None, &[300, 500, 400], &[]), Some(500));
        assert_eq!(reached_minute(Some(450), &[500, 400], &[]), Some(500));
        assert_eq!(
            reached_minute(None, &[], &[]),
            None,
            "an empty table says nothing"
        );
    }

    #[test]
    fn it_moves_forward_only() {
        assert_eq!(reached_minute(Some(450), &[400], &[]), Some(450));
        assert_eq!(reached_minute(Some(450), &[], &[]), Some(450));
        assert_eq!(
            reached_minute(Some(450), &[500], &[ChangeTime::At(micros(420))]),
            Some(450)
        );
    }

    #[test]
    fn it_never_passes_the_clock_of_the_source() {
        assert_eq!(reached_minute(None, &[300, 9_999_999], &[]), Some(1_000));
        assert_eq!(
            reached_minute(None, &[], &[ChangeTime::At(micros(9_999_999))]),
            Some(1_000)
        );
        assert_eq!(
            reached_minute(Some(2_000), &[], &[]),
            Some(1_000),
            "the source's clock was set back: reading more is never wrong"
        );
    }

    #[test]
    fn it_never_passes_a_row_that_could_not_land() {
        assert_eq!(
            reached_minute(
                None,
                &[300, 500],
                &[ChangeTime::At(micros(350)), ChangeTime::At(micros(450))]
            ),
            Some(350)
        );
        assert_eq!(
            reached_minute(Some(320), &[500], &[ChangeTime::At(micros(350))]),
            Some(350)
        );
        assert_eq!(
            reached_minute(None, &[300, 500], &[ChangeTime::Missing]),
            Some(500),
            "rows that say no moment are always read"
        );
        assert_eq!(
            reached_minute(None, &[300, 500], &[ChangeTime::Unreadable]),
            None
        );
        assert_eq!(
            reached_minute(Some(320), &[500], &[ChangeTime::Unreadable]),
            Some(320)
        );
    }

    #[test]
    fn another_form_begins_anew_and_the_same_one_an_hour_before() {
        let watermark = Watermark {
            until: at(500),
            form: "f".to_owned(),
        };
        assert_eq!(
            (watermark.start_for("f"), watermark.start_for("g")),
            (Some(at(500)), None)
        );
        assert_eq!(
            ReadWindow {
                now: at(1_000),
                form: "f".to_owned(),
                from: Some(at(500))
            }
            .since(),
            Some(at(440))
        );
    }
}
