/** The common layout: header, and the page in a column of readable width. */
import Box from '@mui/material/Box';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { opensLinkPage } from '@/lib/linkPage';
import { ConnectionBanner } from './ConnectionBanner';
import { Header } from './Header';
import { SkipLink } from './SkipLink';

const DemoBanner = lazy(async () => ({ default: (await import('./DemoBanner')).DemoBanner }));

const MAIN_ID = 'main';

interface AppLayoutProps {
  /** Opens the command palette. */
  onSearch: () => void;
  children: ReactNode;
}

export function AppLayout({ onSearch, children }: AppLayoutProps) {
  // People outside of the organization get the figures without the app around them.
  const bare = opensLinkPage(useLocation());
  return (
    <>
      {!bare && (
        <>
          <SkipLink to={MAIN_ID} />
          <Header onSearch={onSearch} />
        </>
      )}
      <ConnectionBanner />
      <Main bare={bare}>{children}</Main>
    </>
  );
}

function Main({ bare, children }: { bare: boolean; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  // A new page starts at the top, both visually and for screen readers.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <Box
      component="main"
      id={MAIN_ID}
      ref={main}
      tabIndex={-1}
      sx={{
        maxWidth: 1280,
        mx: 'auto',
        px: { xs: 4, sm: 6 },
        pt: { xs: 9, sm: 10 },
        pb: { xs: 5, sm: 8 },
        position: 'relative',
        '&:focus': { outline: 'none' },
      }}
    >
      {!bare && (
        <Suspense>
          <DemoBanner />
        </Suspense>
      )}
      {children}
    </Box>
  );
}
