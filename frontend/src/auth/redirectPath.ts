/** Where to go after signing in: only a page of this app, never another site. */
import { paths } from '@/lib/paths';

/** Never redirect to these after sign-in. */
const AUTH_PATHS: readonly string[] = [
  paths.signIn,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
];

/** The path in `next`, or the dashboard if `next` is not a page of this app. */
export function safeRedirectPath(next: string | null): string {
  if (next === null || !next.startsWith('/')) return paths.dashboard;
  // The browser's own parser resolves `//host`, `/\host` and hidden tab characters.
  const target = parseUrl(next);
  if (target === null || target.origin !== window.location.origin) return paths.dashboard;
  if (AUTH_PATHS.includes(target.pathname)) return paths.dashboard;
  return target.pathname + target.search + target.hash;
}

function parseUrl(next: string): URL | null {
  try {
    return new URL(next, window.location.origin);
  } catch {
    return null;
  }
}
