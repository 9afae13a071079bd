import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countOfFlights as query, startAiWorld, type AiWorld } from '../support/ai-world.ts';
import { startForeignHost } from '../support/hosts/foreign-host.ts';

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

test('a long answer is drawn in full, and a chat that is opened again is at its end', async () => {
  const rows = Array.from({ length: 900 }, (_, index) => `| Row ${index} | some words that make it longer |`);
  const text = ['| Name | Note |\n|---|---|\n', ...rows.map((row) => `${row}\n`), '\nThe **very** end.'];
  world.model.steps.push({ text });
  const session = { externalId: 'reader of long answers' };
  const first = await world.openChat({ session });
  await first.frame.getByRole('textbox').fill('All rows?');
  await first.frame.getByRole('textbox').press('Enter');
  await first.frame.getByText('very', { exact: true }).waitFor();
  assert.equal(await first.frame.getByRole('row').count(), 903, 'each of three parts has the head');
  await first.close();
  const again = await world.openChat({ session });
  await again.frame.getByRole('button', { name: 'History' }).click();
  await again.frame.getByRole('button', { name: 'All rows?', exact: true }).click();
  await again.frame.getByText('very', { exact: true }).waitFor();
  const distance = await again.frame.getByRole('log').evaluate(
    (log) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const left = log.scrollHeight - log.scrollTop - log.clientHeight;
          if (left < 80) resolve(left);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  assert.ok(distance < 80);
  await again.close();
});

test('a step that failed says so, and a long question that waits keeps to the width of the field', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unknown = { measures: ['network.no_such_measure'] };
  world.model.steps.push(
    { toolCalls: [{ name: 'run_query', input: { title: 'Nothing', query: unknown } }] },
    { text: ['It could ', 'not be asked.'], pause: promise },
  );
  const { frame, close } = await world.openChat();
  const field = frame.getByRole('textbox');
  await field.fill('What is not there?');
  await field.press('Enter');
  await frame.getByText('not be asked.').waitFor();
  await field.fill('And then '.repeat(1000));
  await field.press('Enter');
  const waiting = frame.getByRole('list', { name: 'Next questions' });
  await waiting.waitFor();
  const [inner, outer] = await waiting.evaluate((list) => [list.scrollWidth, list.clientWidth]);
  assert.equal(inner, outer);
  resolve();
  await frame.getByText('2 steps').or(frame.getByText('1 step')).first().click();
  await frame.getByText('A step failed: run_query').first().waitFor();
  assert.equal(await frame.getByText('Ran a query').count(), 0);
  await frame.getByText('Done.', { exact: true }).waitFor();
  await close();
});

test('what a model writes loads nothing, not even of a host that is listed for pictures', async (t) => {
  const foreign = await startForeignHost();
  t.after(() => foreign.close());
  await world.client.call('updateImageHosts', { body: { hosts: [foreign.host] } });
  t.after(() => world.client.call('updateImageHosts', { body: { hosts: [] } }));
  const at = (name: string) => `${foreign.origin}/${name}?rows=7`;
  const question = 'What do the notes say?';
  world.model.steps.push({
    text: [
      `![first picture](${at('markdown.gif')}) <img src="${at('html.gif')}" alt="second picture">\n\n`,
      `<iframe src="${at('frame')}"></iframe><script src="${at('script.js')}"></script>`,
      `<link rel=stylesheet href="${at('style.css')}"><video src="${at('film.mp4')}" autoplay></video>\n\n`,
      `[the link](${at('link')}) [no link](javascript:alert)\n\nThe end.`,
    ],
  });
  const { frame, page, close } = await world.openChat({ browser: { ignoreHTTPSErrors: true } });
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(foreign.origin) && asked.push(request.url()));
  await frame.getByRole('textbox').fill(question);
  await frame.getByRole('textbox').press('Enter');
  await frame.getByText('The end.', { exact: true }).waitFor();
  await frame.getByText('first picture second picture', { exact: true }).waitFor();
  const answer = frame.getByRole('log');
  assert.equal(await answer.locator('img, iframe, script, link, video').count(), 0);
  const link = answer.getByRole('link', { name: 'the link' });
  assert.equal(await link.getAttribute('target'), '_blank');
  assert.match((await link.getAttribute('rel')) ?? '', /noreferrer|noopener/);
  assert.equal(await answer.getByRole('link', { name: 'no link' }).count(), 0);
  await page.waitForLoadState('networkidle');
  assert.deepEqual([asked, foreign.requests], [[], []]);
  await close();
});

