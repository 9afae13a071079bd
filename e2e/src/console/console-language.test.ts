import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { fillSignIn, adminPassword } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** An account as the first start leaves it, and its administrator. */
let installation: Installation;
let browser: Browser;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  browser = installation.browser;
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
});
after(() => installation.close());

/** Opens the console in a browser of a language, and signs in. */
async function openIn(locale: string, path = '/settings/people') {
  const { page, problems } = await openPage(browser, { locale });
  await page.goto(installation.oriel.url + path);
  await page.locator('input[name=email]').waitFor();
  const before = await languageOf(page);
  await fillSignIn(page, adminPassword(installation.oriel));
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
  // Asking who is there, before the sign-in, is refused; the browser reports that as an error.
  problems.length = 0;
  return { page, before, problems };
}

const languageOf = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['locale']]);
const ownLocale = async () => (await installation.client.call('getCurrentUser', {})).settings?.locale ?? null;

/** Chooses a language by its own name, in the menu of the user. */
async function choose(page: Page, { menu, field, save }: Record<string, string>, language: RegExp) {
  await page.locator('header').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: menu ?? '' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: field ?? '' })
    .click();
  await page.getByRole('option', { name: language }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: save ?? '' })
    .click();
}

test('the console speaks the language of the browser from the sign-in on, and writes numbers and days as its region does', async () => {
  const { page, before, problems } = await openIn('de-AT');
  assert.deepEqual(before, ['de-DE', 'de-AT']);
  await page.getByRole('heading', { name: 'Personen', exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Rollen' }).click();
  await page.getByRole('heading', { name: 'Rollen', exact: true }).waitFor();
  assert.equal(await page.title(), 'Rollen · Oriel');
  assert.deepEqual(problems, []);
  assert.equal(await ownLocale(), null, 'nothing was chosen');
  await page.context().close();
});

test('a browser of a language without texts has English, in which numbers and days are written as well', async () => {
  const { page, before } = await openIn('nl-NL');
  assert.deepEqual(before, ['en-US', 'en-US']);
  await page.getByRole('heading', { name: 'People', exact: true }).waitFor();
  await page.context().close();
});

test('the language that a user chooses is shown at once, again after a sign-out, and in every other browser', async () => {
  const first = await openIn('en-US');
  await choose(first.page, { menu: 'Language', field: 'Language of the console', save: 'Save' }, /^Deutsch/);
  await first.page.getByRole('heading', { name: 'Personen', exact: true }).waitFor();
  assert.equal(await ownLocale(), 'de-DE');
  await first.page.locator('header').getByRole('button').last().click();
  await first.page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await first.page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  const second = await openIn('fr-FR');
  assert.deepEqual(second.before, ['fr-FR', 'fr-FR'], 'nobody is known yet');
  await second.page.getByRole('heading', { name: 'Personen', exact: true }).waitFor();
  assert.deepEqual(
    [...first.problems, ...second.problems].filter((problem) => !problem.includes('401')),
    [],
  );
  await choose(
    second.page,
    { menu: 'Sprache', field: 'Sprache der Konsole', save: 'Speichern' },
    /^Wie der Browser: Français/,
  );
  await second.page.getByRole('heading', { name: 'Personnes', exact: true }).waitFor();
  assert.equal(await ownLocale(), null);
  await first.page.context().close();
  await second.page.context().close();
});

test('where the texts of a language cannot be loaded, the console is there in English', async () => {
  const { page } = await openPage(browser, { locale: 'it-IT' });
  await page.route(/italian/, (route) => route.abort());
  await page.goto(installation.oriel.url);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.equal((await languageOf(page))[0], 'en-US');
  await page.context().close();
});

test('a language that cannot be loaded is not chosen, and the dialog says why', async () => {
  const { page } = await openIn('en-US');
  await page.route(/swedish/, (route) => route.abort());
  await choose(page, { menu: 'Language', field: 'Language of the console', save: 'Save' }, /^Svenska/);
  await page.getByRole('dialog').getByRole('alert').waitFor();
  assert.equal(await ownLocale(), null);
  await page.unroute(/swedish/);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Personer', exact: true }).waitFor();
  assert.equal(await ownLocale(), 'sv-SE');
  await page.context().close();
});
