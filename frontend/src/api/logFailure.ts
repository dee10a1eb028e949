import { SproutError } from '@sprout/client';

/** Logs a failed call to the console, for data whose failure the page doesn't show. */
export async function logFailure<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    if (!isCancelled(failure) && !isSessionOver(failure)) console.error(what, failure);
    throw failure;
  }
}

/** The page canceled the call itself, for example by unmounting. */
function isCancelled(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'AbortError';
}

/** The session ended while the call was under way, for example in another tab: the page shows the sign-in. */
function isSessionOver(failure: unknown): boolean {
  return failure instanceof SproutError && failure.status === 401;
}
