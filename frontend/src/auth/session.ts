/** Notifies every part of every tab when a session starts or ends, and binds each tab to one organization. */
import { useSyncExternalStore } from 'react';
import { deleteStoredAnswers } from './storedAnswers';
import { clearToken, isTokenEvent, readOrganizationId, readToken, storeToken } from './token';

/** `expired`: the server no longer renews the session. */
export type SessionChange = 'signed-in' | 'signed-out' | 'expired';

type Listener = (change: SessionChange) => void;

const listeners = new Set<Listener>();
const otherTabs = new BroadcastChannel('sprout-session');

/** The organization whose data this tab shows; undefined while signed out. */
let currentOrganization = readOrganizationId(readToken());
/** This tab is about to reload, so data that is still loading is not shown. */
let isReloading = false;

function notifyListeners(change: SessionChange): void {
  if (change !== 'signed-in') {
    currentOrganization = undefined;
    deleteStoredAnswers().catch(() => undefined);
  }
  for (const listener of listeners) listener(change);
}

/**
 * Drops all cached data and pending requests, so that one organization's data never appears under another.
 */
function reloadAt(address: string): void {
  if (!isReloading) window.location.replace(address);
  isReloading = true;
}

/** Returns the token if it belongs to the organization that this tab shows; otherwise reloads the tab. */
export function requireSameOrganization(token: string | null): string | null {
  const organization = readOrganizationId(token);
  if (token === null || organization === currentOrganization) return token;
  if (currentOrganization === undefined) {
    currentOrganization = organization;
    return token;
  }
  reloadAt(window.location.pathname);
  throw new Error('The session has moved to another organization.');
}

otherTabs.addEventListener('message', (event: MessageEvent<SessionChange>) => notifyListeners(event.data));

window.addEventListener('storage', (event) => {
  if (!isTokenEvent(event)) return;
  const token = readToken();
  // A removed token ends the session here too, even if the message above was missed. The reason is unknown.
  if (token === null) notifyListeners('expired');
  else if (currentOrganization !== undefined && readOrganizationId(token) !== currentOrganization)
    reloadAt(window.location.pathname);
});

/** Opens a session with a token that the server has just issued. */
export function beginSession(token: string): void {
  currentOrganization = readOrganizationId(token);
  storeToken(token);
  notifyListeners('signed-in');
  otherTabs.postMessage('signed-in');
}

/** Switches to another organization with the token issued for it. Every tab reloads. */
export function switchSession(token: string, address: string): void {
  deleteStoredAnswers().catch(() => undefined);
  storeToken(token);
  reloadAt(address);
}

/** Ends the session in every tab. */
export function endSession(change: Exclude<SessionChange, 'signed-in'>): void {
  clearToken();
  notifyListeners(change);
  otherTabs.postMessage(change);
}

/** Calls `listener` on every change. Returns a function that unsubscribes. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a session is open in this browser. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, () => readToken() !== null);
}
