//! Fills in a metric query for what a question says.

use crate::measure_choice::{Choice, supports};
use crate::members::MemberCatalog;
use crate::periods::PeriodName;
use crate::plan::{Explanation, LINE_DIMENSIONS, Outcome, Reading, is_time};
use crate::sketch::{
    Direction, GroupMention, GroupRole, MemberMention, PeriodMention, Sketch, Threshold,
    ThresholdTarget,
};
use metrics::{Calendar, Query, find_dataset, find_dimension};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The period of questions that name none.
const DEFAULT_PERIOD: &str = "last_12_months";
/// Measures of which less is better.
const BAD_MEASURES: [&str; 8] = [
    "late_lines",
    "overdue_lines",
    "lead_time_median",
    "returned_quantity",
    "return_rate",
    "lapsed_customers",
    "below_reorder_point",
    "last_price",
];
/// Measures that describe the present, so that no period means all days.
const UNDATED_MEASURES: [&str; 2] = ["open_lines", "overdue_lines"];

/// Fills in a query.
pub(crate) struct Planner<'a> {
    pub(crate) sketch: &'a Sketch,
    pub(crate) catalog: &'a MemberCatalog,
    pub(crate) choice: Choice,
    pub(crate) reading: Reading,
    pub(crate) dimensions: Vec<String>,
    pub(crate) having: Vec<Value>,
}

/// A filter and the mentions behind it.
#[derive(Clone)]
struct Resolved {
    dimension: String,
    names: Vec<String>,
    is_negated: bool,
    is_partial: bool,
    /// Members of lines with the same number restrict the same lines: `corn seed`. Others are
    /// alternatives: `corn seed and urea`.
    unit: usize,
}

impl Resolved {
    /// Whether it is about what the lines are of.
    fn names_lines(&self) -> bool {
        LINE_DIMENSIONS.contains(&self.dimension.as_str())
    }
}

