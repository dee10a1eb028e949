/** The topics that the assistant can answer questions about, as cards. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { abilities, type Ability } from './abilities';

export function Abilities() {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
      }}
    >
      {abilities.map((ability) => (
        <AbilityCard key={ability.name} {...ability} />
      ))}
    </Box>
  );
}

function AbilityCard({ name, Icon, use, asks }: Ability) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 5, minWidth: 0, breakInside: 'avoid' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Icon aria-hidden sx={{ color: 'primary.main' }} />
        <Typography id={id} component="h2" variant="h3">
          {name}
        </Typography>
      </Box>
      <Typography sx={{ mb: 3 }}>{use}</Typography>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 4, color: 'text.secondary', typography: 'body2' }}>
        {asks.map((ask) => (
          <li key={ask}>{ask}</li>
        ))}
      </Box>
    </Paper>
  );
}
