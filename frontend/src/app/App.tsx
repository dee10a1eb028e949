/** The whole app inside its frame; whoever renders it brings the router and the providers. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useSignedIn } from '@/auth/session';
import { onPreference, preferences } from '@/lib/preferences';
import { Frame } from './layout/Frame';
import { Screens } from './Screens';
import { SessionWatch } from './SessionWatch';

const PreferenceWatch = lazy(async () => ({
  default: (await import('./PreferenceWatch')).PreferenceWatch,
}));

export function App() {
  const signedIn = useSignedIn();
  // Everything that is shown is written anew when others count.
  useSyncExternalStore(onPreference, preferences);
  return (
    <>
      <SessionWatch />
      {signedIn && (
        <Suspense>
          <PreferenceWatch />
        </Suspense>
      )}
      <Frame>
        <Screens />
      </Frame>
    </>
  );
}
