/** What stands where a form would: its place while the role is asked for, then why there is none. */
import Typography from '@mui/material/Typography';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import type { PermissionState } from './syncRules';

interface FormUnavailableProps {
  access: Exclude<PermissionState, 'granted'>;
  /** Why there is no form, for a role that may not use it. */
  deniedText: string;
  /** Height of the form in CSS pixels. */
  height: number;
}

export function FormUnavailable({ access, deniedText, height }: FormUnavailableProps) {
  if (access === 'asking')
    return <LoadingPlaceholder label="What your role may do is loading" height={height} />;
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {access === 'denied' ? deniedText : 'What your role may do is not known yet. Refresh asks again.'}
    </Typography>
  );
}
