/** Sprout AI: requests, replies, side panel and history. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, askedBack, metricAnswer, suggestion } from '@/features/assistant/answer.fixture';
import { answerQuestions, input, messages, send } from '@/test/assistantPage';
import { createDeferred } from '@/test/deferred';
import { recordDownloads } from '@/test/recordDownloads';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, server, success } from '@/test/server';

const QUERY = apiUrl('/api/ai-bot/query');
const FALLBACK = 'Sorry, I encountered an error while processing your request. Please try again.';
const newest = async (text: string | RegExp) => {
  await waitFor(() => expect(messages().at(-1)).toHaveTextContent(text));
  return within(messages().at(-1) as HTMLElement);
};

/** The plots need a real browser. Their tables show the same figures. */
class NeverInView {
  observe() {}
  disconnect() {}
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', NeverInView));

describe('sending', () => {
  it('starts with a greeting of the bot, and nothing to send', async () => {
    await renderApp('/ai-bot');
    expect(await send()).toBeDisabled();
    expect(messages()).toHaveLength(1);
    expect(messages()[0]).toHaveAttribute('data-message', 'bot');
    expect(messages()[0]).toHaveTextContent('Hello! I am Sprout AI.');
    expect(within(messages()[0] as HTMLElement).getByRole('time')).toBeVisible();
  });

  it('appends the question at once, clears the input, says that it thinks, and appends the reply', async () => {
    const gate = createDeferred();
    const questions = answerQuestions(() => answer, gate.promise);
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), '  What is low?  ');
    expect(await send()).toBeEnabled();
    await user.click(await send());
    expect(await screen.findByText('Sprout AI is thinking...')).toBeVisible();
    expect(messages()[1]).toHaveTextContent('What is low?');
    expect(within(messages()[1] as HTMLElement).getByRole('time')).toBeVisible();
    expect(await input()).toHaveValue('');
    expect(await input()).toHaveFocus();
    expect(await send()).toBeDisabled();
    gate.resolve();
    await newest('2 items are at or below their reorder point.');
    expect(screen.queryByText('Sprout AI is thinking...')).not.toBeInTheDocument();
    expect(messages()).toHaveLength(3);
    expect(questions).toEqual([{ query: 'What is low?' }]);
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  });

  it('ignores nothing but spaces, by key and by button', async () => {
    const questions = answerQuestions();
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), '   {Enter}');
    expect(await send()).toBeDisabled();
    await user.click(await send());
    expect(questions).toEqual([]);
    expect(messages()).toHaveLength(1);
  });

  it('ignores a second question while a reply is pending, and keeps what was typed', async () => {
    const gate = createDeferred();
    const questions = answerQuestions(() => answer, gate.promise);
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'First{Enter}Second{Enter}');
    expect(await input()).toHaveValue('Second');
    expect(await send()).toBeDisabled();
    for (const name of ['Low Stock Items', 'Reorder Recommendations']) {
      expect(screen.getByRole('button', { name })).toBeDisabled();
    }
    gate.resolve();
    await newest('2 items');
    expect(questions).toEqual([{ query: 'First' }]);
    expect(await input()).toHaveValue('Second');
    expect(await send()).toBeEnabled();
  });

  it('sends by Enter and starts a line by Shift and Enter', async () => {
    const questions = answerQuestions();
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    await newest('2 items');
    expect(questions).toEqual([{ query: 'One\ntwo' }]);
  });

  it('answers visitors of the demo, whose questions are not stored', async () => {
    const unsaved: Partial<typeof answer> = { ...answer };
    delete unsaved.conversationId;
    const questions = answerQuestions(() => unsaved as typeof answer);
    const { user } = await renderApp('/ai-bot', { token: null });
    await user.type(await input(), 'First{Enter}');
    await newest('2 items');
    await user.type(await input(), 'Second{Enter}');
    await waitFor(() => expect(questions).toEqual([{ query: 'First' }, { query: 'Second' }]));
    expect(screen.queryByRole('button', { name: 'History' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'This helped' })).not.toBeInTheDocument();
  });

  it('continues with the same conversation', async () => {
    const questions = answerQuestions();
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'First{Enter}');
    await newest('2 items');
    await user.type(await input(), 'Second{Enter}');
    await waitFor(() => expect(questions).toHaveLength(2));
    expect(questions[1]).toEqual({ query: 'Second', conversationId: answer.conversationId });
  });

  it('asks what a quick prompt says', async () => {
    const questions = answerQuestions();
    const { user } = await renderApp('/ai-bot');
    for (const name of ['Low Stock Items', 'Market Trends', 'Top Products', 'Sales Insights']) {
      await user.click(await screen.findByRole('button', { name }));
      await newest('2 items');
      expect(questions.at(-1)?.query).toBe(name);
    }
  });

  it('brings the last question back by the arrow up, in an empty input only', async () => {
    answerQuestions();
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'What is low?{Enter}');
    await newest('2 items');
    await user.type(await input(), '{ArrowUp}');
    expect(await input()).toHaveValue('What is low?');
    await user.clear(await input());
    await user.type(await input(), 'x{ArrowUp}');
    expect(await input()).toHaveValue('x');
  });

  it('stops waiting by Esc, and a late answer changes nothing', async () => {
    const gate = createDeferred();
    answerQuestions(() => answer, gate.promise);
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'Slow{Enter}');
    await screen.findByText('Sprout AI is thinking...');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('You stopped this answer.')).toBeVisible();
    gate.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/2 items are/)).not.toBeInTheDocument();
    answerQuestions();
    await user.click(screen.getByRole('button', { name: 'Ask again' }));
    await newest('2 items');
    expect(messages()).toHaveLength(3);
  });

  it('reaches the input by a slash', async () => {
    const { user } = await renderApp('/ai-bot');
    await input();
    screen.getByRole('button', { name: 'New conversation' }).focus();
    await user.keyboard('/');
    expect(await input()).toHaveFocus();
    expect(await input()).toHaveValue('');
    await user.keyboard('/');
    expect(await input()).toHaveValue('/');
  });
});

