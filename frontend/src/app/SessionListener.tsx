/**
 * Clears one user's cached data before another user can see it, and opens the sign-in page when a session
 * ends.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { onSessionChange, type SessionChange } from '@/auth/session';
import { paths, signInPath } from '@/lib/paths';
import { findRoute } from './routes';

export function SessionListener() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const follow = useEffectEvent((change: SessionChange) => {
    if (change === 'signed-in') {
      void queryClient.resetQueries();
      return;
    }
    queryClient.clear();
    if (change === 'signed-out') void navigate(paths.signIn);
    if (change === 'expired' && findRoute(pathname).access !== 'everyone') {
      void navigate(signInPath(pathname + search), { replace: true });
    }
  });

  useEffect(() => onSessionChange((change) => follow(change)), []);
  return null;
}
