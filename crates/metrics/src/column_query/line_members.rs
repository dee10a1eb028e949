//! Lists what order lines refer to.

use super::row_tests::TextDimension;
use crate::catalogue::Field;
use crate::column_store::ColumnStore;

impl ColumnStore {
    /// The names of the members of a dimension that occur in order lines, and of all items that have
    /// a name. An item without one has its id.
    pub(crate) fn line_member_names(&self, field: Field) -> Vec<String> {
        let Some(dimension) = TextDimension::find(self, field) else {
            return Vec::new();
        };
        let mut is_member = match dimension.codes {
            Some(names) => names.iter().map(|name| *name != 0).collect(),
            None => vec![false; dimension.ids.len() + 1],
        };
        for chunk in self.sales.iter().chain(&self.purchases) {
            for code in chunk.gather(dimension.column, &chunk.all_rows()) {
                let place = usize::try_from(code).ok();
                if let Some(found) = place.and_then(|place| is_member.get_mut(place)) {
                    *found = true;
                }
            }
        }
        let members = dimension.ids.texts().zip(dimension.texts()).zip(is_member);
        members
            .filter(|(_, is_member)| *is_member)
            .filter_map(|((id, name), _)| {
                let id = id.filter(|id| !id.is_empty())?;
                let name = name.unwrap_or(id);
                Some(name.to_owned())
            })
            .collect()
    }
}
