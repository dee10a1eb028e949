/** Everything that the log says of one row. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AuditEntry } from './queries';
import { formatChanges } from './actionLabels';

interface AuditDetailProps {
  entry: AuditEntry;
  /** Shows only what this person or key did. */
  onFilter: (author: string) => void;
}

export function AuditDetail({ entry, onFilter }: AuditDetailProps) {
  const { author, target, before, after } = entry;
  const facts: [string, string[] | undefined][] = [
    ['Before', before === undefined ? undefined : formatChanges(before)],
    ['After', after === undefined ? undefined : formatChanges(after)],
    ['To what', target && [`${target.kind} ${target.id}`]],
    ['From the address', entry.address === undefined ? undefined : [entry.address]],
    ['With', entry.userAgent === undefined ? undefined : [entry.userAgent]],
    ['Request', entry.requestId === undefined ? undefined : [entry.requestId]],
    [`Row ${entry.seq}`, [entry.hash]],
  ];
  const { id } = author;
  return (
    <Box sx={{ py: 3, textAlign: 'left' }}>
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
        {facts.flatMap(([name, said]) =>
          said === undefined
            ? []
            : [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} is`}>
                  {said.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </dd>,
              ],
        )}
      </Box>
      {id !== undefined && (
        <Button sx={{ mt: 3 }} onClick={() => onFilter(id)}>
          Only what {author.name} did
        </Button>
      )}
    </Box>
  );
}
