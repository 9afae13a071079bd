import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { openEmbedded } from '../support/embedded-page.ts';
import { startHostPage } from '../support/hosts/host-page.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** An account as the first start leaves it, and its administrator. */
let installation: Installation;
let browser: Browser;
let page: Page;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  browser = installation.browser;
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  ({ page } = await openConsole(browser, installation.oriel, '/settings/account'));
});
after(() => installation.close());

const section = (name: string) => page.getByRole('region', { name });
const save = async (name: string) => {
  await section(name).getByRole('button', { name: 'Save' }).click();
  await section(name).getByText('Saved').waitFor();
};

test('the zone of the account is switched on and chosen', async () => {
  const name = 'Time zone';
  await section(name).getByRole('switch', { name: 'Look at times in the zone of the account' }).click();
  await section(name).getByRole('combobox', { name: 'Zone' }).fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await save(name);
  const { timezoneSettings } = await installation.client.call('getAppConfig', {});
  assert.deepEqual(timezoneSettings, { enabled: true, timezone: 'Europe/Berlin', allowUserOverride: true });
});

test('downloads are closed for everybody', async () => {
  await section('Downloads').getByRole('switch', { name: 'No data may be downloaded' }).click();
  await save('Downloads');
  assert.equal((await installation.client.call('getAppConfig', {})).restrictDataDownload, true);
});

test('language and zone of embedded surfaces are chosen, and an address that is none is refused', async () => {
  const name = 'Embedded surfaces';
  const address = section(name).getByRole('textbox', { name: 'Page of your product that shows a dashboard' });
  await address.fill('https://app.example.com/reports');
  await section(name).getByRole('button', { name: 'Save' }).click();
  await section(name)
    .getByRole('alert')
    .getByText(/dashboardPublicId/)
    .waitFor();
  await address.fill('');
  await section(name).getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (Germany) · de-DE' }).click();
  await section(name).getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await save(name);
  const { embedding } = await installation.client.call('getAppConfig', {});
  assert.deepEqual([embedding?.locale, embedding?.timezone], ['de-DE', 'Asia/Tokyo']);
});

test('parts of embedded surfaces are saved when they are switched, and taken back one by one', async () => {
  const parts = section('What viewers have beside their dashboards');
  const embeddingNow = async () => (await installation.client.call('getAppConfig', {})).embedding ?? {};
  const comments = parts.getByRole('switch', { name: 'Comments' });
  assert.equal(await comments.isChecked(), false);
  await comments.focus();
  await page.keyboard.press('Space');
  await parts.getByRole('status').getByText('Comments: on').waitFor();
  assert.equal((await embeddingNow()).enableDashboardComments, true);

  const ai = parts.getByRole('switch', { name: 'AI', exact: true });
  await ai.click();
  await parts.getByRole('status').getByText('AI: off').waitFor();
  assert.equal(await parts.getByRole('switch', { name: 'Chat beside dashboards' }).isDisabled(), true);
  // Another administrator changes another field before this one takes back.
  await installation.client.call('updateAppConfig', { body: { embedding: { showAiWidgets: false } } });
  await parts.getByRole('button', { name: 'Undo' }).click();
  await parts.getByText('AI: off').waitFor({ state: 'detached' });
  const { allowAi, enableDashboardComments, showAiWidgets, locale } = await embeddingNow();
  assert.deepEqual([allowAi, enableDashboardComments, showAiWidgets, locale], [true, true, false, 'de-DE']);
  assert.equal(await parts.getByRole('switch', { name: 'Texts by AI' }).isChecked(), false);
});

