/** Our own icons: a single stroke on a 24 by 24 grid, in the current text color. */
import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** An icon of one stroke. `strokeWidth` is in units of its 24 by 24 box. */
export function strokeIcon(path: string, strokeWidth = 1.8) {
  return function Icon(props: SvgIconProps) {
    return (
      <SvgIcon {...props}>
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={strokeWidth}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </SvgIcon>
    );
  };
}

export const SproutIcon = strokeIcon(
  'M12 21v-9M12 13C7 13 4 10 4 5c5 0 8 3 8 8Zm0-2c0-4 3-7 8-7 0 5-3 7-8 7Z',
);
export const MenuIcon = strokeIcon('M4 7h16M4 12h16M4 17h16');
export const SearchIcon = strokeIcon('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20');
export const CloseIcon = strokeIcon('M6 6l12 12M18 6L6 18');
export const PersonIcon = strokeIcon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 20c.6-4 3.3-6 7-6s6.4 2 7 6');
export const SunIcon = strokeIcon(
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4l1.4-1.4M17 7l1.4-1.4',
);
export const MoonIcon = strokeIcon('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z');
export const SystemIcon = strokeIcon('M4 5h16v11H4ZM9 20h6M12 16v4');
export const RefreshIcon = strokeIcon('M19 8a8 8 0 1 0 1 6M20 4v5h-5');
export const CheckIcon = strokeIcon('M5 12.5l4.5 4.5L19 7.5');
export const WarningIcon = strokeIcon('M12 4 21 20H3ZM12 10v4M12 17v.2');
export const CrossIcon = strokeIcon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6M15 9l-6 6');
export const InfoIcon = strokeIcon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8v.2');
export const ChevronIcon = strokeIcon('M6 9l6 6 6-6');
