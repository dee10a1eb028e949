/** Has figures and times written as the server knows that the person prefers them; after they left, as usual. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionChange } from '@/auth/session';
import { ownPreferences } from '@/features/accounts/preferenceCalls';
import { prefer } from '@/lib/prefer';

export function PreferenceWatch() {
  useQuery({ ...ownPreferences, staleTime: Infinity });
  useEffect(() => onSessionChange((change) => change === 'signed-in' || prefer()), []);
  return null;
}
