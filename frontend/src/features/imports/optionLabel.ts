/** The options of questions in words. */
import { t } from '@/messages/en/imports';

const LABELS: Record<string, () => string> = {
  'date_order mdy': () => t('monthFirst'),
  'date_order dmy': () => t('dayFirst'),
  'number_format thousands': () => t('commaIsThousands'),
  'number_format decimal': () => t('commaIsDecimal'),
  'blank zero': () => t('blankIsZero'),
  'blank reject': () => t('blankIsRejected'),
  'direction sale': () => t('sale'),
  'direction purchase': () => t('purchase'),
  'direction sale_return': () => t('saleReturn'),
  'direction purchase_return': () => t('purchaseReturn'),
  'constant sale': () => t('sale'),
  'constant purchase': () => t('purchase'),
  'sign stock': () => t('signOfStock'),
  'sign document': () => t('signOfDocument'),
  'hidden_rows read': () => t('readHiddenRows'),
  'hidden_rows skip': () => t('skipHiddenRows'),
};

/** An option as people read it; names of columns and listed words stand for themselves. */
export const optionLabel = (kind: string, option: string): string =>
  LABELS[`${kind} ${option}`]?.() ?? option;
