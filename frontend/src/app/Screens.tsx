/** Draws the screen of the current address once its visitor may see it. */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageTitle } from '@/lib/usePageTitle';
import { Waiting } from '@/ui/Waiting';
import { Gate } from './Gate';
import { PageBoundary } from './PageBoundary';
import { screenAt } from './routes';
import { useSuspended } from './useSuspended';

const Suspended = lazy(() => import('@/pages/Suspended'));

export function Screens() {
  const { pathname } = useLocation();
  const { title, access, Page } = screenAt(pathname);
  usePageTitle(title);
  // Operators work beside whatever organization they are in.
  const suspended = useSuspended() && access !== 'everyone' && access !== 'operators';
  return (
    <PageBoundary key={pathname}>
      <Gate access={access}>
        <Suspense fallback={<Waiting label={`${title} is loading`} height={480} />}>
          {suspended ? <Suspended /> : <Page />}
        </Suspense>
      </Gate>
    </PageBoundary>
  );
}
