import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { countOfFlights as query, flightsBoard, startAiWorld, type AiWorld } from '../support/ai-world.ts';
import type { EmbeddedPage } from '../support/embedded-page.ts';

/** The chat beside an embedded dashboard. The viewer sees seven flights, three of which leave from San Francisco. */
let world: AiWorld;
let publicId: string;
before(async () => {
  world = await startAiWorld();
  ({ publicId } = await world.publish(flightsBoard()));
});
after(() => world.close());

const LAUNCHER = 'Ask about this dashboard';
const launcherOf = (frame: FrameLocator) => frame.getByRole('button', { name: LAUNCHER });
const panelOf = (frame: FrameLocator) => frame.getByRole('complementary', { name: LAUNCHER });

async function ask({ frame }: EmbeddedPage, question: string): Promise<void> {
  await frame.getByRole('textbox', { name: 'Your question' }).fill(question);
  await frame.getByRole('textbox', { name: 'Your question' }).press('Enter');
}

test('a question beside a dashboard is answered by what it shows, and the agent sets its filter', async () => {
  const embed = await world.openLoaded(publicId);
  const { frame, page } = embed;
  await launcherOf(frame).click();
  await frame.locator('[aria-label="Your question"]:focus').waitFor();
  world.model.steps.push(
    { toolCalls: [{ name: 'read_dashboard', input: {} }] },
    { toolCalls: [{ name: 'run_query', input: { title: 'All flights', query } }] },
    {
      toolCalls: [
        {
          name: 'set_controls',
          input: { controls: [{ member: 'network.origin_city', value: ['San Francisco'] }] },
        },
      ],
    },
    { text: ['Seven flights, ', '**three** of them from there.'] },
  );
  await ask(embed, 'How many flights are there?');
  const panel = panelOf(frame);
  await panel.getByText('three', { exact: true }).waitFor();
  await panel.getByText('Set on the dashboard: City: San Francisco').waitFor();
  await panel.getByText('Show the query').click();
  await panel.getByText('"network.count"').locator('visible=true').first().waitFor();
  const figure = frame.getByRole('region', { name: 'Flights', exact: true }).locator('[data-part=figure]');
  await figure.getByText('3', { exact: true }).waitFor();
  const read = JSON.stringify(world.model.requests.at(-1)?.body.messages);
  assert.match(read, /read_dashboard.*origin_city/);
  const changed = await embed.nextEvent('filter-changed');
  assert.match((changed.payload as { state: string }).state, /f_network\.origin_city=/);
  const asked = await embed.nextEvent('ai-query', 2);
  assert.equal(asked.surface, 'dashboard');
  assert.equal((asked.payload as { status: string }).status, 'completed');

  // What is chosen by now comes along with the next question.
  world.model.steps.push({ toolCalls: [{ name: 'read_dashboard', input: {} }] }, { text: 'It is three.' });
  await ask(embed, 'And what do I see?');
  await panel.getByText('It is three.', { exact: true }).waitFor();
  assert.match(JSON.stringify(world.model.requests.at(-1)?.body.messages.at(-1)), /San Francisco/);

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await frame.locator(`[aria-label="${LAUNCHER}"]:focus`).waitFor();
  await page.keyboard.press('Enter');
  await panel.getByText('It is three.', { exact: true }).waitFor();
  await embed.close();
});

test('the chat of one viewer is not that of another', async () => {
  const embed = await world.openLoaded(publicId, { session: { externalId: 'second viewer' } });
  const { frame } = embed;
  await launcherOf(frame).click();
  await frame.getByText('What would you like to know?').waitFor();
  await frame.getByRole('button', { name: 'History' }).click();
  await frame.getByText('There are no chats yet').waitFor();
  await embed.close();
});

test('an answer is stopped, and one that fails says so and is asked again', async () => {
  const embed = await world.openLoaded(publicId);
  const { frame } = embed;
  await launcherOf(frame).click();
  world.model.steps.push({ text: 'It begins', pause: new Promise(() => {}) });
  await ask(embed, 'Is this long?');
  await frame.getByRole('button', { name: 'Stop' }).click();
  await frame.getByText('The answer was stopped.').waitFor();
  world.model.steps.push({ status: 400 });
  await ask(embed, 'Does this fail?');
  await frame
    .getByRole('alert')
    .getByText('The language model does not answer at the moment. Try again later.')
    .waitFor();
  world.model.steps.push({ text: 'Not this time.' });
  await frame.getByRole('button', { name: 'Try again' }).click();
  await frame.getByText('Not this time.', { exact: true }).waitFor();
  // The text is there before the answer is complete.
  await embed.nextEvent('ai-query', 6);
  assert.deepEqual(
    (await embed.events('ai-query')).map(({ payload }) => (payload as { status: string }).status),
    ['submitted', 'error', 'submitted', 'error', 'submitted', 'completed'],
  );
  await embed.close();
});

test('where there is no room for both the chat covers the dashboard, in the language of the page', async () => {
  const embed = await world.openLoaded(publicId, {
    browser: { viewport: { width: 390, height: 700 } },
    parameters: '&locale=de-DE',
  });
  const { frame, page } = embed;
  await frame.getByRole('button', { name: 'Zu diesem Dashboard fragen' }).click();
  const dialog = frame.getByRole('dialog', { name: 'Zu diesem Dashboard fragen' });
  await dialog.getByText('Was möchten Sie wissen?').waitFor();
  assert.equal(await frame.locator('#root').evaluate((element) => (element as HTMLElement).inert), true);
  const { width } = (await dialog.boundingBox()) ?? {};
  assert.equal(width, await frame.locator('body').evaluate((element) => element.clientWidth));
  const title = dialog.getByRole('heading', { level: 2 });
  assert.equal(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await frame.locator('#root').evaluate((element) => (element as HTMLElement).inert), false);
  await embed.close();
});

/** Scripts that were loaded, by the names of their chunks. */
const chunks =
  (names: string[]) =>
  (page: { on(event: 'request', listener: (request: { url(): string }) => void): void }) =>
    page.on('request', (request) => {
      const name = /\/assets\/(.+)-.{8}\.js$/.exec(request.url())?.[1];
      if (name) names.push(name);
    });

test('the launcher comes after the first chart, and the chat when it is opened', async () => {
  const loaded: string[] = [];
  const embed = await world.openLoaded(publicId, { prepare: chunks(loaded) });
  const { frame } = embed;
  await launcherOf(frame).waitFor();
  const before = new Set(loaded);
  assert.equal(before.has('dashboard-chat'), true);
  assert.equal(before.has('dashboard-chat-room'), false);
  const [drawing, chat] = ['charts', 'dashboard-chat'].map((name) => loaded.indexOf(name));
  assert.ok(drawing !== undefined && drawing >= 0 && chat !== undefined && chat > drawing, String(loaded));
  await launcherOf(frame).click();
  await frame.getByText('What would you like to know?').waitFor();
  assert.equal(loaded.includes('dashboard-chat-room'), true);
  await embed.close();
});

for (const [what, settings] of [
  ['the chat is switched off', { showDashboardChat: false }],
  ['AI is not allowed', { allowAi: false, showDashboardChat: true }],
] as const)
  test(`where ${what} for the session there is no launcher`, async () => {
    const loaded: string[] = [];
    const embed = await world.openLoaded(publicId, { session: { settings }, prepare: chunks(loaded) });
    await embed.page.waitForLoadState('networkidle');
    assert.equal(await launcherOf(embed.frame).count(), 0);
    assert.equal(loaded.includes('dashboard-chat'), false);
    await embed.close();
  });
