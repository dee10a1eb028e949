//! Conditions of filters. Texts that are compared ignoring case, and names, are compared here with
//! the members of the dimension, because engines ignore case in ASCII only.

use super::FactContext;
use super::dialect::column;
use super::fact_query::FactQuery;
use super::{Cell, ResultRows};
use crate::catalogue::{Dimension, DimensionType, Field};
use crate::query::{
    Comparison, Filter, FilterTest, Operand, contains_any, integer_bound, starts_with_any,
};
use sea_query::{Expr, ExprTrait, Query};

/// Members of dimensions as (id, name), by the field of the dimension.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemberIndex {
    members: Vec<(Field, Vec<(String, String)>)>,
    /// The combinations of crops that customers have, with each crop in them.
    crops: Vec<(String, String)>,
}

impl MemberIndex {
    pub(crate) fn insert(&mut self, field: Field, rows: &ResultRows) {
        let texts = rows.iter().filter_map(|row| match row.as_slice() {
            [Cell::Text(id), Cell::Text(name)] => Some((id.clone(), name.clone())),
            _ => None,
        });
        if field == Field::Crop {
            let mut crops: Vec<(String, String)> = texts
                .flat_map(|(whole, _)| {
                    let parts: Vec<String> = whole.split(';').map(ToOwned::to_owned).collect();
                    parts.into_iter().map(move |part| (whole.clone(), part))
                })
                .collect();
            crops.sort_unstable();
            crops.dedup();
            self.crops = crops;
        } else {
            self.members.push((field, texts.collect()));
        }
    }

    pub(super) fn crops(&self) -> &[(String, String)] {
        &self.crops
    }

