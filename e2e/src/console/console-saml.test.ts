import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { startSamlHost, type SamlHost } from '../support/hosts/saml-host.ts';

/** An administrator connects a SAML provider by the console, and an employee signs in by its button. */
let installation: Installation;
let host: SamlHost;
let page: Page;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  host = await startSamlHost({
    nameId: 'ann',
    attributes: { email: ['ann@example.com'], groups: ['Sales', 'Staff'] },
  });
  ({ page } = await openConsole(installation.browser, installation.oriel, '/settings/authentication'));
});
after(async () => {
  await host.close();
  await installation.close();
});

test('a provider is connected by its metadata, which says its addresses and certificates', async () => {
  await page.getByRole('button', { name: 'New provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('SAML 2.0').click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Company login');
  await dialog.getByRole('textbox', { name: 'Short name' }).fill('company');
  await dialog.getByText('/api/v1/sso/saml/company/metadata').waitFor();
  await dialog.getByRole('textbox', { name: 'Metadata of the provider' }).fill(host.provider.metadata);
  await dialog.getByRole('combobox', { name: 'Domains of e-mail addresses' }).fill('example.com');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions for Company login' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByText('CN=Identity provider').waitFor();
  const entityId = await dialog.getByRole('textbox', { name: 'Entity ID of the provider' }).inputValue();
  assert.equal(entityId, host.provider.entityId);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a test shows the attributes of the assertion, and who it would be', async () => {
  await page.getByRole('button', { name: 'Actions for Company login' }).click();
  await page.getByRole('menuitem', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Continue as this person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test of Company login' });
  await dialog.getByText('The provider has signed you in').waitFor();
  await dialog.getByText('Staff').waitFor();
  await dialog.getByText('A user ann@example.com would be created').waitFor();
});

/** The provider is at 127.0.0.1: to a browser, localhost is another site. */
const address = (path: string) => {
  const url = new URL(path, installation.oriel.url);
  url.hostname = 'localhost';
  return url.href;
};

test('an employee signs in by the button, at a provider of another site, and comes to the page that they wanted', async () => {
  const employee = await openPage(installation.browser);
  await employee.page.goto(address('/settings/api-keys'));
  await employee.page.getByText('Company login').click();
  await employee.page.getByRole('button', { name: 'Continue as this person' }).click();
  await employee.page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  assert.equal(new URL(employee.page.url()).pathname, '/settings/api-keys');
  const who = await employee.page.evaluate(async () => (await fetch('/api/v1/users/me')).json());
  assert.equal(who.email, 'ann@example.com');
  assert.equal(who.samlId, 'ann');
  await employee.page.context().close();
});

test('a person whom another browser has sent comes to the sign-in page', async () => {
  const attacker = await openPage(installation.browser);
  await attacker.page.goto(address('/api/v1/sso/company/start'));
  const field = await attacker.page.locator('input[name=SAMLResponse]').inputValue();
  const victim = await openPage(installation.browser);
  await victim.page.setContent(`<form method="post" action="${address('/api/v1/sso/saml/callback')}">
    <input type="hidden" name="SAMLResponse" value="${field}"><button>Win a prize</button></form>`);
  await victim.page.getByRole('button', { name: 'Win a prize' }).click();
  await victim.page.locator('input[name=password]').waitFor();
  assert.equal(new URL(victim.page.url()).pathname, '/sign-in');
  await attacker.page.context().close();
  await victim.page.context().close();
});

test('a second factor is demanded of everybody with a password', async () => {
  const isRequired = async () =>
    (await installation.client.call('getTenantSettings', {})).requiresSecondFactor;
  await page.goto(`${installation.oriel.url}/settings/authentication`);
  await page.getByRole('switch', { name: 'Everybody with a password needs a second factor' }).click();
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Saved').waitFor();
  assert.equal(await isRequired(), true);
  await page.reload();
  assert.ok(await page.getByRole('switch', { name: 'Everybody with a password' }).isChecked());
});
