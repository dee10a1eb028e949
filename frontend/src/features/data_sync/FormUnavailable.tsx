/** Takes the place of a form: a placeholder while permissions load, then why the form is unavailable. */
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/data_sync';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import type { PermissionState } from './syncRules';

interface FormUnavailableProps {
  access: Exclude<PermissionState, 'granted'>;
  /** Why the form is unavailable, for a role without permission. */
  deniedText: string;
  /** Height of the form in CSS pixels. */
  height: number;
}

export function FormUnavailable({ access, deniedText, height }: FormUnavailableProps) {
  if (access === 'asking')
    return <LoadingPlaceholder label={t('yourPermissionsAreLoading')} height={height} />;
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {access === 'denied' ? deniedText : t('couldntCheckYourPermissionsSelectRefresh')}
    </Typography>
  );
}
