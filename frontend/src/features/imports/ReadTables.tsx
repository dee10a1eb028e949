/** What each file was taken for: its columns and first rows. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '@/lib/format';
import { translateWord } from '@/lib/translate';
import { t } from '@/messages/en/imports';
import { Callout } from '@/ui/Callout';
import { DataTable, type Column } from '@/ui/DataTable';
import { Panel } from '@/ui/Panel';
import { firstRowsQuery, placeLabel, tableLabel, type FileProposal, type UploadReading } from './queries';
import { refusalText } from './refusalText';

type ProposedColumn = FileProposal['columns'][number];

const columns: Column<ProposedColumn>[] = [
  {
    id: 'source',
    get heading() {
      return t('inYourFile');
    },
    value: ({ source }) => source,
    render: ({ source }) => source,
  },
  {
    id: 'target',
    get heading() {
      return t('takenFor');
    },
    value: ({ target }) => target,
    render: ({ target }) => target,
  },
  {
    id: 'transform',
    get heading() {
      return t('readAs');
    },
    value: ({ transform }) => translateWord(transform),
    render: ({ transform }) => translateWord(transform),
  },
  {
    id: 'confidence',
    get heading() {
      return t('certainty');
    },
    value: ({ confidence }) => confidence,
    numeric: true,
    render: ({ confidence }) => `${formatCount(Math.round(100 * Math.min(1, confidence)))} %`,
  },
];

export function ReadTables({ uploadId, reading }: { uploadId: string; reading: UploadReading }) {
  return (
    <Panel title={t('whatWasRead')}>
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {reading.files.map((file, index) => (
          <ReadFile key={index} file={file} />
        ))}
        {reading.tables
          .filter(({ rows }) => rows > 0)
          .map(({ table }) => (
            <FirstRows key={table} uploadId={uploadId} table={table} />
          ))}
      </Box>
    </Panel>
  );
}

function ReadFile({ file }: { file: FileProposal }) {
  const place = placeLabel(file);
  if (file.refused) return <Callout severity="error">{refusalText(file.refused, file.file)}</Callout>;
  if (file.table === undefined) {
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        {file.hidden ? t('sheetIsHidden', { file: place }) : t('fileHasNoTable', { file: place })}
      </Typography>
    );
  }
  const hidden = file.hiddenRows ?? 0;
  const rounded = file.roundedNumbers ?? 0;
  return (
    <Box component="section">
      <Typography variant="h3" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {t('fileIsTable', { file: place, table: tableLabel(file.table) })}
      </Typography>
      {hidden > 0 && (
        <Typography>{t('hiddenRowsAreRead', { count: hidden, rows: formatCount(hidden) })}</Typography>
      )}
      {rounded > 0 && (
        <Typography>{t('numbersRounded', { count: rounded, numbers: formatCount(rounded) })}</Typography>
      )}
      <DataTable
        label={t('columnsOf', { file: place })}
        columns={columns}
        rows={file.columns}
        rowKey={({ target, source }) => `${target} ${source}`}
      />
    </Box>
  );
}

function FirstRows({ uploadId, table }: { uploadId: string; table: string }) {
  const { data } = useQuery(firstRowsQuery(uploadId, table));
  if (!data) return null;
  const filled = data.columns
    .map((name, index) => ({ name, index }))
    .filter(({ index }) => data.items.some(({ values }) => values[index] !== ''));
  const label = t('firstRows', { table: tableLabel(table) });
  return (
    <Box component="section">
      <Typography variant="h3" sx={{ mb: 2 }}>
        {label}
      </Typography>
      <DataTable
        label={label}
        columns={[
          {
            id: 'row',
            heading: t('row'),
            value: ({ row }) => row,
            render: ({ file, row }) => (
              <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                {t('cellIn', { place: file, cell: row })}
              </Box>
            ),
          },
          ...filled.map(({ name, index }) => ({
            id: name,
            heading: name,
            value: ({ values }: (typeof data.items)[number]) => values[index] ?? '',
            render: ({ values }: (typeof data.items)[number]) => values[index] ?? '',
          })),
        ]}
        rows={data.items}
        rowKey={(_, index) => String(index)}
      />
    </Box>
  );
}
