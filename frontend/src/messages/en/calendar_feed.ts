/** English texts: the calendar feed. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('calendar_feed', {
  calendar: 'Calendar',
  subtitle: 'Expected deliveries and purchase windows in your calendar app.',
  createUrl: 'Create calendar URL',
  replaceUrl: 'Replace URL',
  revokeUrl: 'Revoke URL',
  createdAt: 'Your calendar URL was created on {at}. It isn’t shown again.',
  noUrl: 'You have no calendar URL.',
  couldntLoad: 'Couldn’t load the calendar settings.',
  couldntCreate: 'Couldn’t create the URL. Try again.',
  couldntRevoke: 'Couldn’t revoke the URL. Try again.',
  calendarUrl: 'Calendar URL',
  copyNow: 'Copy the URL now. It isn’t shown again.',
  usage: 'Subscribe to it in your calendar app. Anyone who has it can read your calendar.',
  copyUrl: 'Copy URL',
  copied: 'Copied.',
  browserBlockedCopying: 'The browser blocked copying. Select the URL and copy it.',
  done: 'Done',
});
