//! HTTP routes of uploads and imports.

use super::answer_memory::save_answers;
use super::file_parts::{create_file, file_path, is_file_name, write_part};
use super::import_error::ImportError;
use super::sample_files::{mark_complete, move_sample, write_sample};
use super::store::{self, UploadRecord};
use super::upload_reading::{plan_reading, read_files};
use super::wire::{
    RejectedCellGroups, RejectedCells, Upload, UploadAnswersInput, UploadFile, UploadFileInput,
    UploadReading, UploadRows,
};
use super::{UPLOAD_LIFETIME, wire};
use crate::auth::permission::{SyncRead, SyncRun};
use crate::auth::{Scope, Signed};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::features::data_sync::{DataSync, RunResponse, UploadFolder, parse_answers};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, default_page_size, parse_cursor};
use crate::ids::UploadId;
use imports::results::{read_rejects, read_rows, visit_rejects};
use poem::Body;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::{Binary, Json};
use sea_orm::prelude::Uuid;
use std::ops::ControlFlow;
use tokio::task::spawn_blocking;

/// Operations that upload, read and import exported files.
pub struct ImportsApi {
    /// Runs the imports, and knows where uploads are.
    pub sync: DataSync,
    /// The time.
    pub clock: Clock,
    /// Ids.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::Imports")]
impl ImportsApi {
    /// Create an upload
    ///
    /// An upload holds the files that are imported together. It expires seven days after its files
    /// were last read.
    #[oai(path = "/api/uploads", method = "post", operation_id = "createUpload")]
    async fn create_upload(&self, signed: Signed) -> Result<Json<Envelope<Upload>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let now = self.clock.now();
        let id = UploadId(self.entropy.uuid_v7(now)?);
        let db = scope.write_db().await?;
        store::insert_upload(&db, &proof, id, now, now + UPLOAD_LIFETIME).await?;
        let upload = store::lock_upload(&db, &proof, id, now).await?;
        self.keep(scope, id).await?;
        db.commit().await?;
        self.respond(upload)
    }

