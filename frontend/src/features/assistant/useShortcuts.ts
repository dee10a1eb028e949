/** Keyboard shortcuts: `/` focuses the input, Esc stops waiting. */
import { useEffect, useEffectEvent } from 'react';

interface Shortcuts {
  onSlash: () => void;
  onEscape: () => void;
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // An open sheet handles its own keys.
    if (document.querySelector('dialog[open]') !== null) return;
    if (event.key === 'Escape') shortcuts.onEscape();
    if (event.key === '/' && !isTypedInto(event.target)) {
      event.preventDefault();
      shortcuts.onSlash();
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
