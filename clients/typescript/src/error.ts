/** Every failed call ends in one `SproutError`, whatever went wrong on the way. */

import type { components } from './schema.js';

/** One value of the input that the server did not accept. */
export type FailureDetail = components['schemas']['Detail'];

/** The body of a failure, as far as it could be read. */
type FailureBody = Partial<components['schemas']['Failure']>;

/** A call that failed: `message` is for people, `code` for programs. */
export class SproutError extends Error {
  override readonly name = 'SproutError';

  constructor(
    message: string,
    /** HTTP status, or 0 when no answer arrived. */
    readonly status: number,
    /** The server's snake_case code; `unreachable`, `timeout` or `unreadable` when the server sent none. */
    readonly code: string,
    /** Quote this when you ask for help; empty when no answer arrived. */
    readonly requestId: string = '',
    /** The fields at fault, when the server names them. */
    readonly details: readonly FailureDetail[] = [],
    /** Whether `message` is the server's own, not this client's. */
    readonly fromServer: boolean = false,
  ) {
    super(message);
  }
}

/** Reads the failure out of a response that is not ok. */
export async function failureOf(response: Response): Promise<SproutError> {
  return failureIn(await readBody(response), response);
}

/** Whether a body carries the flag `success: false`. */
export function saysFailure(body: unknown): body is FailureBody {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}

/** The failure that a body describes. */
export function failureIn(body: FailureBody, response: Response): SproutError {
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
