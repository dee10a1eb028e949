/**
 * The evidence of an answer: each tool call with its arguments and method, and every figure with its source
 * rows.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount, formatDay } from '@/lib/format';
import { t } from '@/messages/en/assistant';
import { DataTable } from '@/ui/DataTable';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { listArguments, listFigures, humanizeName, describeRows } from './evidence';
import type { Answer, Call } from './queries';

export function Evidence({ id, answer }: { id: string; answer: Answer }) {
  return (
    <Box
      id={id}
      role="group"
      aria-label={t('evidence')}
      sx={{
        mt: 3,
        p: 4,
        borderRadius: 1,
        bgcolor: 'background.sunk',
        display: 'grid',
        gap: 4,
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
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
    // The table has the color of the box around it.
    <Box sx={{ '& th, & td': { bgcolor: 'background.sunk !important' } }}>
      <DataTable
        dense
        maxHeight={320}
        label={t('figuresOfThisAnswer')}
        columns={[
          { id: 'figure', heading: t('figure'), render: (fact) => fact.label },
          { id: 'value', heading: t('value'), numeric: true, render: (fact) => fact.formatted },
          { id: 'from', heading: t('from'), render: (fact) => describeRows(fact, tables) || t('allRows') },
        ]}
        rows={figures}
        rowKey={(fact) => fact.id}
        cardsBelow={0}
      />
    </Box>
  );
}
