/** Lets a visitor through to a screen, or sends them to sign in and back again afterwards. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { readinessQuery } from '@/api/readinessQuery';
import { useSignedIn } from '@/auth/session';
import { signInPath } from '@/lib/paths';
import { EmptyState } from '@/ui/EmptyState';

import { LightButton } from '@/ui/LightButton';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import type { Access } from './routes';

export function AccessGate({ access, children }: { access: Access; children: ReactNode }) {
  const signedIn = useSignedIn();
  if (access === 'everyone' || signedIn) return children;
  return access === 'demo' ? <DemoGate>{children}</DemoGate> : <RedirectToSignIn />;
}

/** Without a session the demo is all there is to see, and only where it is switched on. */
function DemoGate({ children }: { children: ReactNode }) {
  const { data, isPending, refetch } = useQuery(readinessQuery);
  if (data) return data.demo ? children : <RedirectToSignIn />;
  if (isPending) return <LoadingPlaceholder label="Sprout is loading" height={480} />;
  return (
    <EmptyState action={<LightButton onClick={() => void refetch()}>Retry</LightButton>}>
      Sprout is not ready yet. It may still be starting.
    </EmptyState>
  );
}

function RedirectToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={signInPath(pathname + search)} replace />;
}
