/** Logs a failed call to the console, for data whose failure the page doesn't show. */
export async function logFailure<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    if (!isCancelled(failure)) console.error(what, failure);
    throw failure;
  }
}

/** The page canceled the call itself, for example by unmounting. */
function isCancelled(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'AbortError';
}
