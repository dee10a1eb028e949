/** Makes a key: its name, what it may do, when it ends; and shows its token this once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { fieldFailure, sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { useMakeKey } from './keyList';
import { MadeKey } from './MadeKey';

const ENDS = [
  ['90', 'In 90 days'],
  ['30', 'In 30 days'],
  ['365', 'In a year'],
  ['', 'Never'],
] as const;
const DAY = 24 * 60 * 60 * 1000;

interface NewKeyFormProps {
  grantable: readonly string[];
  words: Record<string, string>;
}

export function NewKeyForm({ grantable, words }: NewKeyFormProps) {
  const make = useMakeKey();
  if (make.data) {
    return <MadeKey name={make.data.key.name} token={make.data.token} onDone={() => make.reset()} />;
  }
  const wrong = (field: string) => fieldFailure(make.error, field);
  return (
    <FormFrame
      onSubmit={(typed) => {
        const days = typed('ends');
        make.mutate({
          name: typed('name').trim(),
          permissions: grantable.filter((permission) => typed(permission) === 'on'),
          ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * DAY).toISOString() }),
        });
      }}
    >
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        help="What the program is called, such as Nightly stock export."
        error={wrong('name')}
      />
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 600, mb: 1, p: 0 }}>
          It may
        </Typography>
        {grantable.map((permission) => (
          <Box
            key={permission}
            component="label"
            sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36, cursor: 'pointer' }}
          >
            <Box
              component="input"
              type="checkbox"
              name={permission}
              sx={{ width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'primary.main' }}
            />
            {words[permission] ?? permission}
          </Box>
        ))}
        {wrong('permissions') !== undefined && <FormHelperText error>{wrong('permissions')}</FormHelperText>}
      </Box>
      <SelectInput label="Ends" name="ends" choices={ENDS} defaultValue="90" error={wrong('expiresAt')} />
      {make.error && <FailureNotice {...sayFailure(make.error, 'The key was not made. Try again.')} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={make.isPending}>
          Make key
        </Button>
      </Box>
    </FormFrame>
  );
}
