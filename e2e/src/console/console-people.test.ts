import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { contents, openConsole, row, typeInFocused } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** An account with an administrator who invites a user. The tests build on each other. */
let installation: Installation;
let oriel: Oriel;
let browser: Browser;
let admin: Page;
let ada: Page;
let link: string;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  ({ oriel, browser } = installation);
  const { id: deploymentId } = await installation.client.call('createDeployment', {
    body: { name: 'Sales' },
  });
  await installation.client.call('createFolder', { params: { deploymentId }, body: { name: 'Quarterly' } });
  ({ page: admin } = await openConsole(browser, oriel, '/settings/people'));
});
after(() => installation.close());

const dialog = (page: Page) => page.getByRole('dialog');
const userRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const password = 'correct horse battery staple';

test('an administrator invites a user and is shown the link once', async () => {
  await admin.getByRole('heading', { name: 'People' }).waitFor();
  await admin.getByRole('button', { name: 'Invite' }).click();
  // By the keyboard alone: the dialog has the focus.
  await typeInFocused(admin, 'ada@example.com');
  await admin.keyboard.press('Tab');
  await typeInFocused(admin, 'Ada');
  await admin.keyboard.press('Enter');
  const shown = dialog(admin).locator('pre');
  await shown.waitFor();
  link = (await shown.textContent()) ?? '';
  assert.match(link, /\/invitation#[\w-]{43}$/);
  await admin.keyboard.press('Escape');
  await dialog(admin).getByRole('button', { name: 'I have it' }).click();
  await userRow(admin, 'ada@example.com').waitFor();
});

test('an address that is taken is refused in the dialog', async () => {
  await admin.getByRole('button', { name: 'Invite' }).click();
  await typeInFocused(admin, 'ADA@example.com');
  await admin.keyboard.press('Enter');
  await dialog(admin).getByRole('alert').getByText('Another user has the e-mail address').waitFor();
  await admin.keyboard.press('Escape');
  await dialog(admin).waitFor({ state: 'detached' });
});

test('the link of an invitation sets a password and signs in, with nothing to see', async () => {
  const opened = await openPage(browser);
  ada = opened.page;
  await ada.goto(link);
  await ada.getByRole('heading', { name: 'Welcome' }).waitFor();
  await typeInFocused(ada, password);
  await ada.keyboard.press('Tab');
  await ada.getByLabel('The same again').fill('something else');
  await ada.keyboard.press('Enter');
  await ada.getByText('The two are different.').waitFor();
  await ada.getByLabel('The same again').fill(password);
  await ada.keyboard.press('Enter');
  await ada.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  assert.equal(await ada.getByRole('link', { name: 'People' }).count(), 0);
  assert.equal(await row(ada, 'Quarterly').count(), 0);
});

test('beside the workspace there is little for a user without permissions; their own pages are in their menu', async () => {
  const links = ada.getByRole('navigation', { name: 'Main' }).getByRole('link');
  assert.deepEqual(await links.allTextContents(), ['Workspace', 'Chat', 'Trash', 'API reference']);
  for (const [name, path] of [
    ['Connected accounts', '/connections'],
    ['API keys', '/settings/api-keys'],
    ['Applications', '/settings/applications'],
  ] as const) {
    await ada.getByRole('button', { name: /^Account of/ }).press('Enter');
    await ada.getByRole('menuitem', { name, exact: true }).press('Enter');
    await ada.waitForURL(`**${path}`);
    await ada.getByRole('heading', { level: 1 }).waitFor();
  }
  await ada.goto(new URL('/workspace', ada.url()).href);
});

test('what is shared in the dialog is there for the user at once', async () => {
  await admin.getByRole('link', { name: 'Workspace' }).click();
  await contents(admin).getByRole('checkbox', { name: 'Select Quarterly' }).click();
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Share' }).click();
  await dialog(admin).getByText('Nothing is given here.').waitFor();
  await dialog(admin).getByRole('combobox', { name: 'Share with' }).click();
  await typeInFocused(admin, 'ada@');
  await admin.getByRole('option', { name: /Ada/ }).waitFor();
  await admin.keyboard.press('ArrowDown');
  await admin.keyboard.press('Enter');
  await dialog(admin).getByRole('listitem').getByText('ada@example.com').waitFor();
  await dialog(admin).getByRole('button', { name: 'Save' }).click();
  await dialog(admin).waitFor({ state: 'detached' });
  await ada.reload();
  await row(ada, 'Quarterly').waitFor();
});

test('a role is changed in the list, and holds at once', async () => {
  await admin.getByRole('link', { name: 'People' }).click();
  await userRow(admin, 'ada@example.com').getByRole('combobox').click();
  const changed = admin.waitForResponse((answer) => answer.request().method() === 'PUT');
  await admin.getByRole('option', { name: 'Administrator' }).click();
  assert.equal((await changed).status(), 200);
  await ada.reload();
  await ada.getByRole('link', { name: 'People' }).waitFor();
});

test('an administrator sees what a user is signed in with, and ends it', async () => {
  await ada.evaluate(() =>
    fetch('/api/v1/api-keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Nightly export' }),
    }),
  );
  await userRow(admin, 'ada@example.com').getByRole('button').click();
  await admin.getByRole('menuitem', { name: 'Sessions, applications and keys' }).click();
  await dialog(admin).getByText('No application may act for them.').waitFor();
  // The key of another user is ended, not replaced.
  assert.equal(await dialog(admin).getByRole('button', { name: 'Replace Nightly export' }).count(), 0);
  await dialog(admin).getByRole('button', { name: 'Revoke Nightly export' }).click();
  await dialog(admin).getByRole('button', { name: 'Revoke', exact: true }).click();
  await dialog(admin).getByText('They have no keys.').waitFor();
  await dialog(admin).getByRole('cell', { name: 'Password' }).waitFor();
  await dialog(admin).getByRole('button', { name: 'End all sessions' }).click();
  await dialog(admin).getByText('No browser is signed in.').waitFor();
  await admin.keyboard.press('Escape');
  await dialog(admin).waitFor({ state: 'detached' });
  await ada.reload();
  await ada.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('an administrator resets the second factors of a user, and their sessions end', async () => {
  await userRow(admin, 'ada@example.com').getByRole('button').click();
  await admin.getByRole('menuitem', { name: 'Reset second factors' }).click();
  await dialog(admin).getByRole('button', { name: 'Reset second factors' }).click();
  await dialog(admin).waitFor({ state: 'detached' });
  await ada.reload();
  await ada.getByRole('heading', { name: 'Sign in' }).waitFor();
  await ada.getByLabel('E-mail').fill('ada@example.com');
  await ada.locator('input[name=password]').fill(password);
  await ada.keyboard.press('Enter');
  await ada.getByRole('link', { name: 'People' }).waitFor();
});

test('a deactivated user is out', async () => {
  await userRow(admin, 'ada@example.com').getByRole('button').click();
  await admin.getByRole('menuitem', { name: 'Deactivate' }).click();
  await dialog(admin).getByRole('button', { name: 'Deactivate' }).click();
  await userRow(admin, 'ada@example.com').getByText('Deactivated').waitFor();
  await ada.reload();
  await ada.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('nobody takes their own access away', async () => {
  const own = admin.getByRole('row').filter({ hasText: 'You' });
  await own.getByRole('button').click();
  assert.equal(await admin.getByRole('menuitem', { name: 'Deactivate' }).isDisabled(), true);
  await admin.keyboard.press('Escape');
  await own.getByRole('combobox').click();
  await admin.getByRole('option', { name: 'Viewer' }).click();
  await admin.getByRole('alert').getByText('An active user has to remain').waitFor();
});
