/** The whole app in its layout. The caller provides the router and the providers. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useSignedIn } from '@/auth/session';
import { onPreferencesChange, getPreferences } from '@/lib/preferences';
import { AppLayout } from './layout/AppLayout';
import { AppRoutes } from './AppRoutes';
import { SessionListener } from './SessionListener';

const PreferencesLoader = lazy(async () => ({
  default: (await import('./PreferencesLoader')).PreferencesLoader,
}));

export function App() {
  const signedIn = useSignedIn();
  // Renders everything again when preferences change.
  useSyncExternalStore(onPreferencesChange, getPreferences);
  return (
    <>
      <SessionListener />
      {signedIn && (
        <Suspense>
          <PreferencesLoader />
        </Suspense>
      )}
      <AppLayout>
        <AppRoutes />
      </AppLayout>
    </>
  );
}
