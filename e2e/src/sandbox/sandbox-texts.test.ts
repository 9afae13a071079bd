import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openConsole } from '../support/console.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { startForeignHost, type ForeignHost } from '../support/hosts/foreign-host.ts';
import { OWN_PAGES, PARSED, strangeParts, watchScripts } from '../support/hostile/hostile-text-watch.ts';
import { hostileTexts } from '../support/hostile/hostile-texts.ts';

/** Texts of dashboards, embedded and in the console. */
let world: EmbedWorld;
let foreign: ForeignHost;
before(async () => {
  [world, foreign] = [await startEmbedWorld(), await startForeignHost()];
});
after(async () => {
  await world.close();
  await foreign.close();
});

const publish = (texts: readonly string[]) =>
  world.publish({
    widgets: texts.map((content, index) => ({
      id: `text-${index}`,
      type: 'TEXT',
      position: { x: (index % 4) * 3, y: Math.floor(index / 4) * 2, w: 3, h: 2 },
      config: { content },
    })),
  });

test('an embedded text is a text, whatever its author writes', async () => {
  const texts = hostileTexts(foreign.origin);
  const { publicId } = await publish(texts);
  let watched: Awaited<ReturnType<typeof watchScripts>> | undefined;
  const { page, nextEvent, close } = await world.open(publicId, {
    browser: { ignoreHTTPSErrors: true },
    async prepare(opened) {
      watched = await watchScripts(opened);
    },
  });
  const { payload } = await nextEvent('dashboard-loaded');
  assert.equal(payload?.['widgetCount'], texts.length);
  const [embed] = page.frames().filter((candidate) => candidate !== page.mainFrame());
  assert.ok(embed);
  assert.deepEqual(await strangeParts(embed), []);
  await embed.evaluate(() => {
    for (const element of document.querySelectorAll('[data-part=text] *'))
      for (const type of ['click', 'mouseover', 'pointermove', 'focus'])
        if (type !== 'click' || !element.closest('a[href]'))
          element.dispatchEvent(new Event(type, { bubbles: true }));
  });
  assert.deepEqual(await strangeParts(embed), []);
  assert.deepEqual(foreign.requests, []);
  const strange = watched?.opened.filter((url) => !OWN_PAGES.test(url));
  assert.deepEqual(strange, [], 'nothing is opened or left');
  await close({ expected: PARSED });
});

test('neither does a text reach an administrator of the console', async () => {
  const { workbookId } = await publish(hostileTexts(foreign.origin));
  const { page, problems } = await openConsole(world.browser, world.oriel, '/workspace', {
    ignoreHTTPSErrors: true,
  });
  await watchScripts(page);
  await page.goto(`${world.oriel.url}/dashboards/${workbookId}`);
  await page.locator('[data-part=text] summary').waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(await strangeParts(page), []);
  assert.deepEqual(foreign.requests, []);
  assert.equal(page.url(), `${world.oriel.url}/dashboards/${workbookId}`);
  assert.deepEqual(
    problems.filter((problem) => !PARSED.test(problem)),
    [],
  );
  await page.context().close();
});

test('what texts are made of stays: headings, lists, tables, links and pictures of the account’s hosts', async (t) => {
  const other = await startForeignHost();
  t.after(() => other.close());
  await world.client.call('updateImageHosts', { body: { hosts: [foreign.host] } });
  const picture = `![a *pixel*](${foreign.origin}/listed.gif?x "Title")`;
  const { publicId, workbookId } = await publish([
    `# Sales\n\n- one\n- two\n\n| a | b |\n|--|--:|\n| 1 | 2 |\n\n[more](https://example.com/a?b#c) <mailto:a@example.com> [board](/dashboards/1)`,
    `${picture} ![unlisted](${other.origin}/unlisted.gif) <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=inline>`,
    `<details><summary>More</summary>\n\n~~gone~~ \`code\` <sup>2</sup><kbd>Esc</kbd>\n\n</details>`,
  ]);
  const { frame, nextEvent, close } = await world.open(publicId, { browser: { ignoreHTTPSErrors: true } });
  await nextEvent('dashboard-loaded');
  await frame.getByRole('heading', { name: 'Sales', level: 1 }).waitFor();
  assert.deepEqual(await frame.locator('[data-part=text] li').allInnerTexts(), ['one', 'two']);
  assert.equal(await frame.getByRole('cell', { name: '2' }).getAttribute('align'), 'right');
  const links = frame.locator('[data-part=text] a');
  assert.deepEqual(
    await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('target')]),
    ),
    [
      ['https://example.com/a?b#c', '_blank'],
      ['mailto:a@example.com', '_blank'],
      ['/dashboards/1', '_blank'],
    ],
  );
  const listed = frame.getByRole('img', { name: 'a pixel' });
  await listed.evaluate((image: HTMLImageElement) => image.decode());
  assert.equal(
    await frame.getByText('unlisted').count(),
    1,
    'a picture that is not listed is its alternative text',
  );
  assert.equal(await frame.locator('[data-part=text] img').count(), 2);
  await frame.getByText('gone').waitFor({ state: 'attached' });
  await close();
  assert.deepEqual(foreign.requests, ['GET /listed.gif?x']);

  const { page, problems } = await openConsole(world.browser, world.oriel, `/dashboards/${workbookId}`, {
    ignoreHTTPSErrors: true,
  });
  const shown = page.getByRole('img', { name: 'a pixel' });
  await shown.evaluate((image: HTMLImageElement) => image.decode());
  assert.deepEqual(problems, []);
  assert.deepEqual(other.requests, []);
  await page.context().close();
  await world.client.call('updateImageHosts', { body: { hosts: [] } });
});
