//! Packs and densities of items, loaded when the first row needs them.

use imports::{ItemUnits, KnownItems};
use std::error::Error;
use std::fmt;
use std::sync::OnceLock;

type LoadError = Box<dyn Error + Send + Sync>;
type Load = dyn Fn() -> Result<KnownItems, LoadError> + Send + Sync;

/// What is known of the organization's items. Plain units need none of it, so it is not loaded for
/// them.
pub struct ItemLookup {
    load: Box<Load>,
    items: OnceLock<Result<KnownItems, LoadError>>,
}

impl fmt::Debug for ItemLookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemLookup").finish_non_exhaustive()
    }
}

impl ItemLookup {
    /// A lookup that `load` fills. It may block.
    pub fn new(load: impl Fn() -> Result<KnownItems, LoadError> + Send + Sync + 'static) -> Self {
        Self {
            load: Box::new(load),
            items: OnceLock::new(),
        }
    }

    /// A lookup that knows no item.
    pub fn empty() -> Self {
        Self::new(|| Ok(KnownItems::default()))
    }

    /// The units of an item; `None` if it is not known.
    pub(super) fn find(&self, item_id: &str) -> Option<&ItemUnits> {
        let items = self.items.get_or_init(|| (self.load)());
        items.as_ref().ok()?.get(item_id)
    }

    /// Why the items could not be loaded, if they were needed.
    pub(super) fn take_error(&mut self) -> Option<LoadError> {
        match self.items.take() {
            Some(Err(error)) => Some(error),
            Some(Ok(items)) => {
                self.items = OnceLock::from(Ok(items));
                None
            }
            None => None,
        }
    }
}
