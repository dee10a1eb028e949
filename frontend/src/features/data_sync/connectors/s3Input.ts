/** A bucket of object storage from what was typed. */
import type { SourceInputOf } from './connector';

const TEXT_FIELDS = ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey'] as const;
export const S3_FIELDS = [...TEXT_FIELDS, 'pathStyle'] as const;
export type S3Field = (typeof S3_FIELDS)[number];

/** Blank texts have the server's defaults. `pathStyle` is `true`, `false` or blank. */
export function buildS3Input({ pathStyle, ...texts }: Record<S3Field, string>): SourceInputOf<'s3'> {
  const trimmed = Object.fromEntries(TEXT_FIELDS.map((name) => [name, texts[name].trim()]));
  return {
    kind: 's3',
    ...(trimmed as typeof texts),
    ...(pathStyle !== '' && { pathStyle: pathStyle === 'true' }),
  };
}