describe('a question that is not answered', () => {
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined));

  it('gets the fallback, the reason, and another try', async () => {
    server.use(http.post(QUERY, () => failure(503, 'The database is busy.')));
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'What is low?{Enter}');
    const reply = await newest(FALLBACK);
    expect(messages().at(-1)).toHaveAttribute('data-message', 'bot');
    expect(reply.getByText('The database is busy. Request request-1.')).toBeVisible();
    const questions = answerQuestions();
    await user.click(reply.getByRole('button', { name: 'Retry' }));
    await newest('2 items');
    expect(questions).toEqual([{ query: 'What is low?' }]);
    expect(messages()).toHaveLength(3);
    expect(screen.queryByText(FALLBACK)).not.toBeInTheDocument();
  });

  it('gets the fallback where the server cannot be reached', async () => {
    server.use(http.post(QUERY, () => Response.error()));
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'What is low?{Enter}');
    await newest(FALLBACK);
    expect(await screen.findByText(/Sprout cannot be reached/)).toBeVisible();
  });

  it('is asked again at the end where others followed', async () => {
    server.use(http.post(QUERY, () => failure(503, 'Busy.'), { once: true }));
    answeringLater();
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'First{Enter}');
    await newest(FALLBACK);
    await user.type(await input(), 'Second{Enter}');
    await newest('2 items');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(messages()).toHaveLength(7));
    expect(messages()[5]).toHaveTextContent('First');
  });

  /** Used after the handler that fails once. */
  function answeringLater() {
    server.use(
      http.post(QUERY, () => failure(503, 'Busy.'), { once: true }),
      http.post(QUERY, () => success(JSON.parse(JSON.stringify(answer)))),
    );
  }
});

