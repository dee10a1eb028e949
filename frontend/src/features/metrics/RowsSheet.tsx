/** The rows behind a figure, with its total, and as files. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/explore';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Sheet } from '@/ui/Sheet';
import { formatValue } from './figureFormat';
import { downloadRows, rowsQuery, type MetricRowQuery, type MetricValue } from './queries';

interface RowsSheetProps {
  name: string;
  query: MetricRowQuery;
  onClose: () => void;
}

type Row = MetricValue[];

export function RowsSheet({ name, query, onClose }: RowsSheetProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } =
    useInfiniteQuery(rowsQuery(query));
  const save = useMutation({ mutationFn: (format: 'csv' | 'xlsx') => downloadRows(query, format) });
  const [first] = data?.pages ?? [];
  const columns = (first?.columns ?? []).map((column, place): Column<Row> => {
    // Amounts have the currency of their row, which has a column of its own.
    const numeric = !['text', 'date'].includes(column.kind);
    const kind = { id: column.id, kind: column.kind === 'money' ? ('number' as const) : column.kind };
    return {
      id: column.id,
      heading: column.label,
      numeric,
      noWrap: column.kind === 'date',
      render: (row) => formatValue(row[place] ?? null, kind),
    };
  });
  return (
    <Sheet title={t('rowsOf', { name })} onClose={onClose} wide>
      {error && !data && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheRows'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label={t('rowsAreLoading')} height={320} />}
      {first && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
            <Typography sx={{ flexGrow: 1 }}>
              {[
                t('shown', { count: first.rowCount, value: first.rowCount }),
                ...first.totals.map((total) => describeTotal(total as Row, first.totalColumns)),
              ].join(' · ')}
            </Typography>
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                variant="outlined"
                size="small"
                disabled={save.isPending}
                onClick={() => save.mutate(format)}
              >
                {format === 'csv' ? t('downloadCsv') : t('downloadXlsx')}
              </Button>
            ))}
          </Box>
          {save.error && <ErrorAlert {...errorText(save.error, t('couldntCreateTheFile'))} />}
          <DataTable
            label={t('rowsOf', { name })}
            columns={columns}
            rows={data?.pages.flatMap((page) => page.rows as Row[]) ?? []}
            rowKey={(_, index) => String(index)}
            {...(hasNextPage && {
              more: {
                label: t('loadMoreRows'),
                onLoad: () => void fetchNextPage(),
                loading: isFetchingNextPage,
              },
            })}
          />
        </>
      )}
    </Sheet>
  );
}

type TotalColumn = Parameters<typeof formatValue>[1] & { label: string; role: string };

function describeTotal(total: Row, columns: readonly TotalColumn[]): string {
  return columns
    .map((column, place) => {
      const value = formatValue(total[place] ?? null, column);
      return column.role === 'dimension' ? value : `${column.label}: ${value}`;
    })
    .join(' ');
}
