/** Where to go after signing in: only a page of this app, never another site. */
import { paths } from '@/lib/paths';

/** Never redirect to these after sign-in. */
const AUTH_PATHS: readonly string[] = [
  paths.signIn,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
];

/** The path that `next` names, or the dashboard when it names anything but a page of ours. */
export function safeRedirectPath(next: string | null): string {
  if (next === null || !next.startsWith('/')) return paths.dashboard;
  // The browser's own parser decides what `//host`, `/\host` or a hidden tab would become.
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
