/** The command palette and the list of shortcuts. Both are loaded when they open. */
import { lazy, Suspense } from 'react';
import type { Overlay } from './shortcuts';

const Palette = lazy(async () => ({ default: (await import('./Palette')).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp')).ShortcutHelp }));

interface OverlaysProps {
  open: Overlay | null;
  onClose: () => void;
}

export function Overlays({ open, onClose }: OverlaysProps) {
  if (open === null) return null;
  const Shown = open === 'palette' ? Palette : ShortcutHelp;
  return (
    <Suspense>
      <Shown onClose={onClose} />
    </Suspense>
  );
}
