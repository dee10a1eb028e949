/** A settings page: links to its sections at the left, and panels with a description beside their fields. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface SettingsSection {
  /** The section in the URL: `#id`. */
  id: string;
  label: string;
  content: ReactNode;
}

interface SettingsLayoutProps {
  /** What the sections belong to, for screen readers. */
  label: string;
  sections: readonly SettingsSection[];
}

/** Panels inside show their title and description at the left, and their fields at the right. */
export const describedPanels = {
  '& section': {
    display: { lg: 'grid' },
    gridTemplateColumns: 'minmax(0, 240px) minmax(0, 1fr)',
    columnGap: 8,
    '& > div:first-of-type': { gridRow: '1 / span 12' },
    '& > :not(div:first-of-type)': { gridColumn: 2 },
    '& > button': { justifySelf: 'start' },
  },
} as const;

export function SettingsLayout({ label, sections }: SettingsLayoutProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 8,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '168px minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <Box
        component="nav"
        aria-label={label}
        className="screen-only"
        sx={{
          display: 'flex',
          flexDirection: { md: 'column' },
          overflowX: 'auto',
          gap: 1,
          mb: 4,
          position: { md: 'sticky' },
          top: 84,
        }}
      >
        {sections.map(({ id, label: name }) => (
          <Box key={id} component="a" href={`#${id}`} sx={linkStyles}>
            {name}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 8, minWidth: 0 }}>
        {sections.map(({ id, content }) => (
          <Box
            key={id}
            id={id}
            sx={{
              display: 'grid',
              gap: 4,
              gridTemplateColumns: 'minmax(0, 1fr)',
              scrollMarginTop: 84,
              ...describedPanels,
            }}
          >
            {content}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const linkStyles = {
  px: 3,
  py: 2,
  borderRadius: 1,
  typography: 'button',
  color: 'text.primary',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { bgcolor: 'background.sunk' },
};