describe('an answer', () => {
  async function answered(given = answer) {
    answerQuestions(() => given);
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'What is low?{Enter}');
    return { user, reply: await newest(given.response.split('\n')[0] ?? '') };
  }

  it.each([
    ['High', 'green'],
    ['Medium', 'yellow'],
    ['Low', 'red'],
  ] as const)('of %s confidence says so in %s', async (confidence, tone) => {
    const { reply } = await answered({ ...answer, confidence });
    expect(reply.getByText(`${confidence} confidence`)).toHaveAttribute('data-tone', tone);
  });

  it('says how long it took, or that it was there at once', async () => {
    const { reply } = await answered();
    expect(reply.getByText('Instant response')).toBeVisible();
    expect(reply.getByRole('time')).toHaveAttribute('datetime', '2026-06-14T12:00:00.014Z');
  });

  it('says how long a model took', async () => {
    const { reply } = await answered({ ...answer, isQuickResponse: false, responseTime: 1840 });
    expect(reply.getByText('Answered in 1.8 s')).toBeVisible();
    expect(reply.queryByText('Instant response')).not.toBeInTheDocument();
  });

  it('lists insights and actions under their headings', async () => {
    const { reply } = await answered();
    expect(within(reply.getByRole('list', { name: 'Key Insights' })).getAllByRole('listitem')).toHaveLength(
      2,
    );
    expect(reply.getByRole('list', { name: 'Recommended Actions' })).toHaveTextContent(
      'Order 160 bags of Urea 46-0-0.',
    );
  });

  it('shows no list where there is nothing to list', async () => {
    const { reply } = await answered({ ...answer, insights: [], actions: [] });
    expect(reply.queryByText('Key Insights')).not.toBeInTheDocument();
    expect(reply.queryByText('Recommended Actions')).not.toBeInTheDocument();
  });

  it('is plain text, whatever it holds', async () => {
    const { reply } = await answered({ ...answer, response: '<img src=x onerror=alert(1)> & **bold**' });
    expect(reply.getByText('<img src=x onerror=alert(1)> & **bold**')).toBeVisible();
    expect(messages().at(-1)?.querySelector('img')).toBeNull();
  });

  it('shows ten rows, then all, and counts those that it does not have', async () => {
    const { user, reply } = await answered();
    const table = reply.getByRole('table', { name: 'Low stock' });
    expect(within(table).getAllByRole('row')).toHaveLength(11);
    expect(within(table).getAllByRole('row')[2]).toHaveTextContent('Glyphosate–');
    expect(reply.getByText('10 of 40 rows')).toBeVisible();
    await user.click(reply.getByRole('button', { name: 'Show 12' }));
    expect(within(table).getAllByRole('row')).toHaveLength(13);
    expect(reply.getByText('12 of 40 rows')).toBeVisible();
  });

  it('draws its course in time, with the figures as a table', async () => {
    const { user, reply } = await answered();
    const chart = await reply.findByRole('figure', { name: 'Price of urea' });
    await user.click(within(chart).getByRole('button', { name: 'View as table' }));
    expect(within(chart).getByRole('table')).toHaveTextContent('Jun 8, 2026460.00 USD/ton');
  });

  it('links to our own screens only', async () => {
    const { reply } = await answered();
    expect(reply.getAllByRole('link')).toHaveLength(1);
    expect(reply.getByRole('link', { name: 'Open Purchase Recommendations' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
  });

  it('offers its files, fetched with the token', async () => {
    const path = '/api/ai-bot/report?kind=sales&period=last_month&format=csv';
    const { user, reply } = await answered({
      ...answer,
      links: [{ label: 'Download its tables (CSV)', path, isFile: true }],
    });
    let fetched = '';
    server.use(
      http.get(apiUrl('/api/ai-bot/report'), ({ request }) => {
        fetched = `${new URL(request.url).search} ${request.headers.get('authorization') ?? ''}`;
        return new HttpResponse('a,b\r\n', {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="sales-2026-06-14.csv"',
          },
        });
      }),
    );
    const saved = recordDownloads();
    const button = reply.getByRole('button', { name: 'Download its tables (CSV)' });
    await user.click(button);
    await waitFor(() => expect(saved).toEqual(['sales-2026-06-14.csv']));
    expect(fetched).toBe('?kind=sales&period=last_month&format=csv Bearer token-1');
    server.use(http.get(apiUrl('/api/ai-bot/report'), () => failure(403, 'Your role may not make reports.')));
    await user.click(button);
    expect(await reply.findByRole('alert')).toHaveTextContent('Your role may not make reports.');
  });

  it('opens its evidence from the receipt', async () => {
    const { user, reply } = await answered();
    const receipt = reply.getByRole('button', {
      name: 'Evidence: Low stock items · 2 rows · as of Jun 14, 2026',
    });
    expect(reply.getByText('Sample data')).toBeVisible();
    expect(reply.queryByRole('group', { name: 'Evidence' })).not.toBeInTheDocument();
    await user.click(receipt);
    const evidence = within(reply.getByRole('group', { name: 'Evidence' }));
    expect(evidence.getByText(answer.calls[0]?.method ?? '')).toBeVisible();
    expect(evidence.getByText('Limit').nextSibling).toHaveTextContent('5');
    expect(evidence.getByText('Source rows').nextSibling).toHaveTextContent('2');
    const figures = evidence.getAllByRole('row');
    expect(figures[1]).toHaveTextContent('Items at or below the reorder point2 itemsall rows');
    expect(figures[2]).toHaveTextContent('On hand12 bagsRow 1');
  });

  it('that asks back offers its options, and sends the chosen one with its place', async () => {
    const questions = answerQuestions((ask) => (ask.option ? answer : askedBack));
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'stock{Enter}');
    const reply = await newest('Which of these do you mean?');
    expect(reply.queryByText(/^Evidence/)).not.toBeInTheDocument();
    await user.click(reply.getByRole('button', { name: 'Reorder recommendations' }));
    await newest('2 items');
    expect(questions[1]).toEqual({
      query: 'Reorder recommendations',
      conversationId: '0190-talk',
      option: { messageId: '0190-back', index: 1 },
    });
  });

  it('has its parts, to take out or to change for the next question', async () => {
    const questions = answerQuestions(() => metricAnswer);
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'revenue in Iowa last quarter{Enter}');
    const reply = await newest('Revenue: $5,000.00.');
    const parts = within(await reply.findByRole('group', { name: 'Parts of the question' }));
    expect(parts.queryByRole('button', { name: 'Remove revenue' })).not.toBeInTheDocument();

    await user.click(parts.getByRole('button', { name: 'Change Iowa' }));
    await user.keyboard('Kansas{Enter}');
    await waitFor(() => expect(questions.at(-1)).toMatchObject({ query: 'Kansas' }));
    await waitFor(() => expect(screen.getAllByText('Revenue: $5,000.00.')).toHaveLength(2));
    await user.click(parts.getByRole('button', { name: 'Change revenue' }));
    await user.keyboard('margin{Enter}');
    await waitFor(() => expect(questions.at(-1)).toMatchObject({ query: 'What about margin' }));
    await waitFor(() => expect(screen.getAllByText('Revenue: $5,000.00.')).toHaveLength(3));
    await user.click(parts.getByRole('button', { name: 'Remove Iowa' }));
    await waitFor(() =>
      expect(questions.at(-1)).toEqual({ query: 'Clear Iowa', conversationId: '0190-talk' }),
    );
  });

  it('opens in Explore and is pinned under its question', async () => {
    const bodies: unknown[] = [];
    const pinned: unknown[] = [];
    let canPin = false;
    server.use(
      http.post(apiUrl('/api/views'), async ({ request }) => {
        bodies.push(await request.json());
        return success({ id: '0190-view' } as never);
      }),
      http.put(apiUrl('/api/views/:id/pin'), ({ params }) => {
        pinned.push(params['id']);
        return canPin ? success({} as never) : failure(503, 'Busy.');
      }),
    );
    const { user, reply } = await answered(metricAnswer);
    const path = '/explore?data=sales&measures=revenue&by=&period=last_quarter&filter=state%7Ein%7EIowa';
    expect(await reply.findByRole('link', { name: 'Open in Explore' })).toHaveAttribute('href', path);
    await user.click(reply.getByRole('button', { name: 'Pin to dashboard' }));
    expect(await reply.findByText('Busy.')).toBeVisible();
    canPin = true;
    await user.click(reply.getByRole('button', { name: 'Pin to dashboard' }));
    expect(await reply.findByText('Pinned to the dashboard.')).toBeVisible();
    // It was saved once.
    expect(bodies).toEqual([
      {
        page: 'explore',
        name: 'What is low?',
        description: '',
        address: path.slice('/explore?'.length),
        query: metricAnswer.query,
        shared: false,
        default: false,
      },
    ]);
    expect(pinned).toEqual(['0190-view', '0190-view']);
  });

  it('can be copied with its rows and its receipt', async () => {
    const { user, reply } = await answered();
    await user.click(reply.getByRole('button', { name: 'Copy answer' }));
    expect(await reply.findByText('Copied')).toBeVisible();
    const copied = await navigator.clipboard.readText();
    expect(copied).toContain('Key Insights\n- Urea 46-0-0 covers 9 days of sales.');
    expect(copied).toContain('Item\tOn hand\nUrea 46-0-0\t12 bags');
    expect(copied).toContain('Low stock items · 2 rows · as of Jun 14, 2026 · Sample data');
  });
});

