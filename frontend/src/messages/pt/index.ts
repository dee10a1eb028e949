/** The Portuguese texts, in one file for download. */
import { createLookup } from '../createLookup';

export const lookup = createLookup(
  import.meta.glob(['./*.ts', '!./index.ts'], { eager: true, import: 'messages' }),
);
