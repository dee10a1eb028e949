/** Tells every part of every tab when a session begins or ends. */
import { useSyncExternalStore } from 'react';
import { clearToken, isTokenEvent, readToken, storeToken } from './token';

/** `expired`: the server no longer renews the session. */
export type SessionChange = 'signed-in' | 'signed-out' | 'expired';

type Listener = (change: SessionChange) => void;

const listeners = new Set<Listener>();
const otherTabs = new BroadcastChannel('sprout-session');

function tell(change: SessionChange): void {
  for (const listener of listeners) listener(change);
}

otherTabs.addEventListener('message', (event: MessageEvent<SessionChange>) => tell(event.data));

// A removed token ends the session here too, even where the message above was missed; why it went is not known.
window.addEventListener('storage', (event) => {
  if (isTokenEvent(event) && readToken() === null) tell('expired');
});

/** Opens a session with the token that the server has just issued. */
export function beginSession(token: string): void {
  storeToken(token);
  tell('signed-in');
  otherTabs.postMessage('signed-in');
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
