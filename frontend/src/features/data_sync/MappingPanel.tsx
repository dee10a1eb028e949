/** The mapping of the source: what differs from the defaults, and a form to edit one table. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/data_sync_panels';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { MappingForm } from './MappingForm';
import { applySuggestion, useSuggestions, type MappingProposal } from './mappingSuggestions';
import { SalesDatingPanel } from './SalesDatingPanel';
import { TableSuggestions } from './TableSuggestions';
import { columnMappingQuery, type MappedColumn, type MappedTable } from './queries';
import { ALL_TABLES } from './syncableTables';

const LABELS = ALL_TABLES.map((table) => table.label);

export function MappingPanel({ mayChange }: { mayChange: boolean }) {
  const mapping = useQuery(columnMappingQuery);
  const [address, setAddress] = useUrlParams();
  const open = ALL_TABLES.find((table) => table.source === address.get('columns'));
  const chosen = mapping.data?.tables.find((table) => table.sourceTable === open?.source);
  const choose = (label: string) => {
    const table = ALL_TABLES.find((each) => each.label === label);
    setAddress(table === undefined || table === open ? {} : { columns: table.source }, {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <>
      <Panel title={t('mapping')} subtitle={t('mapYourTablesColumnsAndValues')}>
        {mapping.isPending && <LoadingPlaceholder label={t('theMappingIsLoading')} height={120} />}
        {mapping.isError && !mapping.data && (
          <ErrorAlert
            {...errorText(mapping.error, t('couldntLoadTheMapping'))}
            onRetry={() => void mapping.refetch()}
            retrying={mapping.isFetching}
          />
        )}
        {mapping.data && (
          <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>
            {describeMapping(mapping.data.tables)}
          </Typography>
        )}
        {mapping.data && mayChange && (
          <ToggleGroup
            label={t('table')}
            options={LABELS}
            selected={open ? [open.label] : []}
            onToggle={choose}
          />
        )}
        {chosen && mayChange && <TableMapping key={chosen.sourceTable} table={chosen} />}
      </Panel>
      <SalesDatingPanel mayChange={mayChange} />
    </>
  );
}

/** The form of one table, filled in from a suggestion if one was chosen. */
function TableMapping({ table }: { table: MappedTable }) {
  const [suggestion, setSuggestion] = useState<MappingProposal>();
  const suggestions = useSuggestions().filter(({ sourceTable }) => sourceTable === table.sourceTable);
  return (
    <>
      {suggestions.length > 0 && (
        <TableSuggestions proposals={suggestions} chosen={suggestion} onChoose={setSuggestion} />
      )}
      <MappingForm
        key={suggestion?.sourceName ?? ''}
        table={suggestion ? applySuggestion(table, suggestion) : table}
      />
    </>
  );
}

/** What differs from the defaults, in one sentence. */
function describeMapping(tables: readonly MappedTable[]): string {
  const parts = tables.flatMap(({ sourceTable, sourceName, columns }) => [
    ...(sourceName === sourceTable ? [] : [t('tableIs', { sourceTable, sourceName })]),
    ...columns.flatMap((each) => describeColumn(sourceTable, each)),
  ]);
  return parts.length === 0 ? t('nothingIsMapped') : t('inYourSource', { names: parts.join(', ') });
}

function describeColumn(sourceTable: string, mapped: MappedColumn): string[] {
  const { targetColumn: column, sourceColumn, constant, expression, valueWords } = mapped;
  if (constant !== undefined) return [t('isAlways', { sourceTable, column, value: constant })];
  return [
    ...(expression === undefined
      ? []
      : [t('isComputedFrom', { sourceTable, column, columns: expression.columns.join(' + ') })]),
    ...(sourceColumn === column ? [] : [t('is', { sourceTable, column, sourceColumn })]),
    ...(valueWords.length === 0 ? [] : [t('hasWordsForValues', { sourceTable, column })]),
  ];
}
