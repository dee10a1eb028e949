/** Holds the place of what is still loading, at the height it will have, so that nothing jumps. */
import Skeleton from '@mui/material/Skeleton';

interface WaitingProps {
  /** What is being loaded, for people who cannot see the shape. */
  label: string;
  /** Height in CSS pixels. */
  height: number;
}

export function Waiting({ label, height }: WaitingProps) {
  return <Skeleton variant="rounded" height={height} role="status" aria-label={label} />;
}
