/** The demo page: cards, sample questions, badges and links. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sampleQuestions, topicLabel } from '@/features/assistant/sampleQuestions';
import { renderApp } from '@/test/renderApp';

const main = () => within(screen.getByRole('main'));

describe('the page', () => {
  it('describes what the assistant answers about, for visitors too', async () => {
    await renderApp('/ai-bot-simple', { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'About Sprout AI' })).toBeVisible();
    for (const name of ['Stock', 'Buying', 'Sales', 'Customers', 'Markets', 'Data sync']) {
      const card = screen.getByRole('region', { name });
      expect(within(card).getAllByRole('listitem').length).toBeGreaterThanOrEqual(2);
    }
  });

  it('leads to the chat, to Data Sync and to the dashboard', async () => {
    await renderApp('/ai-bot-simple');
    await screen.findByRole('heading', { level: 1, name: 'About Sprout AI' });
    expect(main().getByRole('link', { name: 'Ask Sprout AI' })).toHaveAttribute('href', '/ai-bot');
    expect(main().getByRole('link', { name: 'Data Sync' })).toHaveAttribute('href', '/data-sync');
    expect(main().getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  });
});

describe('sample queries', () => {
  it('are links that carry the question whole', async () => {
    await renderApp('/ai-bot-simple');
    const links = within(await screen.findByRole('list', { name: 'Sample queries' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toHaveLength(sampleQuestions.length);
    expect(sampleQuestions.length).toBeGreaterThanOrEqual(10);
    for (const [index, { question }] of sampleQuestions.entries()) {
      const target = new URL(links[index]?.getAttribute('href') ?? '', 'http://sprout.test');
      expect(target.pathname).toBe('/ai-bot');
      expect([...target.searchParams]).toEqual([['ask', question]]);
      expect(links[index]).toHaveAccessibleName(question);
    }
    expect(new Set(sampleQuestions.map(({ question }) => question)).size).toBe(sampleQuestions.length);
  });

  it('cover every card', async () => {
    await renderApp('/ai-bot-simple');
    for (const topic of new Set(sampleQuestions.map((each) => each.topic))) {
      expect(await screen.findByRole('region', { name: topicLabel(topic) })).toBeVisible();
    }
  });
});

describe('the confidence badge', () => {
  it.each([
    ['High', 'green', /assumed only the default period/],
    ['Medium', 'yellow', /made an assumption/],
    ['Low', 'red', /little or no data/],
  ])('%s is %s and says what it means', async (word, tone, meaning) => {
    await renderApp('/ai-bot-simple');
    const badge = await screen.findByText(word, { exact: true });
    expect(badge).toHaveAttribute('data-tone', tone);
    expect(badge.closest('dt')?.nextElementSibling).toHaveTextContent(meaning);
  });
});

it('says what is not answered, and why', async () => {
  await renderApp('/ai-bot-simple');
  const refusals = await screen.findByRole('region', { name: 'What Sprout AI can’t answer' });
  for (const words of [
    'Other organizations',
    'It never orders, sends or changes anything',
    'your agronomist',
  ]) {
    expect(refusals).toHaveTextContent(words);
  }
});
