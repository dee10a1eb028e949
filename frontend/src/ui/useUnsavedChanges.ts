/** Asks before a page with unsaved changes is left: by a link, by reloading, or by closing the tab. */
import { useEffect } from 'react';
import { t } from '@/messages/en/ui_forms';

export function useUnsavedChanges(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const leave = (event: BeforeUnloadEvent) => event.preventDefault();
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      // A link to another tab, to a file, or within the page keeps what was typed.
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.download !== '') return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname === window.location.pathname)
        return;
      if (window.confirm(t('leaveWithoutSaving'))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('beforeunload', leave);
    // Before the router sees the click.
    document.addEventListener('click', follow, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', leave);
      document.removeEventListener('click', follow, { capture: true });
    };
  }, [hasChanges]);
}
