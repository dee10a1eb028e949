/** The button of the account menu; the menu itself is loaded when somebody comes near it. */
import { lazy, Suspense, useState } from 'react';
import { IconControl } from '@/ui/IconControl';
import { PersonIcon } from '@/ui/icons';

const loadList = () => import('./AccountMenuList');
const AccountMenuList = lazy(async () => ({ default: (await loadList()).AccountMenuList }));

export function AccountMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconControl
        label="Account menu"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onApproach={() => void loadList()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PersonIcon />
      </IconControl>
      {anchor && (
        <Suspense>
          <AccountMenuList anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
