//! Points at which tests kill the process, to show that no data is lost or duplicated. Release
//! builds have none.

/// Aborts the process if the file named by `SPROUT_CRASH_POINT_FILE` contains `NAME` or
/// `NAME:TIMES` for this point. `TIMES` is the pass at which to abort, 1 by default. The file is
/// removed first, so the process aborts once. Debug builds only.
#[inline]
pub fn pass_crash_point(name: &str) {
    #[cfg(debug_assertions)]
    armed::crash_if_armed(name);
    #[cfg(not(debug_assertions))]
    let _ = name;
}

#[cfg(debug_assertions)]
mod armed {
    use std::path::PathBuf;
    use std::sync::LazyLock;

    static CRASH_POINT_FILE: LazyLock<Option<PathBuf>> =
        LazyLock::new(|| std::env::var_os("SPROUT_CRASH_POINT_FILE").map(PathBuf::from));

    pub(super) fn crash_if_armed(name: &str) {
        let Some(file) = CRASH_POINT_FILE.as_ref() else {
            return;
        };
        let Ok(text) = std::fs::read_to_string(file) else {
            return;
        };
        let (armed_name, times) = text
            .trim()
            .split_once(':')
            .map_or((text.trim(), 1), |(armed_name, times)| {
                (armed_name, times.parse().unwrap_or(1_u32))
            });
        if armed_name != name {
            return;
        }
        if times > 1 {
            let _ = std::fs::write(file, format!("{armed_name}:{}", times - 1));
            return;
        }
        let _ = std::fs::remove_file(file);
        std::process::abort();
    }
}
