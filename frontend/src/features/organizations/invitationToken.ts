/** The token of the invitation that was opened in this tab: taken out of the address, so that no history and no log keeps it. */
const STORAGE_KEY = 'invitation';

/** The token behind `#token=`, or the one that this tab has opened before signing in; nothing where there is none. */
export function readInvitationToken(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null && token !== '') {
    sessionStorage.setItem(STORAGE_KEY, token);
    // The router's own note of where it is stays as it was.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  return sessionStorage.getItem(STORAGE_KEY);
}

/** It was accepted: nothing is left to open. */
export const clearInvitationToken = (): void => sessionStorage.removeItem(STORAGE_KEY);
