import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as oauth from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browsers/browser.ts';
import { openConsole, typeInFocused } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const redirectUri = 'https://reports.example.com/callback';

/** An administrator who registers a client, and the client. The tests build on each other. */
let installation: Installation;
let page: Page;
let browser: Browser;
let configuration: oauth.Configuration;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  // The headless shell does not ask a test for what a redirect leads to.
  browser = await openBrowser([], { isWhole: true });
  ({ page } = await openConsole(browser, installation.oriel, '/settings/oauth-clients'));
  // The application is beyond us: what the browser would find there.
  await page.route(`${redirectUri}*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Back at the application</h1>' }),
  );
});
after(async () => {
  await browser.close();
  await installation.close();
});

const dialog = () => page.getByRole('dialog');
const act = async (name: string) => {
  await page.getByRole('button', { name: 'Actions for Quarterly reports' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Takes note of what is shown once: the id of the client and its secret. */
async function readSecret(): Promise<{ clientId: string; clientSecret: string }> {
  await dialog().getByText('Copy it now. It is not shown again.').waitFor();
  const [clientId = '', clientSecret = ''] = await dialog().locator('pre').allInnerTexts();
  await dialog().getByRole('button', { name: 'I have it' }).click();
  await dialog().waitFor({ state: 'detached' });
  return { clientId, clientSecret };
}

const connect = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  oauth.discovery(new URL(installation.oriel.url), clientId, {}, oauth.ClientSecretBasic(clientSecret), {
    execute: [oauth.allowInsecureRequests],
  });

/** The address that the application sends its users to, and what it checks them by when they come back. */
async function begin(): Promise<{ address: string; checks: oauth.AuthorizationCodeGrantChecks }> {
  const [pkceCodeVerifier, expectedState] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const url = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email api:read',
    state: expectedState,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  return { address: url.href, checks: { pkceCodeVerifier, expectedState } };
}

/**
 * Follows redirects with the cookies of the browser, which asks nothing on the way; answers with where they lead to.
 */
async function followToApplication(address: string): Promise<URL> {
  for (let next = address; ;) {
    const { location } = (await page.request.get(next, { maxRedirects: 0 })).headers();
    assert.ok(location, `${next} leads nowhere`);
    next = new URL(location, next).href;
    if (next.startsWith(redirectUri)) return new URL(next);
  }
}

/** Exchanges the code of an address that the browser came back with, by default where it is. */
const exchange = (checks: oauth.AuthorizationCodeGrantChecks, callback = new URL(page.url())) =>
  oauth.authorizationCodeGrant(configuration, callback, checks);

test('a client is registered, and its secret shown once', async () => {
  await page.getByRole('heading', { name: 'No OAuth clients yet' }).waitFor();
  await page.getByRole('button', { name: 'New client' }).click();
  await typeInFocused(page, 'Quarterly reports');
  await dialog()
    .getByRole('combobox', { name: 'Redirect addresses' })
    .fill('http://reports.example.com/callback');
  await dialog().getByRole('textbox', { name: 'Home page' }).fill('https://reports.example.com');
  await dialog().getByRole('button', { name: 'Create' }).click();
  // Tokens would travel in the clear: the server says so, at the field.
  await dialog().getByText(/https/).last().waitFor();
  await dialog().getByRole('combobox', { name: 'Redirect addresses' }).press('Backspace');
  await dialog().getByRole('combobox', { name: 'Redirect addresses' }).fill(redirectUri);
  await dialog().getByRole('button', { name: 'Create' }).click();
  const secret = await readSecret();
  assert.match(secret.clientSecret, /^ors_/);
  await page
    .getByRole('row')
    .filter({ hasText: 'Quarterly reports' })
    .filter({ hasText: redirectUri })
    .waitFor();
  assert.ok(!(await page.content()).includes(secret.clientSecret));
  configuration = await connect(secret);
});

test('the consent says who asks and for what; a denial goes back to the client', async () => {
  const { address, checks } = await begin();
  await page.goto(address);
  await page.getByRole('heading', { name: 'Allow Quarterly reports?' }).waitFor();
  await page.getByText('Says that it is at reports.example.com').waitFor();
  const gets = page.getByRole('list', { name: 'What it gets' }).getByRole('listitem');
  assert.deepEqual(await gets.allInnerTexts(), [
    'Read whatever you may see, and change nothing',
    'In all your deployments',
    'Know that it is you',
    'Know your e-mail address',
  ]);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('heading', { name: 'Back at the application' }).waitFor();
  await assert.rejects(exchange(checks), { error: 'access_denied' });
});

test('what is allowed and remembered is not asked for again', async () => {
  const { address, checks } = await begin();
  await page.goto(address);
  await page.getByRole('checkbox', { name: 'Do not ask again' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Back at the application' }).waitFor();
  const tokens = await exchange(checks);
  assert.equal(tokens.claims()?.['email'], 'admin@oriel.localhost');
  const again = await begin();
  assert.ok((await exchange(again.checks, await followToApplication(again.address))).access_token);
});

test('with a new secret the old one is refused', async () => {
  await page.goto(`${installation.oriel.url}/settings/oauth-clients`);
  await act('Replace the secret');
  await dialog().getByRole('button', { name: 'Replace the secret' }).click();
  const secret = await readSecret();
  const before = configuration;
  configuration = await connect(secret);
  const { address, checks } = await begin();
  const callback = await followToApplication(address);
  await assert.rejects(oauth.authorizationCodeGrant(before, callback, checks), { status: 401 });
  assert.ok((await exchange(checks, callback)).access_token);
});

test('redirect addresses are edited, and a deleted client asks nobody any more', async () => {
  await page.goto(`${installation.oriel.url}/settings/oauth-clients`);
  await act('Edit');
  await dialog()
    .getByRole('combobox', { name: 'Redirect addresses' })
    .fill('https://reports.example.com/other');
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
  const { items } = await installation.client.call('getOAuthClients', {});
  assert.deepEqual(items[0]?.redirectUris, [redirectUri, 'https://reports.example.com/other']);
  await act('Delete');
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No OAuth clients yet' }).waitFor();
  await page.goto(`${installation.oriel.url}/settings/applications`);
  await page.getByRole('heading', { name: 'No applications' }).waitFor();
});
