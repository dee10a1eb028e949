/** Renders the screen of the current address if the visitor may see it. */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/usePageTitle';
import { t } from '@/messages/en/shell';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { AccessGate } from './AccessGate';
import { PageErrorBoundary } from './PageErrorBoundary';
import { findRoute } from './routes';
import { useBlockingError } from './useBlockingError';

const SUSPENDED_CODE = 'organization_suspended';
const MFA_REQUIRED_CODE = 'mfa_required';
const Suspended = lazy(() => import('@/pages/Suspended'));
const MfaRequired = lazy(() => import('@/pages/MfaRequired'));

/** Screens shown instead of a page that the server refuses. Operator pages work in any organization. */
function blockingCodes(access: string, pathname: string): readonly string[] {
  if (access === 'everyone') return [];
  if (access === 'operators') return [`operator_${MFA_REQUIRED_CODE}`];
  return pathname === paths.account ? [SUSPENDED_CODE] : [SUSPENDED_CODE, MFA_REQUIRED_CODE];
}

export function AppRoutes() {
  const { pathname, hash } = useLocation();
  const { title, access, Page } = findRoute(pathname, hash);
  usePageTitle(title);
  const refused = useBlockingError(blockingCodes(access, pathname));
  const Shown = refused === undefined ? Page : refused === SUSPENDED_CODE ? Suspended : MfaRequired;
  return (
    <PageErrorBoundary key={pathname}>
      <AccessGate access={access}>
        <Suspense fallback={<LoadingPlaceholder label={t('isLoading', { title })} height={480} />}>
          <Shown />
        </Suspense>
      </AccessGate>
    </PageErrorBoundary>
  );
}
