/** Tells every part of every tab when a session begins or ends, and keeps each tab to the organization that it shows. */
import { useSyncExternalStore } from 'react';
import { clearToken, isTokenEvent, readOrganizationId, readToken, storeToken } from './token';

/** `expired`: the server no longer renews the session. */
export type SessionChange = 'signed-in' | 'signed-out' | 'expired';

type Listener = (change: SessionChange) => void;

const listeners = new Set<Listener>();
const otherTabs = new BroadcastChannel('sprout-session');

/** The organization whose data this tab shows; undefined while signed out. */
let currentOrganization = readOrganizationId(readToken());
/** This tab is about to load again: whatever is asked for meanwhile has no place to be shown. */
let isReloading = false;

function notifyListeners(change: SessionChange): void {
  if (change !== 'signed-in') currentOrganization = undefined;
  for (const listener of listeners) listener(change);
}

/** Nothing of one organization survives under another: the tab drops all it holds, and what is still in progress. */
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
  // A removed token ends the session here too, even where the message above was missed; why it went is not known.
  if (token === null) notifyListeners('expired');
  else if (currentOrganization !== undefined && readOrganizationId(token) !== currentOrganization)
    reloadAt(window.location.pathname);
});

/** Opens a session with the token that the server has just issued. */
export function beginSession(token: string): void {
  currentOrganization = readOrganizationId(token);
  storeToken(token);
  notifyListeners('signed-in');
  otherTabs.postMessage('signed-in');
}

/** Goes on in another organization, with the token that the server has just issued for it; every tab loads again. */
export function switchSession(token: string, address: string): void {
  storeToken(token);
  reloadAt(address);
}

/** Ends the session in every tab. */
export function endSession(change: Exclude<SessionChange, 'signed-in'>): void {
  clearToken();
  notifyListeners(change);
  otherTabs.postMessage(change);
}

/** Calls `listener` at every change; the returned function stops that. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a session is open in this browser. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, () => readToken() !== null);
}
