import type { Dashboard } from '@oriel/contract';
import { withInstalledDatabase } from '@oriel/server/test';
import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { seriousFindings } from '../support/browsers/accessibility.ts';
import { publishBoard, type Board } from '../support/board.ts';
import { ADMIN_EMAIL, openConsole, row } from '../support/console.ts';
import { startAppWorld, type AppWorld, type OpenAppOptions } from '../support/embed-app.ts';
import { commitModelFile } from '../support/model-author.ts';
import { modelSettings } from '../support/model-settings.ts';
import { FLIGHTS } from '../support/small-data.ts';

/** The chat on the pages of the console and of the embedded application, with a scripted model. */
let world: AppWorld;
let model: ModelServer;
let workbookId: number;
let dashboard: Dashboard;

const params = { deploymentId: 1 };
/** More than one page of the API lists; the planner is on the last one. */
const AGENTS = `agents:
${Array.from({ length: 105 }, (_, index) => `  - { name: analyst ${index + 1}, space: flights }`).join('\n')}
  - { name: planner, space: flights, description: Plans what comes next, memory_mode: space }
spaces:
  - name: flights
`;
const query = { measures: ['network.count'] };
const board: Board = {
  reports: {
    count: {
      name: 'Flights',
      query,
      kind: 'kpi',
      spec: { blocks: [{ type: 'number', field: 'network.count' }] },
    },
  },
  widgets: [
    {
      id: 'city',
      type: 'FILTER',
      position: { x: 0, y: 0, w: 4, h: 3 },
      config: { member: 'network.origin_city', label: 'City' },
    },
    { id: 'count', type: 'CHART', config: { report: 'count' } },
  ],
};

before(async () => {
  model = await startModelServer();
  world = await startAppWorld({
    flights: FLIGHTS,
    env: modelSettings(model),
  });
  const { items } = await world.installation.client.call('getWorkbooks', { params, query: {} });
  workbookId = items.find(({ name }) => name === 'Punctuality')?.id ?? 0;
  dashboard = await publishBoard(world.installation.client, { ...params, workbookId }, board);
});
after(async () => {
  await world.close();
  await model.close();
});

const BESIDE = 'Ask about this dashboard';
const ANYWHERE = 'Ask about your data';
type Place = Page | FrameLocator;
const launcherOf = (place: Place, name: string) => place.getByRole('button', { name, exact: true });
const inputOf = (place: Place) => place.getByRole('textbox', { name: 'Your question' });
const figureOf = (place: Place) =>
  place.getByRole('region', { name: 'Flights', exact: true }).locator('[data-part=figure]');

async function ask(place: Place, question: string): Promise<void> {
  await inputOf(place).fill(question);
  await inputOf(place).press('Enter');
}

const openPage = (path: string, options?: Parameters<typeof openConsole>[3]) =>
  openConsole(world.installation.browser, world.installation.oriel, path, options);

