/** A BigQuery source from what was typed. */
import { GIB } from '../billedBytes';
import type { SourceInputOf, SourceOf } from './connector';

export const BIGQUERY_FIELDS = ['project', 'dataset', 'location', 'maxGib', 'key'] as const;
export type BigQueryField = (typeof BIGQUERY_FIELDS)[number];

/** The API endpoint has no field: it stays as it was set. */
export function buildBigQueryInput(
  values: Record<BigQueryField, string>,
  source: Pick<SourceOf<'bigquery'>, 'apiEndpoint'> | undefined,
): SourceInputOf<'bigquery'> {
  const location = values.location.trim();
  const maxGib = values.maxGib.trim();
  return {
    kind: 'bigquery',
    projectId: values.project.trim(),
    dataset: values.dataset.trim(),
    serviceAccountKey: values.key,
    ...(location !== '' && { location }),
    ...(source?.apiEndpoint !== undefined && { apiEndpoint: source.apiEndpoint }),
    ...(maxGib !== '' && { maximumBytesBilled: Math.round(Number(maxGib) * GIB) }),
  };
}
