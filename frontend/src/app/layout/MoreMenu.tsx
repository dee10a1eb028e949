/** The button of the menu with the pages that the header has no link to. The menu is loaded on hover or focus. */
import Box from '@mui/material/Box';
import { lazy, Suspense, useState } from 'react';
import { t } from '@/messages/en/shell';

const loadList = () => import('./MoreMenuList');
const MoreMenuList = lazy(async () => ({ default: (await loadList()).MoreMenuList }));

export function MoreMenu({ onChoose }: { onChoose?: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Box
        component="button"
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void loadList()}
        onFocus={() => void loadList()}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          border: 0,
          borderRadius: 1,
          px: 3,
          py: 2,
          typography: 'button',
          fontWeight: 600,
          textAlign: 'start',
          color: 'text.primary',
          bgcolor: 'transparent',
          cursor: 'pointer',
          '&:hover': { bgcolor: 'background.sunk' },
        }}
      >
        {t('more')}
      </Box>
      {anchor && (
        <Suspense>
          <MoreMenuList
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onChoose={() => {
              setAnchor(null);
              onChoose?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