describe('thumbs', () => {
  const FEEDBACK = apiUrl('/api/ai-bot/messages/0190-answer/feedback');

  async function rated() {
    const sent: unknown[] = [];
    server.use(
      http.post(FEEDBACK, async ({ request }) => {
        sent.push(await request.json());
        return success({});
      }),
    );
    answerQuestions();
    const { user } = await renderApp('/ai-bot');
    await user.type(await input(), 'What is low?{Enter}');
    await newest('2 items');
    const up = screen.getByRole('button', { name: 'This helped' });
    const down = screen.getByRole('button', { name: 'This did not help' });
    return { user, sent, up, down };
  }

  it('up is sent and shown', async () => {
    const { user, sent, up, down } = await rated();
    expect(up).toHaveAttribute('aria-pressed', 'false');
    await user.click(up);
    expect(await screen.findByText('Thank you')).toBeVisible();
    expect(up).toHaveAttribute('aria-pressed', 'true');
    expect(down).toHaveAttribute('aria-pressed', 'false');
    expect(sent).toEqual([{ rating: 'up' }]);
  });

  it('down counts at once, asks why, and can be changed', async () => {
    const { user, sent, up, down } = await rated();
    await user.click(down);
    await waitFor(() => expect(sent).toEqual([{ rating: 'down' }]));
    expect(down).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Send feedback' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Incorrect figure' }));
    await user.type(screen.getByLabelText('Details (optional)'), ' Urea is 13 ');
    await user.click(screen.getByRole('button', { name: 'Send feedback' }));
    await waitFor(() => expect(screen.queryByText('What was the problem?')).not.toBeInTheDocument());
    expect(sent[1]).toEqual({ rating: 'down', reason: 'wrong_figure', comment: 'Urea is 13' });
    await user.click(up);
    await waitFor(() => expect(up).toHaveAttribute('aria-pressed', 'true'));
    expect(down).toHaveAttribute('aria-pressed', 'false');
    expect(sent[2]).toEqual({ rating: 'up' });
  });

  it('are shared with the operators only if chosen', async () => {
    const { user, sent, down } = await rated();
    await user.click(down);
    await user.click(await screen.findByRole('checkbox', { name: /^Share this question and feedback/ }));
    await user.click(screen.getByRole('button', { name: 'Send feedback' }));
    await waitFor(() => expect(sent[1]).toEqual({ rating: 'down', shared: true }));
  });

  it('are reverted where the server did not save them', async () => {
    const { user, up } = await rated();
    server.use(http.post(FEEDBACK, () => failure(503, 'The database is busy.')));
    await user.click(up);
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is busy.');
    expect(up).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('health', () => {
  const badge = () => screen.findByRole('status', { name: 'Health' });

  it('is unknown at first, then what the check says', async () => {
    const gate = createDeferred();
    server.use(
      http.get(apiUrl('/api/ai-bot/health'), async () => {
        await gate.promise;
        return success({ status: 'healthy' });
      }),
    );
    await renderApp('/ai-bot');
    expect(await badge()).toHaveAttribute('data-status', 'unknown');
    expect(await badge()).toHaveTextContent('Limited');
    gate.resolve();
    await waitFor(async () => expect(await badge()).toHaveTextContent(/^Online$/));
    expect(await badge()).toHaveAttribute('data-status', 'healthy');
  });

  it('says Limited and why', async () => {
    server.use(
      http.get(apiUrl('/api/ai-bot/health'), () =>
        success({ status: 'degraded', reason: 'The model does not answer; rules go on.' }),
      ),
    );
    await renderApp('/ai-bot');
    expect(await screen.findByText('The model does not answer; rules go on.')).toBeVisible();
    expect(await badge()).toHaveTextContent('Limited');
  });

  it('is degraded where the check fails, and checked again on demand', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(apiUrl('/api/ai-bot/health'), () => failure(500, 'Broken.')));
    const { user } = await renderApp('/ai-bot');
    await waitFor(async () => expect(await badge()).toHaveAttribute('data-status', 'degraded'));
    expect(await badge()).toHaveTextContent('Limited');
    expect(log).toHaveBeenCalledWith("Failed to check the assistant's health", expect.anything());

    const gate = createDeferred();
    server.use(
      http.get(apiUrl('/api/ai-bot/health'), async () => {
        await gate.promise;
        return success({ status: 'healthy' });
      }),
    );
    const check = screen.getByRole('button', { name: 'Check System Status' });
    await user.click(check);
    expect(await screen.findByText('Checking...')).toBeVisible();
    expect(check).toBeDisabled();
    gate.resolve();
    expect(await screen.findByText(/^Online at /)).toBeVisible();
    expect(await badge()).toHaveTextContent('Online');
  });
});

