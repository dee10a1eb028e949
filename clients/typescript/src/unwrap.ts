/** Turns the result of a call into its body. */
import { errorFromBody, isFailureBody } from './error.js';

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
