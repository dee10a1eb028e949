/** What to tell people when a call failed. */
import { SproutError } from '@sprout/client';

/** A failure as text, ready to be shown. */
export interface ErrorText {
  message: string;
  /** Empty when the request never reached the server. */
  requestId: string;
}

/** The server's own words, or `otherwise` when it sent none. */
export function errorText(failure: unknown, fallback: string): ErrorText {
  if (!(failure instanceof SproutError)) return { message: fallback, requestId: '' };
  return { message: failure.fromServer ? failure.message : fallback, requestId: failure.requestId };
}

/** What the server says about one field of the input. */
export function fieldError(failure: unknown, field: string): string | undefined {
  if (!(failure instanceof SproutError)) return undefined;
  return failure.details.find((detail) => detail.path === field)?.message;
}

/** What went wrong, for the program; nothing where it was no failure of a call. */
export const errorCode = (failure: unknown): string | undefined =>
  failure instanceof SproutError ? failure.code : undefined;
