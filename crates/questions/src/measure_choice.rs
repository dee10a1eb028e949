//! Chooses the measures and the dataset that a question is about.

use crate::plan::{LINE_DIMENSIONS, is_time};
use crate::sketch::{GroupRole, Sketch, ThresholdTarget};
use metrics::Dataset;

/// Measures of a dataset.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) dataset: &'static Dataset,
    pub(crate) measures: Vec<String>,
    pub(crate) is_named: bool,
    pub(crate) assumption: Option<String>,
}

pub(crate) fn supports(dataset: &Dataset, dimension: &str, is_group: bool) -> bool {
    dataset
        .find_dimension(dimension)
        .is_some_and(|known| !is_group || known.is_groupable())
}

/// Whether customers, not the organization, buy.
fn customers_buy(sketch: &Sketch) -> bool {
    if sketch.supplied {
        return false;
    }
    sketch.asks_who
        || sketch
            .groups
            .iter()
            .any(|group| matches!(group.dimension.as_str(), "customer" | "state" | "county"))
        || names_only(sketch, &["customer", "state", "county", "salesperson"])
}

/// Whether a member can only be of one of these dimensions.
fn names_only(sketch: &Sketch, dimensions: &[&str]) -> bool {
    sketch.members.iter().any(|member| {
        member
            .candidates
            .iter()
            .all(|(dimension, _)| dimensions.contains(&dimension.as_str()))
    })
}

