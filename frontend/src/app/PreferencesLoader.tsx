/** Has figures and times written as the server knows that the user prefers them; after they left, as usual. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionChange } from '@/auth/session';
import { preferencesQuery } from '@/features/accounts/preferenceQueries';
import { applyPreferences } from '@/lib/applyPreferences';

export function PreferencesLoader() {
  useQuery({ ...preferencesQuery, staleTime: Infinity });
  useEffect(() => onSessionChange((change) => change === 'signed-in' || applyPreferences()), []);
  return null;
}
