/**
 * Enrolls in MFA: enter the password, add the secret to an authenticator app, enter a code, save the recovery
 * codes.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { invalidate } from '@/api/queries';
import { t } from '@/messages/en/account_security';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { PasswordInput } from '@/ui/PasswordInput';
import { OneTimeCodeInput } from './OneTimeCodeInput';
import { useEnrollMfa, useConfirmMfa } from './mfaQueries';
import { QrCode } from './QrCode';

interface EnrollMfaProps {
  email: string;
  onCancel: () => void;
}

export function EnrollMfa({ email, onCancel }: EnrollMfaProps) {
  const begin = useEnrollMfa();
  const confirm = useConfirmMfa();
  const passwordForm = useTypedForm({ fields: ['password'], failure: begin.error });
  const codeForm = useTypedForm({ fields: ['otp'], failure: confirm.error });
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onCancel} />;
  const cancel = (
    <Button onClick={onCancel} disabled={begin.isPending || confirm.isPending}>
      {t('cancel')}
    </Button>
  );
  if (begin.data) {
    return (
      <Form onSubmit={codeForm.handleSubmit((values) => confirm.mutate(values.otp.trim()))}>
        <Typography>{t('scanThisCodeWithAnAuthenticator')}</Typography>
        <QrCode text={begin.data.otpauthUri} label={t('qrCodeForYourAuthenticatorApp')} />
        <Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
            {t('key')}
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
            {begin.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Typography>
        </Box>
        <OneTimeCodeInput help={t('sixDigitCode')} error={codeForm.field('otp').error} />
        {codeForm.formError !== undefined && (
          <ErrorAlert {...errorText(confirm.error, t('couldntTurnOnMfaTryAgain'))} />
        )}
        <FormActions>
          {cancel}
          <Button type="submit" variant="contained" disabled={confirm.isPending}>
            {t('turnOnMfa')}
          </Button>
        </FormActions>
      </Form>
    );
  }
  return (
    <Form onSubmit={passwordForm.handleSubmit((values) => begin.mutate(values.password))}>
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordInput
        label={t('yourPassword')}
        {...passwordForm.field('password')}
        autoComplete="current-password"
        help={t('confirmsThatItsYou')}
      />
      {passwordForm.formError !== undefined && (
        <ErrorAlert {...errorText(begin.error, t('couldntSetUpMfaTryAgain'))} />
      )}
      <FormActions>
        {cancel}
        <Button type="submit" variant="contained" disabled={begin.isPending}>
          {t('continue')}
        </Button>
      </FormActions>
    </Form>
  );
}

function FormActions({ children }: { children: React.ReactNode }) {
  return <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>{children}</Box>;
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/**
 * Shown once: the server stores only hashes. The panel continues after the user confirms having saved them.
 */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const queryClient = useQueryClient();
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Callout severity="success">{t('mfaIsOn')}</Callout>
      <Typography>{t('saveTheseRecoveryCodesInA')}</Typography>
      <Box
        component="ul"
        aria-label={t('recoveryCodes')}
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
      <FormActions>
        <Button
          variant="contained"
          onClick={() => {
            void invalidate(queryClient, '/api/account/mfa');
            onDone();
          }}
        >
          {t('iveSavedThem')}
        </Button>
      </FormActions>
    </Box>
  );
}