    /// Create an upload of sample data
    ///
    /// An upload with generated files of a farm supply business, to try the import. Inspect and
    /// import it like other uploads, and undo the import to remove the rows.
    #[oai(
        path = "/api/uploads/sample",
        method = "post",
        operation_id = "createSampleUpload"
    )]
    async fn create_sample_upload(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<Upload>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let (now, as_of) = (self.clock.now(), scope.as_of());
        let id = UploadId(self.entropy.uuid_v7(now)?);
        self.keep(scope, id).await?;
        let folder = self.folder(scope, id);
        let generated = folder.files().join("sample");
        let target = generated.clone();
        let samples = spawn_blocking(move || write_sample(&target, as_of))
            .await
            .map_err(ImportError::from)??;
        let db = scope.write_db().await?;
        store::insert_upload(&db, &proof, id, now, now + UPLOAD_LIFETIME).await?;
        for sample in samples {
            let upload = store::lock_upload(&db, &proof, id, now).await?;
            let file_id = self.entropy.uuid_v7(now)?;
            let mut file =
                store::insert_file(&db, &upload, file_id, &sample.name, sample.size).await?;
            mark_complete(&mut file);
            let file = store::save_received(&db, file).await?;
            let (from, to) = (generated.join(&sample.name), file_path(&folder, &file));
            spawn_blocking(move || move_sample(&from, &to))
                .await
                .map_err(ImportError::from)??;
        }
        let upload = store::lock_upload(&db, &proof, id, now).await?;
        db.commit().await?;
        self.respond(upload)
    }

    /// Get an upload
    ///
    /// The files with their received parts, and the last reading.
    #[oai(path = "/api/uploads/:id", method = "get", operation_id = "getUpload")]
    async fn get_upload(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Upload>>, ApiError> {
        let upload = self.find_upload(signed.scope(), UploadId(id.0)).await?;
        self.respond(upload)
    }

    /// Delete an upload
    ///
    /// Deletes its files and what was read from them. Imported rows stay. 409 while a run imports
    /// it.
    #[oai(
        path = "/api/uploads/:id",
        method = "delete",
        operation_id = "deleteUpload"
    )]
    async fn delete_upload(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let id = UploadId(id.0);
        let db = scope.write_db().await?;
        let upload = store::lock_upload(&db, &proof, id, self.clock.now()).await?;
        if store::is_importing(&db, &upload.row).await? {
            return Err(ImportError::InProgress.into());
        }
        store::delete_upload(&db, &proof, id).await?;
        let folder = self.folder(scope, id);
        db.commit().await?;
        spawn_blocking(move || folder.remove())
            .await
            .map_err(ImportError::from)?
            .map_err(ImportError::from)?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Add a file to an upload
    ///
    /// Announces a file by name and size. Send its content in parts afterwards. 413 if it is larger
    /// than allowed, 409 if the organization's uploads take too much space.
    #[oai(
        path = "/api/uploads/:id/files",
        method = "post",
        operation_id = "addUploadFile"
    )]
    async fn add_upload_file(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
        body: Json<UploadFileInput>,
    ) -> Result<Json<Envelope<UploadFile>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let (id, UploadFileInput { name, size }) = (UploadId(id.0), body.0);
        let now = self.clock.now();
        let db = scope.write_db().await?;
        let mut upload = store::lock_upload(&db, &proof, id, now).await?;
        if !is_file_name(&name) {
            return Err(ImportError::InvalidName.into());
        }
        let limits = self.sync.uploads();
        if size > limits.max_file_bytes() {
            return Err(ImportError::FileTooLarge(to_mib(limits.max_file_bytes())).into());
        }
        let stored = store::sum_stored_bytes(&db).await?;
        if stored.saturating_add(size) > limits.max_organization_bytes() {
            return Err(ImportError::QuotaExceeded(to_mib(stored)).into());
        }
        let file_id = self.entropy.uuid_v7(now)?;
        let file = store::insert_file(&db, &upload, file_id, &name, size).await?;
        create_file(&file_path(&self.folder(scope, id), &file))
            .await
            .map_err(ImportError::from)?;
        upload.row.proposal = None;
        store::update_upload(&db, &upload.row).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(file.into())))
    }

    /// Send a part of a file
    ///
    /// The body is the part itself: `partBytes` bytes from position (`part` - 1) x `partBytes`, or
    /// the rest of the file. Parts can be sent in any order, and again after a failure.
    #[oai(
        path = "/api/uploads/:id/files/:file/parts/:part",
        method = "put",
        operation_id = "putUploadPart"
    )]
    async fn put_upload_part(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
        /// Id of the file.
        file: Path<Uuid>,
        /// Number of the part, from 1.
        #[oai(validator(max_length = 64))]
        part: Path<String>,
        body: Binary<Body>,
    ) -> Result<Json<Envelope<UploadFile>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let id = UploadId(id.0);
        let number: u32 = part.0.parse().map_err(|_| ApiError::not_found())?;
        let find = |upload: UploadRecord| {
            let mut files = upload.files.into_iter();
            let found = files.find(|known| known.row.id == file.0);
            found.ok_or_else(ApiError::not_found)
        };
        let db = scope.read_db().await?;
        let upload = store::find_upload_to_import(&db, &proof, id, self.clock.now()).await?;
        drop(db);
        let known = find(upload)?;
        let range = known.part_range(number).ok_or_else(ApiError::not_found)?;
        write_part(&file_path(&self.folder(scope, id), &known), range, body.0).await?;
        let db = scope.write_db().await?;
        let mut upload = store::lock_upload(&db, &proof, id, self.clock.now()).await?;
        upload.row.proposal = None;
        store::update_upload(&db, &upload.row).await?;
        let recorded = store::record_part(&db, &find(upload)?, number).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(recorded.into())))
    }

    /// Read the files of an upload
    ///
    /// Recognizes tables and columns, with the answers given for this upload and those remembered
    /// from earlier ones. Loads nothing. Files that cannot be read are in the reading with a code.
    #[oai(
        path = "/api/uploads/:id/inspect",
        method = "post",
        operation_id = "inspectUpload"
    )]
    async fn inspect_upload(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<UploadReading>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let (id, now) = (UploadId(id.0), self.clock.now());
        let folder = self.folder(scope, id);
        let db = scope.write_db().await?;
        let upload = store::lock_upload(&db, &proof, id, now).await?;
        if store::is_importing(&db, &upload.row).await? {
            return Err(ImportError::InProgress.into());
        }
        let organization = scope.access().organization();
        let input = plan_reading(&db, organization, &folder, &upload, now).await?;
        // Reading can take a minute: no transaction stays open meanwhile.
        db.commit().await?;
        let reading = read_files(self.sync.uploads().readers(), input, folder).await?;
        let db = scope.write_db().await?;
        let mut upload = store::lock_upload(&db, &proof, id, now).await?;
        upload.row.proposal = Some(reading.inspection.proposal.to_string());
        upload.row.table_rows =
            Some(serde_json::to_string(&reading.table_rows()).map_err(ImportError::from)?);
        upload.row.rejected_cells = to_i64(reading.inspection.rejected_cells);
        upload.row.read_bytes = to_i64(reading.bytes);
        upload.row.expires_at = now + UPLOAD_LIFETIME;
        store::update_upload(&db, &upload.row).await?;
        self.keep(scope, id).await?;
        db.commit().await?;
        let reading = UploadReading::from_row(&upload.row)?.ok_or(ImportError::NotRead)?;
        Ok(Json(Envelope::new(reading)))
    }

    /// Set the answers about an upload
    ///
    /// Replaces the answers and the corrected cells. Read the files again to apply them. An import
    /// remembers the answers for the next files with the same column names.
    #[oai(
        path = "/api/uploads/:id/answers",
        method = "put",
        operation_id = "setUploadAnswers"
    )]
    async fn set_upload_answers(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
        body: Json<UploadAnswersInput>,
    ) -> Result<Json<Envelope<Upload>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let answers = body.0.to_answers()?;
        let corrections = body.0.to_corrections();
        let db = scope.write_db().await?;
        let id = UploadId(id.0);
        let mut upload = store::lock_upload(&db, &proof, id, self.clock.now()).await?;
        upload.row.answers = serde_json::to_string(&answers).map_err(ImportError::from)?;
        upload.row.corrections = serde_json::to_string(&corrections).map_err(ImportError::from)?;
        upload.row.proposal = None;
        store::update_upload(&db, &upload.row).await?;
        db.commit().await?;
        self.respond(upload)
    }

    /// Import an upload
    ///
    /// Starts a run that loads the rows of the last reading. Rows with rejected cells or open
    /// questions are not loaded, and no row is deleted. Responses are those of a full sync.
    #[oai(
        path = "/api/uploads/:id/import",
        method = "post",
        operation_id = "importUpload"
    )]
    async fn import_upload(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
        /// `respond-async`: do not wait for the run to finish.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
    ) -> Result<RunResponse, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let prefer = prefer.0.as_deref();
        if let Some(response) = self.sync.replay_import(scope, prefer).await? {
            return Ok(response);
        }
        let (id, now) = (UploadId(id.0), self.clock.now());
        let db = scope.read_db().await?;
        let upload = store::find_upload_to_import(&db, &proof, id, now).await?;
        drop(db);
        let reading = UploadReading::from_row(&upload.row)?.ok_or(ImportError::NotRead)?;
        let tables = reading.table_names();
        if tables.is_empty() {
            return Err(ImportError::NothingToImport.into());
        }
        let answers = parse_answers(&upload.row.answers).map_err(ImportError::from)?;
        self.sync
            .snapshot_tables(scope.access(), id, &tables)
            .await
            .map_err(ImportError::from)?;
        let run = self.sync.start_import(scope, id, &tables).await?;
        // The run has committed the idempotency key.
        let db = scope.metering_db().await?;
        let mut upload = store::lock_upload(&db, &proof, id, now).await?;
        upload.row.run_id = Some(run.run_id().0);
        store::update_upload(&db, &upload.row).await?;
        save_answers(&db, &proof, &reading.fingerprints(), &answers, now).await?;
        db.commit().await?;
        run.respond(prefer).await
    }

    /// Undo an import
    ///
    /// Starts a run that restores the imported tables as they were before: inserted rows are
    /// deleted, updated ones get their earlier values. Only the latest run can be undone. Responses
    /// are those of a full sync.
    #[oai(
        path = "/api/uploads/:id/undo",
        method = "post",
        operation_id = "undoImport"
    )]
    async fn undo_import(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
        /// `respond-async`: do not wait for the run to finish.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
    ) -> Result<RunResponse, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRun)?;
        let prefer = prefer.0.as_deref();
        if let Some(response) = self.sync.replay_import(scope, prefer).await? {
            return Ok(response);
        }
        let (id, now) = (UploadId(id.0), self.clock.now());
        let db = scope.read_db().await?;
        let upload = store::find_upload_to_import(&db, &proof, id, now).await?;
        let is_latest = store::is_latest_run(&db, &upload.row).await?;
        drop(db);
        if !is_latest || !self.folder(scope, id).before().is_dir() {
            return Err(ImportError::CannotUndo.into());
        }
        let reading = UploadReading::from_row(&upload.row)?.ok_or(ImportError::NotRead)?;
        let run = self
            .sync
            .start_undo(scope, id, &reading.table_names())
            .await?;
        // The run has committed the idempotency key.
        let db = scope.metering_db().await?;
        let mut upload = store::lock_upload(&db, &proof, id, now).await?;
        upload.row.run_id = None;
        store::update_upload(&db, &upload.row).await?;
        db.commit().await?;
        run.respond(prefer).await
    }

    /// List rejected cells
    ///
    /// The cells that cannot be read, with their addresses, in the order of the files.
    #[oai(
        path = "/api/uploads/:id/rejects",
        method = "get",
        operation_id = "listRejectedCells"
    )]
    async fn list_rejected_cells(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
        /// Number of cells per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<RejectedCells>>, ApiError> {
        let offset: u64 = parse_cursor(cursor.0.as_deref())?.unwrap_or(0);
        let folder = self.read_folder(signed.scope(), UploadId(id.0)).await?;
        let page = spawn_blocking(move || read_rejects(&folder.tables(), offset, limit.0 as usize));
        Ok(Json(Envelope::new(
            finish_page(page.await, offset > 0)?.into(),
        )))
    }

    /// Count rejected cells alike
    ///
    /// Groups of cells with the same column, value and reason, the largest first, so that each can
    /// be corrected at once.
    #[oai(
        path = "/api/uploads/:id/rejects/summary",
        method = "get",
        operation_id = "summarizeRejectedCells"
    )]
    async fn summarize_rejected_cells(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<RejectedCellGroups>>, ApiError> {
        let folder = self.read_folder(signed.scope(), UploadId(id.0)).await?;
        let groups = spawn_blocking(move || {
            let mut counter = wire::GroupCounter::default();
            visit_rejects(&folder.tables(), 0, |cell, _| {
                counter.add(cell);
                ControlFlow::Continue(())
            })?;
            Ok(counter.into_groups())
        });
        Ok(Json(Envelope::new(finish_page(groups.await, false)?)))
    }

    /// List the rows of a reading
    ///
    /// The rows of a table that an import loads, each with the file, sheet and row that it comes
    /// from. `q` finds the rows with this value in the first column.
    #[oai(
        path = "/api/uploads/:id/rows",
        method = "get",
        operation_id = "listUploadRows"
    )]
    async fn list_upload_rows(
        &self,
        signed: Signed,
        /// Id of the upload.
        id: Path<Uuid>,
        /// The source table, such as `inventory_data`. Default: the first one.
        #[oai(validator(max_length = 60))]
        target: Query<Option<String>>,
        /// The value of the first column.
        #[oai(validator(max_length = 512))]
        q: Query<Option<String>>,
        /// Number of rows per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<UploadRows>>, ApiError> {
        let offsets = parse_offsets(cursor.0.as_deref())?;
        let scope = signed.scope();
        let upload = self.find_upload(scope, UploadId(id.0)).await?;
        let reading = UploadReading::from_row(&upload.row)?.ok_or(ImportError::NotRead)?;
        let mut tables = reading.table_names().into_iter();
        let table = tables
            .find(|table| target.0.as_ref().is_none_or(|wanted| wanted == table))
            .ok_or_else(ApiError::not_found)?;
        let folder = self.folder(scope, UploadId(id.0));
        let page = spawn_blocking(move || {
            let key = q.0.as_deref();
            read_rows(&folder.tables(), &table, offsets, limit.0 as usize, key)
        });
        Ok(Json(Envelope::new(
            finish_page(page.await, offsets.0 > 0)?.into(),
        )))
    }
}

