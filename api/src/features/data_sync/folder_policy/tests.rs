use super::*;
use crate::db::OrganizationCalendar;
use crate::ids::TenantId;
use sea_orm::prelude::Uuid;
use std::fs::create_dir_all;

fn test_organization(is_demo: bool) -> Organization {
    Organization {
        id: TenantId(Uuid::from_u128(7)),
        slug: "prairie".to_owned(),
        name: "Prairie".to_owned(),
        currency: None,
        time_zone: chrono_tz::UTC,
        is_demo,
        data_version: 0,
        suspension: None,
        mfa_required: false,
        owns_warehouse_root: true,
        calendar: OrganizationCalendar::DEFAULT,
    }
}

struct FolderFixture {
    folder: tempfile::TempDir,
}

impl FolderFixture {
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

    fn folder_policy(&self, mode: Mode, root: bool) -> FolderPolicy {
        FolderPolicy {
            mode,
            root: root.then(|| self.path("root")),
            demo: self.path("demo"),
        }
    }

    fn allow_folder(&self, mode: Mode, path: impl AsRef<Path>) -> Result<AllowedFolder, String> {
        self.folder_policy(mode, true)
            .allow_folder(&test_organization(false), path.as_ref().to_str().unwrap())
            .map_err(|error| error.to_string())
    }
}

#[test]
fn one_s_own_installation_reads_every_folder_below_the_root() {
    let place = FolderFixture::new();
    let own = place.path("root/a").canonicalize().unwrap();
    assert_eq!(
        place.allow_folder(Mode::SelfHosted, "a").unwrap().folder,
        own
    );
    assert_eq!(
        place
            .allow_folder(Mode::SelfHosted, place.path("root/a"))
            .unwrap()
            .folder,
        own
    );
    assert!(place.allow_folder(Mode::SelfHosted, ".").is_ok());
    for outside in [
        place.path("elsewhere"),
        PathBuf::from("/etc"),
        PathBuf::from("../elsewhere"),
        place.path("root/../elsewhere"),
    ] {
        assert!(
            place.allow_folder(Mode::SelfHosted, &outside).is_err(),
            "{}",
            outside.display()
        );
    }
    assert!(
        place
            .allow_folder(Mode::SelfHosted, "missing")
            .unwrap_err()
            .contains("There is no folder missing")
    );
}

#[test]
fn a_hosted_organization_reads_its_own_folder_only() {
    let place = FolderFixture::new();
    assert!(
        place
            .allow_folder(Mode::Hosted, "a")
            .unwrap()
            .folder
            .ends_with("00000000-0000-0000-0000-000000000007/a")
    );
    assert!(
        place
            .allow_folder(Mode::Hosted, place.path("root/a"))
            .unwrap_err()
            .contains("must be inside")
    );
}

#[test]
fn other_organizations_of_one_s_own_installation_read_their_own_folders() {
    let place = FolderFixture::new();
    let policy = place.folder_policy(Mode::SelfHosted, true);
    let first = Organization {
        id: TenantId(Uuid::from_u128(1)),
        ..test_organization(false)
    };
    let second = Organization {
        owns_warehouse_root: false,
        ..test_organization(false)
    };
    let own = place.path("root/00000000-0000-0000-0000-000000000007/a");
    let own = own.to_str().unwrap();
    assert_eq!(
        policy.allow_folder(&second, "a").unwrap(),
        policy.allow_folder(&second, own).unwrap()
    );
    let shared = place.path("root/a");
    let refused = policy.allow_folder(&second, shared.to_str().unwrap());
    assert!(refused.unwrap_err().to_string().contains("must be inside"));
    // The first organization reads the rest of the root.
    assert!(policy.allow_folder(&first, "a").is_ok());
    for path in [own, "00000000-0000-0000-0000-000000000007"] {
        let refused = policy.allow_folder(&first, path).unwrap_err();
        assert!(refused.to_string().contains("another organization"));
    }
    let names = |organization| -> Vec<String> {
        let listed = policy.list_folders(organization).unwrap();
        listed
            .folders
            .into_iter()
            .skip(1)
            .map(|(name, _)| name)
            .collect()
    };
    assert_eq!(names(&first), ["a"]);
    assert_eq!(names(&second), ["a"]);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_is_refused() {
    let place = FolderFixture::new();
    std::os::unix::fs::symlink(place.path("elsewhere"), place.path("root/out")).unwrap();
    std::os::unix::fs::symlink(place.path("root/a"), place.path("root/in")).unwrap();
    assert!(
        place
            .allow_folder(Mode::SelfHosted, "out")
            .unwrap_err()
            .contains("must be inside")
    );
    assert!(place.allow_folder(Mode::SelfHosted, "in").is_ok());
}

#[test]
fn without_a_root_only_the_demo_reads_its_own_folder() {
    let place = FolderFixture::new();
    let folders = place.folder_policy(Mode::SelfHosted, false);
    let demo = place.path("demo");
    assert!(
        folders
            .allow_folder(&test_organization(true), demo.to_str().unwrap())
            .is_ok()
    );
    assert!(
        folders
            .allow_folder(&test_organization(false), demo.to_str().unwrap())
            .unwrap_err()
            .to_string()
            .contains("SPROUT_WAREHOUSE_ROOT")
    );
    assert!(
        folders
            .allow_folder(
                &test_organization(true),
                place.path("root/a").to_str().unwrap()
            )
            .is_err()
    );
}