    /// The ids of the members whose name passes.
    fn matching_ids(&self, field: Field, matches: impl Fn(&str) -> bool) -> Vec<String> {
        let known: &[(String, String)] = if field == Field::Crop {
            &self.crops
        } else {
            self.members
                .iter()
                .find(|(known, _)| *known == field)
                .map_or(&[], |(_, members)| members.as_slice())
        };
        let mut ids: Vec<String> = known
            .iter()
            .filter(|(_, name)| matches(name))
            .map(|(id, _)| id.clone())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

/// Whether rows have an id that is shown by a name.
pub(crate) fn has_name(field: Field) -> bool {
    matches!(field, Field::Item | Field::Customer | Field::Supplier)
}

/// The fields whose members must be known to compile filters and dimensions.
pub(crate) fn lookup_fields(filters: &[Filter], dimensions: &[&'static Dimension]) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    let mut add = |field: Field| {
        if !found.contains(&field) {
            found.push(field);
        }
    };
    for dimension in dimensions {
        if dimension.field == Field::Crop {
            add(Field::Crop);
        }
    }
    let mut pending: Vec<&Filter> = filters.iter().collect();
    while let Some(filter) = pending.pop() {
        let field = filter.dimension.field;
        match &filter.test {
            FilterTest::Contains { .. } | FilterTest::StartsWith { .. } => add(field),
            FilterTest::In { .. } if has_name(field) || field == Field::Crop => add(field),
            FilterTest::Bought { filters, .. } => pending.extend(filters),
            _ => {}
        }
    }
    found
}

/// Adds the condition of a filter.
pub(super) fn add_filter(facts: &mut FactQuery<'_>, filter: &Filter) {
    let condition = match &filter.test {
        FilterTest::IsEmpty { is_negated } => is_empty(facts, filter.dimension, *is_negated),
        FilterTest::In { texts, is_negated } => {
            let is_one = |name: &str| texts.iter().any(|text| text == name);
            if has_name(filter.dimension.field) || filter.dimension.field == Field::Crop {
                is_member(facts, filter.dimension, is_one, *is_negated)
            } else {
                let value = facts.field(filter.dimension.field);
                let is_in = facts.dialect().is_in_texts(value.clone(), texts);
                negated_if(facts, is_in, value, *is_negated)
            }
        }
        FilterTest::Contains { texts, is_negated } => {
            is_member(facts, filter.dimension, contains_any(texts), *is_negated)
        }
        FilterTest::StartsWith { texts } => {
            is_member(facts, filter.dimension, starts_with_any(texts), false)
        }
        FilterTest::OneOf {
            operands,
            is_negated,
        } => is_one_of(facts, filter.dimension, operands, *is_negated),
        FilterTest::Compare {
            comparison,
            operands,
        } => compare(facts, filter.dimension, *comparison, operands),
        FilterTest::Bought {
            lines,
            span,
            filters,
            is_negated,
        } => {
            let (key, key_column) = match filter.dimension.field {
                Field::Customer => (facts.field(Field::Customer), "customer_id"),
                _ => (facts.field(Field::Supplier), "supplier_id"),
            };
            let buyers = buyers(facts.context, lines.id, key_column, *span, filters);
            if *is_negated {
                let is_other = key.clone().not_in_subquery(buyers);
                facts
                    .dialect()
                    .template("(? or ? is null)", [is_other, key])
            } else {
                key.in_subquery(buyers)
            }
        }
    };
    facts.add_condition(condition);
}

/// The condition, or its complement, which rows without a value pass.
fn negated_if(facts: &FactQuery<'_>, condition: Expr, value: Expr, is_negated: bool) -> Expr {
    if is_negated {
        facts
            .dialect()
            .template("(not (?) or ? is null)", [condition, value])
    } else {
        condition
    }
}

fn is_empty(facts: &mut FactQuery<'_>, dimension: &Dimension, is_negated: bool) -> Expr {
    let value = match dimension.field {
        Field::Crop => facts.crops(),
        // A name is missing if there is no row that has it.
        Field::Customer | Field::Supplier => {
            let (table, id) = match dimension.field {
                Field::Customer => ("customers", "customer_id"),
                _ => ("suppliers", "supplier_id"),
            };
            let value = facts.field(dimension.field);
            let known = Query::select()
                .column(("x", id))
                .from_subquery(facts.context.live(table), "x")
                .take();
            let is_known = value.clone().in_subquery(known);
            return negated_if(facts, is_known, value, !is_negated);
        }
        _ => match dimension.value_type {
            DimensionType::Bucket(_) | DimensionType::CalendarNumber(_) => {
                facts.dimension(dimension)
            }
            _ => facts.field(dimension.field),
        },
    };
    if is_negated {
        value.is_not_null()
    } else {
        value.is_null()
    }
}

fn is_member(
    facts: &mut FactQuery<'_>,
    dimension: &Dimension,
    matches: impl Fn(&str) -> bool,
    is_negated: bool,
) -> Expr {
    let (ids, value) = if dimension.field == Field::Crop {
        let crops = &facts.context.members.crops;
        let mut wholes: Vec<String> = crops
            .iter()
            .filter(|(_, part)| matches(part))
            .map(|(whole, _)| whole.clone())
            .collect();
        wholes.dedup();
        (wholes, facts.crops())
    } else {
        let ids = facts.context.members.matching_ids(dimension.field, matches);
        (ids, facts.field(dimension.field))
    };
    let is_in = facts.dialect().is_in_texts(value.clone(), &ids);
    negated_if(facts, is_in, value, is_negated)
}

/// The 64-bit integer closest to a bound. Columns are far from the limits.
pub(crate) fn to_integer(bound: i128) -> i64 {
    i64::try_from(bound).unwrap_or(if bound < 0 { i64::MIN } else { i64::MAX })
}

fn is_one_of(
    facts: &mut FactQuery<'_>,
    dimension: &Dimension,
    operands: &[Operand],
    is_negated: bool,
) -> Expr {
    let calendar = facts.context.calendar;
    let exact: Vec<i64> = operands
        .iter()
        .map(|operand| integer_bound(*operand, dimension.value_type, calendar))
        .filter(|(_, is_exact)| *is_exact)
        .map(|(bound, _)| to_integer(bound))
        .collect();
    let value = facts.dimension(dimension);
    let is_in = if exact.is_empty() {
        Expr::value(false)
    } else {
        value.clone().is_in(exact)
    };
    negated_if(facts, is_in, value, is_negated)
}

fn compare(
    facts: &mut FactQuery<'_>,
    dimension: &Dimension,
    comparison: Comparison,
    operands: &[Operand],
) -> Expr {
    let calendar = facts.context.calendar;
    let value = facts.dimension(dimension);
    let bounds: Vec<(i64, bool)> = operands
        .iter()
        .map(|operand| {
            let (bound, is_exact) = integer_bound(*operand, dimension.value_type, calendar);
            (to_integer(bound), is_exact)
        })
        .collect();
    let at_least = |value: Expr, (bound, is_exact): (i64, bool)| {
        if is_exact {
            value.gte(bound)
        } else {
            value.gt(bound)
        }
    };
    match (comparison, bounds.as_slice()) {
        (Comparison::Less, [(bound, true), ..]) => value.lt(*bound),
        (Comparison::Less | Comparison::AtMost, [(bound, _), ..]) => value.lte(*bound),
        (Comparison::Greater, [(bound, _), ..]) => value.gt(*bound),
        (Comparison::AtLeast, [first, ..]) => at_least(value, *first),
        (Comparison::Between, [first, (last, _)]) => {
            at_least(value.clone(), *first).and(value.lte(*last))
        }
        // Equality is a list of one, and the number of operands is checked.
        _ => Expr::value(false),
    }
}

/// The customers or suppliers with lines, no returns, that pass the filters.
fn buyers(
    context: &FactContext<'_>,
    dataset: &'static str,
    key: &'static str,
    span: crate::calendar::Span,
    filters: &[Filter],
) -> sea_query::SelectStatement {
    let mut lines = FactQuery::new(context, dataset, Some(Field::Day));
    lines.add_span(span);
    lines.add_condition(column("f", "quantity_e4").gt(0));
    lines.add_condition(column("f", key).is_not_null());
    for filter in filters {
        add_filter(&mut lines, filter);
    }
    lines.into_select().column(("f", key)).take()
}
