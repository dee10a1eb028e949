/** Why a figure changed: contributions of members, and the effects of price, volume and mix. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/explore';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Sheet } from '@/ui/Sheet';
import { formatChange, formatMember, formatValue } from './figureFormat';
import {
  changeQuery,
  type MetricChangePart,
  type MetricChangeQuery,
  type MetricColumn,
  type MetricValue,
} from './queries';

interface ChangeSheetProps {
  query: MetricChangeQuery;
  onClose: () => void;
}

export function ChangeSheet({ query, onClose }: ChangeSheetProps) {
  const { data, error, isFetching, refetch } = useQuery(changeQuery(query));
  return (
    <Sheet title={t('explainChange')} onClose={onClose} wide>
      {error && !data && (
        <ErrorAlert
          {...errorText(error, t('couldntExplain'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label={t('changeIsLoading')} height={320} />}
      {data?.parts.map((part) => (
        <PartView key={nameKeptApart(part)} part={part} measure={withUnit(data.measure, part)} />
      ))}
      {data?.notes.map((note) => (
        <Typography key={note} variant="body2" sx={{ color: 'text.secondary' }}>
          {note}
        </Typography>
      ))}
    </Sheet>
  );
}

const nameKeptApart = (part: MetricChangePart): string =>
  part.keptApart.map(({ member }) => String(member)).join(' ');

/** The measure in the currency or unit of a part. */
function withUnit(measure: MetricColumn, part: MetricChangePart): MetricColumn {
  const wanted = measure.kind === 'money' ? 'currency' : 'unit';
  const found = part.keptApart.find(({ dimension }) => dimension === wanted);
  return found ? { ...measure, unit: String(found.member) } : measure;
}

interface Line {
  name: string;
  now?: number | undefined;
  before?: number | undefined;
  amount: number;
}

function PartView({ part, measure }: { part: MetricChangePart; measure: MetricColumn }) {
  const format = (value: number | undefined) => formatValue(value ?? null, measure);
  const effects = part.effects.map(({ effect, amount }) => ({ name: EFFECT_NAMES[effect](), amount }));
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography>
        {t('changedFrom', {
          measure: [measure.label, nameKeptApart(part)].filter(Boolean).join(', '),
          change: part.change === undefined ? '–' : formatChange(part.change, measure),
          before: format(part.before),
          value: format(part.value),
        })}
      </Typography>
      {effects.length > 0 && (
        <Section title={t('priceVolumeMix')} lines={effects} heading={t('effect')} measure={measure} />
      )}
      {part.dimensions.map(({ id, label, members, others, overlap }) => (
        <Section
          key={id}
          title={t('byDimension', { dimension: label.toLowerCase() })}
          heading={t('member')}
          measure={measure}
          withPeriods
          lines={[
            ...members.map((one) => ({
              name: formatMember(one.member as MetricValue, { id, kind: 'text' }),
              now: one.value,
              before: one.before,
              amount: one.contribution,
            })),
            ...(others
              ? [
                  {
                    name: t('otherMembers', { count: others.count, value: others.count }),
                    amount: others.contribution,
                  },
                ]
              : []),
            ...(overlap === 0 ? [] : [{ name: t('overlap'), amount: overlap }]),
          ]}
        />
      ))}
    </Box>
  );
}

interface SectionProps {
  title: string;
  heading: string;
  lines: readonly Line[];
  measure: MetricColumn;
  withPeriods?: boolean;
}

function Section({ title, heading, lines, measure, withPeriods = false }: SectionProps) {
  const format = (value: number | undefined) => formatValue(value ?? null, measure);
  const columns: Column<Line>[] = [
    { id: 'name', heading, render: (line) => line.name },
    ...(withPeriods
      ? [
          { id: 'before', heading: t('before'), numeric: true, render: (line: Line) => format(line.before) },
          { id: 'now', heading: t('now'), numeric: true, render: (line: Line) => format(line.now) },
        ]
      : []),
    {
      id: 'contribution',
      heading: t('contribution'),
      numeric: true,
      render: (line) => formatChange(line.amount, measure),
    },
  ];
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <DataTable
        label={title}
        columns={columns}
        rows={lines}
        rowKey={(_, index) => String(index)}
        cardsBelow={0}
        rowHeaders
        dense
      />
    </Box>
  );
}

const EFFECT_NAMES = {
  price: () => t('price'),
  volume: () => t('volume'),
  mix: () => t('mix'),
  new_items: () => t('newItems'),
  ended_items: () => t('endedItems'),
  unpriced: () => t('unpriced'),
} as const;
