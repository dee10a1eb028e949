/** Keeps the browser tab's title in step with the page. */
import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sprout`;
  }, [title]);
}
