/** Tells every part of every tab when a session begins or ends, and keeps each tab to the organization that it shows. */
import { useSyncExternalStore } from 'react';
import { clearToken, isTokenEvent, organizationOf, readToken, storeToken } from './token';

/** `expired`: the server no longer renews the session. */
export type SessionChange = 'signed-in' | 'signed-out' | 'expired';

type Listener = (change: SessionChange) => void;

const listeners = new Set<Listener>();
const otherTabs = new BroadcastChannel('sprout-session');

/** The organization whose answers this tab shows; nothing while nobody is signed in. */
let shown = organizationOf(readToken());
/** This tab is about to load anew: whatever is asked for meanwhile has no place to be shown. */
let leaving = false;

function tell(change: SessionChange): void {
  if (change !== 'signed-in') shown = undefined;
  for (const listener of listeners) listener(change);
}

/** Nothing of one organization survives under another: the tab drops all it holds, and what is still on its way. */
function leaveFor(address: string): void {
  if (!leaving) window.location.replace(address);
  leaving = true;
}

/** The token again, if it is for the organization that this tab shows; otherwise the tab loads anew. */
export function own(token: string | null): string | null {
  const organization = organizationOf(token);
  if (token === null || organization === shown) return token;
  if (shown === undefined) {
    shown = organization;
    return token;
  }
  leaveFor(window.location.pathname);
  throw new Error('The session has moved to another organization.');
}

otherTabs.addEventListener('message', (event: MessageEvent<SessionChange>) => tell(event.data));

window.addEventListener('storage', (event) => {
  if (!isTokenEvent(event)) return;
  const token = readToken();
  // A removed token ends the session here too, even where the message above was missed; why it went is not known.
  if (token === null) tell('expired');
  else if (shown !== undefined && organizationOf(token) !== shown) leaveFor(window.location.pathname);
});

/** Opens a session with the token that the server has just issued. */
export function beginSession(token: string): void {
  shown = organizationOf(token);
  storeToken(token);
  tell('signed-in');
  otherTabs.postMessage('signed-in');
}

/** Goes on in another organization, with the token that the server has just issued for it; every tab loads anew. */
export function moveSession(token: string, address: string): void {
  storeToken(token);
  leaveFor(address);
}

/** Ends the session in every tab. */
export function endSession(change: Exclude<SessionChange, 'signed-in'>): void {
  clearToken();
  tell(change);
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
