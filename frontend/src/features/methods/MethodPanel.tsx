/** How one figure is computed, and its track record. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount, formatDay } from '@/lib/format';
import { t } from '@/messages/en/methods';
import { Panel } from '@/ui/Panel';
import type { FigureMethod, PastResult } from './queries';
import { formatBaseline, formatMeasured } from './methodLabels';

interface MethodPanelProps {
  figure: FigureMethod;
  /** ISO date of the figures. */
  asOf?: string | undefined;
}

export function MethodPanel({ figure, asOf }: MethodPanelProps) {
  const rows = `${formatCount(figure.rows)} ${figure.rowKind}`;
  return (
    <Panel
      title={figure.name}
      subtitle={asOf === undefined ? rows : t('asOf', { rows, asOf: formatDay(asOf) })}
    >
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 4, maxWidth: '75ch' }}>
        <Part name={t('method')}>{figure.method}.</Part>
        <Part name={t('formula')}>{figure.formula}</Part>
        <Part name={t('trackRecord')}>
          {figure.backtest.length > 0 ? (
            <Box component="ul" sx={{ m: 0, paddingInlineStart: 5 }}>
              {figure.backtest.map((result) => (
                <Result key={result.measure} result={result} />
              ))}
            </Box>
          ) : (
            `${figure.note ?? t('noTrackRecordYet')}.`
          )}
        </Part>
        <Part name={t('withTooLittleData')}>{figure.insufficientDataText}.</Part>
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
      {result.measure}: <strong>{formatMeasured(result.value, result)}</strong>
      {formatBaseline(result)}
    </li>
  );
}
