/** Registers the service worker, with which the app opens without a connection and takes shared files. */

/** The content policy of the server allows one policy for addresses of scripts, of this name. */
const POLICY = 'sprout-worker';
const WORKER = '/sw.js';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => string };
}

/** Without the worker, everything works while there is a connection, so failures are not shown. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => WORKER });
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER);
}
