//! The figures' formulas, in the words of docs/figures.md.

pub(super) const RECOMMENDATIONS: &str = "Today's orders of the purchase plan: the quantity in \
    whole packs, at least the minimum order, with the lowest expected cost of 46 weeks = carrying + \
    shortages x their cost, counted twice + announced increases of list prices + order lines, if \
    that is lower than without an order today. Position = on hand + on order + ordered here and \
    not yet shown by the warehouse + moved; bookings and forecast are one demand. Rows with too \
    few sales, without a margin or with a corrected reorder point: order-up-to level - (position \
    - booked), where that is at or below the reorder point. By season: reorder point = quantile \
    of a negative binomial of the sales over lead time and one week of review, at shortage / \
    (shortage + holding x weeks); order-up-to level = reorder point + the sales of the weeks \
    that make ordering and keeping cheapest by week. Else: order-up-to level = reorder point on \
    record + sales of the last 365 days x (lead time + 7) / 365.";
pub(super) const PURCHASE_PLAN: &str = "For each of the last 26 weeks, the plan from what was known \
    that morning; its orders take as long as the supplier's nearest real order, and customers buy \
    what they bought. Cost = carrying + missing units x margin x shortage cost multiple + order \
    lines + transfers, at today's costs. The 20 items, and at most 60 rows, that sold most in the \
    year before. All ways to order start from the same stock: today's, plus what was sold since, \
    less what arrived. Min/max rule: at or below the average sales of lead time and a week, order up \
    to twice of them. What was actually ordered misses few sales, because only sales are on record.";
pub(super) const PRICE_INDEX: &str = "ln P(a, b) = sum over items bought in both months of (share \
    in a + share in b) / 2 x ln(price in b / price in a); each month's level is the mean of all \
    comparisons within 13 months that lead to it; first month = 100.";
pub(super) const CROP_YIELD: &str = "forecast = median of pairwise slopes through up to 30 \
    harvests, read one year on. Accuracy = 100 x (1 - sum of |harvest - forecast| / sum of \
    harvests), over the last 15 one-year-ahead forecasts of every series.";
pub(super) const COMMODITY: &str = "expected change of ln price in 3 months = r x (p + p^2 + p^3) \
    + month effects, with r the last monthly change and p its persistence, drawn toward 0.25. \
    Bullish where P(price rises) is at least 60 %, Bearish at most 40 %, else Neutral.";
pub(super) const NEXT_ORDER: &str = "P(order until h) = P(still a customer) x (1 - ((alpha + T) / \
    (alpha + T + ticks until h))^(r + x)), with x orders after the first in T days, or \
    ticks of the customer's own seasonal clock where seasons are used.";
pub(super) const CARDS: &str = "Total Spend = sum of the lines' amounts, returns taken off, in \
    the organization's currency. Avg Order Value = Total Spend / distinct orders. Delivery Rate \
    = lines delivered on or before the promised day / lines promised in the year and due by \
    today. Active Suppliers = distinct suppliers of 90 days.";
pub(super) const SEGMENTS: &str = "The first rule that holds: P(still a customer) below 50 %: At \
    risk where the amount per year is in the upper two fifths, else Lost; fewer repeat orders \
    than years: Seasonal one-timers; upper two fifths in recency, frequency and amount: \
    Champions; orders of the last 12 months - those of the 12 before > root of their sum: \
    Growing; else Loyal.";
pub(super) const NEEDS: &str = "expected orders of a week = (years x sum over customers of \
    P(still a customer) x expected orders by their clocks + orders of the same week a year ago) \
    / (years + 1), years = whole years that the seasons are told from; without seasons, the same \
    week a year ago weighs v / (1 + v), v = variance of 4 weeks' orders beyond what the \
    customers' ages explain; percentage = 100 x expected / mean week of the last 12 months; \
    range = expected +- 1.28 standard deviations.";
pub(super) const WINDOWS: &str = "cost of a month = seasonal factor + keeping per month x months \
    until the peak of demand; factor = 1 + n / (n + 3) x (mean ratio of the index to its centered \
    12-month mean - 1) over n years; saved = 100 x (cost at the peak - cost in the month) / cost \
    at the peak. The figure for the next 3 months takes each category in its best one of them, \
    weighted by spend.";
pub(super) const SAVINGS: &str = "sum over categories of expected quantity of the next 365 days x \
    mean price x (seasonal factor at the peak - factor in the window - keeping until the peak), \
    at least 0.";
pub(super) const AVERAGE_SPEND: &str = "Frequency = orders so far / years since the first order, \
    at least one year. Average Spend = (p x v + p x orders x own mean) / (p x orders + q - 1) by \
    Gamma-Gamma, or own mean x z + mean of all x (1 - z), z = orders / (orders + variance within \
    / variance between).";
