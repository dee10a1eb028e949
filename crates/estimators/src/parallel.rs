//! Work on all processors.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

/// Applies a function to every element, on all processors; fewer than `min_per_thread` elements on
/// one thread.
pub fn map_in_parallel<T: Sync, R: Send>(
    list: &[T],
    min_per_thread: usize,
    apply: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let length = list.len().div_ceil(threads).max(min_per_thread);
    if length >= list.len() {
        return list.iter().map(apply).collect();
    }
    thread::scope(|scope| {
        let parts: Vec<_> = list
            .chunks(length)
            .map(|part| scope.spawn(|| part.iter().map(&apply).collect::<Vec<R>>()))
            .collect();
        let joined = parts.into_iter().map(ScopedJoinHandle::join);
        joined
            .flat_map(|part| part.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}
