import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** The pages of tokens for others: a provider that agrees at once, or refuses with markup. */
let installation: Installation;
let page: Page;
let problems: string[];
let provider: Server;
let providerUrl: string;
let refuses = false;
before(async () => {
  provider = createServer(answerAsProvider);
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  installation = await startInstallation({
    args: ['--no-demo', '--outbound-private-networks', '127.0.0.0/8'],
  });
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  ({ page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    '/settings/oauth-integrations',
    {
      colorScheme: 'light',
    },
  ));
});
after(async () => {
  await installation.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

function answerAsProvider(request: IncomingMessage, reply: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', providerUrl);
  if (pathname === '/authorize') {
    const location = new URL(searchParams.get('redirect_uri') ?? providerUrl);
    location.searchParams.set('state', searchParams.get('state') ?? '');
    if (refuses) {
      location.searchParams.set('error', 'access_denied');
      location.searchParams.set('error_description', '<img src=x onerror=alert(1)>');
    } else location.searchParams.set('code', 'code');
    reply.writeHead(302, { location: location.href }).end();
    return;
  }
  const tokens = {
    access_token: 'access',
    refresh_token: 'refresh',
    token_type: 'Bearer',
    expires_in: 3_600,
  };
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens));
}

const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true });
const secret = () => page.getByRole('dialog').locator('input[type=password]');
const connection = () => page.getByRole('region', { name: 'warehouse' });

test('an administrator registers a provider, and its secret is not shown again', async () => {
  await page.getByRole('button', { name: 'New integration' }).click();
  await field('Name').fill('warehouse');
  await field('Authorization address').fill(`${providerUrl}/authorize`);
  await field('Token address').fill('ftp://files.example.com');
  await field('Client ID').fill('oriel');
  await secret().fill('a secret');
  await field('Hosts of data sources').fill('db.example.com');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('must be an https address').waitFor();
  await field('Token address').fill(`${providerUrl}/token`);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'db.example.com' }).waitFor();
  await page.getByRole('button', { name: 'Actions for warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  assert.equal(await secret().inputValue(), '');
  await field('Scopes').fill('sql offline_access');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const [integration] = await installation.client.call('listOAuthIntegrations', {});
  assert.deepEqual(integration?.scopes, ['sql', 'offline_access']);
});

test('a person connects, comes back, and disconnects', async () => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Connected accounts' }).click();
  await page.getByRole('button', { name: 'Connect with warehouse' }).click();
  await page.getByRole('status').filter({ hasText: 'You are connected' }).waitFor();
  await connection().getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Disconnect from warehouse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await connection().getByText('Not connected').waitFor();
});

test('what a provider refuses with is shown as text', async () => {
  refuses = true;
  await page.getByRole('button', { name: 'Connect with warehouse' }).click();
  await connection().getByText('access_denied (<img src=x onerror=alert(1)>)').waitFor();
  await connection().getByText('Failed').waitFor();
  assert.equal(await page.locator('img[src=x]').count(), 0);
});

test('an administrator has runtimes issue tokens, and switches them off', async () => {
  await page.getByRole('link', { name: 'Workload tokens' }).click();
  await page.getByRole('switch', { name: 'Runtimes get tokens' }).click();
  await page.getByRole('button', { name: 'New configuration' }).click();
  await field('Name').fill('warehouse');
  await field('Audience').fill('https://warehouse.example.com');
  await field('Environment variable').fill('PATH');
  await field('Further claims').fill('{ "team": ');
  await page.getByText('This is no JSON object.').waitFor();
  await field('Further claims').fill('{ "team": "sales" }');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('is a variable that runtimes themselves go by').waitFor();
  await field('Environment variable').fill('WAREHOUSE_TOKEN_FILE');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'On', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByRole('cell', { name: 'Off', exact: true }).waitFor();
  const [config] = await installation.client.call('listOidcTokenConfigs', {});
  assert.deepEqual([config?.customClaims, config?.isEnabled], [{ team: 'sales' }, false]);
  const settings = await installation.client.call('getTenantSettings', {});
  assert.equal(settings.oidcEnabled, true);
  await page.getByRole('button', { name: 'Actions for warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No configurations yet').waitFor();
});

test('nothing of it fails in the browser', () => {
  assert.deepEqual(
    // Refusals that the forms show.
    problems.filter((problem) => !problem.includes('400')),
    [],
  );
});
