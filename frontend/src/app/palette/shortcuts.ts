/** The keyboard shortcuts that work on every page. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/lib/paths';

/** The letters after `g`, and the pages that they open. */
export const PAGE_KEYS = {
  d: paths.dashboard,
  c: paths.customers,
  s: paths.market,
  a: paths.assistant,
  y: paths.dataSync,
  o: paths.organization,
  m: paths.methods,
  p: paths.account,
} as const;

/** The second letter must follow within this time, in milliseconds. */
const SEQUENCE_TIMEOUT = 1500;

/** What is open above the page. */
export type Overlay = 'palette' | 'help';

export function useShortcuts(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  const startedAt = useRef(-Infinity);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      open('palette');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return;
    // An open dialog handles its own keys.
    if (document.querySelector('dialog[open]') !== null) return;
    const inSequence = event.timeStamp - startedAt.current < SEQUENCE_TIMEOUT;
    startedAt.current = event.key === 'g' ? event.timeStamp : -Infinity;
    if (event.key === '?') open('help');
    else if (event.key === '/') {
      if (focusSearch()) event.preventDefault();
    } else if (inSequence && event.key in PAGE_KEYS) {
      void navigate(PAGE_KEYS[event.key as keyof typeof PAGE_KEYS]);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** Moves the focus to the page's first search field. False if it has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('[data-search]');
  field?.focus();
  return field !== null;
}