impl ImportsApi {
    async fn find_upload(&self, scope: &Scope, id: UploadId) -> Result<UploadRecord, ApiError> {
        let proof = scope.require(SyncRead)?;
        let db = scope.read_db().await?;
        Ok(store::find_upload(&db, &proof, id, self.clock.now()).await?)
    }

    /// The folder of an upload that was read.
    async fn read_folder(&self, scope: &Scope, id: UploadId) -> Result<UploadFolder, ApiError> {
        let upload = self.find_upload(scope, id).await?;
        if upload.row.proposal.is_none() {
            return Err(ImportError::NotRead.into());
        }
        Ok(self.folder(scope, id))
    }

    fn folder(&self, scope: &Scope, id: UploadId) -> UploadFolder {
        self.sync.uploads().folder(scope.access().tenant(), id)
    }

    /// Creates the folder, or extends its life.
    async fn keep(&self, scope: &Scope, id: UploadId) -> Result<(), ImportError> {
        let folder = self.folder(scope, id);
        let expires_at = self.clock.now() + UPLOAD_LIFETIME;
        spawn_blocking(move || folder.keep_until(expires_at)).await??;
        Ok(())
    }

    fn respond(&self, upload: UploadRecord) -> Result<Json<Envelope<Upload>>, ApiError> {
        let limit = self.sync.uploads().max_file_bytes();
        Ok(Json(Envelope::new(Upload::from_record(upload, limit)?)))
    }
}

fn to_mib(bytes: u64) -> u64 {
    bytes / (1024 * 1024)
}

fn to_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The positions of a page in a table and in its origins.
fn parse_offsets(cursor: Option<&str>) -> Result<(u64, u64), ApiError> {
    let Some(cursor) = cursor else {
        return Ok((0, 0));
    };
    let parse = |text: &str| text.parse().map_err(|_| ApiError::invalid_cursor());
    let (rows, origins) = cursor
        .split_once('-')
        .ok_or_else(ApiError::invalid_cursor)?;
    Ok((parse(rows)?, parse(origins)?))
}

/// A page, or the error of a cursor that was not issued for these files.
fn finish_page<T>(
    page: Result<Result<T, csv::Error>, tokio::task::JoinError>,
    has_cursor: bool,
) -> Result<T, ApiError> {
    match page.map_err(ImportError::from)? {
        Err(error) if has_cursor && !error.is_io_error() => Err(ApiError::invalid_cursor()),
        other => Ok(other.map_err(ImportError::from)?),
    }
}
