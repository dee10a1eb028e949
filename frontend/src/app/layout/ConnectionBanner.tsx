/** The place of the notice about the connection, which is loaded after the page. */
import Box from '@mui/material/Box';
import { lazy, Suspense, type ComponentType } from 'react';

const ConnectionNotice = lazy<ComponentType>(() =>
  import('./ConnectionNotice').then(
    (module) => ({ default: module.ConnectionNotice }),
    // Without the server the page can't load either, and says so itself.
    () => ({ default: () => null }),
  ),
);

export function ConnectionBanner() {
  return (
    <Box aria-live="polite" className="screen-only" sx={{ position: 'sticky', top: 60, zIndex: 2 }}>
      <Suspense>
        <ConnectionNotice />
      </Suspense>
    </Box>
  );
}
