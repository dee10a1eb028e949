/** Error messages for people. */
import { SproutError } from '@sprout/client';
import { explainError, explainRejection } from '@/lib/translate';

/** An error as text, ready to be shown. */
export interface ErrorText {
  message: string;
  /** Empty when the request never reached the server. */
  requestId: string;
}

/** The server's message, translated by its code, or `fallback` when it sent none. */
export function errorText(failure: unknown, fallback: string): ErrorText {
  if (!(failure instanceof SproutError)) return { message: fallback, requestId: '' };
  return {
    message: failure.fromServer ? explainError(failure) : fallback,
    requestId: failure.requestId,
  };
}

/** The server's message about one field. */
export function fieldError(failure: unknown, field: string): string | undefined {
  if (!(failure instanceof SproutError)) return undefined;
  const detail = failure.details.find(({ path }) => path === field);
  return detail && explainRejection(detail);
}

/** The error code, or undefined when the error did not come from a call. */
export const errorCode = (failure: unknown): string | undefined =>
  failure instanceof SproutError ? failure.code : undefined;
