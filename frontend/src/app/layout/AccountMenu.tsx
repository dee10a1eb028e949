/** The button of the account menu. The menu itself is loaded on hover or focus. */
import { lazy, Suspense, useState } from 'react';
import { t } from '@/messages/en/shell';
import { IconButton } from '@/ui/IconButton';
import { PersonIcon } from '@/ui/icons';

const loadList = () => import('./AccountMenuList');
const AccountMenuList = lazy(async () => ({ default: (await loadList()).AccountMenuList }));

export function AccountMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={t('accountMenu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPreload={() => void loadList()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PersonIcon />
      </IconButton>
      {anchor && (
        <Suspense>
          <AccountMenuList anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