impl Planner<'_> {
    fn supports(&self, dimension: &str, is_group: bool) -> bool {
        supports(self.choice.dataset, dimension, is_group)
    }

    pub(crate) fn build(&mut self, calendar: Calendar) -> Result<(), Box<Outcome>> {
        self.read_purchases();
        if (self.sketch.negates_purchase || self.sketch.negates_period())
            && !self.is_purchase_test()
        {
            return Err(Box::new(self.ask_about_absence()));
        }
        let resolved = self.resolve_members()?;
        let resolved = self.group_share(resolved);
        self.count_conditions();
        let alternatives = self.line_alternatives(&resolved);
        let shared: Vec<Resolved> = if alternatives.is_empty() {
            resolved.clone()
        } else {
            let others = resolved.iter().filter(|one| !one.names_lines());
            others.cloned().collect()
        };
        self.choose_dimensions(&shared);
        let patterns = if alternatives.is_empty() {
            let patterns = self.compared_patterns(&resolved);
            patterns.into_iter().map(|pattern| vec![pattern]).collect()
        } else {
            alternatives
        };
        let mut filters = self.filters(&shared, &patterns);
        self.apply_thresholds(&mut filters);
        self.add_other_filters(&mut filters);
        let mut query = Map::new();
        query.insert("dataset".to_owned(), self.choice.dataset.id.into());
        query.insert("measures".to_owned(), json!(self.choice.measures));
        if !self.dimensions.is_empty() {
            query.insert("dimensions".to_owned(), json!(self.dimensions));
        }
        self.add_period(&mut query);
        if self.sketch.why {
            self.explain(&mut query, &resolved);
        } else {
            self.add_changes(&query);
            if !self.having.is_empty() {
                query.insert("having".to_owned(), json!(self.having));
            }
            self.add_order(&mut query);
            self.add_derived(&mut query);
        }
        self.add_purchases(&mut query, &mut filters, &resolved);
        let mut queries = Vec::new();
        if patterns.is_empty() {
            queries.push(finish_query(query, filters));
        } else {
            for pattern in patterns {
                let mut own = filters.clone();
                own.extend(pattern);
                queries.push(finish_query(query.clone(), own));
            }
        }
        for query in &queries {
            if Query::parse(query, calendar).is_err() {
                return Err(Box::new(Outcome::NotMetric));
            }
        }
        self.reading.queries = queries;
        Ok(())
    }

    /// Whether the question is about customers who bought one thing and not another.
    fn is_purchase_test(&self) -> bool {
        if self.is_supplier_test() {
            return true;
        }
        let counts_customers = self.sketch.measures == ["customers"];
        let about_customers =
            self.sketch.asks_who || counts_customers || self.sketch.names_group("customer");
        let mut members = self.sketch.members.iter();
        let negates_line = members.any(|member| member.is_negated && member.names_line());
        let is_named = !self.sketch.measures.is_empty() && !counts_customers;
        about_customers
            && !is_named
            && (self.is_both_test()
                || self.sketch.negates_purchase
                || (self.sketch.buys && self.sketch.only.is_some())
                || self.buys_in_both_periods()
                || (self.sketch.buys && (negates_line || self.sketch.negates_period())))
    }

    /// "bought in May and in June": each is a condition.
    fn buys_in_both_periods(&self) -> bool {
        let sketch = self.sketch;
        let is_both = matches!(sketch.periods.as_slice(), [_, second]
            if second.after_and && !second.is_compared && !second.is_negated);
        let is_compared = sketch.compare.is_some() || sketch.direction.is_some();
        sketch.buys && !sketch.supplied && is_both && !is_compared && !sketch.asks_much
    }

    /// "bought both seed and fertilizer": each is a condition.
    fn is_both_test(&self) -> bool {
        let members = self.sketch.members.iter();
        let lines = members.filter(|member| !member.is_negated && member.names_line());
        // "corn seed" is one thing.
        let count = lines
            .enumerate()
            .filter(|(place, member)| *place == 0 || member.is_joined);
        let count = count.count();
        let joins = self.sketch.members.iter().any(|member| member.follows_and);
        let lists_buyers = self.sketch.measures.is_empty() && !self.sketch.supplied;
        self.sketch.buys && count == 2 && (self.sketch.both.is_some() || (joins && lists_buyers))
    }

    /// Whether the question is about suppliers that delivered nothing.
    fn is_supplier_test(&self) -> bool {
        let sketch = self.sketch;
        let negates = sketch.negates_purchase || sketch.negates_period();
        negates
            && sketch.measures.is_empty()
            && !sketch.names_group("customer")
            && (sketch.names_group("supplier") || (sketch.asks_who && sketch.supplied))
    }

    /// "share of seed in revenue at Hays" is a row of the shares of all categories.
    fn group_share(&mut self, resolved: Vec<Resolved>) -> Vec<Resolved> {
        let sketch = self.sketch;
        let has_groups = sketch
            .groups
            .iter()
            .any(|group| group.role != GroupRole::Mention);
        if has_groups
            || sketch.why
            || !self.is_additive()
            || !sketch.derive.iter().any(|id| id == "share")
        {
            return resolved;
        }
        let named = sketch
            .shared
            .and_then(|place| sketch.members.get(place))
            .and_then(|member| {
                resolved.iter().find(|one| {
                    member
                        .candidates
                        .iter()
                        .any(|(known, names)| *known == one.dimension && *names == one.names)
                })
            })
            .or_else(|| resolved.last());
        let Some(dimension) = named
            .filter(|one| !one.is_negated && !one.is_partial)
            .map(|one| one.dimension.clone())
            .filter(|dimension| self.supports(dimension, true))
        else {
            return resolved;
        };
        self.push_dimension(&dimension);
        resolved
            .into_iter()
            .filter(|one| one.is_negated || one.dimension != dimension)
            .collect()
    }

    fn read_purchases(&mut self) {
        if self.is_supplier_test() {
            self.name_measure("purchases", "spend");
            self.push_dimension("supplier");
        } else if self.is_purchase_test() {
            self.name_measure("customers", "customers");
        }
    }

    /// Takes this measure, as if the question named it.
    fn name_measure(&mut self, dataset: &str, measure: &str) {
        let Some(dataset) = find_dataset(dataset) else {
            return;
        };
        self.choice = Choice {
            dataset,
            measures: vec![measure.to_owned()],
            is_named: true,
            assumption: None,
        };
        self.reading.assumptions.clear();
        self.reading.is_measure_named = true;
    }

    /// Only customers and suppliers can be listed for what they did not do.
    fn ask_about_absence(&self) -> Outcome {
        let period = self
            .sketch
            .periods
            .first()
            .map_or("in the last 12 months", |period| period.text.as_str());
        Outcome::Ask {
            text: "Queries list what was sold or bought, but not what was not. Which of these do \
                   you want to see?"
                .to_owned(),
            options: vec![
                format!("revenue by item {period}, lowest first"),
                "items by days of cover, highest first".to_owned(),
            ],
        }
    }

    fn resolve_members(&mut self) -> Result<Vec<Resolved>, Box<Outcome>> {
        let is_purchase_test = self.is_purchase_test();
        let mut resolved: Vec<Resolved> = Vec::new();
        let mut unit = 0;
        let sketch = self.sketch;
        for member in &sketch.members {
            unit += usize::from(member.is_joined);
            // The lines without corn seed are not those without corn and without seed.
            if member.is_kind && !is_purchase_test {
                self.reading.unused.push(member.text.clone());
                continue;
            }
            let usable = |dimension: &str| {
                self.supports(dimension, false)
                    || (is_purchase_test && LINE_DIMENSIONS.contains(&dimension))
            };
            let found = member
                .candidates
                .iter()
                .find(|(dimension, _)| usable(dimension));
            let Some((dimension, names)) = found else {
                self.reading.unused.push(member.text.clone());
                continue;
            };
            let mut names = names.clone();
            if dimension == "category" {
                names = self.category_names(&names);
            }
            if names.is_empty() {
                self.reading.unused.push(member.text.clone());
                continue;
            }
            if !member.is_full && names.len() > 1 && dimension == "customer" {
                return Err(Box::new(ask_about_name(member, &names)));
            }
            if !member.is_full && !matches!(dimension.as_str(), "item" | "supplier" | "market") {
                let name = names.first().cloned().unwrap_or_default();
                self.reading
                    .assumptions
                    .push(format!("{name} for \u{201c}{}\u{201d}", member.text));
            }
            resolved.push(Resolved {
                dimension: dimension.clone(),
                is_partial: names.len() > 1,
                names,
                is_negated: member.is_negated,
                unit,
            });
        }
        Ok(resolved)
    }

    /// The names of a category in this organization: "fertilizer" is "Fertilizer" there.
    fn category_names(&self, names: &[String]) -> Vec<String> {
        let wanted: Vec<String> = names
            .iter()
            .map(|name| crate::words::fold_text(name))
            .collect();
        self.catalog
            .names_of("category")
            .filter(|known| {
                let folded = crate::words::fold_text(known);
                wanted
                    .iter()
                    .any(|one| *one == folded || crate::words::stem_word(&folded) == *one)
            })
            .map(ToOwned::to_owned)
            .collect()
    }

    fn push_dimension(&mut self, id: &str) {
        if !self.dimensions.iter().any(|known| known == id)
            && self.dimensions.len() < metrics::MAX_DIMENSIONS
        {
            self.dimensions.push(id.to_owned());
        }
    }

    fn choose_dimensions(&mut self, resolved: &[Resolved]) {
        let sketch = self.sketch;
        let groups: Vec<&GroupMention> = sketch.groups.iter().collect();
        let measured = |dimension: &str| {
            let counted = match dimension {
                "customer" => "customers",
                "item" => "items",
                "supplier" => "suppliers",
                "order" => "orders",
                _ => return false,
            };
            self.choice.measures.iter().any(|id| id == counted)
        };
        let is_purchase_test = self.is_purchase_test();
        let wanted: Vec<(String, bool, String)> = groups
            .iter()
            .filter(|group| group.role != GroupRole::Mention)
            .filter(|group| {
                is_purchase_test && !self.sketch.counts
                    || group.role == GroupRole::By
                    || !measured(&group.dimension)
            })
            .map(|group| {
                let is_supported = self.supports(&group.dimension, true);
                (group.dimension.clone(), is_supported, group.text.clone())
            })
            .collect();
        let counts_customers = self.sketch.counts || measured("customer");
        for (dimension, is_supported, text) in wanted {
            if is_supported {
                self.push_dimension(&dimension);
            } else {
                self.reading.unused.push(text);
            }
        }
        if self.sketch.asks_who
            && self.dimensions.is_empty()
            && (!counts_customers || is_purchase_test)
        {
            let who = match self.choice.dataset.id {
                "purchases" => "supplier",
                "sales" if self.sketch.sells && !self.sketch.buys => "salesperson",
                _ => "customer",
            };
            if self.supports(who, true) && !self.sketch.counts {
                self.push_dimension(who);
            }
        }
        // A question that names several members asks for each of them.
        let is_versus = sketch.compare.is_some() && sketch.periods.len() < 2;
        if (self.dimensions.is_empty() || is_versus) && !sketch.why {
            for dimension in crate::members::NAMED_DIMENSIONS {
                let own: Vec<&Resolved> = resolved
                    .iter()
                    .filter(|one| one.dimension == dimension && !one.is_negated)
                    .collect();
                let is_pattern = own.iter().all(|one| one.is_partial);
                let distinct: BTreeSet<&Vec<String>> = own.iter().map(|one| &one.names).collect();
                if distinct.len() > 1 && !is_pattern && self.supports(dimension, true) {
                    self.push_dimension(dimension);
                }
            }
        }
        self.choose_items(resolved);
        // "fertilizers below their reorder point", "seed with less than 30 days of cover"
        let lists_items = self
            .choice
            .measures
            .iter()
            .any(|id| id == "below_reorder_point")
            && !self.sketch.counts;
        let has_limit = self
            .sketch
            .thresholds
            .iter()
            .any(|one| one.target != ThresholdTarget::Measure("acres".to_owned()));
        if self.choice.dataset.id == "inventory"
            && self.dimensions.is_empty()
            && (lists_items || has_limit)
        {
            self.push_dimension("item");
        }
        if lists_items && !self.dimensions.is_empty() {
            self.having
                .push(json!({"measure": "below_reorder_point", "op": ">", "value": 0}));
        }
    }

    /// Adds the items that a question lists without a word for them.
    fn choose_items(&mut self, resolved: &[Resolved]) {
        let sketch = self.sketch;
        // Quantities of several items are not added up.
        let is_quantity = self
            .choice
            .measures
            .iter()
            .any(|id| self.kind_of(id) == Some(metrics::Kind::Quantity));
        let items: BTreeSet<&Vec<String>> = resolved
            .iter()
            .filter(|one| one.dimension == "item" && !one.is_negated && !one.is_partial)
            .map(|one| &one.names)
            .collect();
        if is_quantity && items.len() > 1 && !sketch.why && self.supports("item", true) {
            self.push_dimension("item");
        }
        // "what did Blue Mesa Ranch buy" asks for items.
        let buyers = ["customer", "supplier"];
        let names_buyer = !resolved.is_empty()
            && resolved
                .iter()
                .all(|one| !one.is_negated && buyers.contains(&one.dimension.as_str()));
        if self.dimensions.is_empty()
            && names_buyer
            && sketch.asks_which
            && (sketch.buys || sketch.sells)
            && sketch.measures.is_empty()
            && sketch.compare.is_none()
            && !sketch.asks_much
            && !sketch.counts
            && !sketch.why
            && self.supports("item", true)
        {
            self.push_dimension("item");
        }
        // "Top 5 corn seeds" are items.
        let names_lines = resolved
            .iter()
            .any(|one| !one.is_negated && LINE_DIMENSIONS.contains(&one.dimension.as_str()));
        let is_ranked = self.sketch.top.is_some() || self.sketch.bottom.is_some();
        if self.dimensions.is_empty()
            && is_ranked
            && names_lines
            && (self.sketch.limit.is_some() || !self.choice.is_named)
            && self.supports("item", true)
        {
            self.push_dimension("item");
        }
    }

    /// Two patterns of items are compared by a query for each: "corn seed or soybean seed".
    fn compared_patterns(&self, resolved: &[Resolved]) -> Vec<Value> {
        let own: Vec<&Resolved> = resolved
            .iter()
            .filter(|one| one.dimension == "item" && !one.is_negated && one.is_partial)
            .collect();
        if own.len() < 2 || !self.dimensions.is_empty() || self.sketch.why {
            return Vec::new();
        }
        own.iter()
            .map(|one| json!({"dimension": "item", "op": "in", "values": one.names}))
            .collect()
    }

    /// The filters of each unit of lines that "and" or "or" joins, if one filter cannot say it: "corn
    /// seed and urea", "seed and urea".
    fn line_alternatives(&self, resolved: &[Resolved]) -> Vec<Vec<Value>> {
        let lines: Vec<&Resolved> = resolved.iter().filter(|one| one.names_lines()).collect();
        let units: BTreeSet<usize> = lines.iter().map(|one| one.unit).collect();
        let dimensions: BTreeSet<&str> = lines.iter().map(|one| one.dimension.as_str()).collect();
        let is_one_list = dimensions.len() < 2;
        let has_negated = lines.iter().any(|one| one.is_negated);
        let is_other = self.is_purchase_test() || self.sketch.why;
        if units.len() < 2 || is_one_list || has_negated || is_other {
            return Vec::new();
        }
        let of_unit = |unit: usize| line_filters(resolved, |one| one.unit == unit);
        units.into_iter().map(of_unit).collect()
    }

    /// "how many suppliers delivered late", "how many customers over $100k": those are listed, and
    /// counted by the rows.
    fn count_conditions(&mut self) {
        const CONDITIONS: [&str; 4] = [
            "late_lines",
            "overdue_lines",
            "open_lines",
            "returned_quantity",
        ];
        let sketch = self.sketch;
        let [counted, others @ ..] = sketch.measures.as_slice() else {
            return;
        };
        let (dimension, dataset, measure) = match counted.as_str() {
            "customers" => ("customer", "sales", "revenue"),
            "suppliers" => ("supplier", "purchases", "spend"),
            "items" => ("item", "sales", "revenue"),
            _ => return,
        };
        let is_limited = sketch
            .thresholds
            .iter()
            .any(|one| one.target == ThresholdTarget::Main);
        match others {
            [condition] if CONDITIONS.contains(&condition.as_str()) => {
                self.choice.measures = vec![condition.clone()];
                self.having
                    .push(json!({"measure": condition, "op": ">", "value": 0}));
            }
            // "how many customers spent over $100k"
            [amount] if is_limited && matches!(amount.as_str(), "revenue" | "spend") => {
                self.name_measure(dataset, measure);
            }
            [] if is_limited => self.name_measure(dataset, measure),
            _ => return,
        }
        self.push_dimension(dimension);
    }

    fn filters(&self, resolved: &[Resolved], patterns: &[Vec<Value>]) -> Vec<Value> {
        let is_purchase_test = self.is_purchase_test();
        let mut filters = Vec::new();
        for dimension in crate::members::NAMED_DIMENSIONS {
            if is_purchase_test && LINE_DIMENSIONS.contains(&dimension) {
                continue;
            }
            for is_negated in [false, true] {
                let is_pattern = dimension == "item" && !is_negated && !patterns.is_empty();
                let mut names: Vec<&str> = Vec::new();
                for one in resolved.iter().filter(|one| {
                    one.dimension == dimension
                        && one.is_negated == is_negated
                        && !(is_pattern && one.is_partial)
                }) {
                    for name in &one.names {
                        if !names.contains(&name.as_str()) {
                            names.push(name);
                        }
                    }
                }
                if !names.is_empty() {
                    let op = if is_negated { "not_in" } else { "in" };
                    filters.push(json!({"dimension": dimension, "op": op, "values": names}));
                }
            }
        }
        filters
    }

    fn number(threshold: &Threshold) -> Value {
        threshold
            .digits
            .parse::<serde_json::Number>()
            .map_or(Value::Null, Value::Number)
    }

    fn apply_thresholds(&mut self, filters: &mut Vec<Value>) {
        let sketch = self.sketch;
        for threshold in &sketch.thresholds {
            let value = Self::number(threshold);
            let operator = threshold.operator;
            if threshold.is_percent
                && threshold.target == ThresholdTarget::Main
                && self.choice.measures == ["gross_margin"]
            {
                self.choice.measures = vec!["gross_margin_percent".to_owned()];
            }
            let id = match &threshold.target {
                ThresholdTarget::Measure(id) if id == "acres" => {
                    if self.supports("acres", false) {
                        filters
                            .push(json!({"dimension": "acres", "op": operator, "values": [value]}));
                    } else {
                        self.reading.unused.push(threshold.text.clone());
                    }
                    continue;
                }
                ThresholdTarget::Measure(id) => id.clone(),
                ThresholdTarget::Change | ThresholdTarget::ChangePercent => {
                    let Some(first) = self.choice.measures.first() else {
                        continue;
                    };
                    let measure = if threshold.target == ThresholdTarget::Change {
                        format!("{first}.change")
                    } else {
                        format!("{first}.change_percent")
                    };
                    let is_down = self.sketch.direction == Some(Direction::Down);
                    let (operator, value) = if is_down {
                        let flipped = match operator {
                            ">" => "<",
                            ">=" => "<=",
                            "<" => ">",
                            _ => ">=",
                        };
                        (flipped, negative(&threshold.digits))
                    } else {
                        (operator, value)
                    };
                    if self.dimensions.is_empty() {
                        self.reading.unused.push(threshold.text.clone());
                    } else {
                        self.having
                            .push(json!({"measure": measure, "op": operator, "value": value}));
                    }
                    continue;
                }
                ThresholdTarget::Main => {
                    let money = |id: &&String| {
                        !threshold.is_money || self.kind_of(id) == Some(metrics::Kind::Money)
                    };
                    let found = self.choice.measures.iter().find(money).cloned();
                    match found {
                        Some(id) => id,
                        // "customers with more than 3 orders and over $100k"
                        None if counts_orders(sketch) => self.amount_measure().to_owned(),
                        // "orders over $50k"
                        None if self.choice.measures == ["orders"] => {
                            let id = self.amount_measure();
                            // "orders over $50k by branch"
                            self.choice.measures = vec![id.to_owned()];
                            self.push_dimension("order");
                            id.to_owned()
                        }
                        None => {
                            self.reading.unused.push(threshold.text.clone());
                            continue;
                        }
                    }
                }
            };
            let kind = self.kind_of(&id);
            let is_other_kind = (threshold.is_days && kind != Some(metrics::Kind::Days))
                || (threshold.is_percent && kind != Some(metrics::Kind::Percent));
            let is_known = kind.is_some() && !is_other_kind;
            if !is_known || self.dimensions.is_empty() || value.is_null() {
                self.reading.unused.push(threshold.text.clone());
                continue;
            }
            if !self.choice.measures.contains(&id) {
                if self.choice.measures.len() >= metrics::MAX_MEASURES {
                    self.reading.unused.push(threshold.text.clone());
                    continue;
                }
                self.choice.measures.push(id.clone());
            }
            self.having
                .push(json!({"measure": id, "op": operator, "value": value}));
        }
    }

    fn amount_measure(&self) -> &'static str {
        if self.choice.dataset.id == "sales" {
            "revenue"
        } else {
            "spend"
        }
    }

    /// Whether the first measure can be added up.
    fn is_additive(&self) -> bool {
        let first = self.choice.measures.first();
        first
            .and_then(|id| self.choice.dataset.find_measure(id))
            .is_some_and(|measure| measure.is_additive)
    }

    fn kind_of(&self, id: &str) -> Option<metrics::Kind> {
        self.choice
            .dataset
            .find_measure(id)
            .map(|measure| measure.kind)
    }

    fn add_other_filters(&mut self, filters: &mut Vec<Value>) {
        if let Some(text) = &self.sketch.without_returns {
            if self.supports("line_amount", false) {
                filters.push(json!({"dimension": "line_amount", "op": ">", "values": [0]}));
            } else {
                self.reading.unused.push(text.clone());
            }
        }
        for (is_negated, op) in [(false, "in"), (true, "not_in")] {
            let own = self.sketch.weekdays.iter();
            let own: Vec<_> = own.filter(|one| one.is_negated == is_negated).collect();
            if own.is_empty() {
                continue;
            }
            if self.supports("weekday", false) {
                let days: Vec<u32> = own.iter().map(|one| one.day).collect();
                filters.push(json!({"dimension": "weekday", "op": op, "values": days}));
            } else {
                let texts = own.iter().map(|one| one.text.clone());
                self.reading.unused.extend(texts);
            }
        }
        // "both Hays and Salina" are two members; otherwise the word has no place.
        if !self.is_both_test() && self.sketch.members.len() < 2 && self.sketch.measures.len() < 2 {
            self.reading.unused.extend(self.sketch.both.clone());
        }
        for (unit, text) in &self.sketch.units {
            let is_quantity =
                self.choice.measures.iter().any(|id| {
                    id == "avg_price" || self.kind_of(id) == Some(metrics::Kind::Quantity)
                });
            match self.catalog.find_unit(unit) {
                Some(name) if is_quantity && self.supports("unit", false) => {
                    filters.push(json!({"dimension": "unit", "op": "in", "values": [name]}));
                }
                _ => self.reading.unused.push(text.clone()),
            }
        }
    }

    /// The periods of the question, the compared one last.
    fn ordered_periods(&mut self) -> Vec<PeriodMention> {
        let sketch = self.sketch;
        let mut periods = sketch.periods.clone();
        periods.retain(|period| period.name != PeriodName::SameYear);
        if let [first, second] = periods.as_slice()
            && first.is_compared
            && !second.is_compared
        {
            periods.swap(0, 1);
        }
        // "higher than last year" is about this year.
        if let [only] = periods.as_slice()
            && only.is_compared
            && let PeriodName::Preset(preset) = &only.name
            && let Some(unit) = preset.strip_prefix("last_")
        {
            let mut current = only.clone();
            current.name = PeriodName::Preset(format!("this_{unit}"));
            periods.insert(0, current);
        }
        // "margins fell compared with 2025" is about this year.
        if let [only] = periods.as_slice()
            && only.is_compared
            && sketch
                .compare
                .as_deref()
                .is_some_and(|word| word.contains(' ') || word == "than")
            && let Some(unit) = only.name.whole_unit()
        {
            let mut current = only.clone();
            current.name = PeriodName::Preset(format!("this_{unit}"));
            self.reading
                .assumptions
                .push(format!("this {unit} as the period"));
            periods.insert(0, current);
        }
        periods
    }

    /// "sales in April and May" are those of both, by month. Of other periods that "and" joins, the
    /// later one is compared with the earlier one.
    fn join_periods(
        &mut self,
        query: &mut Map<String, Value>,
        periods: &mut Vec<PeriodMention>,
        is_compared: bool,
    ) {
        let [first, second] = periods.as_mut_slice() else {
            return;
        };
        if !second.after_and {
            return;
        }
        let both = first.name.join(&second.name);
        if let Some((both, unit)) = both.filter(|_| !second.is_compared && !is_compared)
            && self.supports(unit, true)
        {
            first.name = both;
            periods.truncate(1);
            self.push_dimension(unit);
            query.insert("dimensions".to_owned(), json!(self.dimensions));
        } else if second.name.is_after(&first.name) {
            periods.swap(0, 1);
        }
    }

    fn add_period(&mut self, query: &mut Map<String, Value>) {
        let sketch = self.sketch;
        if self.is_supplier_test() {
            return;
        }
        if !self.choice.dataset.has_days() {
            if !self.is_purchase_test() {
                for period in &sketch.periods {
                    self.reading.unused.push(period.text.clone());
                }
                let compared = sketch.compare.iter().chain(&sketch.compare_text);
                self.reading.unused.extend(compared.cloned());
            }
            return;
        }
        let is_same_year = sketch
            .periods
            .iter()
            .any(|period| period.name == PeriodName::SameYear);
        let needs_compare = sketch.why
            || is_same_year
            || sketch.compares_year
            || sketch.compares_period
            || (sketch.change.is_some() && sketch.periods.len() < 2)
            || sketch.thresholds.iter().any(Threshold::is_of_change);
        let mut periods = self.ordered_periods();
        let is_compared = needs_compare || sketch.compare.is_some() || sketch.direction.is_some();
        self.join_periods(query, &mut periods, is_compared);
        let mut period = periods.first().map(|period| period.name.clone());
        if period.is_none() {
            let is_undated = self
                .choice
                .measures
                .iter()
                .all(|id| UNDATED_MEASURES.contains(&id.as_str()));
            if is_undated && !needs_compare {
                return;
            }
            let is_by_year = self
                .dimensions
                .iter()
                .any(|id| matches!(id.as_str(), "year" | "fiscal_year" | "half"));
            let (preset, label) = if needs_compare {
                ("this_year", "this year")
            } else if is_by_year {
                ("all", "all days")
            } else {
                (DEFAULT_PERIOD, "the last 12 months")
            };
            self.reading
                .assumptions
                .push(format!("{label} as the period"));
            period = Some(PeriodName::Preset(preset.to_owned()));
        }
        let Some(period) = period else {
            return;
        };
        query.insert("period".to_owned(), period.to_json());
        let is_year = matches!(&period, PeriodName::Preset(name) if name.contains("year"));
        let has_end = !matches!(&period, PeriodName::Preset(name) if name == "all")
            && !matches!(&period, PeriodName::Days { from: None, .. });
        // One comparison is made.
        if periods.len() > 1 {
            self.reading.unused.extend(sketch.compare_text.clone());
        }
        let compare = if let Some(second) = periods.get(1) {
            // "this October than last October", "last 90 days vs prior 90 days"
            Some(if second.name == period {
                let is_rolling = matches!(&period, PeriodName::Preset(name)
                    if name.bytes().any(|byte| byte.is_ascii_digit()));
                json!(if is_rolling {
                    "previous_period"
                } else {
                    "previous_year"
                })
            } else {
                period.compare_with(&second.name)
            })
        } else if let Some(unit) = sketch.step.filter(|unit| !period.is_of_unit(unit)) {
            // The rows show the course; no column compares a row with the one before.
            self.push_dimension(unit);
            query.insert("dimensions".to_owned(), json!(self.dimensions));
            self.reading.unused.extend(sketch.compare_text.clone());
            None
        } else if is_same_year || sketch.compares_year || (needs_compare && is_year) {
            Some(json!("previous_year"))
        } else if needs_compare {
            if !sketch.compares_period {
                self.reading
                    .assumptions
                    .push("a comparison with the period before".to_owned());
            }
            Some(json!("previous_period"))
        } else {
            if let Some(text) = sketch.compare.as_ref().filter(|_| sketch.members.len() < 2) {
                self.reading.unused.push(text.clone());
            }
            None
        };
        if let Some(compare) = compare.filter(|_| has_end) {
            query.insert("compare".to_owned(), compare);
        }
    }

    /// Rows that rose or fell, if no threshold says how much.
    fn add_changes(&mut self, query: &Map<String, Value>) {
        let has_threshold = self.sketch.thresholds.iter().any(Threshold::is_of_change);
        let is_list = self.sketch.asks_who
            || self
                .sketch
                .groups
                .iter()
                .any(|group| group.role == GroupRole::Subject);
        let is_ranked = self.sketch.top.is_some();
        if self.sketch.change.is_none()
            || has_threshold
            || is_ranked
            || !is_list
            || self.dimensions.is_empty()
            || !query.contains_key("compare")
        {
            return;
        }
        if let (Some(direction), Some(first)) =
            (self.sketch.direction, self.choice.measures.first())
        {
            let op = if direction == Direction::Up { ">" } else { "<" };
            self.having
                .push(json!({"measure": format!("{first}.change"), "op": op, "value": 0}));
        }
    }

    fn add_order(&mut self, query: &mut Map<String, Value>) {
        let sketch = self.sketch;
        let is_ranked = sketch.top.is_some() || sketch.bottom.is_some();
        let Some(first) = self.choice.measures.first().cloned() else {
            return;
        };
        if self.dimensions.is_empty() {
            // "highest wheat price" is a measure.
            let is_extreme = matches!(first.as_str(), "high" | "low");
            if is_ranked && sketch.members.len() < 2 && !is_extreme || sketch.limit.is_some() {
                self.reading.unused.push(sketch.top_text.clone());
            }
            return;
        }
        let is_low = first == "lowest_price" || sketch.bottom.is_some();
        let is_flipped = sketch.judges && BAD_MEASURES.contains(&first.as_str());
        let ascending = sketch.ascending.unwrap_or(is_low) != is_flipped;
        let has_time = self.dimensions.iter().any(|id| is_time(id));
        let is_change = sketch.change.is_some() && query.contains_key("compare") && is_ranked;
        let sorted = sketch.sort_measure.as_ref();
        let by = if is_change {
            format!("{first}.change")
        } else if let Some(measure) = sorted.filter(|id| self.choice.measures.contains(id)) {
            measure.clone()
        } else {
            first.clone()
        };
        if self.add_top_per(query) {
            return;
        }
        let is_ordered = is_ranked || sketch.ascending.is_some() || is_low;
        if is_ordered || !has_time {
            let descending = if is_change {
                sketch.direction != Some(Direction::Down)
            } else {
                !ascending
            };
            let direction = if descending { "desc" } else { "asc" };
            query.insert(
                "order".to_owned(),
                json!([{"by": by, "direction": direction}]),
            );
        } else if self.dimensions.iter().any(|id| id == "weekday") {
            query.insert(
                "order".to_owned(),
                json!([{"by": "weekday", "direction": "asc"}]),
            );
        }
        let limit = sketch
            .limit
            .as_ref()
            .and_then(|digits| digits.parse::<u64>().ok());
        if let Some(limit) = limit.filter(|limit| (1..=1_000).contains(limit)) {
            if is_ordered {
                query.insert("limit".to_owned(), limit.into());
                if let Some(ordinal) = &sketch.ordinal {
                    self.reading.assumptions.push(format!(
                        "a list of the first {limit}, of which the last is the {}",
                        ordinal.to_lowercase()
                    ));
                }
            } else {
                self.reading.unused.push(sketch.top_text.clone());
            }
        } else if is_ranked {
            let is_single = sketch
                .groups
                .iter()
                .any(|group| group.role == GroupRole::Subject && !group.is_plural)
                || (sketch.asks_who && sketch.groups.iter().all(|group| !group.is_plural));
            if is_single {
                query.insert("limit".to_owned(), 1.into());
            }
        }
    }

    /// The first rows of each member: "top 2 items per category".
    fn add_top_per(&mut self, query: &mut Map<String, Value>) -> bool {
        let sketch = self.sketch;
        // "largest customer by state" is one for each.
        let is_single = (sketch.top.is_some() || sketch.bottom.is_some())
            && sketch
                .groups
                .iter()
                .any(|group| group.role == GroupRole::Subject && !group.is_plural);
        let typed = sketch.limit.as_ref();
        let typed = typed.and_then(|digits| digits.parse::<u64>().ok());
        let Some(limit) = typed.or(is_single.then_some(1)) else {
            return false;
        };
        let per = sketch.groups.iter().rev().find(|group| {
            group.role == GroupRole::By && self.dimensions.contains(&group.dimension)
        });
        let Some(per) = per else {
            return false;
        };
        // "top 3 by rep" are 3 rows.
        if self.dimensions.len() < 2 {
            return false;
        }
        let dimension = per.dimension.clone();
        self.dimensions.retain(|known| *known != dimension);
        self.dimensions.insert(0, dimension.clone());
        query.insert("dimensions".to_owned(), json!(self.dimensions));
        query.insert(
            "topPer".to_owned(),
            json!({"dimension": dimension, "limit": limit}),
        );
        if let Some(first) = self.choice.measures.first() {
            let is_flipped = sketch.judges && BAD_MEASURES.contains(&first.as_str());
            let direction = if sketch.bottom.is_some() == is_flipped {
                "desc"
            } else {
                "asc"
            };
            query.insert(
                "order".to_owned(),
                json!([{"by": first, "direction": direction}]),
            );
        }
        true
    }

    fn add_derived(&mut self, query: &mut Map<String, Value>) {
        let has_time = self.dimensions.iter().any(|id| is_time(id));
        let mut derive: Vec<&str> = Vec::new();
        let sketch = self.sketch;
        for id in &sketch.derive {
            // "What percentage of deliveries was on time" is a rate.
            let kind = self.choice.measures.first().and_then(|id| self.kind_of(id));
            if id == "share" && kind == Some(metrics::Kind::Percent) {
                continue;
            }
            if id == "moving_average_3" && !self.is_additive() {
                self.reading.unused.push("moving average".to_owned());
                continue;
            }
            if id == "moving_average_3"
                && !has_time
                && self.dimensions.len() < metrics::MAX_DIMENSIONS
            {
                self.push_dimension("month");
                query.insert("dimensions".to_owned(), json!(self.dimensions));
                query.remove("order");
            }
            if self.dimensions.is_empty() {
                self.reading.unused.push(id.replace('_', " "));
            } else {
                derive.push(id);
            }
        }
        if let Some(text) = &sketch.in_percent
            && derive.is_empty()
            && !self.has_percentages(query)
        {
            if self.is_additive() && !self.dimensions.is_empty() {
                derive.push("share");
                self.reading
                    .assumptions
                    .push("percentages of the total".to_owned());
            } else {
                self.reading.unused.push(text.clone());
            }
        }
        if !derive.is_empty() {
            query.insert("derive".to_owned(), json!(derive));
        }
    }

    /// Whether the answer has percentages already: of a measure or of a change.
    fn has_percentages(&self, query: &Map<String, Value>) -> bool {
        query.contains_key("compare")
            || self.sketch.change.is_some()
            || !self.sketch.thresholds.is_empty()
            || self
                .choice
                .measures
                .iter()
                .any(|id| id.ends_with("_percent") || id.ends_with("_rate"))
    }

    fn explain(&mut self, query: &mut Map<String, Value>, resolved: &[Resolved]) {
        let filtered: Vec<&str> = resolved.iter().map(|one| one.dimension.as_str()).collect();
        for id in self.dimensions.drain(..) {
            if let Some(group) = self
                .sketch
                .groups
                .iter()
                .find(|group| group.dimension == id)
                && is_time(&id)
            {
                self.reading.unused.push(group.text.clone());
            }
        }
        query.remove("dimensions");
        self.choice.measures.truncate(1);
        query.insert("measures".to_owned(), json!(self.choice.measures));
        let groups = self
            .sketch
            .groups
            .iter()
            .map(|group| group.dimension.as_str());
        let mut dimensions: Vec<&'static str> = Vec::new();
        for id in groups.chain(["category", "item", "customer", "supplier"]) {
            let Some(known) = find_dimension(id) else {
                continue;
            };
            let is_single = filtered.contains(&id) && id == "category";
            if self.supports(id, true)
                && !is_single
                && !dimensions.contains(&known.id)
                && !is_time(id)
            {
                dimensions.push(known.id);
            }
        }
        dimensions.truncate(2);
        for threshold in &self.sketch.thresholds {
            self.reading.unused.push(threshold.text.clone());
        }
        if !self.sketch.top_text.is_empty() {
            self.reading.unused.push(self.sketch.top_text.clone());
        }
        self.reading.explanation = Some(Explanation {
            presumed: self.sketch.direction,
            dimensions,
        });
        if !query.contains_key("compare") {
            self.reading.explanation = None;
            self.reading.unused.push("why".to_owned());
        }
    }

    /// Filters of customers by what they bought.
    fn add_purchases(
        &mut self,
        query: &mut Map<String, Value>,
        filters: &mut Vec<Value>,
        resolved: &[Resolved],
    ) {
        if !self.is_purchase_test() {
            return;
        }
        let period = if let Some(period) = self.sketch.periods.first() {
            period.name.to_json()
        } else if self.sketch.never {
            json!({ "preset": "all" })
        } else {
            self.reading
                .assumptions
                .push("the last 12 months as the period".to_owned());
            json!({ "preset": DEFAULT_PERIOD })
        };
        let subject = if self.is_supplier_test() {
            query.insert("period".to_owned(), json!({ "preset": "all" }));
            "supplier"
        } else {
            query.remove("period");
            query.remove("order");
            "customer"
        };
        let compared = self.sketch.compare.iter().chain(&self.sketch.compare_text);
        self.reading.unused.extend(compared.cloned());
        let mut push = |op: &str, lines: &[Value], period: &Value| {
            filters.push(json!({
                "dimension": subject,
                "op": op,
                "where": lines,
                "period": period,
            }));
        };
        // "bought seed last year but not this year"
        if let [first, second] = self.sketch.periods.as_slice()
            && first.is_negated != second.is_negated
        {
            let lines = line_filters(resolved, |one| !one.is_negated);
            for one in [first, second] {
                let op = if one.is_negated {
                    "did_not_buy"
                } else {
                    "bought"
                };
                push(op, &lines, &one.name.to_json());
            }
            return;
        }
        if self.buys_in_both_periods() {
            let lines = line_filters(resolved, |one| !one.is_negated);
            for one in &self.sketch.periods {
                push("bought", &lines, &one.name.to_json());
            }
            return;
        }
        if self.is_both_test() {
            let units = resolved.iter().filter(|one| !one.is_negated);
            let units: BTreeSet<usize> = units.map(|one| one.unit).collect();
            for unit in units {
                let lines = line_filters(resolved, |one| !one.is_negated && one.unit == unit);
                if !lines.is_empty() {
                    push("bought", &lines, &period);
                }
            }
        }
        if let Some(only) = &self.sketch.only {
            match line_filters(resolved, |one| !one.is_negated).as_slice() {
                [bought] => {
                    let mut others = bought.clone();
                    if let Some(others) = others.as_object_mut() {
                        others.insert("op".to_owned(), "not_in".into());
                    }
                    push("did_not_buy", &[others], &period);
                }
                _ => self.reading.unused.push(only.clone()),
            }
        }
        // Who stopped has bought before.
        if self.sketch.stops {
            let lines = line_filters(resolved, |one| !one.is_negated);
            push("bought", &lines, &json!({ "preset": "all" }));
        }
        for is_negated in [false, true] {
            if self.is_both_test() && !is_negated {
                continue;
            }
            let is_absent = is_negated || self.sketch.negates_purchase;
            let own = line_filters(resolved, |one| one.is_negated == is_negated);
            let is_whole = self.sketch.negates_purchase && !is_negated && own.is_empty();
            if own.is_empty() && !is_whole {
                continue;
            }
            let op = if is_absent { "did_not_buy" } else { "bought" };
            push(op, &own, &period);
        }
    }
}

