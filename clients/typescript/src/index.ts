/** The Sprout API from TypeScript: every call typed from openapi.json, every failure one `SproutError`. */
import createFetchClient, { type Client } from 'openapi-fetch';
import { errorFromBody, isFailureBody } from './error.js';
import type { components, paths } from './schema.js';
import { createTransport, type SproutOptions } from './transport.js';

export { SproutError, type FailureDetail } from './error.js';
export type { SproutOptions } from './transport.js';

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

/**
 * Returns the body of a successful call.
 *
 * @throws {SproutError} when the call failed, or when its body reports a failure.
 */
export async function unwrap<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  if (isFailureBody(data)) throw errorFromBody(data, response);
  return data as T;
}
