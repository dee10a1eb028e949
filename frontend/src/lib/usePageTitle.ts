/** Sets the browser tab's title to that of the page. */
import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sprout`;
  }, [title]);
}
