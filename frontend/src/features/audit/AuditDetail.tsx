/** The details of one audit log entry. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { t } from '@/messages/en/audit';
import type { AuditEntry } from './queries';
import { formatChanges } from './actionLabels';

interface AuditDetailProps {
  entry: AuditEntry;
  /** Filters the log by this person or key. */
  onFilter: (actor: string) => void;
}

export function AuditDetail({ entry, onFilter }: AuditDetailProps) {
  const { actor, target, before, after } = entry;
  const facts: [string, string[] | undefined][] = [
    [t('before'), before === undefined ? undefined : formatChanges(before)],
    [t('after'), after === undefined ? undefined : formatChanges(after)],
    [t('target'), target && [`${target.kind} ${target.id}`]],
    [t('ipAddress'), entry.ipAddress === undefined ? undefined : [entry.ipAddress]],
    [t('userAgent'), entry.userAgent === undefined ? undefined : [entry.userAgent]],
    [t('request'), entry.requestId === undefined ? undefined : [entry.requestId]],
    [t('entry', { seq: entry.seq }), [entry.hash]],
  ];
  const { id } = actor;
  return (
    <Box sx={{ py: 3, textAlign: 'start' }}>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'max-content minmax(0, 1fr)' },
          columnGap: 4,
          rowGap: { xs: 1, sm: 2 },
          m: 0,
          '& dt': { fontWeight: 600 },
          '& dd': { m: 0, mb: { xs: 2, sm: 0 }, overflowWrap: 'anywhere' },
        }}
      >
        {facts.flatMap(([name, lines]) =>
          lines === undefined
            ? []
            : [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} is`}>
                  {lines.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </dd>,
              ],
        )}
      </Box>
      {id !== undefined && (
        <Button sx={{ mt: 3 }} onClick={() => onFilter(id)}>
          {t('showOnlyActionsBy', { name: actor.name })}
        </Button>
      )}
    </Box>
  );
}
