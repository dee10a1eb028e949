use super::*;
use crate::features::assistant::period::PERIOD_GRAMMAR;
use serde_json::json;

fn parse_call(tool: &str, args: &Value) -> Result<ToolCall, ArgsError> {
    ToolCall::from_json(ToolName::parse(tool).unwrap(), args)
}

/// A tool as it is published to language models.
fn to_published_json(tool: ToolName) -> Value {
    let properties: Map<String, Value> = tool
        .params()
        .iter()
        .map(|param| (param.name.to_owned(), to_json_schema(param)))
        .collect();
    let required: Vec<&str> = tool
        .params()
        .iter()
        .filter(|param| param.required)
        .map(|param| param.name)
        .collect();
    json!({
        "name": tool.as_str(),
        "description": tool.description(),
        "permission": tool.permission().unwrap_or("any"),
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        },
    })
}

fn to_json_schema(param: &ToolParam) -> Value {
    let (mut schema, default) = match param.param_type {
        ParamType::Choice { values, default } => (
            json!({"type": "string", "enum": values}),
            default.map(Value::from),
        ),
        ParamType::Integer { min, max, default } => (
            json!({"type": "integer", "minimum": min, "maximum": max}),
            default.map(Value::from),
        ),
        ParamType::Name { max_chars } => (json!({"type": "string", "maxLength": max_chars}), None),
        ParamType::Period => (
            json!({"type": "string", "description": PERIOD_GRAMMAR}),
            None,
        ),
    };
    if let (Some(default), Some(object)) = (default, schema.as_object_mut()) {
        object.insert("default".to_owned(), default);
    }
    schema
}

/// Stored conversations and scored plans use these names and arguments.
#[test]
fn published_tools_keep_their_names_and_parameters() {
    let published: Vec<Value> = serde_json::from_str(include_str!("published_tools.json")).unwrap();
    assert_eq!(published.len(), 23);
    for tool in published {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(to_published_json(ToolName::parse(name).unwrap()), tool);
    }
}

#[test]
fn documentation_lists_every_tool() {
    let page = include_str!("../../../../../docs/sprout-ai.md");
    for tool in ToolName::ALL {
        assert!(page.contains(&format!("`{tool}`")), "{tool}");
    }
}

#[test]
fn every_param_has_a_typed_field() {
    for tool in ToolName::ALL {
        let full: Map<String, Value> = tool
            .params()
            .iter()
            .map(|param| {
                let value = match param.param_type {
                    ParamType::Choice { values, .. } => Value::from(values[values.len() - 1]),
                    ParamType::Integer { max, .. } => Value::from(max),
                    ParamType::Name { .. } => Value::from("2,4-D Amine"),
                    ParamType::Period => Value::from("2026-Q2"),
                };
                (param.name.to_owned(), value)
            })
            .collect();
        let call = ToolCall::from_json(*tool, &Value::Object(full.clone())).unwrap();
        assert_eq!(call.args_to_json(), full, "{tool}");
    }
}

#[test]
fn fills_in_defaults_and_leaves_out_all() {
    assert_eq!(
        parse_call("low_stock_items", &json!({}))
            .unwrap()
            .to_string(),
        "low_stock_items(limit: 5)"
    );
    assert_eq!(
        parse_call("low_stock_items", &json!({"category": "all", "limit": 5})),
        parse_call("low_stock_items", &json!({}))
    );
    assert_eq!(
        parse_call("price_trend", &json!({"commodity": "corn"}))
            .unwrap()
            .to_string(),
        "price_trend(commodity: corn, timeframe: 3M)"
    );
    assert_eq!(
        parse_call("sales_summary", &json!({"compare": "none"}))
            .unwrap()
            .to_string(),
        "sales_summary()"
    );
}

#[test]
fn errors_say_what_is_accepted() {
    let error = |tool, args| parse_call(tool, &args).unwrap_err().to_string();
    assert_eq!(
        error("stock_level", json!({})),
        "stock_level needs \"item\": give a name of 1 to 80 characters"
    );
    assert_eq!(
        error("low_stock_items", json!({"limit": 0})),
        "\"limit\" of low_stock_items is invalid: give a whole number from 1 to 50, or leave it \
            out for 5"
    );
    assert_eq!(
        error("price_trend", json!({"commodity": "rice"})),
        "\"commodity\" of price_trend is invalid: give one of all, corn, soybeans, wheat, \
            fertilizer"
    );
    assert_eq!(
        error("price_trend", json!({"tenant": 2})),
        "price_trend has no argument \"tenant\": it takes commodity, timeframe"
    );
    assert_eq!(
        error("customer_segments", json!({"limit": 2})),
        "customer_segments has no argument \"limit\": it takes none"
    );
    assert!(error("top_products", json!({"period": "someday"})).contains("last_30_days"));
    assert_eq!(
        error("top_products", json!([1])),
        "the arguments of top_products must be a JSON object, such as {}"
    );
}

#[test]
fn does_not_accept_metrics_of_other_tools() {
    let args = Args {
        metric: Some(Metric::Orders),
        limit: Some(3),
        ..Args::default()
    };
    let call = ToolCall::new(ToolName::TopProducts, &args).unwrap();
    assert_eq!(
        (call.args.metric, call.args.limit),
        (Some(Metric::Revenue), Some(3))
    );
    assert!(ToolCall::from_json(ToolName::TopProducts, &json!({"metric": "orders"})).is_err());
}

#[test]
fn checks_permissions_by_name() {
    assert!(ToolName::ExplainMetric.is_allowed_by(&[]));
    assert!(!ToolName::SpendBySupplier.is_allowed_by(&["sales.read"]));
    assert!(ToolName::SpendBySupplier.is_allowed_by(&["sales.read", "purchasing.read"]));
}
