/** The Sprout API from TypeScript: every call typed from openapi.json, every failure one `SproutError`. */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';
import { createTransport, type SproutOptions } from './transport.js';

export { SproutError, type FailureDetail } from './error.js';
export type { SproutOptions } from './transport.js';
export { unwrap } from './unwrap.js';
export { uploadFile, type UploadOptions } from './uploadFile.js';

/** The API types by name, for example `Schemas['SyncStats']`. */
export type Schemas = components['schemas'];

/** The API by path and method, for typed helpers around the client. */
export type ApiPaths = paths;

/** A typed client: `sprout.GET('/api/account')`, with paths, parameters and responses typed. */
export type SproutClient = Client<paths>;

/** Creates a client. Nothing is sent until the first call. */
export function createClient(options: SproutOptions = {}): SproutClient {
  const fetch = createTransport(options);
  return createFetchClient<paths>({
    fetch,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
  });
}