describe('suggestions', () => {
  const suggest = (...suggestions: unknown[]) =>
    server.use(http.get(apiUrl('/api/ai-bot/suggestions'), () => success({ suggestions } as never, meta)));

  it('name three items and count the rest', async () => {
    suggest(suggestion);
    await renderApp('/ai-bot');
    const card = await screen.findByRole('button', { name: 'Items to reorder' });
    expect(card.querySelectorAll('[data-item]')).toHaveLength(3);
    expect(card).toHaveTextContent('Urea 46-0-0GlyphosateCorn seed+2 more');
    expect(card).toHaveTextContent('5 items have come down to their reorder point.');
    expect(card).toHaveTextContent('Review the purchase recommendations');
  });

  it('count nothing where three are all', async () => {
    suggest({ ...suggestion, items: ['One', 'Two', 'Three'] });
    await renderApp('/ai-bot');
    expect(await screen.findByRole('button', { name: 'Items to reorder' })).not.toHaveTextContent('more');
  });

  it.each([
    ['high', 'High', 'red'],
    ['medium', 'Medium', 'yellow'],
    ['low', 'Low', 'blue'],
  ])('of %s priority say %s in %s', async (priority, word, tone) => {
    suggest({ ...suggestion, priority });
    await renderApp('/ai-bot');
    const card = await screen.findByRole('button', { name: 'Items to reorder' });
    expect(within(card).getByText(word)).toHaveAttribute('data-tone', tone);
  });

  it('ask for more when clicked', async () => {
    suggest(suggestion);
    const questions = answerQuestions();
    const { user } = await renderApp('/ai-bot');
    await user.click(await screen.findByRole('button', { name: 'Items to reorder' }));
    await newest('2 items');
    expect(questions).toEqual([{ query: 'Tell me more about: Items to reorder' }]);
  });

  it('say that there are none', async () => {
    await renderApp('/ai-bot');
    expect(await screen.findByText('No suggestions available')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });

  it('that do not load are only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(apiUrl('/api/ai-bot/suggestions'), () => failure(500, 'Broken.')));
    const { user } = await renderApp('/ai-bot');
    expect(await screen.findByText('No suggestions available')).toBeVisible();
    expect(screen.queryByText('Broken.')).not.toBeInTheDocument();
    expect(log).toHaveBeenCalledWith('Failed to load the suggestions', expect.anything());
    suggest(suggestion);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Items to reorder' })).toBeVisible();
  });
});

