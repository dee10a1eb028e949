/**
 * The token of the invitation opened in this tab. It is removed from the URL, so that no history or log
 * contains it.
 */
const STORAGE_KEY = 'invitation';

/** The token after `#token=`, or the one opened in this tab before signing in. Null if there is none. */
export function readInvitationToken(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null && token !== '') {
    sessionStorage.setItem(STORAGE_KEY, token);
    // Preserve the router's history state.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  return sessionStorage.getItem(STORAGE_KEY);
}

/** Forgets the token after the invitation was accepted. */
export const clearInvitationToken = (): void => sessionStorage.removeItem(STORAGE_KEY);
