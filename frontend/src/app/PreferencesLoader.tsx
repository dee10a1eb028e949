/** Applies the user's stored preferences, and resets them at sign-out. */
import { useEffect } from 'react';
import { onSessionChange } from '@/auth/session';
import { useAccount } from '@/features/accounts/queries';
import { applyPreferences } from '@/lib/applyPreferences';

export function PreferencesLoader() {
  const preferences = useAccount().data?.preferences;
  useEffect(() => {
    if (preferences) applyPreferences(preferences);
  }, [preferences]);
  useEffect(() => onSessionChange((change) => change === 'signed-in' || applyPreferences()), []);
  return null;
}
