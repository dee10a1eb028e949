/** How one figure is made, and how such figures have come out so far. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount, formatDay } from '@/lib/format';
import { Panel } from '@/ui/Panel';
import type { FigureMethod, PastResult } from './queries';
import { formatBaseline, formatMeasured } from './methodLabels';

interface MethodPanelProps {
  figure: FigureMethod;
  /** ISO date of the figures. */
  asOf?: string | undefined;
}

export function MethodPanel({ figure, asOf }: MethodPanelProps) {
  const rows = `${formatCount(figure.rows)} ${figure.rowsAre}`;
  return (
    <Panel title={figure.name} subtitle={asOf === undefined ? rows : `${rows}, as of ${formatDay(asOf)}`}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 4, maxWidth: '75ch' }}>
        <Part name="Method">{figure.method}.</Part>
        <Part name="Formula">{figure.formula}</Part>
        <Part name="How it came out">
          {figure.record.length > 0 ? (
            <Box component="ul" sx={{ m: 0, pl: 5 }}>
              {figure.record.map((result) => (
                <Result key={result.what} result={result} />
              ))}
            </Box>
          ) : (
            `${figure.note ?? 'No record yet'}.`
          )}
        </Part>
        <Part name="With too few rows it says">{figure.tooThin}.</Part>
      </Box>
    </Panel>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {children}
      </Typography>
    </Box>
  );
}

function Result({ result }: { result: PastResult }) {
  return (
    <li>
      {result.what}: <strong>{formatMeasured(result.value, result.unit)}</strong>
      {formatBaseline(result)}
    </li>
  );
}
