/** The list of keyboard shortcuts. */
import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { t } from '@/messages/en/palette';
import { Sheet } from '@/ui/Sheet';
import { findRoute } from '../routes';
import { PAGE_KEYS } from './shortcuts';

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const lines: [keys: string[], join: string, action: string][] = [
    [[t('ctrlK'), '⌘K'], t('or'), t('openPalette')],
    [['/'], '', t('focusSearch')],
    [['↑', '↓'], t('or'), t('moveBetweenRows')],
    [['?'], '', t('keyboardShortcuts')],
    ...Object.entries(PAGE_KEYS).map(([key, path]): [string[], string, string] => [
      ['g', key],
      t('then'),
      t('goTo', { page: findRoute(path).title }),
    ]),
  ];
  return (
    <Sheet title={t('keyboardShortcuts')} onClose={onClose}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 3 }}>
        {lines.map(([keys, join, action]) => (
          <Fragment key={action}>
            <Box component="dt" sx={{ whiteSpace: 'nowrap' }}>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ` ${join} `}
                  <Box component="kbd" sx={keyStyles}>
                    {key}
                  </Box>
                </Fragment>
              ))}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {action}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Sheet>
  );
}

const keyStyles = {
  px: 1.5,
  py: 0.5,
  border: 1,
  borderColor: 'outline',
  borderRadius: 0.5,
  font: 'inherit',
  fontSize: 13,
};
