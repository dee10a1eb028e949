/** The frame of a Sprout AI message: name, time and badges. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { t } from '@/messages/en/assistant';
import { SproutIcon } from '@/ui/icons';
import { Time } from './Time';

interface BotBubbleProps {
  /** RFC 3339. */
  at: string;
  /** Shown next to the name. */
  marks?: ReactNode;
  children: ReactNode;
}

export function BotBubble({ at, marks, children }: BotBubbleProps) {
  return (
    <Paper
      data-message="bot"
      sx={{
        justifySelf: 'start',
        maxWidth: '100%',
        minWidth: 0,
        px: { xs: 4, sm: 5 },
        py: 4,
        borderBottomLeftRadius: 3,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 2 }}>
        <SproutIcon aria-hidden sx={{ color: 'primary.main', fontSize: 18 }} />
        <Typography variant="body2" sx={{ fontWeight: 650 }}>
          {t('sproutAi')}
        </Typography>
        <Box component="span" sx={{ color: 'text.secondary', display: 'inline-flex' }}>
          <Time at={at} />
        </Box>
        {marks}
      </Box>
      {children}
    </Paper>
  );
}
