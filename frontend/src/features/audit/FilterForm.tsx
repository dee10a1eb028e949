/** The audit log filter: action, dates, and an actor or target picked from a row. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/audit';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import type { AuditFilter } from './queries';
import { ACTION_LABELS } from './actionLabels';

interface FilterFormProps {
  filter: AuditFilter;
  onFilter: (by: AuditFilter) => void;
}

const actionOptions = () => [['', t('allActions')] as const, ...Object.entries(ACTION_LABELS)];

export function FilterForm({ filter, onFilter }: FilterFormProps) {
  const form = useTypedForm({ fields: ['action', 'from', 'to'] });
  const narrowed = Object.keys(filter).length > 0;
  return (
    <Box
      component="form"
      aria-label={t('filterTheAuditLog')}
      className="screen-only"
      onSubmit={form.handleSubmit((values) => onFilter({ ...filter, ...values }))}
      sx={{ mb: 3 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '2fr 1fr 1fr' },
        }}
      >
        <SelectInput
          label={t('action')}
          {...form.field('action')}
          options={actionOptions()}
          defaultValue={filter.action ?? ''}
        />
        <TextInput
          label={t('from')}
          {...form.field('from')}
          type="date"
          required={false}
          defaultValue={filter.from ?? ''}
        />
        <TextInput
          label={t('to')}
          {...form.field('to')}
          type="date"
          required={false}
          defaultValue={filter.to ?? ''}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mt: 3 }}>
        <Button type="submit" variant="outlined">
          {t('applyFilters')}
        </Button>
        {narrowed && <Button onClick={() => onFilter({})}>{t('clearFilters')}</Button>}
        {filter.person !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('showingOnePersonsOrKeysActions')}
          </Typography>
        )}
        {filter.target !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t('showingActionsOn', { target: filter.target })}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
