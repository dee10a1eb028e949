/** Why a file is not read, and what to do. */
import { t } from '@/messages/en/imports';
import type { FileRefusal } from './queries';

const TEXTS: Readonly<Record<FileRefusal['code'], (file: string) => string>> = {
  empty: (file) => t('refusedEmpty', { file }),
  password: (file) => t('refusedPassword', { file }),
  damaged: (file) => t('refusedDamaged', { file }),
  too_large: (file) => t('refusedTooLarge', { file }),
  forbidden_xml: (file) => t('refusedXml', { file }),
  unsupported: (file) => t('refusedFormat', { file }),
  no_table: (file) => t('refusedNoTable', { file }),
};

/** What a file is instead, and what to do with one of that kind. */
const UNSUPPORTED: Readonly<Record<NonNullable<FileRefusal['found']>, () => [what: string, advice: string]>> =
  {
    json: () => [t('foundJson'), t('adviceExport')],
    pdf: () => [t('foundPdf'), t('adviceExport')],
    word: () => [t('foundWord'), t('adviceCopy')],
    presentation: () => [t('foundPresentation'), t('adviceCopy')],
    web_page: () => [t('foundWebPage'), t('adviceExport')],
    xml: () => [t('foundXml'), t('adviceExport')],
    rich_text: () => [t('foundRichText'), t('adviceCopy')],
    image: () => [t('foundImage'), t('adviceExport')],
    archive: () => [t('foundArchive'), t('adviceUnpack')],
    database: () => [t('foundDatabase'), t('adviceTables')],
  };

export function refusalText({ code, found }: FileRefusal, file: string): string {
  if (found === undefined) return TEXTS[code](file);
  const [what, advice] = UNSUPPORTED[found]();
  return t('refusedAs', { file, what, advice });
}
