/** Where the addresses of a bucket have its name. */
import type { SourceOf } from './connector';

/** The values of the field; the server decides where none is chosen. */
export const BUCKET_STYLES = { automatic: '', path: 'true', host: 'false' } as const;
export type BucketStyle = keyof typeof BUCKET_STYLES;

/** The style of a source as it is stored: automatic where it is the server's default. */
export function parseBucketStyle(source: SourceOf<'s3'> | undefined): BucketStyle {
  if (!source || source.pathStyle === (source.endpoint !== undefined || source.bucket.includes('.')))
    return 'automatic';
  return source.pathStyle ? 'path' : 'host';
}
