/** API queries of figures: measures by dimensions, the rows behind them, and why they changed. */
import { unwrap, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiKey, apiQuery, unwrapData } from '@/api/queries';
import { downloadBlob } from '@/lib/download';
import { withTranslatedLabels } from '@/lib/metricLabels';

export type MetricQuery = Schemas['MetricQuery'];
export type MetricRowQuery = Schemas['MetricRowQuery'];
export type MetricChangeQuery = Schemas['MetricChangeQuery'];
export type MetricAnswer = Schemas['MetricAnswer'];
export type MetricColumn = Schemas['MetricColumn'];
export type MetricDataset = Schemas['MetricDataset'];
export type MetricChangePart = Schemas['MetricChangePart'];
export type MetricKind = Schemas['MetricKind'];

/** A value of an answer. */
export type MetricValue = string | number | null;

const ROWS = '/api/metrics/rows';
const ROWS_PER_PAGE = 100;

/** The media types of files with rows. */
const FILE_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type MetricCatalogue = Schemas['MetricCatalogue'];
type MetricRows = Schemas['MetricRows'];

const translateCatalogue = (catalogue: MetricCatalogue): MetricCatalogue => ({
  ...catalogue,
  datasets: withTranslatedLabels(catalogue.datasets).map((dataset) => ({
    ...dataset,
    measures: withTranslatedLabels(dataset.measures),
    dimensions: withTranslatedLabels(dataset.dimensions),
  })),
});

const translateRows = (page: MetricRows): MetricRows => ({
  ...page,
  columns: withTranslatedLabels(page.columns),
  totalColumns: withTranslatedLabels(page.totalColumns),
});

/** The figures of a response under translated names. */
export const translateAnswer = (answer: MetricAnswer): MetricAnswer => ({
  ...answer,
  columns: withTranslatedLabels(answer.columns),
});

export const catalogueQuery = { ...apiQuery('/api/metrics/catalogue'), select: translateCatalogue };

/** The members of a dimension whose names contain a text. */
export const membersQuery = (dimension: string, q: string) =>
  apiQuery('/api/metrics/members', { params: { query: { dimension, q, limit: 20 } } });

/** The figures of a query, with `meta`. */
export const answerQuery = (body: MetricQuery) =>
  queryOptions({
    queryKey: apiKey('/api/metrics/query', body),
    queryFn: ({ signal }) => unwrap(apiClient.POST('/api/metrics/query', { body, signal })),
    select: (body) => ({ ...body, data: translateAnswer(body.data) }),
  });

/** Why a measure changed. */
export const changeQuery = (body: MetricChangeQuery) =>
  queryOptions({
    queryKey: apiKey('/api/metrics/explain-change', body),
    queryFn: ({ signal }) => unwrapData(apiClient.POST('/api/metrics/explain-change', { body, signal })),
  });

async function fetchRows(body: MetricRowQuery, signal: AbortSignal): Promise<MetricRows> {
  const page = await unwrap(apiClient.POST(ROWS, { body, signal }));
  if (typeof page === 'string') throw new TypeError(`${ROWS} returned a file instead of JSON.`);
  return page.data;
}

/** The rows behind a figure, page by page. */
export const rowsQuery = (body: MetricRowQuery) =>
  infiniteQueryOptions({
    queryKey: apiKey(ROWS, body),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      fetchRows(
        { ...body, limit: ROWS_PER_PAGE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: (page) => page.nextCursor,
    select: (rows: InfiniteData<MetricRows>) => ({ ...rows, pages: rows.pages.map(translateRows) }),
  });

/** Saves all rows behind a figure as a file. */
export async function downloadRows(body: MetricRowQuery, format: keyof typeof FILE_TYPES): Promise<void> {
  const file = await unwrap(
    apiClient.POST(ROWS, { body, params: { header: { Accept: FILE_TYPES[format] } }, parseAs: 'blob' }),
  );
  downloadBlob(`rows.${format}`, file as unknown as Blob);
}
