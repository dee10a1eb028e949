/** Stores the access token: local storage under `token`, shared by all tabs. */
const STORAGE_KEY = 'token';

/** The stored token, or null for an anonymous visitor. */
export const readToken = (): string | null => localStorage.getItem(STORAGE_KEY);

export const storeToken = (token: string): void => localStorage.setItem(STORAGE_KEY, token);

export const clearToken = (): void => localStorage.removeItem(STORAGE_KEY);

/** Whether a storage event concerns the token. Clearing the storage does. */
export const isTokenEvent = (event: StorageEvent): boolean => event.key === STORAGE_KEY || event.key === null;

/** The organization of a token, or undefined if it names none. Not verified: only the server can do that. */
export function readOrganizationId(token: string | null): string | undefined {
  const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return claims && (JSON.parse(atob(claims)) as { org?: string }).org;
  } catch {
    return undefined;
  }
}