test('what is hidden by the address is not there, in the older spelling as well', async () => {
  const shown = async (parameters: string) => {
    const embed = await world.openChat({ parameters });
    await embed.nextEvent('view');
    await embed.frame.getByText('What would you like to know?').waitFor();
    const boxes = await embed.frame.getByRole('textbox').count();
    const buttons = await embed.frame.getByRole('button', { name: /New chat|History/ }).count();
    await embed.close();
    return [boxes, buttons];
  };
  assert.deepEqual(await shown('&showNewChat=false&showChatInput=false&showChatHistory=false'), [0, 0]);
  assert.deepEqual(await shown('&hideNewChat=true&hideChatInput=true&hideChatHistory=true'), [0, 0]);
  assert.deepEqual(await shown('&hideNewChat=1&hideChatInput&showChatHistory=0'), [1, 2]);
});

test('the host is told the title of the page in its language, after ready', async () => {
  const embed = await world.openChat({ parameters: '&locale=ja' });
  const view = await embed.nextEvent('view');
  assert.deepEqual(view.payload, { surface: 'chat', path: '/embed/chat', title: 'チャット' });
  const types = await embed.page.evaluate(() =>
    (window as unknown as { heard: { type: string }[] }).heard.map(({ type }) => type),
  );
  assert.deepEqual(types, ['svc:event:ready', 'svc:event:view']);
  await embed.close();
});

test('another chat is another page: the host hears of it, and leads to one or to a new one', async () => {
  const session = { externalId: 'reader of several chats' };
  world.model.steps.push({ text: ['Yes.'] }, { text: ['No.'] });
  const { frame, send, nextEvent, events, close } = await world.openChat({ session });
  const ask = async (question: string, answer: string) => {
    await frame.getByRole('textbox').fill(question);
    await frame.getByRole('textbox').press('Enter');
    await frame.getByText(answer, { exact: true }).waitFor();
  };
  assert.equal((await nextEvent('view')).payload?.['path'], '/embed/chat');
  await ask('The first?', 'Yes.');
  const first = String((await nextEvent('navigate')).payload?.['path']);
  assert.match(first, /^\/embed\/chat\/[^/]+$/);
  assert.equal((await nextEvent('view', 2)).payload?.['path'], first);
  await frame.getByRole('button', { name: 'New chat' }).click();
  assert.deepEqual((await nextEvent('navigate', 2)).payload, { path: '/embed/chat', previousPath: first });
  await ask('The second?', 'No.');
  const second = String((await nextEvent('navigate', 3)).payload?.['path']);
  assert.notEqual(second, first);

  await send('navigate', { path: first });
  await frame.getByText('Yes.', { exact: true }).waitFor();
  assert.deepEqual((await nextEvent('navigate', 4)).payload, { path: first, previousPath: second });
  assert.equal((await nextEvent('view', 5)).payload?.['path'], first);
  await send('navigate', { path: '/embed/chat' });
  assert.equal((await nextEvent('navigate', 5)).payload?.['path'], '/embed/chat');
  await frame.getByText('Yes.', { exact: true }).waitFor({ state: 'detached' });
  await send('navigate', { path: '/embed/chat' });
  assert.equal((await nextEvent('view', 7)).payload?.['path'], '/embed/chat');
  assert.deepEqual(await events('error'), []);
  await send('navigate', { path: '/embed/d/1/app' });
  assert.match(String((await nextEvent('error')).payload?.['message']), /navigate takes \/embed\/chat/);
  await send('navigate', { path: '/embed/chat/no-such-chat' });
  assert.match(String((await nextEvent('error', 2)).payload?.['message']), /no-such-chat.*cannot be opened/);
  await close({ expected: /40[0-9]/ });
});