fn counts_orders(sketch: &Sketch) -> bool {
    let orders = ThresholdTarget::Measure("orders".to_owned());
    sketch.thresholds.iter().any(|one| one.target == orders)
}

/// The filters of lines by category and item.
fn line_filters(resolved: &[Resolved], is_own: impl Fn(&Resolved) -> bool) -> Vec<Value> {
    LINE_DIMENSIONS
        .iter()
        .filter_map(|dimension| {
            let names: Vec<&String> = resolved
                .iter()
                .filter(|one| one.dimension == *dimension && is_own(one))
                .flat_map(|one| &one.names)
                .collect();
            (!names.is_empty())
                .then(|| json!({"dimension": dimension, "op": "in", "values": names}))
        })
        .collect()
}

fn ask_about_name(member: &MemberMention, names: &[String]) -> Outcome {
    Outcome::Ask {
        text: format!("Which one do you mean by \u{201c}{}\u{201d}?", member.text),
        options: names.to_vec(),
    }
}

fn finish_query(mut query: Map<String, Value>, filters: Vec<Value>) -> Value {
    if !filters.is_empty() {
        query.insert("filters".to_owned(), filters.into());
    }
    Value::Object(query)
}

fn negative(digits: &str) -> Value {
    format!("-{digits}")
        .parse::<serde_json::Number>()
        .map_or(Value::Null, Value::Number)
}
