import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { seriousFindings } from '../support/browsers/accessibility.ts';
import { flightsBoard, startAiWorld, type AiWorld } from '../support/ai-world.ts';
import type { OpenOptions } from '../support/embed.ts';
import type { EmbeddedPage } from '../support/embedded-page.ts';

/** Comments beside an embedded dashboard, of viewers of two embed tenants. */
let world: AiWorld;
let publicId: string;
before(async () => {
  world = await startAiWorld();
  await switchComments(true);
  ({ publicId } = await world.publish(flightsBoard()));
});
after(() => world.close());

const switchComments = (enableDashboardComments: boolean) =>
  world.client.call('updateAppConfig', { body: { embedding: { enableDashboardComments } } });

const ada = { externalId: 'ada', userProfile: { displayName: 'Ada' } };
const grace = { externalId: 'grace hopper', userProfile: { displayName: 'Grace' } };
const LAUNCHER = /^Comments on this dashboard/;
const panelOf = (frame: FrameLocator) => frame.getByRole('complementary', { name: LAUNCHER });
const fieldOf = (within: Locator, name = 'New comment') => within.getByRole('textbox', { name });

async function open(session: object, options: OpenOptions = {}): Promise<EmbeddedPage & { panel: Locator }> {
  const embed = await world.openLoaded(publicId, {
    ...options,
    session: { ...session, ...options.session },
  });
  await embed.frame.getByRole('button', { name: LAUNCHER }).click();
  return { ...embed, panel: panelOf(embed.frame) };
}

async function write(
  within: Locator,
  text: string,
  names?: { field: string; button: string },
): Promise<void> {
  await fieldOf(within, names?.field).fill(text);
  await within.getByRole('button', { name: names?.button ?? 'Comment', exact: true }).click();
  await within.getByRole('article').getByText(text, { exact: true }).waitFor();
}

/** The bar beside what a comment says, which comments have that mention the viewer. */
const barOf = (comment: Locator) =>
  comment
    .locator('p')
    .first()
    .evaluate((element) => getComputedStyle(element).borderInlineStartWidth);

/** As when a viewer comes back to the page: what others have written is asked for. */
const lookAgain = ({ frame }: EmbeddedPage) =>
  frame.locator('body').evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('two viewers of an embed tenant talk beside a dashboard, and a viewer of another sees nothing of it', async () => {
  const first = await open(ada);
  await first.panel.getByText('There are no comments yet.').waitFor();
  await write(first.panel, 'Why is <b>May</b> low?');
  const second = await open(grace);
  await second.panel.getByText('Why is <b>May</b> low?', { exact: true }).waitFor();
  await second.panel.getByRole('article', { name: 'Ada' }).waitFor();
  assert.equal(await second.panel.getByRole('button', { name: 'Delete' }).count(), 0);
  assert.equal(await second.panel.getByRole('button', { name: 'Resolve', exact: true }).count(), 0);
  await second.panel.getByRole('button', { name: 'Reply' }).click();
  await write(second.panel, 'Holidays', { field: 'Your reply', button: 'Send reply' });

  await lookAgain(first);
  await first.panel.getByRole('article', { name: 'Grace' }).getByText('Holidays').waitFor();
  await first.panel.getByRole('status').getByText('1 new comment').waitFor({ state: 'attached' });

  const stranger = await open({ externalId: 'ada', embedTenantName: 'harbor-air' });
  await stranger.panel.getByText('There are no comments yet.').waitFor();
  await fieldOf(stranger.panel).fill('@gr');
  await fieldOf(stranger.panel).press('Control+Enter');
  await stranger.panel.getByRole('article').getByText('@gr').waitFor();
  await lookAgain(first);
  assert.equal(await first.panel.getByRole('article').count(), 2);
  await Promise.all([first.close(), second.close(), stranger.close()]);
});

