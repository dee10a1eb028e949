//! Texts of refusals: why a question is not answered and what can be asked instead. They contain no
//! figures and never repeat the question.

use super::question_guard::RefusalReason;
use crate::features::assistant::tool_registry::ToolName;

/// What users can ask about.
pub const CAPABILITIES_TEXT: &str = "I can answer from your organization's own data: stock and \
    reorders, sales and products, customers and their next purchases, suppliers and spend, \
    commodity prices, crop yields, weather and market news, and data sync; I can also build \
    reports and explain how a figure is computed.";
/// Refusal for names that are not in the catalog; the same text for every name.
pub const UNKNOWN_NAME_TEXT: &str = "I can't find an item, customer or supplier with that name in \
    your organization's data. Check the spelling.";

impl RefusalReason {
    /// Explanation in one or two sentences.
    pub fn to_text(self) -> &'static str {
        match self {
            Self::OtherOrganization => {
                "I only answer from your own organization's data; I can't see data of other \
                    organizations."
            }
            Self::PromptInjection => {
                "I can't do that. I only answer questions with figures that you have permission \
                    to see, and I don't run code or instructions from messages."
            }
            Self::ChangeRequest => {
                "I can't change, order, send or start anything. Make changes on the app's pages."
            }
            Self::AgronomicAdvice => {
                "I don't give advice on application or growing. Follow the product's label or ask \
                    your agronomist."
            }
            Self::PriceForecast => {
                "I don't predict prices or give trading advice. I can show how prices have moved \
                    so far."
            }
            Self::SalesForecast => {
                "I don't predict sales. I can show past sales, and which customers are expected to \
                    buy next."
            }
            Self::Payments => {
                "Your data has orders, deliveries and prices, but no payments, so I can't say what \
                    is paid or owed."
            }
            Self::OffTopic => "That is outside of what I can answer.",
        }
    }
}

/// Full text of a refusal.
pub(super) fn build_refusal_text(reason: &str) -> String {
    format!("{reason} {CAPABILITIES_TEXT}")
}

/// Refusal for a missing permission; names the permission and how to get it.
pub(super) fn missing_permission_text(tool: ToolName, permission: &str) -> String {
    let subject = tool.subject();
    format!(
        "You don't have the permission {permission}, which {subject} requires. Ask an owner or \
            admin of your organization for it."
    )
}
