/** The access token's one home: local storage under `token`, shared by all tabs. */
const STORAGE_KEY = 'token';

/** The held token, or null for an anonymous visitor. */
export const readToken = (): string | null => localStorage.getItem(STORAGE_KEY);

export const storeToken = (token: string): void => localStorage.setItem(STORAGE_KEY, token);

export const clearToken = (): void => localStorage.removeItem(STORAGE_KEY);

/** Whether a storage event is about the token; a cleared storage is. */
export const isTokenEvent = (event: StorageEvent): boolean => event.key === STORAGE_KEY || event.key === null;

/** The organization that a token is for; nothing for one that does not say. The server alone judges whether it is true. */
export function readOrganizationId(token: string | null): string | undefined {
  const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return claims && (JSON.parse(atob(claims)) as { org?: string }).org;
  } catch {
    return undefined;
  }
}
