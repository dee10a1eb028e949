/** Every failed call throws a `SproutError`, whatever the cause. */

import type { components } from './schema.js';

/** One value of the input that the server did not accept. */
export type FailureDetail = components['schemas']['ErrorDetail'];

/** The body of a failure, as far as it could be read. */
type FailureBody = Partial<components['schemas']['ErrorBody']>;

/** A call that failed: `message` is for people, `code` for programs. */
export class SproutError extends Error {
  override readonly name = 'SproutError';

  constructor(
    message: string,
    /** HTTP status, or 0 when no response arrived. */
    readonly status: number,
    /** The server's snake_case code; `unreachable`, `timeout` or `unreadable` when the server sent none. */
    readonly code: string,
    /** Quote this when you ask for help; empty when no response arrived. */
    readonly requestId: string = '',
    /** The invalid fields, when the server names them. */
    readonly details: readonly FailureDetail[] = [],
    /** Whether `message` is the server's own, not this client's. */
    readonly fromServer: boolean = false,
  ) {
    super(message);
  }
}

/** Builds an error from a response that is not ok. */
export async function errorFromResponse(response: Response): Promise<SproutError> {
  return errorFromBody(await readBody(response), response);
}

/** Whether a body carries the flag `success: false`. */
export function isFailureBody(body: unknown): body is FailureBody {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}

/** Builds an error from a failure body. */
export function errorFromBody(body: FailureBody, response: Response): SproutError {
  return new SproutError(
    body.message ?? `The server answered ${response.status} without saying why.`,
    response.status,
    body.code ?? 'unreadable',
    body.requestId ?? response.headers.get('x-request-id') ?? '',
    body.details ?? [],
    body.message !== undefined,
  );
}

async function readBody(response: Response): Promise<FailureBody> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
