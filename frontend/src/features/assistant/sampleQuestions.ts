/** Sample questions in a buyer's language. The planner recognizes each with high confidence. */
import { t } from '@/messages/en/assistant_demo';

/** The topics of the page's cards. */
const TOPIC_LABELS = {
  get stock() {
    return t('stock');
  },
  get buying() {
    return t('buying');
  },
  get sales() {
    return t('sales');
  },
  get customers() {
    return t('customers');
  },
  get markets() {
    return t('markets');
  },
  get dataSync() {
    return t('dataSyncTopic');
  },
};
type Topic = keyof typeof TOPIC_LABELS;

export const topicLabel = (topic: Topic): string => TOPIC_LABELS[topic];

interface SampleQuestion {
  topic: Topic;
  question: string;
}

export const sampleQuestions: readonly SampleQuestion[] = [
  { topic: 'stock', question: 'What are we about to run out of?' },
  { topic: 'stock', question: 'Which fertilizer items are low on stock?' },
  { topic: 'buying', question: 'What should we reorder for seed, and at what cost?' },
  { topic: 'buying', question: "When's the cheapest time of year to lock in fertilizer?" },
  { topic: 'buying', question: "Who's our slowest vendor to deliver?" },
  { topic: 'sales', question: 'What are the top 5 products by revenue this month?' },
  { topic: 'sales', question: "How'd we do last month compared with a year ago?" },
  { topic: 'customers', question: 'Who are our ten biggest customers this year?' },
  { topic: 'customers', question: 'Which growers have gone quiet on us?' },
  { topic: 'markets', question: 'Where did corn go over the last 30 days?' },
  { topic: 'markets', question: "What's the yield forecast for soybeans?" },
  { topic: 'dataSync', question: 'Are my numbers up to date?' },
];
