import { startOpenIdProvider, type OpenIdProvider } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** People who sign in by the OpenID provider of another product, as an administrator connects it in the console. */
let installation: Installation;
let provider: OpenIdProvider;
let admin: Page;
before(async () => {
  installation = await startInstallation({ env: { ORIEL_OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' } });
  provider = await startOpenIdProvider(`${installation.oriel.url}/api/v1/sso/oidc/callback`);
  ({ page: admin } = await openConsole(installation.browser, installation.oriel, '/settings/authentication'));
});
after(async () => {
  await installation.close();
  await provider.close();
});

/** On the pages of the provider. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an administrator connects a provider and sees by a test what a sign-in would do', async () => {
  await admin.getByRole('button', { name: 'New provider' }).click();
  const form = admin.getByRole('dialog');
  assert.equal(
    (await form.getByRole('region', { name: 'Callback address' }).innerText()).trim(),
    `${installation.oriel.url}/api/v1/sso/oidc/callback`,
  );
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Company login');
  await form.getByRole('textbox', { name: 'Short name' }).fill('company');
  await form.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer);
  await form.getByRole('textbox', { name: 'Client id' }).fill('oriel');
  await form.getByLabel('Client secret').fill('a secret of the client');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
  await admin.getByRole('button', { name: 'Actions for Company login' }).click();
  await admin.getByRole('menuitem', { name: 'Test', exact: true }).click();
  await signInAtProvider(admin, 'grace');
  const result = admin.getByRole('dialog', { name: 'Test of Company login' });
  await result.getByText('A user grace@example.com would be created with the roles: Viewer.').waitFor();
  await result.getByRole('cell', { name: 'email_verified' }).waitFor();
  const { items } = await installation.client.call('getUsers', { query: { search: 'grace@' } });
  assert.deepEqual(items, []);
});

test('a person signs in by the provider and comes back to where they wanted to go', async () => {
  const { page } = await openPage(installation.browser);
  // Where the button of the sign-in page leads.
  await page.goto(`${installation.oriel.url}/api/v1/sso/company/start?next=/settings/api-keys`);
  await signInAtProvider(page, 'ada');
  await page.waitForURL(`${installation.oriel.url}/settings/api-keys`);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  const { items = [] } = await installation.client.call('getUsers', { query: { search: 'ada@' } });
  assert.deepEqual(
    items.map(({ email }) => email),
    ['ada@example.com'],
  );
});

test('a provider is given a key that calls SCIM and nothing else', async () => {
  await admin.keyboard.press('Escape');
  const section = admin.getByRole('region', { name: 'Provisioning by SCIM' });
  const address = (await section.getByRole('region', { name: 'Base address' }).innerText()).trim();
  await section.getByRole('button', { name: 'New key for SCIM' }).click();
  const form = admin.getByRole('dialog');
  await form.getByRole('button', { name: 'Create' }).click();
  const key = (await form.locator('pre').innerText()).trim();
  const status = async (url: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status;
  assert.deepEqual(
    [await status(`${address}/Users`), await status(`${installation.oriel.url}/api/v1/users`)],
    [200, 403],
  );
});
