/** Where the sales of locations without stock count: a stock location for each. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatDateTime } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/ordering';
import { Callout } from '@/ui/Callout';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import { locationMappingQuery, useSetLocations } from './locationQueries';
import { permissionsQuery } from './orderingQueries';

type LocationMapping = Schemas['LocationMapping'];

interface LocationRow {
  location: string;
  /** Where its sales count. Empty: nowhere. */
  stockLocation: string;
  /** Sale lines of the last 12 months, for locations without mapping. */
  lines?: number;
}

/** Mapped locations first, then those without stock. */
const listRows = ({ items, unmatched }: LocationMapping): LocationRow[] => [
  ...items,
  ...unmatched.map((row) => ({ ...row, stockLocation: '' })),
];

export function LocationsSheet({ onClose }: { onClose: () => void }) {
  const mapping = useQuery(locationMappingQuery);
  const account = useQuery(permissionsQuery);
  const save = useSetLocations();
  return (
    <Sheet title={t('locations')} onClose={onClose}>
      <Typography>{t('salesCountWhereTheItemHasStock')}</Typography>
      {body()}
    </Sheet>
  );

  function body(): ReactNode {
    if (mapping.isPending || account.isPending)
      return <LoadingPlaceholder label={t('theLocationsAreLoading')} height={420} />;
    if (mapping.isError && !mapping.data) {
      const errorProps = errorText(mapping.error, t('couldntLoadTheLocations'));
      return (
        <ErrorAlert {...errorProps} onRetry={() => void mapping.refetch()} retrying={mapping.isFetching} />
      );
    }
    const { data } = mapping;
    const rows = listRows(data);
    if (rows.length === 0) return <EmptyState>{t('allSalesAreAtLocationsWithStock')}</EmptyState>;
    const by = data.updatedAt !== undefined && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('lastUpdatedBy', { setAt: formatDateTime(data.updatedAt), setBy: data.updatedBy ?? '' })}
      </Typography>
    );
    if (!hasPermission(account.data?.permissions, 'purchasing.manage')) {
      return (
        <>
          <DescriptionList>
            {rows.map(({ location, stockLocation }) => (
              <DescriptionItem key={location} name={location}>
                {stockLocation || t('notCounted')}
              </DescriptionItem>
            ))}
          </DescriptionList>
          {by}
          <Callout severity="info">{t('noPermissionToMapLocations')}</Callout>
        </>
      );
    }
    const options = [
      ['', t('notCounted')] as const,
      ...data.stockLocations.map((name) => [name, name] as const),
    ];
    return (
      // A changed mapping remounts the form.
      <Form
        key={data.updatedAt ?? ''}
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = new FormData(event.currentTarget);
          const items = rows.flatMap(({ location }, index) => {
            const stockLocation = chosen.get(fieldName(index));
            return typeof stockLocation === 'string' && stockLocation !== ''
              ? [{ location, stockLocation }]
              : [];
          });
          save.mutate({ items });
        }}
      >
        {rows.map(({ location, stockLocation, lines }, index) => (
          <SelectInput
            key={location}
            label={t('salesAtCountAt', { location })}
            name={fieldName(index)}
            options={options}
            defaultValue={data.stockLocations.includes(stockLocation) ? stockLocation : ''}
            {...(lines !== undefined && {
              help: t('saleLinesIn12Months', { count: lines, lines: formatCount(lines) }),
            })}
          />
        ))}
        {by}
        <Box aria-live="polite">
          {save.isSuccess && <Callout severity="success">{t('locationsSaved')}</Callout>}
        </Box>
        {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheLocationsTryAgain'))} />}
        <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
          {t('saveLocations')}
        </Button>
      </Form>
    );
  }
}

const fieldName = (index: number): string => `location-${String(index)}`;
