//! Tests the exit codes of `sprout verify-figures`, which scripts rely on.

use crate::TestApp;
use entities::inventory;
use sea_orm::EntityTrait;
use sea_orm::sea_query::Expr;
use std::path::Path;
use std::process::{Command, Output};

fn run_sprout(app: &TestApp, tenant: &str, data: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprout"));
    command
        .args([
            "verify-figures",
            "--tenant",
            tenant,
            "--only-differences",
            "--data",
        ])
        .arg(data)
        .env("DATABASE_URL", app.database_url());
    command.env("SPROUT_DATA_DIR", data).output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn exit_code_reports_differences() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    // The command uses today's date, so these rows must count on every day.
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,20,5,10,115,10,20,16,410.5,USD,s1,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_transactions(
        "t1,o1,purchase,2026-06-01,,s1,dap,2,ton,100,USD,,,Ames,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let tenant = app.open_access(&owner).await.tenant().0.to_string();

    let same = run_sprout(&app, &tenant, warehouse.path());
    let output =
        String::from_utf8_lossy(&same.stdout).into_owned() + &String::from_utf8_lossy(&same.stderr);
    assert_eq!(same.status.code(), Some(0), "{output}");
    assert!(output.contains(" figures, 0 differ"), "{output}");

    // The files contain less stock than was synced.
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,19,5,10,115,10,20,16,410.5,USD,s1,2026-06-01T00:00:00Z\n",
    );
    let other = run_sprout(&app, &tenant, warehouse.path());
    let output = String::from_utf8_lossy(&other.stdout).into_owned();
    assert_eq!(other.status.code(), Some(1), "{output}");
    assert!(
        output.contains("Recommendations: urea at Ames, Current Stock"),
        "{output}"
    );
    assert!(
        String::from_utf8_lossy(&other.stderr).contains("sync and verify again"),
        "{other:?}"
    );

    // An unknown organization is an error as well.
    assert_eq!(
        run_sprout(&app, "nobody", warehouse.path()).status.code(),
        Some(1)
    );

    // The original files again, with a wrong stock in the product.
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,20,5,10,115,10,20,16,410.5,USD,s1,2026-06-01T00:00:00Z\n",
    );
    inventory::Entity::update_many()
        .col_expr(inventory::Column::OnHandE4, Expr::value(190_001_i64))
        .exec(&app.raw)
        .await
        .unwrap();
    assert_eq!(
        run_sprout(&app, &tenant, warehouse.path()).status.code(),
        Some(1)
    );
}
