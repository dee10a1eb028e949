/** Who the person is, and their name to change. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { Waiting } from '@/ui/Waiting';
import { useAccount, useRename } from './queries';

export function ProfilePanel() {
  const { data: account, error, isPending, isFetching, refetch } = useAccount();
  const rename = useRename();
  return (
    <Panel title="Profile">
      {isPending && <Waiting label="Your account is loading" height={220} />}
      {error && !account && (
        <FailureNotice
          {...sayFailure(error, 'Your account did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {account && (
        <FormFrame onSubmit={(typed) => rename.mutate(typed('name').trim())}>
          <Fact label="E-mail">{account.email}</Fact>
          <Fact label="Organization">{account.farmName}</Fact>
          <TextInput
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={account.name}
            error={fieldFailure(rename.error, 'name')}
          />
          <Box aria-live="polite">
            {rename.isSuccess && <Callout weight="success">Your name is saved.</Callout>}
          </Box>
          {rename.error && (
            <FailureNotice {...sayFailure(rename.error, 'Your name was not saved. Try again.')} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button type="submit" variant="contained" disabled={rename.isPending}>
              Save name
            </Button>
          </Box>
        </FormFrame>
      )}
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
        {label}
      </Typography>
      <Typography>{children}</Typography>
    </Box>
  );
}
