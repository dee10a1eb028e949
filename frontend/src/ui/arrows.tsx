/** Directions as icons: up, down, and level. */
import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

function arrow(path: string) {
  return function Arrow(props: SvgIconProps) {
    return (
      <SvgIcon {...props}>
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={2.4}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </SvgIcon>
    );
  };
}

export const ArrowUpIcon = arrow('M12 20V5M5 12l7-7 7 7');
export const ArrowDownIcon = arrow('M12 4v15M5 12l7 7 7-7');
export const ArrowRightIcon = arrow('M4 12h15M12 5l7 7-7 7');
