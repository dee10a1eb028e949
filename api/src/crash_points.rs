//! Places at which a test may kill the process, to see that nothing is lost or doubled. Release
//! builds have none.

/// A place that the process passes. A debug build that finds it in the file named by
/// `SPROUT_FAULT_FILE`, as `PLACE` or `PLACE:TIMES`, dies there at that pass, as if it had been
/// killed, and removes the file first: it happens once.
#[inline]
pub fn pass_crash_point(place: &str) {
    #[cfg(debug_assertions)]
    armed::crash_if_armed(place);
    #[cfg(not(debug_assertions))]
    let _ = place;
}

#[cfg(debug_assertions)]
mod armed {
    use std::path::PathBuf;
    use std::sync::LazyLock;

    static CRASH_POINT_FILE: LazyLock<Option<PathBuf>> =
        LazyLock::new(|| std::env::var_os("SPROUT_FAULT_FILE").map(PathBuf::from));

    pub(super) fn crash_if_armed(place: &str) {
        let Some(file) = CRASH_POINT_FILE.as_ref() else {
            return;
        };
        let Ok(text) = std::fs::read_to_string(file) else {
            return;
        };
        let (named, times) = text
            .trim()
            .split_once(':')
            .map_or((text.trim(), 1), |(named, times)| {
                (named, times.parse().unwrap_or(1_u32))
            });
        if named != place {
            return;
        }
        if times > 1 {
            let _ = std::fs::write(file, format!("{named}:{}", times - 1));
            return;
        }
        let _ = std::fs::remove_file(file);
        std::process::abort();
    }
}
