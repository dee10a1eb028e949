//! On which day a sale counts as demand, and what the sales themselves say about their dates.

/// What the date of a sale line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SalesDating {
    /// The day on which the customer ordered.
    Booking,
    /// The day on which the goods left.
    Delivery,
}

/// When the goods of a sale line left, apart from the line's date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaleDelivery<D> {
    /// On the date of the line: neither a promised nor a delivered day is known.
    AtOnce,
    /// On this day.
    On(D),
    /// Promised and not delivered yet.
    Outstanding,
}

/// Sale lines of an organization that show how its sales are dated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatingEvidence {
    /// All sale lines.
    pub lines: u64,
    /// Delivered on another day than their date.
    pub other_day_lines: u64,
    /// Promised, without a delivered day, and dated over a year before the newest line.
    pub overdue_lines: u64,
}

/// Why a dating is proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatingReason {
    /// Lines were delivered on another day than their date.
    OtherDays,
    /// Hardly any line has another delivered day than its date.
    SameDays,
    /// More lines lack their delivered day than have another one than their date.
    MissingDays,
}

/// Share of the lines with another delivered day from which on the date is that of the booking.
/// Fewer are typing errors.
const MIN_OTHER_DAY_PERCENT: u64 = 1;

impl<D: PartialEq> SaleDelivery<D> {
    /// From the columns of a line.
    pub fn from_days(promised: Option<D>, delivered: Option<D>) -> Self {
        match (promised, delivered) {
            (_, Some(day)) => Self::On(day),
            (Some(_), None) => Self::Outstanding,
            (None, None) => Self::AtOnce,
        }
    }

    /// Whether the goods left on another day than the line's date, or not yet.
    pub fn differs_from(&self, dated: &D) -> bool {
        match self {
            Self::AtOnce => false,
            Self::On(day) => day != dated,
            Self::Outstanding => true,
        }
    }
}

impl SalesDating {
    /// The day on which a line counts as demand: that on which its goods leave. None if they have
    /// not left: then the open booking counts.
    pub fn demand_day<D>(self, dated: D, delivery: SaleDelivery<D>) -> Option<D> {
        match (self, delivery) {
            (Self::Delivery, _) | (Self::Booking, SaleDelivery::AtOnce) => Some(dated),
            (Self::Booking, SaleDelivery::On(day)) => Some(day),
            (Self::Booking, SaleDelivery::Outstanding) => None,
        }
    }
}

impl DatingEvidence {
    /// What the dates probably are. Without evidence they are days of delivery.
    pub fn propose(&self) -> (SalesDating, DatingReason) {
        let other_days = self.other_day_lines.saturating_mul(100);
        if self.other_day_lines == 0
            || other_days < self.lines.saturating_mul(MIN_OTHER_DAY_PERCENT)
        {
            (SalesDating::Delivery, DatingReason::SameDays)
        } else if self.overdue_lines > self.other_day_lines {
            (SalesDating::Delivery, DatingReason::MissingDays)
        } else {
            (SalesDating::Booking, DatingReason::OtherDays)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sale_counts_on_the_day_its_goods_leave() {
        let (booked, promised, delivered) = (10, Some(90), Some(93));
        let day = |dating: SalesDating, promised, delivered| {
            dating.demand_day(booked, SaleDelivery::from_days(promised, delivered))
        };
        assert_eq!(day(SalesDating::Booking, promised, delivered), Some(93));
        assert_eq!(day(SalesDating::Booking, None, delivered), Some(93));
        assert_eq!(day(SalesDating::Booking, promised, None), None);
        assert_eq!(day(SalesDating::Booking, None, None), Some(10));
        for (promised, delivered) in [(promised, delivered), (promised, None), (None, None)] {
            assert_eq!(day(SalesDating::Delivery, promised, delivered), Some(10));
        }
    }

    #[test]
    fn only_another_or_missing_day_differs() {
        let differs =
            |promised, delivered| SaleDelivery::from_days(promised, delivered).differs_from(&10);
        assert!(differs(None, Some(11)) && differs(None, Some(9)) && differs(Some(20), None));
        assert!(!differs(Some(20), Some(10)) && !differs(None, None));
    }

    #[test]
    fn proposes_what_most_delivered_days_show() {
        let propose = |lines, other_day_lines, overdue_lines| {
            DatingEvidence {
                lines,
                other_day_lines,
                overdue_lines,
            }
            .propose()
        };
        let booking = (SalesDating::Booking, DatingReason::OtherDays);
        let same = (SalesDating::Delivery, DatingReason::SameDays);
        let missing = (SalesDating::Delivery, DatingReason::MissingDays);
        assert_eq!(propose(5_400, 5_120, 0), booking);
        assert_eq!(propose(1_000, 10, 10), booking);
        assert_eq!(propose(1_000, 9, 0), same);
        assert_eq!(propose(0, 0, 0), same);
        assert_eq!(propose(1_000, 0, 900), same);
        assert_eq!(propose(1_000, 10, 11), missing);
    }
}
