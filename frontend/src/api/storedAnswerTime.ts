/** Which answers come from the store of the service worker, because the server can't be reached. */

/** As in `public/sw.js`. */
const RECEIVED_AT = 'sprout-received-at';

interface StoredAnswers {
  /** How many stored answers have been read since the server was last reached. */
  readonly count: number;
  /** When the oldest one of the page was received. */
  readonly oldest?: string | undefined;
}

const NONE: StoredAnswers = { count: 0 };
let current = NONE;
const listeners = new Set<() => void>();

function change(next: StoredAnswers): void {
  current = next;
  for (const listener of listeners) listener();
}

export const getStoredAnswers = (): StoredAnswers => current;

export function onStoredAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes the time of a stored answer. Returns the response. */
export function noteStoredAnswer(response: Response): Response {
  const at = response.headers.get(RECEIVED_AT);
  if (at !== null) {
    const { count, oldest = at } = current;
    change({ count: count + 1, oldest: at < oldest ? at : oldest });
  }
  return response;
}

/** Another page follows, whose answers have times of their own. */
export const startPage = (): void => change({ count: current.count });

/** All answers are the server's again. */
export const endStoredAnswers = (): void => change(NONE);
