//! Arguments of all tools as one typed record. Parsing is strict: unknown arguments and values out
//! of range are errors that list what is accepted.

use serde_json::{Map, Value};
use thiserror::Error;

use super::arg_choices::{
    Category, Commodity, Compare, Crop, GroupBy, Impact, Metric, Order, Region, ReportFormat,
    ReportKind, SourceTable, Timeframe,
};
use super::{ParamType, ToolName, ToolParam};
use crate::features::assistant::period::Period;

/// Why arguments are invalid. The message lists what the tool accepts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArgsError {
    #[error("the arguments of {tool} must be a JSON object, such as {{}}")]
    NotAnObject { tool: ToolName },
    #[error("{tool} has no argument \"{name}\": it takes {}", list_param_names(*tool))]
    UnknownParam { tool: ToolName, name: String },
    #[error("{tool} needs \"{name}\": {}", describe_param(*tool, name))]
    MissingParam { tool: ToolName, name: &'static str },
    #[error("\"{name}\" of {tool} is invalid: {}", describe_param(*tool, name))]
    InvalidValue { tool: ToolName, name: &'static str },
}

fn list_param_names(tool: ToolName) -> String {
    let names: Vec<&str> = tool.params().iter().map(|param| param.name).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

fn describe_param(tool: ToolName, name: &str) -> String {
    match tool.find_param(name).map(|param| param.param_type) {
        Some(ParamType::Choice { values, .. }) => format!("give one of {}", values.join(", ")),
        Some(ParamType::Integer {
            min,
            max,
            default: Some(default),
        }) => format!("give a whole number from {min} to {max}, or leave it out for {default}"),
        Some(ParamType::Integer {
            min,
            max,
            default: None,
        }) => format!("give a whole number from {min} to {max}, or leave it out"),
        Some(ParamType::Name { max_chars }) => {
            format!("give a name of 1 to {max_chars} characters")
        }
        Some(ParamType::Period) => format!(
            "give one of {}",
            crate::features::assistant::period::PERIOD_GRAMMAR
        ),
        None => "leave it out".to_owned(),
    }
}

/// Conversion of one argument type from and to JSON. Returns none for values that the parameter
/// does not accept.
trait ArgValue: Sized {
    fn from_json_value(value: &Value, param_type: ParamType) -> Option<Self>;
    fn to_json_value(&self) -> Value;
}

macro_rules! choice_arg_values {
    ($($type:ty),+) => {$(
        impl ArgValue for $type {
            fn from_json_value(value: &Value, param_type: ParamType) -> Option<Self> {
                let word = value.as_str()?;
                let ParamType::Choice { values, .. } = param_type else { return None };
                values.contains(&word).then(|| Self::parse(word)).flatten()
            }

            fn to_json_value(&self) -> Value {
                Value::from(self.as_str())
            }
        }
    )+};
}

choice_arg_values!(
    Category,
    Commodity,
    Compare,
    Crop,
    GroupBy,
    Impact,
    Metric,
    Order,
    Region,
    ReportFormat,
    ReportKind,
    SourceTable,
    Timeframe
);

impl ArgValue for u32 {
    fn from_json_value(value: &Value, param_type: ParamType) -> Option<Self> {
        let number = Self::try_from(value.as_u64()?).ok()?;
        matches!(param_type, ParamType::Integer { min, max, .. } if (min..=max).contains(&number))
            .then_some(number)
    }

    fn to_json_value(&self) -> Value {
        Value::from(*self)
    }
}

impl ArgValue for String {
    fn from_json_value(value: &Value, param_type: ParamType) -> Option<Self> {
        let text = value.as_str()?.trim();
        let ParamType::Name { max_chars } = param_type else {
            return None;
        };
        (!text.is_empty() && text.chars().count() <= max_chars).then(|| text.to_owned())
    }

    fn to_json_value(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl ArgValue for Period {
    fn from_json_value(value: &Value, _: ParamType) -> Option<Self> {
        Self::parse(value.as_str()?)
    }

    fn to_json_value(&self) -> Value {
        Value::from(self.to_string())
    }
}

macro_rules! args {
    ($($(#[$doc:meta])* $field:ident: $type:ty),+ $(,)?) => {
        /// The arguments of a call. An absent argument is one that the tool does not have or that
        /// does not restrict it.
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct Args { $($(#[$doc])* pub $field: Option<$type>),+ }

        impl Args {
            /// Converts to JSON by parameter name, without absent arguments.
            pub fn to_json(&self) -> Map<String, Value> {
                let mut object = Map::new();
                $(if let Some(value) = &self.$field {
                    object.insert(stringify!($field).to_owned(), ArgValue::to_json_value(value));
                })+
                object
            }

            /// Returns these arguments, overridden by those present in `over`.
            #[must_use]
            pub fn merged_with(&self, over: &Self) -> Self {
                Self { $($field: over.$field.clone().or_else(|| self.$field.clone())),+ }
            }

            /// Returns only the arguments that the tool accepts.
            #[must_use]
            pub fn restricted_to(&self, tool: ToolName) -> Self {
                Self {
                    $($field: self
                        .$field
                        .clone()
                        .filter(|value| fits_param(tool, stringify!($field), value))),+
                }
            }

            /// Sets one argument from JSON; returns false if the parameter does not accept the
            /// value.
            fn set_param(&mut self, param: &ToolParam, value: &Value) -> bool {
                match param.name {
                    $(stringify!($field) => {
                        self.$field = ArgValue::from_json_value(value, param.param_type);
                        self.$field.is_some()
                    })+
                    _ => false,
                }
            }
        }
    };
}

args! {
    category: Category,
    commodity: Commodity,
    compare: Compare,
    crop: Crop,
    customer: String,
    format: ReportFormat,
    group_by: GroupBy,
    impact: Impact,
    /// Days without a purchase.
    inactive_days: u32,
    item: String,
    kind: ReportKind,
    /// Maximum number of rows.
    limit: u32,
    metric: Metric,
    order: Order,
    period: Period,
    region: Region,
    supplier: String,
    table: SourceTable,
    timeframe: Timeframe,
    /// Days from today.
    within_days: u32,
}

fn fits_param<T: ArgValue>(tool: ToolName, name: &str, value: &T) -> bool {
    tool.find_param(name)
        .is_some_and(|param| T::from_json_value(&value.to_json_value(), param.param_type).is_some())
}

impl Args {
    /// Parses JSON against the tool's parameters and fills in defaults. Unknown arguments and
    /// invalid values are errors.
    pub fn from_json(tool: ToolName, json: &Value) -> Result<Self, ArgsError> {
        let object = json.as_object().ok_or(ArgsError::NotAnObject { tool })?;
        if let Some(name) = object.keys().find(|name| tool.find_param(name).is_none()) {
            return Err(ArgsError::UnknownParam {
                tool,
                name: name.chars().take(40).collect(),
            });
        }
        let mut args = Self::default();
        for param in tool.params() {
            let given = object.get(param.name).filter(|value| !value.is_null());
            let value = given.cloned().or_else(|| param.param_type.default_value());
            let Some(value) = value else {
                if param.required {
                    return Err(ArgsError::MissingParam {
                        tool,
                        name: param.name,
                    });
                }
                continue;
            };
            if !param.param_type.is_unrestricted(&value) && !args.set_param(param, &value) {
                return Err(ArgsError::InvalidValue {
                    tool,
                    name: param.name,
                });
            }
        }
        Ok(args)
    }

    /// Whether no argument is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ParamType {
    fn default_value(self) -> Option<Value> {
        match self {
            Self::Choice { default, .. } => default.map(Value::from),
            Self::Integer { default, .. } => default.map(Value::from),
            Self::Name { .. } | Self::Period => None,
        }
    }

    /// Whether the value is `all` or `none` and the parameter lists it.
    fn is_unrestricted(self, value: &Value) -> bool {
        match (self, value.as_str()) {
            (Self::Choice { values, .. }, Some(word @ ("all" | "none"))) => values.contains(&word),
            _ => false,
        }
    }
}
