/** English texts: assistant demo. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('assistant_demo', {
  howSproutAiAnswers: 'How Sprout AI answers',
  confidenceLevels: 'Confidence levels',
  askSproutAi: 'Ask Sprout AI',
  whatSproutAiCantAnswer: 'What Sprout AI can’t answer',
  itGivesTheReasonAndSuggests: 'It gives the reason and suggests what to ask instead.',
  sampleQueries: 'Sample queries',
  selectAQuestionToAskIt: 'Select a question to ask it in the chat.',
  stock: 'Stock',
  spotShortagesWhileThereIsStill: 'Spot shortages while there is still time to order.',
  buying: 'Buying',
  orderTheRightQuantityAtThe: 'Order the right quantity, at the right time, from reliable suppliers.',
  sales: 'Sales',
  knowWhatSellsAndHowA: 'Know what sells and how a period compares.',
  customers: 'Customers',
  contactGrowersBeforeTheyRunOut:
    'Contact growers before they run out, and win back those who stopped buying.',
  markets: 'Markets',
  compareYourPricesWithTheMarket: 'Compare your prices with the market.',
  dataSyncTopic: 'Data sync',
  checkHowCurrentYourDataIs: 'Check how current your data is.',
  aboutSproutAi: 'About Sprout AI',
  askInPlainEnglishEveryFigure: 'Ask in plain English. Every figure comes from your own data.',
  dashboard: 'Dashboard',
  dataSync: 'Data Sync',
});
