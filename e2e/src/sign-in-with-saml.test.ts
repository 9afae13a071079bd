import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage } from './support/browser.ts';
import { startInstallation, type Installation } from './support/installation.ts';
import { startSamlHost, type SamlHost } from './support/saml-host.ts';

let installation: Installation;
let host: SamlHost;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  host = await startSamlHost({
    nameId: 'ann',
    attributes: { email: ['ann@example.com'], firstName: ['Ann'], lastName: ['Lovelace'] },
  });
  await installation.client.call('createIdentityProvider', {
    body: {
      kind: 'SAML',
      slug: 'company',
      name: 'Company login',
      saml: { metadata: host.provider.metadata },
      domains: ['example.com'],
    },
  });
});
after(async () => {
  await host.close();
  await installation.close();
});

/** The provider is at 127.0.0.1: to a browser, localhost is another site. */
const address = (path: string) => {
  const url = new URL(path, installation.oriel.url);
  url.hostname = 'localhost';
  return url.href;
};

test('a person signs in at a SAML provider of another site, and comes back to the page that they wanted', async () => {
  const { page } = await openPage(installation.browser);
  await page.goto(address('/api/v1/sso/company/start?next=/settings/api-keys'));
  await page.getByRole('button', { name: 'Continue as this person' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  assert.equal(new URL(page.url()).pathname, '/settings/api-keys');
  const who = await page.evaluate(async () => (await fetch('/api/v1/users/me')).json());
  assert.equal(who.email, 'ann@example.com');
  assert.equal(who.samlId, 'ann');
  await page.context().close();
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
