//! What a question leaves to the one before it: `and for wheat?`, `just the seed ones`, `when will
//! they buy next`.

use chrono::NaiveDate;

use super::fill::filled;
use super::gist::{EXPLAINABLE, Gist};
use super::intents::{Intent, intent, meanings_of};
use super::names::{Catalogue, NameKind};
use super::sense::{Sense, Senses};
use super::when::When;
use crate::features::assistant::registry::{Args, Call, Category, Commodity, ReportKind, ToolName};

/// Words that a follow-up may hold whatever it follows.
const NEUTRAL: Senses = Senses::of(&[
    Sense::Marker,
    Sense::Pronoun,
    Sense::Vague,
    Sense::Who,
    Sense::Data,
    Sense::HowMany,
    Sense::Profile,
    Sense::AboutName,
    Sense::NamedItem,
    Sense::NamedCustomer,
    Sense::NamedSupplier,
    Sense::NamedPlace,
    Sense::HasCategory,
    Sense::InputCategory,
    Sense::HasCommodity,
    Sense::HasCrop,
    Sense::HasPeriod,
    Sense::HasGroup,
    Sense::HasCompare,
    Sense::HasRegion,
    Sense::HasLimit,
    Sense::HasFormat,
    Sense::Top,
    Sense::Bottom,
    Sense::Good,
    Sense::Bad,
    Sense::Next,
    Sense::HowDoing,
]);

/// The calls before with what the question changes about them; none where it changes nothing, or
/// asks for something else.
pub(super) fn changed(
    gist: &Gist,
    before: &[Call],
    catalogue: &Catalogue,
    today: NaiveDate,
) -> Option<Vec<Call>> {
    let mut calls: Vec<Call> = Vec::new();
    for call in before {
        if !gist
            .senses
            .without(NEUTRAL)
            .without(meanings_of(call.tool))
            .is_empty()
        {
            continue;
        }
        let fill = filled(call.tool, gist, catalogue, today);
        if fill.unclear.is_some() {
            return None;
        }
        let stepped = stepped_back(gist, call, today);
        for args in fill.args {
            let mut over = args.accepted_by(call.tool).overlaid(&stepped);
            // "Compare that to last year" keeps the period that is compared.
            if over.compare.is_some() && call.args.period.is_some() {
                over.period = None;
            }
            if over.is_empty() {
                continue;
            }
            if let Ok(changed) = Call::new(call.tool, &call.args.overlaid(&over))
                && !calls.contains(&changed)
            {
                calls.push(changed);
            }
        }
    }
    (!calls.is_empty()).then_some(calls)
}

/// Another tool, told by the question's words together with what the conversation is about.
pub(super) fn redirected(gist: &Gist, before: &[Call]) -> Option<(Intent, Args, Senses)> {
    let subject = before.iter().fold(Args::default(), |subject, call| {
        subject.overlaid(&call.args)
    });
    let mut senses = gist.senses.with(subject_senses(&subject));
    for call in before {
        match call.tool {
            ToolName::TopProducts | ToolName::TopCustomers => senses.add(Sense::Top),
            ToolName::SpendBySupplier => [Sense::Top, Sense::TotalSpend]
                .into_iter()
                .for_each(|sense| senses.add(sense)),
            ToolName::SupplierPerformance => senses.add(Sense::DeliveryRate),
            ToolName::AvgOrderValue => senses.add(Sense::AverageOrder),
            ToolName::PriceIndex => senses.add(Sense::Index),
            ToolName::ActiveSuppliers => senses.add(Sense::SupplierCount),
            ToolName::CropYieldForecast => senses.add(Sense::Accuracy),
            ToolName::SyncStatus => senses.add(Sense::SuccessRate),
            ToolName::LowStockItems | ToolName::StockLevel => senses.add(Sense::ReorderPoint),
            _ => {}
        }
    }
    if !gist.has(Sense::Explain) {
        let figures = EXPLAINABLE.without(gist.senses);
        senses = senses.without(figures);
    }
    let found = intent(senses).filter(Intent::is_strong)?;
    Some((found, carried(&subject), senses))
}

