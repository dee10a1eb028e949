/** Draws the screen of the current address once its visitor may see it. */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/usePageTitle';
import { Waiting } from '@/ui/Waiting';
import { Gate } from './Gate';
import { PageBoundary } from './PageBoundary';
import { screenAt } from './routes';
import { useRefusal } from './useRefusal';

const SUSPENDED = 'organization_suspended';
const SECOND_STEP = 'second_step_required';
const Suspended = lazy(() => import('@/pages/Suspended'));
const SecondStep = lazy(() => import('@/pages/SecondStep'));

/** What takes the place of a screen that the server refuses. Operators work beside whatever organization they are in. */
function refusals(access: string, pathname: string): readonly string[] {
  if (access === 'everyone') return [];
  if (access === 'operators') return [`operator_${SECOND_STEP}`];
  return pathname === paths.account ? [SUSPENDED] : [SUSPENDED, SECOND_STEP];
}

export function Screens() {
  const { pathname } = useLocation();
  const { title, access, Page } = screenAt(pathname);
  usePageTitle(title);
  const refused = useRefusal(refusals(access, pathname));
  const Shown = refused === undefined ? Page : refused === SUSPENDED ? Suspended : SecondStep;
  return (
    <PageBoundary key={pathname}>
      <Gate access={access}>
        <Suspense fallback={<Waiting label={`${title} is loading`} height={480} />}>
          <Shown />
        </Suspense>
      </Gate>
    </PageBoundary>
  );
}
