/** Applies the user's stored preferences, and resets them at sign-out. */
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
