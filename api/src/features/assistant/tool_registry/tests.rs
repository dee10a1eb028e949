use super::*;

fn parse_call(tool: &str, args: &Value) -> Result<ToolCall, ArgsError> {
    ToolCall::from_json(ToolName::parse(tool).unwrap(), args)
}

#[test]
fn the_contract_and_the_table_are_the_same() {
    let contract: Vec<Value> = serde_json::from_str(CONTRACT_JSON).unwrap();
    let table: Vec<Value> = ToolName::ALL
        .iter()
        .map(|tool| tool.to_contract_json())
        .collect();
    assert_eq!(contract.len(), 23);
    for (written, ours) in contract.iter().zip(&table) {
        assert_eq!(written, ours);
    }
    assert_eq!(contract.len(), table.len());
}

#[test]
fn every_param_has_a_typed_field() {
    for tool in ToolName::ALL {
        let full: Map<String, Value> = tool
            .params()
            .iter()
            .map(|param| {
                let value = match param.param_type {
                    ParamType::Choice { values: of, .. } => Value::from(of[of.len() - 1]),
                    ParamType::Integer { max: most, .. } => Value::from(most),
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
fn defaults_are_filled_in_and_all_is_left_out() {
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
fn errors_say_the_way_out() {
    let said = |tool, args| parse_call(tool, &args).unwrap_err().to_string();
    assert_eq!(
        said("stock_level", json!({})),
        "stock_level needs \"item\": give a name of 1 to 80 characters"
    );
    assert_eq!(
        said("low_stock_items", json!({"limit": 0})),
        "\"limit\" of low_stock_items does not fit: give a whole number from 1 to 50, or leave it \
            out for 5"
    );
    assert_eq!(
        said("price_trend", json!({"commodity": "rice"})),
        "\"commodity\" of price_trend does not fit: give one of all, corn, soybeans, wheat, \
            fertilizer"
    );
    assert_eq!(
        said("price_trend", json!({"tenant": 2})),
        "price_trend has no argument \"tenant\": it takes commodity, timeframe"
    );
    assert_eq!(
        said("customer_segments", json!({"limit": 2})),
        "customer_segments has no argument \"limit\": it takes none"
    );
    assert!(said("top_products", json!({"period": "someday"})).contains("last_30_days"));
    assert_eq!(
        said("top_products", json!([1])),
        "the arguments of top_products must be a JSON object, such as {}"
    );
}

#[test]
fn a_metric_of_another_tool_is_not_taken_over() {
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
fn permissions_are_asked_by_name() {
    assert!(ToolName::ExplainMetric.is_allowed_by(&[]));
    assert!(!ToolName::SpendBySupplier.is_allowed_by(&["sales.read"]));
    assert!(ToolName::SpendBySupplier.is_allowed_by(&["sales.read", "purchasing.read"]));
}
