//! What somebody tries who tries everything: in bulk, from outside, over the operations that
//! everybody has.

mod caches;
mod first_guesses;
mod forged_tokens;
mod formulas;
mod neighbours;
mod other_pages;
mod planted_secrets;
mod table_names;
