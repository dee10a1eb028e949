/** A placeholder as tall as the content it stands for, so that nothing shifts when it arrives. */
import Skeleton from '@mui/material/Skeleton';

interface LoadingPlaceholderProps {
  /** What is loading, for screen readers. */
  label: string;
  /** Height in CSS pixels. */
  height: number;
}

export function LoadingPlaceholder({ label, height }: LoadingPlaceholderProps) {
  return <Skeleton variant="rounded" height={height} role="status" aria-label={label} />;
}
