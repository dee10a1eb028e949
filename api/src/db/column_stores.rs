//! Copies of order lines by column, for metric queries.

use super::{Access, ContentKey, Database, DbError, MetricTables, RolledUpDb, StoredContentError};
use crate::ids::TenantId;
use crate::newest_cache::NewestCache;
use aws_lc_rs::digest::{Context, SHA256};
use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use metrics::{ColumnStore, ColumnStoreBuilder, LoadError, LoadedTable};
use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout_at};

/// The memory of all copies of this process. An organization that needs more has none.
const MAX_BYTES: usize = 384 << 20;
/// How long a copy is kept without queries.
const MAX_IDLE: Duration = Duration::from_mins(30);
/// How long queries wait for a copy from when its loading began. After that, they read rows.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// How long queries wait until a loading has its connection. Each of them has one, and if together
/// they have all, the loading cannot begin before one of them ends.
const MAX_CONNECTION_WAIT: Duration = Duration::from_secs(1);

/// The kind of stored copies.
const KIND: &str = "lines_by_column";

/// A copy, and how long it took to build from rows: no time if it was stored.
#[derive(Clone, Debug)]
struct LoadedCopy {
    store: Arc<ColumnStore>,
    took: Duration,
}

/// An organization and its data version.
type StoreKey = (TenantId, i64);

/// The copies of this process. Clones share them.
#[derive(Clone, Debug)]
pub(in crate::db) struct ColumnStores {
    /// None for an organization whose rows do not fit one.
    loaded: NewestCache<TenantId, Option<LoadedCopy>>,
    /// By the version for which the loading began.
    loading: Arc<Mutex<HashMap<StoreKey, Loading>>>,
}

/// A copy that is being loaded.
#[derive(Clone, Debug)]
struct Loading {
    began: Instant,
    /// Whether it has its connection. Closed at the end.
    connected: watch::Receiver<bool>,
}

impl Loading {
    /// Waits for the end, but not longer than a query may.
    async fn wait_for_query(mut self) {
        let connected = async {
            self.connected
                .wait_for(|connected| *connected)
                .await
                .is_ok()
        };
        if timeout_at(self.began + MAX_CONNECTION_WAIT, connected).await == Ok(true) {
            let _ = timeout_at(self.began + MAX_WAIT, self.wait_for_end()).await;
        }
    }

    async fn wait_for_end(mut self) {
        // An error is the end: the other side is closed.
        while self.connected.changed().await.is_ok() {}
    }
}

impl Default for ColumnStores {
    fn default() -> Self {
        let bytes = |copy: &Option<LoadedCopy>| copy.as_ref().map_or(0, |copy| copy.store.bytes());
        Self {
            loaded: NewestCache::new(MAX_BYTES, MAX_IDLE, bytes),
            loading: Arc::default(),
        }
    }
}

impl ColumnStores {
    /// The loading of a copy, if it runs.
    fn find_loading(&self, key: StoreKey) -> Option<Loading> {
        let all = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&key).cloned()
    }

    /// The loading of a copy, which is started unless it runs.
    fn start_loading(&self, key: StoreKey, database: &Database, access: &Access) -> Loading {
        let mut all = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = all.get(&key) {
            return running.clone();
        }
        let (connection, connected) = watch::channel(false);
        let started = Loading {
            began: Instant::now(),
            connected,
        };
        all.insert(key, started.clone());
        let (database, access) = (database.clone(), access.clone());
        tokio::spawn(async move {
            if let Err(error) = database.load_column_store(&access, &connection).await {
                let tenant = access.tenant();
                tracing::warn!(error = &error as &dyn std::error::Error, %tenant,
                    "could not load the order lines of an organization by column");
            }
            let stores = &database.column_stores;
            let mut all = stores
                .loading
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            all.remove(&key);
            drop(connection);
        });
        started
    }
}

/// Loads the copy of a tenant's rows; none if they do not fit one.
async fn load(db: &RolledUpDb) -> Result<Option<LoadedCopy>, DbError> {
    let stored = load_stored(db).await.unwrap_or_else(|error| {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "could not load stored order lines"
        );
        None
    });
    if let Some(store) = stored {
        return Ok(Some(LoadedCopy {
            store: Arc::new(store),
            took: Duration::ZERO,
        }));
    }
    let began = Instant::now();
    let built = build(&db.metric_tables()).await?;
    Ok(built.map(|store| LoadedCopy {
        store: Arc::new(store),
        took: began.elapsed(),
    }))
}

