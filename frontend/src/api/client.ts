/** The API clients of the app: same origin, stored token, token refresh on 401. */
import { createClient, type SproutOptions } from '@sprout/client';
import { refreshToken } from '@/auth/tokenRefresh';
import { requireSameOrganization } from '@/auth/session';
import { readToken } from '@/auth/token';
import { noteStoredAnswer } from './storedAnswerTime';

const clientOptions: SproutOptions = {
  baseUrl: window.location.origin,
  getToken: () => requireSameOrganization(readToken()),
  fetch: async (request) => noteStoredAnswer(await fetch(request)),
  refreshToken: async (rejected) => requireSameOrganization(await refreshToken(rejected)),
};

/** The default client. */
export const apiClient = createClient(clientOptions);

/** For calls that respond only when a sync has finished. */
export const longPollClient = createClient({ ...clientOptions, timeoutMs: 60 * 60 * 1000 });
