//! Imports over HTTP: files in parts, questions, corrected cells, and the run that loads the rows.

mod hostile_files;
mod layouts;
mod optional_tables;
mod runs;

use crate::{Answer, Client, TestApp};
use poem::http::{Method, header};
use poem::{Body, Request};
use serde_json::{Value, json};

/// Size of the parts of a file.
const PART_BYTES: usize = 8 * 1024 * 1024;

/// Stock with a container of unknown size and a cell that is no number.
pub(crate) const STOCK: &str = "Item,Description,Type,UOM,Branch,Qty On Hand,Unit Cost\n\
    A1,Corn 110,Seed,bag,Ames,12,250\n\
    A2,Atrazine,Herbicide,Jug,Ames,4,40\n\
    A3,Urea,Dry Fert,ton,Ames,twelve,400\n";

/// An upload of one organization.
pub(crate) struct UploadFixture {
    owner: Client,
    id: String,
}

impl UploadFixture {
    async fn create(owner: &Client) -> Self {
        let answer = owner.send(Method::POST, "/api/uploads", None).await;
        Self {
            owner: owner.clone(),
            id: answer.data()["id"].as_str().unwrap().to_owned(),
        }
    }

    /// An upload with one complete file.
    pub(crate) async fn with_file(owner: &Client, name: &str, content: &[u8]) -> Self {
        let upload = Self::create(owner).await;
        upload.add_file(name, content).await;
        upload
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/uploads/{}{rest}", self.id)
    }

    async fn announce(&self, name: &str, size: usize) -> Answer {
        let body = json!({"name": name, "size": size});
        self.owner.post(&self.path("/files"), body).await
    }

    async fn send_part(&self, file: &str, part: usize, bytes: &[u8]) -> Answer {
        let path = self.path(&format!("/files/{file}/parts/{part}"));
        let request = Request::builder()
            .method(Method::PUT)
            .uri_str(&path)
            .header(
                header::AUTHORIZATION,
                format!("Bearer {}", self.owner.token()),
            )
            .content_type("application/octet-stream")
            .body(Body::from_vec(bytes.to_vec()));
        self.owner.send_request(request).await
    }

    async fn add_file(&self, name: &str, content: &[u8]) -> Value {
        let announced = self.announce(name, content.len()).await;
        let mut file = announced.data().clone();
        let id = file["id"].as_str().unwrap().to_owned();
        for (index, part) in content.chunks(PART_BYTES).enumerate() {
            file = self.send_part(&id, index + 1, part).await.data().clone();
        }
        assert_eq!(file["complete"], true, "{file}");
        file
    }

    pub(crate) async fn inspect(&self) -> Answer {
        self.owner
            .send(Method::POST, &self.path("/inspect"), None)
            .await
    }

    async fn set_answers(&self, answers: Value, corrections: Value) {
        let body = json!({"answers": answers, "corrections": corrections});
        self.owner.put(&self.path("/answers"), body).await.data();
    }

    pub(crate) async fn undo(&self) -> Answer {
        self.owner
            .send(Method::POST, &self.path("/undo"), None)
            .await
    }

    pub(crate) async fn import(&self) -> Answer {
        self.owner
            .send(Method::POST, &self.path("/import"), None)
            .await
    }
}

fn jug() -> Value {
    json!([{"kind": "unit", "value": "Jug", "answer": {"unit": "gal", "factor": "2.5"}}])
}

fn question_kinds(reading: &Value) -> Vec<&str> {
    let files = reading["files"].as_array().unwrap();
    files
        .iter()
        .flat_map(|file| file["questions"].as_array().unwrap())
        .map(|question| question["kind"].as_str().unwrap())
        .collect()
}

/// The stock of the organization, by item.
async fn load_stock(app: &TestApp) -> Vec<(String, i64)> {
    use sea_orm::{EntityTrait, QueryOrder};
    let rows = entities::inventory::Entity::find()
        .order_by_asc(entities::inventory::Column::ItemId)
        .all(&app.raw)
        .await
        .unwrap();
    rows.into_iter()
        .map(|row| (row.item_id, row.on_hand_e4))
        .collect()
}
