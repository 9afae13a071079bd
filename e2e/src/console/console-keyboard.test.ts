import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { walkByTab } from '../support/browsers/keyboard-walk.ts';

/** The console without a mouse. */
let installation: Installation;
let page: Page;
let problems: string[];
before(async () => {
  installation = await startInstallation();
  ({ page, problems } = await openConsole(installation.browser, installation.oriel, '/workspace'));
  await installation.client.call('createOAuthIntegration', {
    body: {
      name: 'warehouse',
      type: 'custom',
      authUrl: 'https://login.example.com/authorize',
      tokenUrl: 'https://login.example.com/token',
      redirectUri: `${installation.oriel.url}/api/v1/user-oauth-tokens/callback`,
      clientId: 'oriel',
      clientSecret: 'secret',
    },
  });
});
after(() => installation.close());

/** The pages of the navigation, by the name of their links, with what is there once they are complete. */
const pages = [
  ['Workspace', '/workspace', 'list', 'Contents'],
  ['Chat', '/chat', 'textbox', 'Your question'],
  ['Trash', '/trash', 'heading', 'Trash'],
  ['Notifications', '/settings/notifications', 'button', 'New notification'],
  ['Deployment', '/settings/deployment', 'textbox', 'Name'],
  ['People', '/settings/people', 'button', 'Actions for Admin'],
  ['Groups', '/settings/groups', 'button', 'Actions for analysts'],
  ['Roles', '/settings/roles', 'button', 'New role'],
  ['Attributes', '/settings/attributes', 'button', 'New attribute'],
  ['Authentication', '/settings/authentication', 'button', 'New provider'],
  ['Appearance', '/settings/appearance', 'button', 'Save'],
  ['Account', '/settings/account', 'combobox', 'Origins'],
  ['OAuth integrations', '/settings/oauth-integrations', 'button', 'Actions for warehouse'],
  ['Workload tokens', '/settings/workload-tokens', 'button', 'New configuration'],
  ['Connected accounts', '/connections', 'button', 'Connect with warehouse'],
  ['OAuth clients', '/settings/oauth-clients', 'button', 'New client'],
  ['API keys', '/settings/api-keys', 'button', 'New key'],
  ['Applications', '/settings/applications', 'heading', 'No applications'],
  ['My security', '/settings/security', 'button', 'Change password'],
] as const;

const ORDER = ['header', 'nav', 'main', 'page'];

for (const [name, path, role, complete] of pages)
  test(`${name}: Tab goes from the header to the end of the page, with names and a visible focus`, async () => {
    await page.goto(installation.oriel.url + path);
    await page.getByRole('main').getByRole(role, { name: complete }).first().waitFor();
    const stops = await walkByTab(page);
    assert.match(stops[0]?.spoken ?? '', /^link "Skip to content"/);
    // What is empty has nothing to go to.
    assert.equal(
      stops.some(({ region }) => region === 'main'),
      name !== 'Trash' && name !== 'Applications',
    );
    const places = stops.map(({ region }) => ORDER.indexOf(region));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      stops.map(({ spoken }) => spoken).join('\n'),
    );
    for (const [what, wrong] of [
      ['without a name', stops.filter(({ hasName }) => !hasName)],
      ['not seen', stops.filter(({ isSeen }) => !isSeen)],
    ] as const)
      assert.deepEqual(wrong, [], what);
  });

test('the first stop leads past the navigation', async () => {
  await page.goto(`${installation.oriel.url}/settings/api-keys`);
  await page.getByRole('button', { name: 'New key' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'New key' }).and(page.locator(':focus')).waitFor();
});

/** Dialogs by the page, the button that opens them, and the item of its menu. */
const dialogs = [
  ['/settings/api-keys', 'New key', undefined],
  ['/settings/oauth-integrations', 'New integration', undefined],
  ['/settings/workload-tokens', 'New configuration', undefined],
  ['/settings/oauth-clients', 'New client', undefined],
  ['/settings/people', 'Invite', undefined],
  ['/settings/people', 'Actions for Admin', 'Attributes'],
  ['/settings/groups', 'New group', undefined],
  ['/settings/groups', 'Actions for analysts', 'Users'],
  ['/settings/roles', 'New role', undefined],
  ['/settings/attributes', 'New attribute', undefined],
  ['/settings/notifications', 'New notification', undefined],
  ['/settings/appearance?tab=palettes', 'New palette', undefined],
  ['/settings/appearance?tab=dashboards', 'New theme', undefined],
  ['/workspace', 'New folder', undefined],
] as const;

for (const [path, opener, item] of dialogs)
  test(`${opener}${item === undefined ? '' : `, ${item}`}: the dialog holds the focus, Escape closes it and gives it back`, async () => {
    await page.goto(installation.oriel.url + path);
    const button = page.getByRole('button', { name: opener, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    if (item !== undefined) {
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
    }
    await page.locator('[role=dialog]:focus-within').waitFor();
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press(press < 25 ? 'Tab' : 'Shift+Tab');
      assert.equal(await page.locator('[role=dialog]:focus-within').count(), 1, `after ${press + 1} presses`);
    }
    // A list of choices that the focus has opened closes first, also an empty one.
    const hasList = (await page.locator('[aria-expanded=true]:focus').count()) > 0;
    await page.keyboard.press('Escape');
    if (hasList) await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();
    assert.deepEqual(problems, []);
  });
