/** The question being typed. It survives reloads and visits to other pages, until the tab or session ends. */
import { useState } from 'react';
import { onSessionChange } from '@/auth/session';

const DRAFT_KEY = 'sprout-question-draft';

// Whoever signs in next must not see it.
onSessionChange(() => sessionStorage.removeItem(DRAFT_KEY));

export function useDraft(): [draft: string, setDraft: (draft: string) => void] {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(DRAFT_KEY) ?? '');
  const change = (next: string) => {
    setDraft(next);
    if (next === '') sessionStorage.removeItem(DRAFT_KEY);
    else sessionStorage.setItem(DRAFT_KEY, next);
  };
  return [draft, change];
}