/// The measures that the question names, or that its verbs imply.
pub(crate) fn choose_measures(sketch: &Sketch) -> Option<Choice> {
    let NamedMeasures {
        ids: measures,
        is_named,
        assumption,
    } = named_measures(sketch)?;
    let groups: Vec<&str> = sketch
        .groups
        .iter()
        .filter(|group| group.role != GroupRole::Mention)
        .map(|group| group.dimension.as_str())
        .collect();
    let mut best: Option<(i32, &'static Dataset)> = None;
    for dataset in &metrics::DATASETS {
        if !measures.iter().all(|id| dataset.find_measure(id).is_some()) {
            continue;
        }
        let mut score = 0;
        for group in &groups {
            score += if supports(dataset, group, true) {
                10
            } else {
                -10
            };
        }
        for group in sketch
            .groups
            .iter()
            .filter(|group| group.role == GroupRole::Mention)
        {
            score += if supports(dataset, &group.dimension, false) {
                3
            } else {
                0
            };
        }
        for member in &sketch.members {
            let fits = member
                .candidates
                .iter()
                .any(|(dimension, _)| supports(dataset, dimension, false));
            score += if fits { 8 } else { -8 };
        }
        if !sketch.periods.is_empty() || sketch.compares_year || sketch.compares_period {
            score += if dataset.has_days() { 6 } else { -6 };
        }
        score += match dataset.id {
            "sales" => {
                i32::from(sketch.sells) * 5
                    + i32::from(sketch.buys && customers_buy(sketch)) * 5
                    + 2
            }
            "purchases" => {
                i32::from(sketch.pays) * 5
                    + i32::from(sketch.buys && !customers_buy(sketch)) * 5
                    + i32::from(names_only(sketch, &["supplier"])) * 3
                    + 1
            }
            "customers" if sketch.periods.is_empty() && !sketch.buys && !sketch.sells => 4,
            _ => 0,
        };
        if best.is_none_or(|(known, _)| score > known) {
            best = Some((score, dataset));
        }
    }
    Some(Choice {
        dataset: best?.1,
        measures,
        is_named,
        assumption,
    })
}

/// Measures that the question names or implies.
struct NamedMeasures {
    ids: Vec<String>,
    is_named: bool,
    assumption: Option<String>,
}

impl NamedMeasures {
    fn one(id: &str) -> Self {
        Self {
            ids: vec![id.to_owned()],
            is_named: true,
            assumption: None,
        }
    }

    fn assumed(id: &str, label: &str) -> Self {
        Self {
            ids: vec![id.to_owned()],
            is_named: false,
            assumption: Some(format!("{label} as the measure")),
        }
    }
}

fn named_measures(sketch: &Sketch) -> Option<NamedMeasures> {
    measures_by_name(sketch)
        .or_else(|| measure_of_threshold(sketch))
        .or_else(|| measure_of_count(sketch))
        .or_else(|| measure_of_verb(sketch))
        .or_else(|| measure_of_ranking(sketch))
        .or_else(|| measure_of_subject(sketch))
}

fn has_group(sketch: &Sketch, dimension: &str, is_subject: bool) -> bool {
    sketch.groups.iter().any(|group| {
        group.dimension == dimension && (!is_subject || group.role != GroupRole::Mention)
    })
}

fn names_dimension(sketch: &Sketch, dimensions: &[&str]) -> bool {
    sketch.members.iter().any(|member| {
        member
            .candidates
            .iter()
            .any(|(dimension, _)| dimensions.contains(&dimension.as_str()))
    })
}

fn is_ranked(sketch: &Sketch) -> bool {
    sketch.top.is_some() || sketch.bottom.is_some()
}

fn measures_by_name(sketch: &Sketch) -> Option<NamedMeasures> {
    let mut measures = sketch.measures.clone();
    // "Booked quantity" and "value of the stock" are one measure each.
    let has =
        |measures: &[String], ids: &[&str]| measures.iter().any(|id| ids.contains(&id.as_str()));
    if has(&measures, &["on_hand", "on_order", "booked", "position"]) {
        measures.retain(|id| id != "quantity");
    }
    if has(&measures, &["stock_value"]) {
        measures.retain(|id| id != "on_hand");
    }
    // Prices of a market and of a commodity are quotes.
    if sketch.members.iter().any(is_market) || names_commodity(sketch) {
        let is_plain = sketch.groups.is_empty();
        for id in &mut measures {
            match id.as_str() {
                "avg_price" | "avg_quote" if sketch.top.is_some() && is_plain => {
                    "high".clone_into(id);
                }
                "avg_price" | "avg_quote" if sketch.bottom.is_some() && is_plain => {
                    "low".clone_into(id);
                }
                "avg_price" => "avg_quote".clone_into(id),
                "last_price" => "last_quote".clone_into(id),
                _ => {}
            }
        }
    }
    // "gross margin in dollars and percent"
    if let Some(margin) = measures.iter_mut().find(|id| *id == "gross_margin")
        && sketch.in_percent.is_some()
    {
        "gross_margin_percent".clone_into(margin);
        if sketch.in_money {
            measures.insert(0, "gross_margin".to_owned());
        }
    }
    let is_amount = measures.is_empty() || measures == ["revenue"] || measures == ["spend"];
    // "sales in bags" and "top items by bags" are quantities.
    if !sketch.units.is_empty() && is_amount {
        let has_verb = sketch.sells || sketch.buys || sketch.top.is_some();
        let is_stock = measures.is_empty() && !has_verb && sketch.periods.is_empty();
        let id = if is_stock { "on_hand" } else { "quantity" };
        return Some(NamedMeasures::one(id));
    }
    // Customers spend what is revenue.
    if measures == ["customers", "spend"] {
        return Some(NamedMeasures {
            ids: vec!["customers".to_owned(), "revenue".to_owned()],
            is_named: true,
            assumption: None,
        });
    }
    if measures == ["spend"] && customers_buy(sketch) {
        return Some(NamedMeasures::one("revenue"));
    }
    measures.truncate(metrics::MAX_MEASURES);
    (!measures.is_empty()).then_some(NamedMeasures {
        ids: measures,
        is_named: true,
        assumption: None,
    })
}

/// Whether all names are those of commodities, and nothing else says that goods are meant.
fn names_commodity(sketch: &Sketch) -> bool {
    let is_commodity = |member: &crate::sketch::MemberMention| {
        let has = |wanted: &str| member.candidates.iter().any(|(known, _)| known == wanted);
        has("commodity") && !has("category") && !member.is_negated
    };
    let has_verb = sketch.sells || sketch.buys || sketch.pays;
    !sketch.members.is_empty()
        && sketch.members.iter().all(is_commodity)
        && !has_verb
        && sketch.units.is_empty()
        && sketch.groups.iter().all(|group| is_time(&group.dimension))
}

fn is_market(member: &crate::sketch::MemberMention) -> bool {
    let mut candidates = member.candidates.iter();
    candidates.all(|(dimension, _)| dimension == "market")
}

/// "suppliers with more than 15 late lines"
fn measure_of_threshold(sketch: &Sketch) -> Option<NamedMeasures> {
    let has_verb = sketch.buys || sketch.sells;
    sketch
        .thresholds
        .iter()
        .find_map(|threshold| match &threshold.target {
            ThresholdTarget::Measure(id) if id == "acres" => {
                (has_group(sketch, "customer", false) && !has_verb).then_some(id)
            }
            ThresholdTarget::Measure(id) => Some(id),
            _ => None,
        })
        .map(|id| NamedMeasures::one(id))
}

/// "how many customers", "customers per state"
fn measure_of_count(sketch: &Sketch) -> Option<NamedMeasures> {
    let is_plain = sketch.thresholds.is_empty()
        && !is_ranked(sketch)
        && !sketch.sells
        && !sketch.buys
        && sketch.direction.is_none();
    let by_other = |dimension: &str| {
        sketch
            .groups
            .iter()
            .any(|group| group.dimension != dimension && group.role == GroupRole::By)
    };
    [
        ("customer", "customers"),
        ("item", "items"),
        ("supplier", "suppliers"),
    ]
    .into_iter()
    .find(|(dimension, _)| {
        has_group(sketch, dimension, false) && (sketch.counts || (is_plain && by_other(dimension)))
    })
    .map(|(_, measure)| NamedMeasures::one(measure))
}

fn measure_of_verb(sketch: &Sketch) -> Option<NamedMeasures> {
    let one = |id: &str| Some(NamedMeasures::one(id));
    if sketch.pays {
        return if sketch.asks_much && sketch.members.is_empty() {
            one("spend")
        } else {
            Some(NamedMeasures::assumed("spend", "spend"))
        };
    }
    // "how much alfalfa seed went to Minnesota"
    if sketch.asks_quantity && (sketch.sells || sketch.buys) {
        return one("quantity");
    }
    if sketch.sells {
        return one("revenue");
    }
    if sketch.buys {
        return one(if customers_buy(sketch) {
            "revenue"
        } else {
            "spend"
        });
    }
    let is_stock = names_only(sketch, &["item", "category"]) && sketch.periods.is_empty();
    if sketch.stocks && (is_stock || names_only(sketch, &["item"])) {
        return one("on_hand");
    }
    if sketch.asks_much && names_dimension(sketch, &["item"]) {
        return Some(if sketch.periods.is_empty() {
            NamedMeasures::assumed("on_hand", "stock on hand")
        } else {
            NamedMeasures::assumed("quantity", "quantity sold")
        });
    }
    None
}

/// "best month", "top customers", "customers over $5k"
fn measure_of_ranking(sketch: &Sketch) -> Option<NamedMeasures> {
    let is_time_subject = sketch
        .groups
        .iter()
        .any(|group| is_time(&group.dimension) && group.role == GroupRole::Subject);
    let is_line_only = sketch.groups.is_empty()
        && names_dimension(sketch, &LINE_DIMENSIONS)
        && !sketch.periods.is_empty();
    // "who grew the most"
    if sketch.asks_who && sketch.change.is_some() {
        return Some(NamedMeasures::assumed("revenue", "revenue"));
    }
    if is_ranked(sketch) && (is_time_subject || is_line_only) {
        return Some(NamedMeasures::assumed("revenue", "revenue"));
    }
    let is_limited = !sketch.thresholds.is_empty() || sketch.change.is_some();
    if !is_ranked(sketch) && !is_limited {
        return None;
    }
    if has_group(sketch, "supplier", true) {
        return Some(NamedMeasures::assumed("spend", "spend"));
    }
    let is_sales_group = [
        "customer",
        "salesperson",
        "state",
        "county",
        "item",
        "category",
        "location",
    ]
    .iter()
    .any(|dimension| has_group(sketch, dimension, true));
    // A threshold on customers is one of revenue.
    is_sales_group.then(|| {
        if is_limited {
            NamedMeasures::one("revenue")
        } else {
            NamedMeasures::assumed("revenue", "revenue")
        }
    })
}

fn measure_of_subject(sketch: &Sketch) -> Option<NamedMeasures> {
    let is_comparison = sketch.members.len() > 1 || !sketch.periods.is_empty();
    if names_only(sketch, &["salesperson"]) && is_comparison {
        return Some(NamedMeasures::assumed("revenue", "revenue"));
    }
    // "Iowa vs Illinois by category this year"
    let compared = [
        "state", "county", "location", "customer", "category", "item",
    ];
    if sketch.compare.is_some() && sketch.members.len() > 1 && names_only(sketch, &compared) {
        return Some(NamedMeasures::assumed("revenue", "revenue"));
    }
    // "nitrogen stabilizer buyers in Hamilton County"
    let is_buyer = sketch
        .groups
        .iter()
        .any(|group| group.text.to_lowercase().contains("buyer"));
    if is_buyer && !sketch.members.is_empty() {
        return Some(NamedMeasures::one("revenue"));
    }
    // "how did Hays do in May"
    if sketch.performs && !sketch.periods.is_empty() && sketch.unknown.is_empty() {
        return Some(NamedMeasures::assumed("revenue", "revenue"));
    }
    let is_place = names_only(sketch, &["state", "county", "crop", "salesperson"]);
    let asks_customers =
        has_group(sketch, "customer", true) || (sketch.asks_who && names_only(sketch, &["crop"]));
    (asks_customers && is_place).then(|| NamedMeasures::one("acres"))
}
