import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countOfFlights as query, startAiWorld, type AiWorld } from './support/ai-world.ts';

/** The chat in a frame, with a model that answers what the test has written. */
let world: AiWorld;
before(async () => {
  world = await startAiWorld();
});
after(() => world.close());

test('a question is answered, with the query that it rests on, and the host hears of it', async () => {
  world.model.steps.push(
    { toolCalls: [{ name: 'run_query', input: { title: 'All flights', query } }] },
    { text: ['There are ', '**some** flights.'] },
  );
  const embed = await world.openChat();
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
  const embed = await world.openChat({
    parameters: '&showNewChat=false&showChatInput=false&showChatHistory=false',
  });
  await embed.nextEvent('view');
  await embed.frame.getByText('What would you like to know?').waitFor();
  assert.equal(await embed.frame.getByRole('textbox').count(), 0);
  assert.equal(await embed.frame.getByRole('button', { name: /New chat|History/ }).count(), 0);
  await embed.close();
});
