/** Trend icons: up, down, and flat. */
import { strokeIcon } from './icons';

/** Heavier than other icons, because they are small and next to figures. */
const arrow = (path: string) => strokeIcon(path, 2.4);

export const ArrowUpIcon = arrow('M12 20V5M5 12l7-7 7 7');
export const ArrowDownIcon = arrow('M12 4v15M5 12l7 7 7-7');
export const ArrowRightIcon = arrow('M4 12h15M12 5l7 7-7 7');
