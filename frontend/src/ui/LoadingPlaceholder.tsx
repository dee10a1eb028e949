/** Holds the place of what is still loading, at the height it will have, so that nothing jumps. */
import Skeleton from '@mui/material/Skeleton';

interface LoadingPlaceholderProps {
  /** What is being loaded, for people who cannot see the shape. */
  label: string;
  /** Height in CSS pixels. */
  height: number;
}

export function LoadingPlaceholder({ label, height }: LoadingPlaceholderProps) {
  return <Skeleton variant="rounded" height={height} role="status" aria-label={label} />;
}
