/** The app's connections to the API: the page's own origin, the held token, renewal on refusal. */
import { connect, type SproutOptions } from '@sprout/client';
import { renewToken } from '@/auth/renew';
import { own } from '@/auth/session';
import { readToken } from '@/auth/token';

const options: SproutOptions = {
  baseUrl: window.location.origin,
  token: () => own(readToken()),
  renew: async (refused) => own(await renewToken(refused)),
};

/** For questions and small changes. */
export const sprout = connect(options);

/** For calls that answer only when a whole sync has ended. */
export const patientSprout = connect({ ...options, timeoutMs: 60 * 60 * 1000 });