test('a mention is chosen by the keyboard, and who is mentioned sees it', async () => {
  const reader = await open(grace);
  const { panel, page, ...embed } = await open(ada);
  const field = fieldOf(panel);
  await field.focus();
  await page.keyboard.type('Ask @GRA');
  const list = panel.getByRole('listbox', { name: 'People to mention' });
  await list.getByRole('option', { name: /Grace/ }).waitFor();
  const active = await field.getAttribute('aria-activedescendant');
  assert.equal(active, await list.getByRole('option', { selected: true }).getAttribute('id'));
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  assert.equal(await panel.isVisible(), true);
  await page.keyboard.type('c');
  await list.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'Ask @grace hopper ');
  await page.keyboard.type('please');
  await page.keyboard.press('Control+Enter');
  // Readers see the name, and the username where they point at it.
  const mention = panel.getByRole('article').getByText('@Grace', { exact: true });
  assert.equal(await mention.getAttribute('title'), 'grace hopper');
  await lookAgain(reader);
  await reader.panel.getByText('mentions you').waitFor();
  const articles = reader.panel.getByRole('article');
  assert.equal(await barOf(articles.filter({ hasText: 'mentions you' })), '3px');
  assert.equal(await barOf(articles.filter({ hasText: 'Holidays' })), '0px');
  await embed.close();
  await reader.close();
});

