/** Names of events for people. */
import { t } from '@/messages/en/webhooks';
import type { WebhookEventType } from './queries';

const EVENT_LABELS: Record<WebhookEventType, string> = {
  get 'sync.finished'() {
    return t('syncFinished');
  },
  get 'order.drafted'() {
    return t('orderDrafted');
  },
  get 'alert.started'() {
    return t('alertStarted');
  },
  get 'alert.ended'() {
    return t('alertEnded');
  },
  get 'member.changed'() {
    return t('memberChanged');
  },
};

export const EVENT_TYPES = Object.keys(EVENT_LABELS) as WebhookEventType[];

export const eventLabel = (type: string): string =>
  type in EVENT_LABELS ? EVENT_LABELS[type as WebhookEventType] : t('testEvent');
