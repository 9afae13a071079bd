import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { paintedColors } from '../support/browsers/painted-colors.ts';

/** The page on which an administrator chooses the look of the account. */
let installation: Installation;
let browser: Browser;
let page: Page;
let problems: string[];
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  browser = installation.browser;
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  ({ page, problems } = await openConsole(browser, installation.oriel, '/settings/appearance', {
    colorScheme: 'light',
  }));
});
after(() => installation.close());

const config = () => installation.client.call('getAppConfig', {});
const tab = (name: string) => page.getByRole('tab', { name }).click();
const samplePage = () =>
  page.locator('[data-part=sample]').evaluate((element) => getComputedStyle(element).backgroundColor);
const bodyColor = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('a theme is seen before it is saved, is told where it is hard to see, and is taken back', async () => {
  const accent = page.getByRole('textbox', { name: 'Accent' });
  await accent.fill('#ffe14d');
  await page.getByText(/Light: the accent has a contrast of 1\.\d : 1/).waitFor();
  const before = await samplePage();
  await page.getByRole('textbox', { name: 'Tint' }).fill('#fdf3e7');
  await page.waitForFunction(
    (known) =>
      getComputedStyle(document.querySelector('[data-part=sample]') ?? document.body).backgroundColor !==
      known,
    before,
  );
  const canvas = page.locator('canvas').first();
  await accent.fill('#c81e5a');
  await page.locator('[style*="--account-accent: #c81e5a"]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[data-part=sample] canvas').length === 2);
  assert.equal((await config()).appTheme, null);
  await page.getByRole('button', { name: 'Save' }).click();
  await status('The appearance is saved').waitFor();
  assert.equal((await config()).appTheme?.palette.accent?.color, '#c81e5a');
  assert.ok(((await paintedColors(canvas))['#c81e5a'] ?? 0) > 100);
  await status('The appearance is saved').getByRole('button', { name: 'Undo' }).click();
  await status('The appearance is saved').waitFor({ state: 'detached' });
  assert.equal((await config()).appTheme, null);
});

test('the console has the theme where it is on, from its sign-in on, and gives it back', async () => {
  const plain = await bodyColor();
  await page.getByRole('textbox', { name: 'Accent' }).fill('#c81e5a');
  await page.getByRole('textbox', { name: 'Tint' }).fill('#fdf3e7');
  await page.getByRole('switch', { name: 'The console has this theme, too' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction((known) => getComputedStyle(document.body).backgroundColor !== known, plain);
  const themed = await bodyColor();
  const context = await browser.newContext({ colorScheme: 'light' });
  const stranger = await context.newPage();
  await stranger.goto(`${installation.oriel.url}/sign-in`);
  const button = stranger.getByRole('button', { name: 'Sign in' });
  assert.equal(
    await button.evaluate((element) => getComputedStyle(element).backgroundColor),
    'rgb(200, 30, 90)',
  );
  assert.equal(await stranger.evaluate(() => getComputedStyle(document.body).backgroundColor), themed);
  await context.close();
  await page.getByRole('button', { name: 'Use the look of Oriel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction((known) => getComputedStyle(document.body).backgroundColor === known, plain);
});

test('a palette is made by the keyboard alone, made the default, deleted and brought back', async () => {
  await tab('Chart palettes');
  const create = page.getByRole('button', { name: 'New palette' });
  await create.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New palette' });
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Brand');
  const colors = dialog.getByRole('textbox', { name: 'Colours' });
  await colors.fill('#c81e5a\nno colour');
  await dialog.getByText('no colour is no colour').waitFor();
  await colors.fill('#c81e5a\n#c81e5b');
  await dialog.getByText('#c81e5a and #c81e5b look alike').waitFor();
  await colors.fill('#c81e5a, rgb(30, 90, 200)');
  await dialog.getByRole('switch').press('Space');
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
  await status('Palette Brand is saved').waitFor();
  const palette = {
    id: 'brand',
    name: 'Brand',
    kind: 'categorical',
    colors: ['#c81e5a', 'rgb(30, 90, 200)'],
    isDefault: true,
  };
  assert.deepEqual((await config()).chartPalettes, [palette]);
  await page.getByRole('button', { name: 'Actions for Brand' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await status('Palette Brand is deleted').waitFor();
  await page.getByText('No palettes yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('cell', { name: 'palette:brand' }).waitFor();
  assert.deepEqual((await config()).chartPalettes, [palette]);
});

test('a theme for dashboards is made beside what it looks like', async () => {
  await tab('Dashboard themes');
  await page.getByRole('button', { name: 'New theme' }).click();
  const dialog = page.getByRole('dialog', { name: 'New theme' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Quiet');
  await dialog.getByRole('textbox', { name: 'Background of the page' }).fill('#eeeeee');
  await dialog.getByRole('textbox', { name: 'Corners' }).fill('url(//elsewhere)');
  await dialog.getByText('This is no value of CSS').waitFor();
  await dialog.getByRole('textbox', { name: 'Corners' }).fill('2px');
  await dialog.locator('[data-part=sample][style*="--widget-radius"]').waitFor();
  assert.equal(await samplePage(), 'rgb(238, 238, 238)');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await status('Theme Quiet is saved').waitFor();
  const theme = { dashboard: { backgroundColor: '#eeeeee' }, widgets: { border: { radius: '2px' } } };
  assert.deepEqual((await config()).dashboardThemes, [{ id: 'quiet', name: 'Quiet', theme }]);
  assert.deepEqual(problems, []);
});