describe('quick actions', () => {
  it.each(['Generate Report', 'Reorder Recommendations', 'Customer Insights'])('%s asks', async (name) => {
    const questions = answerQuestions();
    const { user } = await renderApp('/ai-bot');
    await user.click(await screen.findByRole('button', { name }));
    await newest('2 items');
    expect(questions).toHaveLength(1);
  });
});

describe('the address', () => {
  const LIST = apiUrl('/api/ai-bot/conversations');
  const summary = {
    id: '0190-talk',
    title: 'What is low?',
    createdAt: '2026-06-14T11:00:00Z',
    updatedAt: '2026-06-14T12:00:00Z',
  };
  const kept = (
    id = '0190-talk',
    items: unknown[] = [{ question: 'What is low?', answer, rating: 'down' }],
  ) =>
    server.use(
      http.get(`${LIST}/${id}`, () => success({ conversation: { ...summary, id }, items } as never)),
    );

  it('opens the conversation that it names, as it was', async () => {
    kept();
    await renderApp('/ai-bot?conversation=0190-talk');
    await newest('2 items are at or below');
    expect(messages()).toHaveLength(3);
    expect(messages()[1]).toHaveTextContent('What is low?');
    expect(screen.getByRole('button', { name: 'This did not help' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('continues with it, and shows nothing twice', async () => {
    kept();
    const questions = answerQuestions(() => ({ ...answer, messageId: '0190-next', response: 'And more.' }));
    const { user } = await renderApp('/ai-bot?conversation=0190-talk');
    await newest('2 items');
    await user.type(await input(), 'And?{Enter}');
    await newest('And more.');
    expect(messages()).toHaveLength(5);
    expect(questions).toEqual([{ query: 'And?', conversationId: '0190-talk' }]);
  });

  it('says why a conversation cannot be read, and sends nothing into it', async () => {
    server.use(http.get(`${LIST}/gone`, () => failure(404, 'There is nothing here.')));
    const { user } = await renderApp('/ai-bot?conversation=gone');
    expect(await screen.findByText('There is nothing here.')).toBeVisible();
    await user.type(await input(), 'What is low?');
    expect(await send()).toBeDisabled();
    await user.click(within(screen.getByRole('log')).getByRole('button', { name: 'New conversation' }));
    expect(screen.queryByText('There is nothing here.')).not.toBeInTheDocument();
    expect(await input()).toHaveValue('What is low?');
    expect(await send()).toBeEnabled();
  });

  it('asks what it carries, once', async () => {
    const questions = answerQuestions();
    await renderApp('/ai-bot?ask=Low%20Stock%20Items');
    await newest('2 items');
    expect(questions).toEqual([{ query: 'Low Stock Items' }]);
    expect(messages()).toHaveLength(3);
  });

  it('asks nothing where it carries spaces', async () => {
    const questions = answerQuestions();
    await renderApp('/ai-bot?ask=%20');
    expect(await send()).toBeDisabled();
    expect(questions).toEqual([]);
  });
});

describe('the history', () => {
  const LIST = apiUrl('/api/ai-bot/conversations');
  const summary = {
    id: '0190-old',
    title: 'Corn prices',
    createdAt: '2026-06-14T11:00:00Z',
    updatedAt: '2026-06-14T12:00:00Z',
  };
  let items: (typeof summary)[] = [];

  beforeEach(() => {
    items = [summary];
    const exchange = { question: 'Corn?', answer: { ...answer, tables: [], response: 'Corn is up.' } };
    server.use(
      http.get(LIST, () => success({ items })),
      http.get(`${LIST}/0190-old`, () => success({ conversation: summary, items: [exchange] } as never)),
    );
  });

  async function opened(address = '/ai-bot') {
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole('button', { name: 'History' }));
    return { user, list: within(await screen.findByRole('list', { name: 'Conversations' })) };
  }

  it('opens a conversation', async () => {
    const { user, list } = await opened();
    await user.click(list.getByRole('button', { name: /^Corn prices/ }));
    await newest('Corn is up.');
    expect(screen.queryByRole('list', { name: 'Conversations' })).not.toBeInTheDocument();
  });

  it('marks the conversation on the page, and renames', async () => {
    const { user, list } = await opened('/ai-bot?conversation=0190-old');
    expect(list.getByRole('button', { name: /^Corn prices/ })).toHaveAttribute('aria-current', 'true');
    server.use(
      http.patch(`${LIST}/0190-old`, async ({ request }) => {
        const body = (await request.json()) as { title: string };
        items = [{ ...summary, ...body }];
        return success(items[0] as never);
      }),
    );
    await user.click(list.getByRole('button', { name: 'Rename Corn prices' }));
    const title = list.getByRole('textbox', { name: 'Title' });
    expect(title).toHaveFocus();
    await user.clear(title);
    await user.type(title, ' Corn {Enter}');
    expect(await list.findByRole('button', { name: /^Corn.*ago$/ })).toBeVisible();
    expect(items[0]?.title).toBe('Corn');
  });

  it('deletes after a second press, and begins again where that was the one on the page', async () => {
    const { user, list } = await opened('/ai-bot?conversation=0190-old');
    await waitFor(() => expect(messages()).toHaveLength(3));
    server.use(
      http.delete(`${LIST}/0190-old`, () => {
        items = [];
        return success({});
      }),
    );
    await user.click(list.getByRole('button', { name: 'Delete Corn prices' }));
    expect(items).toHaveLength(1);
    await user.click(list.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/^Your conversations appear here/)).toBeVisible();
    await waitFor(() => expect(messages()).toHaveLength(1));
  });

  it('says why a conversation was not deleted', async () => {
    const { user, list } = await opened();
    server.use(http.delete(`${LIST}/0190-old`, () => failure(503, 'The database is busy.')));
    await user.click(list.getByRole('button', { name: 'Delete Corn prices' }));
    await user.click(list.getByRole('button', { name: 'Delete' }));
    expect(await list.findByRole('alert')).toHaveTextContent('The database is busy.');
  });
});
