//! The structure of a document for screen readers: headings, paragraphs, and cells in rows.

use krilla::tagging::{Identifier, TagGroup, TagKind, TagTree};

/// An element by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ElementId(usize);

/// The elements, each after its parent.
#[derive(Debug, Default)]
pub(crate) struct Structure {
    elements: Vec<Element>,
}

#[derive(Debug)]
struct Element {
    tag: TagKind,
    parent: Option<ElementId>,
    content: Vec<Identifier>,
}

impl Structure {
    pub(crate) fn add(&mut self, tag: impl Into<TagKind>, parent: Option<ElementId>) -> ElementId {
        self.elements.push(Element {
            tag: tag.into(),
            parent,
            content: Vec::new(),
        });
        ElementId(self.elements.len() - 1)
    }

    /// Records what was drawn for an element.
    pub(crate) fn add_content(&mut self, element: ElementId, drawn: Identifier) {
        if let Some(element) = self.elements.get_mut(element.0) {
            element.content.push(drawn);
        }
    }

    pub(crate) fn into_tree(self) -> TagTree {
        let mut tree = TagTree::new();
        let mut children: Vec<Vec<TagGroup>> = self.elements.iter().map(|_| Vec::new()).collect();
        let mut roots = Vec::new();
        for (index, element) in self.elements.into_iter().enumerate().rev() {
            let mut group = TagGroup::new(element.tag);
            for drawn in element.content {
                group.push(drawn);
            }
            // The last child was found first.
            for child in children.pop().into_iter().flatten().rev() {
                group.push(child);
            }
            debug_assert_eq!(children.len(), index);
            match element.parent.and_then(|parent| children.get_mut(parent.0)) {
                Some(siblings) => siblings.push(group),
                None => roots.push(group),
            }
        }
        for root in roots.into_iter().rev() {
            tree.push(root);
        }
        tree
    }
}