/// The stored copy of the rows that the transaction sees.
async fn load_stored(db: &RolledUpDb) -> Result<Option<ColumnStore>, StoredContentError> {
    let version = async { Ok(name_version(db)) };
    let is_wanted = |stored: &str, version: &String| stored == version;
    let decode = |content: &mut dyn Read| ColumnStore::decode(content);
    let found = db.load_content(KIND, version, is_wanted, decode).await?;
    Ok(found.map(|(_, store)| store))
}

/// The version of stored copies: that of the code that builds and encodes them, of the statements whose
/// rows it takes, and of the data. An upgrade that changes nothing of these keeps them.
fn name_version(db: &RolledUpDb) -> String {
    let tables = db.metric_tables();
    let mut hash = Context::new(&SHA256);
    for table in LoadedTable::ALL {
        hash.update(tables.write_sql(&table.statement(&tables)).as_bytes());
    }
    let statements = HEXLOWER.encode(hash.finish().as_ref());
    let sources = ColumnStore::SOURCE_HASH;
    format!("{sources}:{statements}:{}", db.data_version())
}

async fn build(tables: &MetricTables<'_>) -> Result<Option<ColumnStore>, DbError> {
    let mut builder = ColumnStoreBuilder::new(MAX_BYTES);
    for table in LoadedTable::ALL {
        let mut refused = None;
        tables
            .for_each_row(&table.statement(tables), |row| {
                refused = builder.add_row(table, &row).err();
                refused.is_none()
            })
            .await?;
        if let Some(reason) = refused {
            return Ok(refuse(reason));
        }
    }
    Ok(match spawn_blocking(move || builder.finish()).await {
        Ok(Ok(store)) => Some(store),
        Ok(Err(reason)) => refuse(reason),
        // Rows answer, too.
        Err(error) => {
            tracing::error!(%error, "could not build columns");
            None
        }
    })
}

fn refuse(reason: LoadError) -> Option<ColumnStore> {
    tracing::info!(%reason, "metric queries read rows");
    None
}

impl RolledUpDb {
    /// The copy of the rows that this transaction sees. None if they do not fit one, or if loading
    /// it takes long, until it is there.
    pub async fn column_store(&self) -> Option<Arc<ColumnStore>> {
        let stores = &self.database().column_stores;
        let key = (self.tenant(), self.data_version());
        if let Some(known) = stores.loaded.get(&key.0, key.1).await {
            return known.map(|copy| copy.store);
        }
        let loading = stores.start_loading(key, self.database(), self.access());
        loading.wait_for_query().await;
        let copy = stores.loaded.get(&key.0, key.1).await.flatten();
        copy.map(|copy| copy.store)
    }
}

impl Database {
    /// Loads the copy of an organization's current rows, unless it is there.
    async fn load_column_store(
        &self,
        access: &Access,
        connection: &watch::Sender<bool>,
    ) -> Result<(), DbError> {
        let db = self.begin_rolled_up_read(access).await?;
        connection.send_replace(true);
        let (tenant, version) = (db.tenant(), db.data_version());
        let loaded = &self.column_stores.loaded;
        if loaded.get(&tenant, version).await.is_none() {
            loaded.insert(tenant, version, load(&db).await?).await;
        }
        Ok(())
    }

    /// Stores the copy of an organization's current rows, for the next start, if it is loaded, or is
    /// being loaded, and took longer than this to build.
    pub async fn store_column_copy(
        &self,
        access: &Access,
        longer_than: Duration,
        now: DateTime<Utc>,
    ) -> Result<(), StoredContentError> {
        let db = self.begin_rolled_up_read(access).await?;
        let key = (db.tenant(), db.data_version());
        let version = name_version(&db);
        drop(db);
        let running = self.column_stores.find_loading(key);
        if let Some(running) = running {
            running.wait_for_end().await;
        }
        let copy = self.column_stores.loaded.get(&key.0, key.1).await.flatten();
        let Some(copy) = copy.filter(|copy| copy.took > longer_than) else {
            return Ok(());
        };
        let content = ContentKey {
            kind: KIND,
            version,
        };
        let store = Arc::clone(&copy.store);
        self.store_content(access, content, now, move |out| store.encode(out))
            .await?;
        let stored = LoadedCopy {
            took: Duration::ZERO,
            ..copy
        };
        let loaded = &self.column_stores.loaded;
        loaded.insert(key.0, key.1, Some(stored)).await;
        Ok(())
    }
}
