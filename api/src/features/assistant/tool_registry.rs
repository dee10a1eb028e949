//! The tools of Sprout AI with their permissions and parameters. Only these tools can be called.
//!
//! No tool takes an organization, SQL or a URL, and no tool writes data.

pub mod arg_choices;
pub mod tool_args;
mod tool_table;

use std::fmt;

use serde_json::{Map, Value};

pub use arg_choices::{
    Category, Commodity, Compare, Crop, GroupBy, Impact, Metric, Order, Region, ReportFormat,
    ReportKind, SourceTable, Timeframe,
};
pub use tool_args::{Args, ArgsError};
pub use tool_table::ToolName;

/// A parameter of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolParam {
    pub name: &'static str,
    pub param_type: ParamType,
    pub required: bool,
}

/// Type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamType {
    /// One of the values. `all` and `none` mean the same as leaving the argument out.
    Choice {
        values: &'static [&'static str],
        default: Option<&'static str>,
    },
    /// Integer from `min` to `max`, both included.
    Integer {
        min: u32,
        max: u32,
        default: Option<u32>,
    },
    /// Name of an item, customer or supplier.
    Name { max_chars: usize },
    /// A [`Period`](super::period::Period) in its notation.
    Period,
}

/// A tool with its arguments. Every call is valid: construction checks the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    pub tool: ToolName,
    pub args: Args,
}

impl ToolCall {
    /// Creates a call from the arguments that the tool accepts; fills in defaults.
    pub fn new(tool: ToolName, args: &Args) -> Result<Self, ArgsError> {
        Self::from_json(tool, &Value::Object(args.restricted_to(tool).to_json()))
    }

    /// Creates a call from JSON arguments (a stored conversation, a language model).
    pub fn from_json(tool: ToolName, args: &Value) -> Result<Self, ArgsError> {
        Ok(Self {
            tool,
            args: Args::from_json(tool, args)?,
        })
    }

    /// Normalized arguments: defaults filled in, `all` and `none` left out.
    pub fn args_to_json(&self) -> Map<String, Value> {
        self.args.to_json()
    }
}

impl fmt::Display for ToolCall {
    /// `price_trend(commodity: corn, timeframe: 3M)`, for logs and the evidence panel.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.tool)?;
        for (index, (name, value)) in self.args_to_json().iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            match value {
                Value::String(text) => write!(f, "{comma}{name}: {text}")?,
                other => write!(f, "{comma}{name}: {other}")?,
            }
        }
        f.write_str(")")
    }
}

impl ToolName {
    /// Finds a parameter by name.
    pub fn find_param(self, name: &str) -> Option<&'static ToolParam> {
        self.params().iter().find(|param| param.name == name)
    }

    /// Default of an integer parameter.
    pub fn default_number(self, name: &str) -> Option<u32> {
        match self.find_param(name)?.param_type {
            ParamType::Integer { default, .. } => default,
            ParamType::Choice { .. } | ParamType::Name { .. } | ParamType::Period => None,
        }
    }

    /// Whether permissions with these names allow the tool.
    pub fn is_allowed_by(self, permissions: &[&str]) -> bool {
        self.permission()
            .is_none_or(|needed| permissions.contains(&needed))
    }
}

#[cfg(test)]
mod tests;
