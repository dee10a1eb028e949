/** Sample questions in a buyer's language. The planner recognizes each with high confidence. */

interface SampleQuestion {
  /** The topic, as named on the page's cards. */
  about: string;
  question: string;
}

export const sampleQuestions: readonly SampleQuestion[] = [
  { about: 'Stock', question: 'What are we about to run out of?' },
  { about: 'Stock', question: 'Which fertilizer items are low on stock?' },
  { about: 'Buying', question: 'What should we reorder for seed, and at what cost?' },
  { about: 'Buying', question: "When's the cheapest time of year to lock in fertilizer?" },
  { about: 'Buying', question: "Who's our slowest vendor to deliver?" },
  { about: 'Sales', question: 'What are the top 5 products by revenue this month?' },
  { about: 'Sales', question: "How'd we do last month compared with a year ago?" },
  { about: 'Customers', question: 'Who are our ten biggest customers this year?' },
  { about: 'Customers', question: 'Which growers have gone quiet on us?' },
  { about: 'Markets', question: 'Where did corn go over the last 30 days?' },
  { about: 'Markets', question: "What's the yield forecast for soybeans?" },
  { about: 'Data sync', question: 'Are my numbers up to date?' },
];
