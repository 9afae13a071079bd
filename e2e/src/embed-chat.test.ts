import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openEmbedded, type EmbeddedPage } from './support/embedded-page.ts';
import { startHostPage, type HostPage } from './support/host-page.ts';
import { startInstallation, type Installation } from './support/installation.ts';
import { FLIGHTS, writeFlights } from './support/small-data.ts';
import { modelSettings } from './support/model-settings.ts';

/** The chat in a frame, with a model that answers what the test has written. */
let installation: Installation;
let model: ModelServer;
let host: HostPage;
before(async () => {
  model = await startModelServer();
  host = await startHostPage();
  installation = await startInstallation({
    prepare: (dataDir) => writeFlights(dataDir, FLIGHTS),
    env: modelSettings(model),
  });
});
after(async () => {
  await host.close();
  await installation.close();
  await model.close();
});

async function openChat(parameters = ''): Promise<EmbeddedPage> {
  const { oriel, client, browser } = installation;
  const body = {
    deploymentId: 1,
    externalId: 'viewer',
    embedTenantName: 'skyline-travel',
    userAttributes: [{ name: 'states', value: ['CA', 'WA'] }],
  };
  const { sessionId } = await client.call('generateSession', { body });
  return openEmbedded(browser, host, `${oriel.url}/embed/chat?sessionId=${sessionId}${parameters}`, {});
}

const query = { measures: ['network.count'] };

test('a question is answered, with the query that it rests on, and the host hears of it', async () => {
  model.steps.push(
    { toolCalls: [{ name: 'run_query', input: { title: 'All flights', query } }] },
    { text: ['There are ', '**some** flights.'] },
  );
  const embed = await openChat();
  const ready = await embed.nextEvent('ready');
  assert.equal((ready.payload as { surface: string }).surface, 'chat');
  const { frame } = embed;
  await frame.getByRole('textbox').fill('How many flights are there?');
  await frame.getByRole('textbox').press('Enter');
  await frame.getByText('some', { exact: true }).waitFor();
  await frame.getByText('Show the query').click();
  await frame.getByText('"network.count"').locator('visible=true').first().waitFor();
  // Of the flights those that leave from the states of the viewer.
  await frame.getByRole('cell', { name: '7', exact: true }).waitFor();
  const completed = await embed.nextEvent('ai-query', 2);
  const { status, chatId } = completed.payload as { status: string; chatId?: string };
  assert.equal(status, 'completed');
  assert.ok(chatId);
  await embed.close();
});

test('what is hidden by the address is not there', async () => {
  const embed = await openChat('&showNewChat=false&showChatInput=false&showChatHistory=false');
  await embed.nextEvent('view');
  await embed.frame.getByText('What would you like to know?').waitFor();
  assert.equal(await embed.frame.getByRole('textbox').count(), 0);
  assert.equal(await embed.frame.getByRole('button', { name: /New chat|History/ }).count(), 0);
  await embed.close();
});
