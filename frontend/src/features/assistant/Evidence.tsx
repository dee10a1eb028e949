/**
 * The evidence of an answer: each tool call with its arguments and method, and every figure with its source
 * rows.
 */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { formatCount, formatDay } from '@/lib/format';
import { t } from '@/messages/en/assistant';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { TableRows } from '@/ui/TableRows';
import { denseTable } from './tableStyles';
import { listArguments, listFigures, humanizeName, describeRows } from './evidence';
import type { Answer, Call } from './queries';

export function Evidence({ id, answer }: { id: string; answer: Answer }) {
  return (
    <Box
      id={id}
      role="group"
      aria-label={t('evidence')}
      sx={{ mt: 3, p: 4, borderRadius: 1, bgcolor: 'background.sunk', display: 'grid', gap: 4, minWidth: 0 }}
    >
      {answer.calls.map((call) => (
        <CallCard key={call.id} call={call} />
      ))}
      <Figures answer={answer} />
    </Box>
  );
}

function CallCard({ call }: { call: Call }) {
  const given = listArguments(call);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="h4" variant="body1" sx={{ fontWeight: 650 }}>
        {humanizeName(call.tool)}
      </Typography>
      {call.method !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {call.method}
        </Typography>
      )}
      <Box sx={{ maxWidth: 360, mt: 2 }}>
        <DescriptionList>
          {given.map(([name, value]) => (
            <DescriptionItem key={name} name={name}>
              {value}
            </DescriptionItem>
          ))}
          <DescriptionItem name={t('sourceRows')}>{formatCount(call.n)}</DescriptionItem>
          <DescriptionItem name={t('asOf')}>{formatDay(call.asOf)}</DescriptionItem>
        </DescriptionList>
      </Box>
    </Box>
  );
}

function Figures({ answer: { facts, tables } }: { answer: Answer }) {
  const figures = listFigures(facts);
  if (figures.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={t('figuresOfThisAnswer')}
      // A scrolling box must be reachable by keyboard.
      tabIndex={0}
      sx={{ maxHeight: 320, overflow: 'auto', '@media print': { maxHeight: 'none' } }}
    >
      <Table
        stickyHeader
        size="small"
        aria-label={t('figuresOfThisAnswer')}
        sx={{ ...denseTable, '& th': { bgcolor: 'background.sunk' } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t('figure')}</TableCell>
            <TableCell align="right">{t('value')}</TableCell>
            <TableCell>{t('from')}</TableCell>
          </TableRow>
        </TableHead>
        <TableRows
          columns={[
            { heading: t('figure'), render: (fact) => fact.label },
            { heading: t('value'), numeric: true, render: (fact) => fact.formatted },
            { heading: t('from'), render: (fact) => describeRows(fact, tables) || t('allRows') },
          ]}
          rows={figures}
          rowKey={(fact) => fact.id}
          openKey={null}
          onToggle={() => undefined}
        />
      </Table>
    </Box>
  );
}