/// What a question that has an intent of its own takes over from the conversation: names that it
/// points to, and with a marker the rest.
pub(super) fn carried_over(gist: &Gist, tool: ToolName, before: &[Call]) -> Args {
    let subject = before.iter().fold(Args::default(), |subject, call| {
        subject.overlaid(&call.args)
    });
    let subject = carried(&subject).accepted_by(tool);
    let pointed = Args {
        item: subject.item.clone(),
        customer: subject.customer.clone(),
        supplier: subject.supplier.clone(),
        ..Args::default()
    };
    let rest = Args {
        period: subject.period,
        category: subject.category,
        commodity: subject.commodity,
        crop: subject.crop,
        ..Args::default()
    };
    let needs_name = tool.params().iter().any(|param| param.required);
    let mut taken = Args::default();
    if tool == ToolName::GenerateReport {
        // "As a CSV", "export that": the report is about what was shown.
        let shown = before
            .first()
            .and_then(|call| call.args.kind.or_else(|| report_about(call.tool)));
        taken = Args {
            kind: shown,
            period: subject.period,
            ..Args::default()
        };
    }
    if gist.has(Sense::Pronoun) || needs_name {
        taken = taken.overlaid(&pointed);
    }
    if gist.marked {
        taken = taken.overlaid(&rest);
    }
    taken
}

/// The kind of report that a tool's figures belong to.
fn report_about(tool: ToolName) -> Option<ReportKind> {
    match tool {
        ToolName::LowStockItems | ToolName::StockLevel | ToolName::ReorderRecommendations => {
            Some(ReportKind::Inventory)
        }
        ToolName::TopProducts | ToolName::SalesSummary | ToolName::AvgOrderValue => {
            Some(ReportKind::Sales)
        }
        ToolName::CustomerNextPurchase
        | ToolName::CustomerProfile
        | ToolName::TopCustomers
        | ToolName::CustomerSegments
        | ToolName::LapsedCustomers => Some(ReportKind::Customers),
        ToolName::PriceTrend
        | ToolName::CropYieldForecast
        | ToolName::WeatherImpact
        | ToolName::MarketNews => Some(ReportKind::Market),
        _ => None,
    }
}

/// Different names of a kind in the calls before: a pronoun could mean any of them.
pub(super) fn competing(before: &[Call], tool: ToolName) -> Option<(NameKind, Vec<String>)> {
    let names = |of: fn(&Args) -> Option<String>| {
        let mut names: Vec<String> = before
            .iter()
            .filter_map(|call| of(&call.args.accepted_by(tool)))
            .collect();
        names.dedup();
        names
    };
    let kinds = [
        (NameKind::Item, names(|args| args.item.clone())),
        (NameKind::Customer, names(|args| args.customer.clone())),
        (NameKind::Supplier, names(|args| args.supplier.clone())),
    ];
    kinds.into_iter().find(|(_, names)| names.len() > 1)
}

/// "And the year before?" goes back from the period of the call before.
fn stepped_back(gist: &Gist, call: &Call, today: NaiveDate) -> Args {
    let back = gist
        .times
        .iter()
        .any(|time| time.phrase.when == When::Before);
    let period = call
        .args
        .period
        .filter(|_| back)
        .map(|period| period.before(today));
    Args {
        period,
        ..Args::default()
    }
}

fn subject_senses(subject: &Args) -> Senses {
    let told = [
        (subject.category.is_some(), Sense::HasCategory),
        (
            subject.commodity.is_some() || subject.crop.is_some(),
            Sense::HasCommodity,
        ),
        (
            subject
                .commodity
                .is_some_and(|commodity| commodity.crop().is_some())
                || subject.crop.is_some(),
            Sense::HasCrop,
        ),
        (subject.item.is_some(), Sense::NamedItem),
        (subject.customer.is_some(), Sense::NamedCustomer),
        (subject.supplier.is_some(), Sense::NamedSupplier),
        (subject.region.is_some(), Sense::HasRegion),
    ];
    let mut senses = Senses::default();
    told.into_iter()
        .filter(|(is_told, _)| *is_told)
        .for_each(|(_, sense)| senses.add(sense));
    if subject
        .category
        .is_some_and(|category| category != Category::Fertilizer)
    {
        senses.add(Sense::InputCategory);
    }
    senses
}

/// The subject with its crop as a commodity and the other way round, so that prices follow yields.
fn carried(subject: &Args) -> Args {
    let mut subject = subject.clone();
    let crop = subject.commodity.and_then(Commodity::crop);
    subject.crop = subject.crop.or(crop);
    subject.commodity = subject
        .commodity
        .or_else(|| Commodity::parse(subject.crop?.as_str()));
    subject
}
