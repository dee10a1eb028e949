/** Shows a screen, or redirects to sign-in and back. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { readinessQuery } from '@/api/readinessQuery';
import { useSignedIn } from '@/auth/session';
import { signInPath } from '@/lib/paths';
import { t } from '@/messages/en/shell';
import { EmptyState } from '@/ui/EmptyState';

import { LightButton } from '@/ui/LightButton';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import type { Access } from './routes';

export function AccessGate({ access, children }: { access: Access; children: ReactNode }) {
  const signedIn = useSignedIn();
  if (access === 'everyone' || signedIn) return children;
  return access === 'demo' ? <DemoGate>{children}</DemoGate> : <RedirectToSignIn />;
}

/** Visitors without a session see only the demo, and only where it is enabled. */
function DemoGate({ children }: { children: ReactNode }) {
  const { data, isPending, refetch } = useQuery(readinessQuery);
  if (data) return data.demo ? children : <RedirectToSignIn />;
  if (isPending) return <LoadingPlaceholder label={t('sproutIsLoading')} height={480} />;
  return (
    <EmptyState action={<LightButton onClick={() => void refetch()}>{t('retry')}</LightButton>}>
      {t('sproutIsNotReadyYetIt')}
    </EmptyState>
  );
}

function RedirectToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={signInPath(pathname + search)} replace />;
}
