import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page, Response } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { adminPassword, fillSignIn } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { FLIGHTS } from '../support/small-data.ts';
import { modelSettings } from '../support/model-settings.ts';

/** The example's page around a real Oriel: three surfaces, both modes, in Japanese and in dark. */
let installation: Installation;
let model: ModelServer;
before(async () => {
  model = await startModelServer();
  installation = await startInstallation({
    flights: FLIGHTS,
    env: modelSettings(model),
  });
  const { origin } = new URL(hostUrl());
  await installation.client.call('updateEmbedAllowedOrigins', { body: { origins: [origin] } });
});
after(async () => {
  await installation.close();
  await model.close();
});

function hostUrl(): string {
  const { hostUrl: url } = installation.oriel;
  assert.ok(url, 'the demo serves its host page');
  return url;
}

/** The host page, with a clock that the test moves. */
async function openHost(hash: string): Promise<{ page: Page; problems: string[] }> {
  const opened = await openPage(installation.browser, { colorScheme: 'dark' });
  opened.page.on('response', (response) => void tellBusy(response));
  await opened.page.clock.install();
  await opened.page.goto(`${hostUrl()}/${hash}`);
  await opened.page.getByLabel('Language').selectOption('ja-JP');
  return opened;
}

/** A server that is too busy says what for; the browser tells its status alone. */
async function tellBusy(response: Response): Promise<void> {
  if (response.status() !== 503) return;
  const reason = await response.text().catch(() => 'without a body');
  process.stderr.write(`${response.url()} was answered 503: ${reason}\n${installation.oriel.output()}\n`);
}

/** Waits for a line in the page's list of events. */
const heard = (page: Page, name: string, text = '') =>
  page.locator('#events li').filter({ hasText: name }).filter({ hasText: text }).first().waitFor();
/** What each surface looks like here: Japanese, in dark. */
const inJapanese = (frame: FrameLocator) => frame.locator('html[lang^=ja][data-scheme=dark]').waitFor();
/** The address of a session that has ended is refused; the browser tells of it. */
const otherThanRefusals = (problems: string[]) => problems.filter((problem) => !/40[13]/.test(problem));

test('dashboards: in Japanese and dark, drilled, exported, and over the end of a session without a reload', async () => {
  const { page, problems } = await openHost('#dashboard');
  const frame = page.frameLocator('iframe[title=Punctuality]');
  await inJapanese(frame);
  const glance = frame.getByRole('region', { name: 'Airports at a glance' });
  await glance.locator('tbody tr').first().waitFor();
  await frame.locator('[data-part=figure]').first().click();
  await heard(page, 'svc:event:drilldown');
  await frame.getByRole('dialog').locator('tbody tr').first().waitFor();
  await page.keyboard.press('Escape');
  await glance.locator('summary').click();
  const download = page.waitForEvent('download');
  await glance.getByRole('button', { name: /CSV/ }).click();
  assert.equal((await download).suggestedFilename(), 'Airports at a glance.csv');
  await heard(page, 'svc:event:download', '"complete": true');

  await frame.locator('html').evaluate((html) => html.setAttribute('data-mark', 'first'));
  await page.clock.fastForward(24 * 60 * 60 * 1000);
  await heard(page, 'svc:event:session-expired', 'Punctuality');
  await page.getByRole('combobox', { name: '宛先', exact: true }).selectOption('Punctuality');
  await page.getByRole('button', { name: '更新' }).click();
  await frame.locator('[data-part=outage]').waitFor({ state: 'detached' });
  await frame.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await glance.locator('tbody tr').first().waitFor();
  assert.equal(await frame.locator('html[data-mark=first]').count(), 1, 'it is the same page');
  assert.deepEqual(otherThanRefusals(problems), []);
  await page.context().close();
});

test('the application: the rooms of the customer, led by the browser', async () => {
  const { page, problems } = await openHost('#app');
  const frame = page.frameLocator('iframe[title=ワークスペース]');
  await inJapanese(frame);
  await frame.getByRole('link', { name: 'Network' }).first().click();
  await heard(page, 'svc:event:navigate', '/workspace/folders/');
  await frame.getByRole('link', { name: 'Network overview' }).first().waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the chat: a question answered from the rows of the customer', async () => {
  const query = { measures: ['network.count'] };
  model.steps.push(
    { toolCalls: [{ name: 'run_query', input: { title: 'All flights', query } }] },
    { text: ['There are ', '**some** flights.'] },
  );
  const { page, problems } = await openHost('#chat');
  const frame = page.frameLocator('iframe[title=チャット]');
  await inJapanese(frame);
  await frame.getByRole('textbox').fill('How many flights are there?');
  await frame.getByRole('textbox').press('Enter');
  await frame.getByText('some', { exact: true }).waitFor();
  await heard(page, 'svc:event:ai-query', '"status": "completed"');
  assert.deepEqual(problems, []);
  await page.context().close();
});

for (const [hash, title] of [
  ['#dashboard', 'Punctuality'],
  ['#chat', 'チャット'],
] as const)
  test(`${title}: the visitor signs in to Oriel inside the frame, by a window that looks like the page`, async () => {
    const { page, problems } = await openHost(hash);
    await heard(page, 'svc:event:ready');
    await page.locator('#clear').click();
    await page.locator('#mode').selectOption('private');
    const frame = page.frameLocator(`iframe[title=${title}]`);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      frame.getByRole('button').first().click(),
    ]);
    await opened.locator('html[lang^=ja][data-mantine-color-scheme=dark]').waitFor();
    const closed = opened.waitForEvent('close');
    await fillSignIn(opened, adminPassword(installation.oriel));
    await closed;
    await heard(page, 'svc:event:ready', '"mode": "private"');
    assert.deepEqual(otherThanRefusals(problems), []);
    await page.context().close();
  });