test('what is new stands on the button and beside the comments, until it was seen on one of the devices', async () => {
  const newcomer = { externalId: 'newcomer', userProfile: { displayName: 'Noor' } };
  const first = await open(newcomer);
  await first.panel.getByRole('article').first().waitFor();
  await first.close();
  const writer = await open(ada);
  await write(writer.panel, 'A question for everybody');

  const embed = await world.open(publicId, { session: newcomer });
  await embed.nextEvent('dashboard-loaded');
  const launcher = embed.frame.getByRole('button', { name: LAUNCHER });
  await embed.frame.getByRole('button', { name: 'Comments on this dashboard, unread: 1' }).waitFor();
  // One that comes while the panel is closed is counted when the page is looked at again.
  await write(writer.panel, 'And another one');
  await lookAgain(embed);
  await embed.frame.getByRole('button', { name: 'Comments on this dashboard, unread: 2' }).click();
  const panel = panelOf(embed.frame);
  const question = panel.getByRole('article').filter({ hasText: 'A question for everybody' });
  await question.getByText('new', { exact: true }).waitFor();
  const known = panel.getByRole('article').filter({ hasText: 'Holidays' });
  assert.equal(await known.getByText('new', { exact: true }).count(), 0);
  // It stays marked while the panel is open, also when it is read anew.
  await lookAgain(embed);
  await question.getByText('new', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Close comments' }).click();
  await launcher.waitFor();
  assert.equal(await launcher.getAttribute('aria-label'), 'Comments on this dashboard');
  await launcher.click();
  await question.waitFor();
  assert.equal(await question.getByText('new', { exact: true }).count(), 0);

  const device = await world.open(publicId, { session: newcomer });
  await device.nextEvent('dashboard-loaded');
  await device.frame.getByRole('button', { name: 'Comments on this dashboard', exact: true }).waitFor();
  await Promise.all([device.close(), embed.close(), writer.close()]);
});

test('the author edits, deletes, takes a deletion back, and resolves', async () => {
  const embed = await open(ada);
  const { panel, page } = embed;
  await write(panel, 'Draft of a note');
  const thread = panel.getByRole('listitem').filter({ hasText: 'note' }).first();
  await thread.getByRole('button', { name: 'Edit' }).click();
  await page.keyboard.press('Escape');
  await thread.getByRole('button', { name: 'Edit' }).click();
  await fieldOf(thread, 'Comment, changed').fill('Final note');
  await thread.getByRole('button', { name: 'Save' }).click();
  await thread.getByText('Final note', { exact: true }).waitFor();
  await thread.getByText('edited', { exact: true }).waitFor();

  await thread.getByRole('button', { name: 'Delete' }).click();
  await panel.getByText('The comment is deleted.').waitFor();
  await page.keyboard.press('Enter');
  await thread.getByText('Final note', { exact: true }).waitFor();

  await thread.getByRole('button', { name: 'Resolve', exact: true }).click();
  await panel.getByText('Final note', { exact: true }).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Resolved' }).click();
  await panel.getByText('Final note', { exact: true }).waitFor();
  await panel.getByText('Resolved now').waitFor();
  await panel.getByRole('button', { name: 'Open again' }).click();
  await panel.getByText('There are no resolved threads.').waitFor();
  await panel.getByRole('button', { name: 'Open', exact: true }).click();
  await thread.getByRole('button', { name: 'Delete' }).click();
  await panel.getByText('The comment is deleted.').waitFor({ state: 'detached' });
  assert.equal(await panel.getByText('Final note').count(), 0);
  await embed.close();
});

test('a reply that is being written survives what others do with its thread, Escape, and a look at resolved ones', async () => {
  const [writer, opener] = [await open(grace), await open(ada)];
  await write(opener.panel, 'To be closed');
  await lookAgain(writer);
  const thread = writer.panel.getByRole('listitem').filter({ hasText: 'To be closed' }).first();
  await thread.getByRole('button', { name: 'Reply' }).click();
  await fieldOf(thread, 'Your reply').fill('Half a sentence');
  await writer.page.keyboard.press('Escape');
  const own = opener.panel.getByRole('listitem').filter({ hasText: 'To be closed' }).first();
  await own.getByRole('button', { name: 'Resolve', exact: true }).click();
  await own.waitFor({ state: 'detached' });
  const answered = writer.page.waitForResponse((response) => response.url().includes('/comments?'));
  await lookAgain(writer);
  await answered;
  assert.equal(await fieldOf(thread, 'Your reply').inputValue(), 'Half a sentence');

  // Resolving is taken back at once, with the focus on the button that does it.
  await opener.panel.getByText('The thread is resolved.').waitFor();
  await opener.page.keyboard.press('Enter');
  await own.waitFor();
  await writer.panel.getByRole('button', { name: 'Resolved' }).click();
  await writer.panel.getByRole('button', { name: 'Open', exact: true }).click();
  assert.equal(await fieldOf(thread, 'Your reply').inputValue(), 'Half a sentence');
  await write(thread, 'Half a sentence, and the rest', { field: 'Your reply', button: 'Send reply' });
  await Promise.all([writer.close(), opener.close()]);
});

test('a panel that breaks says so and is tried again; its button stays', async () => {
  const embed = await world.openLoaded(publicId, { session: ada });
  const { frame, page } = embed;
  const broken = { id: 1, body: 'x', mentions: [], isOwn: false, isUnread: false, createdAt: 'yesterday' };
  await page.route('**/comments?*', (route) =>
    route.fulfill({ json: { items: [{ root: broken, replies: [] }], pageInfo: { hasNextPage: false } } }),
  );
  await frame.getByRole('button', { name: LAUNCHER }).click();
  const panel = panelOf(frame);
  await panel.getByRole('alert').waitFor();
  await page.unroute('**/comments?*');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await fieldOf(panel).waitFor();
  await embed.close({ expected: /RangeError|Invalid time value/ });
});

test('what cannot be sent stays in the field, with the reason', async () => {
  const embed = await open(ada);
  const { panel, page } = embed;
  await page.route('**/comments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await fieldOf(panel).fill('Lost?');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await panel.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  assert.equal(await fieldOf(panel).inputValue(), 'Lost?');
  await page.unroute('**/comments');
  await write(panel, 'Not lost');
  await embed.close({ expected: /ERR_FAILED|Failed to load/ });
});

test('a long comment is folded, and unfolds by its button', async () => {
  const embed = await open(ada);
  const { panel } = embed;
  const body = Array.from({ length: 60 }, (_each, line) => `Line ${line}`).join('\n');
  await fieldOf(panel).fill(body);
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  const comment = panel.getByRole('article').filter({ hasText: 'Line 59' });
  const heightOf = async () => (await comment.boundingBox())?.height ?? 0;
  await comment.waitFor();
  const folded = await heightOf();
  await comment.getByRole('button', { name: 'Show more' }).press('Enter');
  await comment.getByRole('button', { name: 'Show less', expanded: true }).waitFor();
  assert.ok((await heightOf()) > 3 * folded, `${folded}`);
  await comment.getByRole('button', { name: 'Show less' }).press('Enter');
  await comment.getByRole('button', { name: 'Show more', expanded: false }).waitFor();
  assert.equal(await heightOf(), folded);
  await embed.close();
});

test('beside the chat there is room for both buttons, and one panel at most is open', async () => {
  const embed = await world.open(publicId, { session: ada });
  const { frame } = embed;
  await embed.nextEvent('dashboard-loaded');
  const chat = frame.getByRole('button', { name: 'Ask about this dashboard' });
  const comments = frame.getByRole('button', { name: LAUNCHER });
  await chat.waitFor();
  await comments.waitFor();
  const [one, other] = await Promise.all([chat.boundingBox(), comments.boundingBox()]);
  assert.ok(one && other && one.x - other.x > other.width && one.y === other.y, JSON.stringify([one, other]));
  await chat.click();
  const chatPanel = frame.getByRole('complementary', { name: 'Ask about this dashboard' });
  await chatPanel.waitFor();
  await comments.click();
  await panelOf(frame).waitFor();
  await chatPanel.waitFor({ state: 'hidden' });
  await frame.locator('[aria-label="New comment"]:focus').waitFor();
  await chat.click();
  await panelOf(frame).waitFor({ state: 'hidden' });
  await embed.close();
});

test('in German and where it is narrow the panel covers the dashboard, and nothing is seriously wrong with it', async () => {
  const embed = await world.open(publicId, {
    session: ada,
    browser: { viewport: { width: 390, height: 700 }, colorScheme: 'dark' },
    parameters: '&locale=de-DE',
  });
  await embed.nextEvent('dashboard-loaded');
  const { frame, page } = embed;
  await frame.getByRole('button', { name: /^Kommentare zu diesem Dashboard/ }).click();
  const dialog = frame.getByRole('dialog', { name: 'Kommentare zu diesem Dashboard' });
  await dialog.getByText('Not lost').waitFor();
  const inner = page.frames().find((each) => each.url().includes('/embed/dashboard/'));
  assert.ok(inner);
  assert.deepEqual(await seriousFindings(inner, 'comments'), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await frame.locator('#root').evaluate((element) => (element as HTMLElement).inert), false);
  await embed.close();
});

test('an address that names a comment opens the panel at it, among resolved threads too, and says where it is gone', async () => {
  const writer = await open(ada);
  const answered = writer.page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/comments'),
  );
  await write(writer.panel, 'Look here');
  const { id } = (await (await answered).json()) as { id: number };
  // So much above it that it has to be scrolled to.
  await write(writer.panel, 'A long one\n'.repeat(60).trim().split('\n').join(' and on '));
  const openAt = async (comment: number | string) => {
    const embed = await world.open(publicId, {
      session: grace,
      browser: { viewport: { width: 1280, height: 500 } },
      parameters: `&commentId=${encodeURIComponent(comment)}`,
    });
    return { ...embed, panel: panelOf(embed.frame) };
  };
  const isInView = (within: Locator) =>
    within.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight && document.activeElement === element;
    });
  const linked = (within: Locator) => within.locator('article[data-linked]').filter({ hasText: 'Look here' });
  const reader = await openAt(id);
  await linked(reader.panel).waitFor();
  assert.equal(await isInView(linked(reader.panel)), true);
  await reader.close();

  await writer.panel
    .getByRole('listitem')
    .filter({ hasText: 'Look here' })
    .getByRole('button', { name: 'Resolve', exact: true })
    .click();
  await writer.panel.getByText('Look here').waitFor({ state: 'hidden' });
  const later = await openAt(id);
  await linked(later.panel).waitFor();
  await later.panel.getByRole('button', { name: 'Resolved', pressed: true }).waitFor();
  const gone = await openAt(2_147_483_648);
  await gone.panel.getByRole('alert').getByText('This comment is not there any more.').waitFor();
  const hostile = await openAt('1;<b>');
  await hostile.nextEvent('dashboard-loaded');
  await hostile.frame.getByRole('button', { name: LAUNCHER }).waitFor();
  assert.equal(await hostile.panel.isVisible(), false);
  for (const each of [writer, later, gone, hostile]) await each.close();
});

test('where the account has comments switched off there is no button, and the API answers all the same', async () => {
  await switchComments(false);
  const embed = await world.open(publicId, { session: ada });
  await embed.nextEvent('dashboard-loaded');
  await embed.page.waitForLoadState('networkidle');
  assert.equal(await embed.frame.getByRole('button', { name: LAUNCHER }).count(), 0);
  await embed.close();
  await switchComments(true);
});
