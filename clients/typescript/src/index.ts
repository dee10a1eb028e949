/** The Sprout API from TypeScript: every call typed from openapi.json, every failure one `SproutError`. */
import createClient, { type Client } from 'openapi-fetch';
import { failureIn, saysFailure } from './error.js';
import type { components, paths } from './schema.js';
import { transport, type SproutOptions } from './transport.js';

export { SproutError, type FailureDetail } from './error.js';
export type { SproutOptions } from './transport.js';

/** The wire types by name, for example `Schemas['SyncStats']`. */
export type Schemas = components['schemas'];

/** A connection: `sprout.GET('/api/account')`, with paths, inputs and answers typed. */
export type Sprout = Client<paths>;

/** Opens a connection. Nothing is sent until the first call. */
export function connect(options: SproutOptions = {}): Sprout {
  const fetch = transport(options);
  return createClient<paths>({
    fetch,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
  });
}

/**
 * The body of a successful call, so that callers need not tell success from failure twice.
 *
 * @throws {SproutError} when the call failed, or when its body says so.
 */
export async function answer<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  if (saysFailure(data)) throw failureIn(data, response);
  return data as T;
}
