use super::*;
use crate::ids::TenantId;
use sea_orm::prelude::Uuid;
use std::fs::create_dir_all;

fn organization(is_demo: bool) -> Organization {
    Organization {
        id: TenantId(Uuid::from_u128(7)),
        slug: "prairie".to_owned(),
        name: "Prairie".to_owned(),
        currency: None,
        time_zone: chrono_tz::UTC,
        is_demo,
        data_version: 0,
        suspended: None,
        second_step_required: false,
    }
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        for name in [
            "root/a",
            "root/00000000-0000-0000-0000-000000000007/a",
            "elsewhere",
            "demo",
        ] {
            create_dir_all(place.path(name)).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn folders(&self, mode: Mode, root: bool) -> Folders {
        Folders {
            mode,
            root: root.then(|| self.path("root")),
            demo: self.path("demo"),
        }
    }

    fn allow(&self, mode: Mode, path: impl AsRef<Path>) -> Result<AllowedFolder, String> {
        self.folders(mode, true)
            .allow(&organization(false), path.as_ref().to_str().unwrap())
            .map_err(|error| error.to_string())
    }
}

#[test]
fn one_s_own_installation_reads_every_folder_below_the_root() {
    let place = Place::new();
    let own = place.path("root/a").canonicalize().unwrap();
    assert_eq!(place.allow(Mode::SelfHosted, "a").unwrap().folder, own);
    assert_eq!(
        place
            .allow(Mode::SelfHosted, place.path("root/a"))
            .unwrap()
            .folder,
        own
    );
    assert!(place.allow(Mode::SelfHosted, ".").is_ok());
    for outside in [
        place.path("elsewhere"),
        PathBuf::from("/etc"),
        PathBuf::from("../elsewhere"),
        place.path("root/../elsewhere"),
    ] {
        assert!(
            place.allow(Mode::SelfHosted, &outside).is_err(),
            "{}",
            outside.display()
        );
    }
    assert!(
        place
            .allow(Mode::SelfHosted, "missing")
            .unwrap_err()
            .contains("There is no folder missing")
    );
}

#[test]
fn a_hosted_organization_reads_its_own_folder_only() {
    let place = Place::new();
    assert!(
        place
            .allow(Mode::Hosted, "a")
            .unwrap()
            .folder
            .ends_with("00000000-0000-0000-0000-000000000007/a")
    );
    assert!(
        place
            .allow(Mode::Hosted, place.path("root/a"))
            .unwrap_err()
            .contains("must lie below")
    );
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_is_refused() {
    let place = Place::new();
    std::os::unix::fs::symlink(place.path("elsewhere"), place.path("root/out")).unwrap();
    std::os::unix::fs::symlink(place.path("root/a"), place.path("root/in")).unwrap();
    assert!(
        place
            .allow(Mode::SelfHosted, "out")
            .unwrap_err()
            .contains("must lie below")
    );
    assert!(place.allow(Mode::SelfHosted, "in").is_ok());
}

#[test]
fn without_a_root_only_the_demo_reads_its_own_folder() {
    let place = Place::new();
    let folders = place.folders(Mode::SelfHosted, false);
    let demo = place.path("demo");
    assert!(
        folders
            .allow(&organization(true), demo.to_str().unwrap())
            .is_ok()
    );
    assert!(
        folders
            .allow(&organization(false), demo.to_str().unwrap())
            .unwrap_err()
            .to_string()
            .contains("SPROUT_WAREHOUSE_ROOT")
    );
    assert!(
        folders
            .allow(&organization(true), place.path("root/a").to_str().unwrap())
            .is_err()
    );
}
