/** The whole app in its layout. The caller provides the router and the providers. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSignedIn } from '@/auth/session';
import { usePreferences } from '@/lib/usePreferences';
import { AppLayout } from './layout/AppLayout';
import { AppRoutes } from './AppRoutes';
import { PageErrorBoundary } from './PageErrorBoundary';
import { Overlays } from './palette/Overlays';
import { useShortcuts, type Overlay } from './palette/shortcuts';
import { SessionListener } from './SessionListener';

const PreferencesLoader = lazy(async () => ({
  default: (await import('./PreferencesLoader')).PreferencesLoader,
}));

export function App() {
  const signedIn = useSignedIn();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useShortcuts(setOverlay);
  const preferences = usePreferences();
  // Renders everything again when preferences change, but not when the palette opens or closes.
  const page = useMemo(
    () => (
      <AppLayout onSearch={() => setOverlay('palette')}>
        <AppRoutes />
      </AppLayout>
    ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the parts read the preferences themselves
    [preferences],
  );
  return (
    // Menus are loaded on demand too.
    <PageErrorBoundary>
      <SessionListener />
      {signedIn && (
        <Suspense>
          <PreferencesLoader />
        </Suspense>
      )}
      {page}
      <Overlays open={overlay} onClose={() => setOverlay(null)} />
    </PageErrorBoundary>
  );
}
