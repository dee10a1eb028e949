/** The tabs of a page as links. Each has a URL, and the current one is marked. */
import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';

interface TabLinksProps {
  /** What the tabs belong to, for screen readers. */
  label: string;
  tabs: readonly { id: string; label: string }[];
  /** The ID of the current tab. */
  selected: string;
}

export function TabLinks({ label, tabs, selected }: TabLinksProps) {
  return (
    <Box
      component="nav"
      aria-label={label}
      className="screen-only"
      sx={{
        display: 'flex',
        gap: 1,
        mb: 4,
        // One line, which scrolls on phones.
        overflowX: 'auto',
        boxShadow: (theme) => `inset 0 -1px ${(theme.vars ?? theme).palette.divider}`,
      }}
    >
      {tabs.map((tab) => (
        <TabLink key={tab.id} id={tab.id} label={tab.label} open={tab.id === selected} />
      ))}
    </Box>
  );
}

/** Scrolls the line to the tab. Only sideways: the page stays where it is. */
function showTab(tab: HTMLElement | null): void {
  const line = tab?.parentElement;
  if (line) line.scrollLeft = tab.offsetLeft - line.offsetLeft - line.clientWidth / 3;
}

function TabLink({ id, label, open }: { id: string; label: string; open: boolean }) {
  return (
    <Box
      ref={open ? showTab : undefined}
      component={Link}
      to={`?tab=${id}`}
      aria-current={open ? 'page' : undefined}
      sx={{
        px: 3,
        py: 2,
        whiteSpace: 'nowrap',
        borderBottom: 2,
        borderColor: open ? 'primary.main' : 'transparent',
        typography: 'button',
        fontWeight: open ? 700 : 600,
        color: open ? 'primary.main' : 'text.primary',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'background.sunk' },
      }}
    >
      {label}
    </Box>
  );
}
