/** Lets a visitor through to a screen, or sends them to sign in and back again afterwards. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { readiness } from '@/api/readiness';
import { useSignedIn } from '@/auth/session';
import { signInPath } from '@/lib/paths';
import { Notice } from '@/ui/Notice';

import { PlainButton } from '@/ui/PlainButton';
import { Waiting } from '@/ui/Waiting';
import type { Access } from './routes';

export function Gate({ access, children }: { access: Access; children: ReactNode }) {
  const signedIn = useSignedIn();
  if (access === 'everyone' || signedIn) return children;
  return access === 'demo' ? <DemoGate>{children}</DemoGate> : <ToSignIn />;
}

/** Without a session the demo is all there is to see, and only where it is switched on. */
function DemoGate({ children }: { children: ReactNode }) {
  const { data, isPending, refetch } = useQuery(readiness);
  if (data) return data.demo ? children : <ToSignIn />;
  if (isPending) return <Waiting label="Sprout is loading" height={480} />;
  return (
    <Notice action={<PlainButton onClick={() => void refetch()}>Retry</PlainButton>}>
      Sprout is not ready yet. It may still be starting.
    </Notice>
  );
}

function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={signInPath(pathname + search)} replace />;
}
