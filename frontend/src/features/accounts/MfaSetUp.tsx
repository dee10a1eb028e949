/** Setting up two-step sign-in: the password, the app takes the secret in and shows a code, the recovery codes are kept. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { PasswordInput } from '@/ui/PasswordInput';
import { CodeInput } from './CodeInput';
import { mfa, useBeginMfa, useConfirmMfa } from './mfa';
import { QrCode } from './QrCode';

interface MfaSetUpProps {
  email: string;
  onCancel: () => void;
}

export function MfaSetUp({ email, onCancel }: MfaSetUpProps) {
  const begin = useBeginMfa();
  const confirm = useConfirmMfa();
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onCancel} />;
  const cancel = (
    <Button onClick={onCancel} disabled={begin.isPending || confirm.isPending}>
      Cancel
    </Button>
  );
  if (begin.data) {
    const wrong = fieldFailure(confirm.error, 'otp');
    return (
      <FormFrame onSubmit={(typed) => confirm.mutate(typed('otp').trim())}>
        <Typography>
          Scan this with an authenticator app, or type the key into it. Then enter the code that it shows.
        </Typography>
        <QrCode text={begin.data.otpauthUri} label="QR code of the key for your authenticator app" />
        <Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
            Key
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
            {begin.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Typography>
        </Box>
        <CodeInput help="Six digits from the app." error={wrong} />
        {confirm.error && wrong === undefined && (
          <FailureNotice {...sayFailure(confirm.error, 'It was not turned on. Try again.')} />
        )}
        <Buttons>
          {cancel}
          <Button type="submit" variant="contained" disabled={confirm.isPending}>
            Turn on
          </Button>
        </Buttons>
      </FormFrame>
    );
  }
  const wrong = fieldFailure(begin.error, 'password');
  return (
    <FormFrame onSubmit={(typed) => begin.mutate(typed('password'))}>
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        help="To make sure that it is you."
        error={wrong}
      />
      {begin.error && wrong === undefined && (
        <FailureNotice {...sayFailure(begin.error, 'It was not set up. Try again.')} />
      )}
      <Buttons>
        {cancel}
        <Button type="submit" variant="contained" disabled={begin.isPending}>
          Go on
        </Button>
      </Buttons>
    </FormFrame>
  );
}

function Buttons({ children }: { children: React.ReactNode }) {
  return <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>{children}</Box>;
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once: the server keeps their hashes. The panel goes on when the person says that they have them. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const cache = useQueryClient();
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Callout weight="success">Two-step sign-in is on.</Callout>
      <Typography>
        Keep these recovery codes where you keep important papers. Each stands for the app once, for when you
        lose it. They are not shown again.
      </Typography>
      <Box
        component="ul"
        aria-label="Recovery codes"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 4,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          bgcolor: 'background.sunk',
          borderRadius: 1,
          fontFamily: 'monospace',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Buttons>
        <Button
          variant="contained"
          onClick={() => {
            void cache.invalidateQueries({ queryKey: mfa.queryKey });
            onDone();
          }}
        >
          I have kept them
        </Button>
      </Buttons>
    </Box>
  );
}
