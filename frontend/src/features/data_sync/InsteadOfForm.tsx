/** What stands where a form would: its place while the role is asked for, then why there is none. */
import Typography from '@mui/material/Typography';
import { Waiting } from '@/ui/Waiting';
import type { Right } from './rules';

interface InsteadOfFormProps {
  right: Exclude<Right, 'granted'>;
  /** Why there is no form, for a role that may not use it. */
  denied: string;
  /** Height of the form in CSS pixels. */
  height: number;
}

export function InsteadOfForm({ right, denied, height }: InsteadOfFormProps) {
  if (right === 'asking') return <Waiting label="What your role may do is loading" height={height} />;
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {right === 'denied' ? denied : 'What your role may do is not known yet. Refresh asks again.'}
    </Typography>
  );
}