test('a switch that cannot be saved says why and shows what holds', async () => {
  const parts = section('What viewers have beside their dashboards');
  await page.route('**/api/v1/app-config', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await parts.getByRole('switch', { name: 'Chat beside dashboards' }).click();
  await parts.getByRole('alert').waitFor();
  assert.equal(await parts.getByRole('switch', { name: 'Chat beside dashboards' }).isChecked(), true);
  await page.unroute('**/api/v1/app-config');
  await parts.getByRole('switch', { name: 'Chat beside dashboards' }).click();
  await parts.getByRole('status').getByText('Chat beside dashboards: off').waitFor();
  assert.equal(await parts.getByRole('alert').count(), 0);
  const { embedding } = await installation.client.call('getAppConfig', {});
  assert.equal(embedding?.showDashboardChat, false);
  await parts.getByRole('switch', { name: 'Chat in the application' }).click();
  await parts.getByRole('status').getByText('Chat in the application: off').waitFor();
  const after = await installation.client.call('getAppConfig', {});
  assert.equal(after.embedding?.showWorkbookChat, false);
});

test('the embedded application gets a title, also in other languages, and hides queries', async () => {
  const name = 'Embedded application';
  const form = section(name);
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Analyses');
  await form.getByRole('button', { name: 'Add a language' }).click();
  await form.getByRole('combobox', { name: 'Language 1' }).click();
  await page.getByRole('option', { name: /ja-JP/ }).click();
  await form.getByRole('textbox', { name: 'Title 1' }).fill('分析');
  await form.getByRole('button', { name: 'Add a language' }).click();
  await form.getByRole('switch', { name: 'The query of a report can be looked at' }).click();
  await save(name);
  const { creatorMode } = await installation.client.call('getAppConfig', {});
  assert.deepEqual(creatorMode, {
    showWorkspaceTitle: true,
    workspaceTitle: 'Analyses',
    localizedTitles: [{ locale: 'ja-JP', value: '分析' }],
    showSemanticSql: false,
    showGeneratedSql: false,
  });
  await form.getByRole('button', { name: 'Remove title 1' }).click();
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('');
  await save(name);
  const reset = (await installation.client.call('getAppConfig', {})).creatorMode;
  assert.deepEqual([reset?.workspaceTitle, reset?.localizedTitles], ['Workspace', null]);
});

test('origins that may embed are entered one by one, and a bad one is refused', async () => {
  const name = 'Origins that may embed';
  const origins = section(name).getByRole('combobox', { name: 'Origins' });
  await origins.fill('https://app.example.com/path');
  await page.keyboard.press('Enter');
  await section(name).getByRole('button', { name: 'Save' }).click();
  await section(name).getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await origins.press('Backspace');
  await origins.fill('https://app.example.com');
  await page.keyboard.press('Enter');
  await save(name);
  const answer = await installation.client.call('getEmbedAllowedOrigins', {});
  assert.deepEqual(answer.origins, ['https://app.example.com']);
});

test('a page that was refused is listed, and its origin is allowed by one click, or forgotten', async () => {
  const name = 'Refused origins';
  await section(name).getByText('No page was refused.').waitFor();
  const hosts = [await startHostPage(), await startHostPage()] as const;
  for (const host of hosts) {
    const framed = await openEmbedded(browser, host, `${installation.oriel.url}/embed/chat`, {});
    await framed.nextEvent('origin-refused');
    await framed.close({ expected: /403/ });
    await host.close();
  }
  const [{ origin: ours }, { origin: strange }] = hosts;
  await page.reload();
  const row = section(name).getByRole('row').filter({ hasText: ours });
  await row.getByRole('cell', { name: '1', exact: true }).waitFor();
  await section(name)
    .getByRole('button', { name: `Allow ${ours}` })
    .click();
  await row.waitFor({ state: 'detached' });
  await section('Origins that may embed').getByText(ours, { exact: true }).waitFor();
  await section(name)
    .getByRole('button', { name: `Forget ${strange}` })
    .click();
  await section(name).getByText('No page was refused.').waitFor();
  const { origins } = await installation.client.call('getEmbedAllowedOrigins', {});
  assert.deepEqual(origins, ['https://app.example.com', ours]);
  assert.deepEqual(await installation.client.call('getEmbedRefusedOrigins', {}), { items: [] });
});

test('users of identity providers get a default role and roles by group, on the page of authentication', async () => {
  await page.goto(`${installation.oriel.url}/settings/authentication`);
  const name = 'Roles of new users';
  const choose = async (label: string, role: string) => {
    await section(name).getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: role, exact: true }).click();
  };
  await choose('Default role', 'Explorer');
  for (const [index, group, role] of [
    [1, 'Builders', 'Developer'],
    [2, 'Leavers', 'Viewer'],
  ] as const) {
    await section(name).getByRole('button', { name: 'Add a group' }).click();
    await section(name)
      .getByRole('textbox', { name: `Group ${index}` })
      .fill(group);
    await choose(`Role of group ${index}`, role);
  }
  await section(name).getByRole('button', { name: 'Remove group 2' }).click();
  await save(name);
  const saved = { defaultRole: 'Explorer', roleByGroup: [{ group: 'Builders', role: 'Developer' }] };
  const settings = await installation.client.call('getProvisioningSettings', {});
  assert.deepEqual(settings, { ...saved, managesAdministrators: false });
  await section(name).getByRole('switch', { name: 'May change how administrators sign in' }).click();
  await save(name);
  const changed = await installation.client.call('getProvisioningSettings', {});
  assert.deepEqual(changed, { ...saved, managesAdministrators: true });
});
