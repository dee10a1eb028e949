/** API calls of imports, and names of the tables. */
import { unwrap, uploadFile, type Schemas } from '@sprout/client';
import { apiClient, longPollClient } from '@/api/client';
import type { IdempotencyHeader } from '@/api/idempotency';
import { apiQuery, unwrapData } from '@/api/queries';
import { t } from '@/messages/en/imports';

export type Upload = Schemas['Upload'];
export type UploadReading = Schemas['UploadReading'];
export type FileProposal = Schemas['FileProposal'];
export type FileRefusal = Schemas['FileRefusal'];
export type ImportQuestion = Schemas['ImportQuestion'];
export type UploadAnswer = Schemas['UploadAnswer'];
export type CellCorrection = Schemas['CellCorrection'];
export type RejectedCellGroup = Schemas['RejectedCellGroup'];

export const uploadQuery = (id: string) => apiQuery('/api/uploads/{id}', { params: { path: { id } } });

/** Rejected cells of the last reading, those alike together. */
export const rejectedCellsQuery = (id: string) =>
  apiQuery('/api/uploads/{id}/rejects/summary', { params: { path: { id } } });

/** The first rows of a table. */
export const firstRowsQuery = (id: string, table: string) =>
  apiQuery('/api/uploads/{id}/rows', { params: { path: { id }, query: { target: table, limit: 5 } } });

/** Uploads files and reads them. Returns the id of the upload. */
export async function uploadAndRead(
  files: readonly File[],
  onProgress: (name: string, percent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { id } = await unwrapData(apiClient.POST('/api/uploads', { signal }));
  for (const file of files) {
    onProgress(file.name, 0);
    await uploadFile(longPollClient, id, file, {
      signal,
      onProgress: (sent) =>
        onProgress(file.name, file.size === 0 ? 100 : Math.floor((100 * sent) / file.size)),
    });
  }
  await readUpload(id, signal);
  return id;
}

/** Creates an upload of sample data and reads it. Returns its id. */
export async function createSample(): Promise<string> {
  const { id } = await unwrapData(longPollClient.POST('/api/uploads/sample'));
  await readUpload(id);
  return id;
}

/** Reads the files of an upload with its answers. */
const readUpload = (id: string, signal?: AbortSignal) =>
  unwrapData(
    longPollClient.POST('/api/uploads/{id}/inspect', {
      params: { path: { id } },
      ...(signal && { signal }),
    }),
  );

/** Sets the answers and corrected cells, and reads the files again. */
export async function answerAndRead(
  id: string,
  body: { answers: UploadAnswer[]; corrections: CellCorrection[] },
): Promise<UploadReading> {
  await unwrap(apiClient.PUT('/api/uploads/{id}/answers', { params: { path: { id } }, body }));
  return readUpload(id);
}

/** Loads the rows of the last reading. Responds when the run has ended. */
export const importUpload = (id: string, header: IdempotencyHeader) =>
  unwrap(longPollClient.POST('/api/uploads/{id}/import', { params: { path: { id }, header } }));

/** Restores the tables as they were before the import. */
export const undoImport = (id: string, header: IdempotencyHeader) =>
  unwrap(longPollClient.POST('/api/uploads/{id}/undo', { params: { path: { id }, header } }));

const TABLE_LABELS: Record<string, () => string> = {
  inventory_data: () => t('inventory'),
  sales_transactions: () => t('transactions'),
  market_prices: () => t('marketPrices'),
  customer_profiles: () => t('customers'),
  supplier_data: () => t('suppliers'),
  customer_bookings: () => t('customerBookings'),
  purchase_orders: () => t('purchaseOrders'),
  item_catalogue: () => t('itemCatalog'),
  price_lists: () => t('priceLists'),
};

/** The display name of a table. */
export const tableLabel = (table: string): string => TABLE_LABELS[table]?.() ?? table;

/** The file and its sheet. */
export const placeLabel = ({ file, sheet }: { file: string; sheet?: string }): string =>
  sheet === undefined ? file : `${file} [${sheet}]`;
