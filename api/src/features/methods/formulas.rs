//! The figures' formulas, in the words of docs/figures.md.

pub(super) const RECOMMENDATIONS: &str = "order-up-to level - stock position, at least the minimum order, in whole packs; where the position is at or below the \
     reorder point. Stock position = on hand + on order + ordered here and not yet shown by the warehouse - booked. By season: reorder point = quantile of a negative \
     binomial of the sales over lead time and one week of review, at shortage / (shortage + holding x weeks); order-up-to level = reorder point + the sales of the \
     weeks that make ordering and keeping cheapest by week. Else: order-up-to level = reorder point on record + sales of the last 365 days x (lead time + 7) / 365.";
pub(super) const PRICE_INDEX: &str = "ln P(a, b) = sum over items bought in both months of (share in a + share in b) / 2 x ln(price in b / price in a); each month's level is the mean of all comparisons \
     within 13 months that lead to it; first month = 100.";
pub(super) const CROP_YIELD: &str = "forecast = median of pairwise slopes through up to 30 harvests, read one year on. Accuracy = 100 x (1 - sum of |harvest - forecast| / sum of \
     harvests), over the last 15 one-year-ahead forecasts of every series.";
pub(super) const COMMODITY: &str = "expected change of ln price in 3 months = r x (p + p^2 + p^3) + month effects, with r the last monthly change and p its persistence, drawn toward 0.25. Bullish where P(price rises) \
     is at least 60 %, Bearish at most 40 %, else Neutral.";
pub(super) const NEXT_ORDER: &str = "P(order until h) = P(still a customer) x (1 - ((alpha + T) / (alpha + T + ticks until h))^(r + x)), with x orders after the first in T ticks of the \
     customer's own seasonal clock.";