test('beside a dashboard the agent sets its controls, and the chat goes along to the other pages', async () => {
  const { page, problems } = await openPage(`/dashboards/${workbookId}`);
  await figureOf(page).waitFor();
  const all = await figureOf(page).textContent();
  await launcherOf(page, BESIDE).click();
  model.steps.push(
    { toolCalls: [{ name: 'read_dashboard', input: {} }] },
    {
      toolCalls: [
        {
          name: 'set_controls',
          input: { controls: [{ member: 'network.origin_city', value: ['San Francisco'] }] },
        },
      ],
    },
    { text: ['Those from San Francisco.'] },
  );
  await ask(page, 'Which leave from there?');
  await page.getByText('Those from San Francisco.', { exact: true }).waitFor();
  await page.getByText('Set on the dashboard: City: San Francisco').waitFor();
  await figureOf(page)
    .filter({ hasNotText: new RegExp(`^${all}$`) })
    .waitFor();
  const read = JSON.stringify(model.requests.at(-1)?.body.messages);
  assert.match(read, new RegExp(`read_dashboard.*${dashboard.publicId}`));

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click();
  await row(page, 'Network').waitFor();
  await page.getByText('Those from San Francisco.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close the chat' }).click();
  await launcherOf(page, ANYWHERE).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('what the agent makes is in the workspace at once, and a link of the answer opens it', async () => {
  const { page, problems } = await openPage('/workspace');
  await row(page, 'Network').waitFor();
  await launcherOf(page, ANYWHERE).click();
  model.steps.push(
    { toolCalls: [{ name: 'create_workbook', input: { name: 'Delays of the week' } }] },
    { text: ['It is there.'] },
  );
  await ask(page, 'Make a workbook for the delays of the week');
  await page.getByText('It is there.', { exact: true }).waitFor();
  await row(page, 'Delays of the week').waitFor();
  await page
    .getByRole('list', { name: 'Made by the assistant' })
    .getByRole('link', { name: 'Workbook: Delays of the week' })
    .click();
  await page.getByRole('heading', { name: 'Delays of the week', level: 1 }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the page of the chat has its thread in the address, for a reload and the way back', async () => {
  const { page, problems } = await openPage('/workspace');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click();
  await page.getByText('What would you like to know?').waitFor();
  assert.equal(await launcherOf(page, ANYWHERE).count(), 0);
  model.steps.push({ text: ['The first answer.'] });
  await ask(page, 'The first question');
  await page.getByText('The first answer.', { exact: true }).waitFor();
  await page.waitForURL(/\/chat\?thread=/);
  const first = page.url();
  await page.reload();
  await page.getByText('The first answer.', { exact: true }).waitFor();
  await page.context().grantPermissions(['clipboard-read']);
  await page.getByRole('button', { name: 'Copy the answer' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'The first answer.');
  await page.getByRole('button', { name: 'Edit and ask again' }).click();
  assert.equal(await inputOf(page).inputValue(), 'The first question');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');

  await page.getByRole('button', { name: 'New chat' }).click();
  await page.getByText('What would you like to know?').waitFor();
  await page.waitForURL(/\/chat$/);
  model.steps.push({ text: ['The second answer.'] });
  await ask(page, 'The second question');
  await page.getByText('The second answer.', { exact: true }).waitFor();
  await page.waitForURL((url) => url.search !== '' && url.href !== first);
  await page.goBack();
  await page.getByText('The first answer.', { exact: true }).waitFor();
  assert.equal(page.url(), first);
  await page.goBack();
  await row(page, 'Network').waitFor();

  // The panel of another page has the same chat.
  await launcherOf(page, ANYWHERE).click();
  await page.getByText('The first answer.', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('on a narrow page the panel covers everything, and Escape leads back', async () => {
  const { page } = await openPage('/workspace', { viewport: { width: 390, height: 800 } });
  await row(page, 'Network').waitFor();
  await launcherOf(page, ANYWHERE).click();
  const dialog = page.getByRole('dialog', { name: ANYWHERE });
  await dialog.waitFor();
  assert.deepEqual(await dialog.boundingBox(), { x: 0, y: 0, width: 390, height: 800 });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await row(page, 'Network').click();
  await page.getByRole('heading', { name: 'Network', level: 1 }).waitFor();
  await page.context().close();
});

const setRoleOfAdministrator = (role: 'Viewer' | 'Admin') =>
  withInstalledDatabase(world.installation.oriel.dataDir, (db) =>
    db.updateTable('users').set({ role }).where('email', '=', ADMIN_EMAIL).execute(),
  );
const threadBar = (page: Page) => page.locator('[data-part=chat]');

test('a chat is renamed by hand, shared with a person and with everybody, and deleted after a question', async () => {
  const { installation } = world;
  const body = { username: 'grace', email: 'grace@example.com', defaultRoles: ['Viewer'] };
  const grace = await installation.client.call('createUser', { body });
  const { page, problems } = await openPage('/chat');
  model.steps.push({ text: ['Seven.'] });
  await ask(page, 'How many flights are there?');
  await page.getByText('Seven.', { exact: true }).waitFor();
  const titled = (title: string) => threadBar(page).getByRole('heading', { name: title, exact: true });
  await titled('How many flights are there?').waitFor();

  await page.getByRole('button', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'Title of the chat' });
  await field.fill('Nothing of this');
  await field.press('Escape');
  await titled('How many flights are there?').waitFor();
  await page.keyboard.press('Enter');
  await field.fill('Flights in all');
  await field.press('Enter');
  await titled('Flights in all').waitFor();

  const thread = new URL(page.url()).searchParams.get('thread') ?? '';
  const accessOf = async () => {
    const { organization, userIds } = await installation.client.call('getChatThreadAccess', {
      params: { ...params, chatThreadId: thread },
    });
    return { organization, userIds };
  };
  const dialog = page.getByRole('dialog', { name: 'Share “Flights in all”' });
  const share = () => page.getByRole('button', { name: 'Share', exact: true }).click();
  const pick = async (text: string, option: string) => {
    await dialog.getByRole('combobox').fill(text);
    await page.getByRole('option', { name: option }).click();
  };
  const shareButton = page.getByRole('button', { name: 'Share', exact: true });
  await shareButton.press('Enter');
  await dialog.getByText('Nobody but you reads this chat.').waitFor();
  const focused = page.locator(':focus');
  await dialog.getByRole('combobox').and(focused).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await shareButton.and(focused).waitFor();
  await share();
  await dialog.getByRole('combobox').click();
  // Viewers of embed tenants read no chats of others.
  assert.equal(await page.getByRole('option').count(), 1);
  await page.getByRole('option', { name: 'Everybody' }).click();
  await pick('grace', 'grace@example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(await accessOf(), { organization: true, userIds: [grace.id] });
  await share();
  await dialog.getByRole('button', { name: /^Remove Everybody/ }).press('Enter');
  await dialog.getByRole('button', { name: 'Remove grace' }).and(focused).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(await accessOf(), { organization: false, userIds: [grace.id] });

  // A viewer is not told who there is, and so shares with everybody or nobody.
  await setRoleOfAdministrator('Viewer');
  await page.reload();
  await share();
  await dialog.getByText(/^Your role does not show you the people of the account/).waitFor();
  assert.equal(await dialog.getByRole('combobox').count(), 0);
  // Those who were named before are kept.
  await dialog.getByRole('button', { name: 'Remove grace' }).waitFor();
  const everybody = dialog.getByRole('switch', { name: 'Share with everybody', exact: true });
  await everybody.and(focused).waitFor();
  assert.deepEqual(await seriousFindings(page, 'sharing a chat as a viewer'), []);
  await page.keyboard.press('Space');
  assert.equal(await everybody.isChecked(), true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await setRoleOfAdministrator('Admin');
  assert.deepEqual(await accessOf(), { organization: true, userIds: [grace.id] });
  await page.reload();

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('navigation', { name: 'History' });
  await history.getByRole('searchbox').fill('FLIGHTS IN');
  await history.getByRole('button', { name: 'Delete Flights in all' }).click();
  await page.keyboard.press('Escape');
  // The focus is back where it was.
  await page.keyboard.press('Enter');
  await history.getByRole('button', { name: 'Delete', exact: true }).click();
  await history.getByText('No chat fits.').waitFor();
  await page.getByText('What would you like to know?').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('one of several agents is chosen before a chat, and answers all of it; those of others are read only', async () => {
  const { oriel, client } = world.installation;
  await commitModelFile({ dataDir: oriel.dataDir, deploymentId: 1 }, 'agents/config.yml', AGENTS);
  const { pageInfo } = await client.call('getAgents', { params, query: { first: 100 } });
  const after = pageInfo.endCursor ?? '';
  const { items } = await client.call('getAgents', { params, query: { first: 100, after } });
  const planner = items.find(({ name }) => name === 'planner');
  const { page, problems } = await openPage('/chat');
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('planner');
  await page.getByText('Plans what comes next').waitFor();
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  const memory = page.getByRole('region', { name: 'Memory' });
  await memory.getByText('Nothing is remembered yet.').waitFor();
  await memory.getByRole('checkbox', { name: 'For everyone' }).check();
  const statement = memory.getByRole('textbox', { name: 'What is to be remembered' });
  await statement.fill('A plan is of a quarter');
  await statement.press('Enter');
  await memory.getByRole('listitem').getByText('For everyone').waitFor();
  await memory.getByRole('button', { name: 'Forget “A plan is of a quarter”' }).click();
  await memory.getByText('Forgotten: “A plan is of a quarter”').waitFor();
  await memory.getByRole('button', { name: 'Undo' }).click();
  await memory.getByRole('listitem').waitFor();
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  model.steps.push({ text: ['A plan.'] }, { text: ['Another plan.'] });
  await ask(page, 'What comes next?');
  await page.getByText('A plan.', { exact: true }).waitFor();
  assert.match(JSON.stringify(model.requests.at(-1)?.body.messages[0]), /A plan is of a quarter/);
  await page.getByText('Answered by planner').waitFor();
  await page.waitForURL(/\?thread=/);
  await page.reload();
  await page.getByText('Answered by planner').waitFor();
  await ask(page, 'And then?');
  await page.getByText('Another plan.', { exact: true }).waitFor();
  const threads = await client.call('getChatThreads', { params, query: {} });
  assert.deepEqual(
    threads.items.slice(0, 1).map(({ agentId }) => agentId),
    [planner?.id],
  );

  model.steps.push({ text: ['For Grace alone.'] });
  const { accountName } = await client.call('getAIEngineerSettings', { params });
  const asked = client.lines('streamAgentChat', {
    params: { accountName, agentId: planner?.id ?? 0 },
    body: { input: 'What is planned for me?', sessionSettings: { internalId: 'grace' } },
  });
  for await (const _ of asked);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Shared with me' }).click();
  await page.getByText('Nobody has shared a chat with you yet').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: /What is planned for me/ }).click();
  await page.getByText('For Grace alone.', { exact: true }).waitFor();
  await page.getByText('Chat of grace@example.com', { exact: true }).waitFor();
  await page.getByText(/only its owner can continue it/).waitFor();
  assert.equal(await inputOf(page).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0);
  await page.locator('[data-part=chat]').getByRole('button', { name: 'New chat' }).last().click();
  await inputOf(page).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

const openApp = (options?: OpenAppOptions) => world.open('creator', options);

test('the embedded application has the chat in its language, and tells the host of questions', async () => {
  const embed = await openApp({ parameters: '&locale=de' });
  const { frame } = embed;
  await launcherOf(frame, 'Fragen Sie nach Ihren Daten').click();
  model.steps.push({ text: ['Sieben.'] });
  const input = frame.getByRole('textbox', { name: 'Ihre Frage' });
  await input.fill('Wie viele Flüge gibt es?');
  await input.press('Enter');
  await frame.getByText('Sieben.', { exact: true }).waitFor();
  const asked = await embed.nextEvent('ai-query', 2);
  assert.equal(asked.surface, 'app');
  const { query: question, status } = asked.payload as { query: string; status: string };
  assert.deepEqual({ question, status }, { question: 'Wie viele Flüge gibt es?', status: 'completed' });
  await embed.close();
});

test('an answer goes on while the host renews the session of the application', async () => {
  const embed = await openApp({ path: '/chat' });
  const { frame } = embed;
  const rest = Promise.withResolvers<void>();
  model.steps.push(
    {
      text: ['I look.'],
      pause: rest.promise,
      toolCalls: [{ name: 'create_workbook', input: { name: 'Made meanwhile' } }],
    },
    { text: ['It is made.'] },
  );
  await ask(frame, 'Make a workbook');
  await frame.getByText('I look.').waitFor();
  const body = {
    deploymentId: 1,
    externalId: 'creator',
    embedTenantName: 'skyline-travel',
    creatorMode: true,
  };
  const { sessionId } = await world.client.call('generateSession', { body });
  const exchanged = embed.page.waitForResponse(/\/session\/token$/);
  await embed.send('set-session', { sessionId });
  assert.equal((await exchanged).status(), 200);
  rest.resolve();
  await frame.getByRole('link', { name: 'Workbook: Made meanwhile' }).waitFor();
  model.steps.push({ text: ['With the new session.'] });
  await ask(frame, 'And now?');
  await frame.getByText('With the new session.', { exact: true }).waitFor();
  await embed.nextEvent('ai-query', 4);
  const told = await embed.events('ai-query');
  assert.deepEqual(
    told.map((event) => (event.payload as { status: string }).status),
    ['submitted', 'completed', 'submitted', 'completed'],
  );
  await embed.close();
});

test('settings of the session take the chat off the application, the page of it as well', async () => {
  for (const settings of [{ showWorkbookChat: false }, { allowAi: false }]) {
    const embed = await openApp({ session: { settings } });
    await embed.frame.getByRole('list', { name: 'Contents' }).waitFor();
    assert.equal(await launcherOf(embed.frame, ANYWHERE).count(), 0, JSON.stringify(settings));
    await embed.close();
    const page = await openApp({ session: { settings }, path: '/chat' });
    await page.frame.getByText('There is nothing at this address').waitFor();
    await page.close();
  }
});
