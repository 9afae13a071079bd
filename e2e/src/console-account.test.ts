import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole } from './support/console.ts';
import { startInstallation, type Installation } from './support/installation.ts';

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

test('a language that does not exist is refused, and one that does is kept', async () => {
  const name = 'Embedded surfaces';
  const language = section(name).getByRole('textbox', { name: 'Language' });
  await language.fill('not a language');
  await section(name).getByRole('button', { name: 'Save' }).click();
  await section(name).getByRole('alert').waitFor();
  await language.fill('de');
  await save(name);
  assert.equal((await installation.client.call('getAppConfig', {})).embedding?.locale, 'de');
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
  const settings = await installation.client.call('getProvisioningSettings', {});
  assert.deepEqual(settings, {
    defaultRole: 'Explorer',
    roleByGroup: [{ group: 'Builders', role: 'Developer' }],
  });
});
