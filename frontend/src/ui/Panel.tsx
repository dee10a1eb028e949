/** A framed section of a page: title, badges, actions and content. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

/** On paper, a panel with a table may go on on the next page. */
const panelBreaks = {
  breakInside: 'avoid',
  '&:has(table)': { breakInside: 'auto' },
  '& h2': { breakAfter: 'avoid' },
} as const;

interface PanelProps {
  title: string;
  /** A line below the title. */
  subtitle?: ReactNode;
  /** Badges next to the title. */
  badges?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, subtitle, badges, actions, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 5, minWidth: 0, ...panelBreaks }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', '&:has(+ *)': { mb: 4 } }}
      >
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
            <Typography id={id} variant="h2">
              {title}
            </Typography>
            {badges}
          </Box>
          {subtitle !== undefined && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {actions !== undefined && (
          <Box className="screen-only" sx={{ display: 'flex', gap: 2 }}>
            {actions}
          </Box>
        )}
      </Box>
      {children}
    </Paper>
  );
}
