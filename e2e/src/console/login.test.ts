import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { startCommand, type CommandOutcome } from '../support/command.ts';
import { adminPassword, ADMIN_EMAIL, fillSignIn } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** The command in a terminal, and the pages in a browser that confirm what it may do. The tests build on each other. */
let installation: Installation;
let page: Page;
let folder: string;
let url: string;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  ({ url } = installation.oriel);
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  ({ page } = await openPage(installation.browser));
  folder = await mkdtemp(join(tmpdir(), 'oriel-login-'));
});
after(async () => {
  await installation.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const start = (...args: string[]) => startCommand(folder, args);
const oriel = (...args: string[]): Promise<CommandOutcome> => start(...args).outcome;

/** The name of a login that was given none. */
const profile = () => new URL(url).host.replace(':', '-');

interface Told {
  verificationUri: string;
  verificationUriComplete: string;
  userCode: string;
  authorizationUrl: string;
}

/** Begins a login, up to what a person is told. */
async function begin(...args: string[]) {
  const command = start('login', '--url', url, '--json', ...args);
  return { ...command, told: JSON.parse(await command.firstError) as Told };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 });

test('a code leads over the sign-in to the consent, and the terminal is logged in', async () => {
  const { told, outcome } = await begin();
  await page.goto(told.verificationUriComplete);
  await fillSignIn(page, adminPassword(installation.oriel));
  await heading('Allow Oriel command line?').waitFor();
  await page.getByText(told.userCode, { exact: true }).waitFor();
  await page.getByText(/^Asked from 127\.0\.0\.1 by oriel-cli \(/).waitFor();
  const gets = page.getByRole('list', { name: 'What it gets' }).getByRole('listitem');
  assert.deepEqual(await gets.allInnerTexts(), [
    'Read and change whatever you may',
    'In all your deployments',
    'Go on while you are away, until you withdraw it',
  ]);
  await button('Allow').click();
  await heading('Your device is connected').waitFor();
  const { code, stdout } = await outcome;
  assert.equal(code, 0);
  assert.equal((JSON.parse(stdout) as { email: string }).email, ADMIN_EMAIL);
  assert.match((await oriel('deployments')).stdout, /\n\d+ +Sales +http/);
});

test('a code is taken in any case without its dash, one that is wrong stays in the field, and a denial is told', async () => {
  const { told, outcome } = await begin('--profile', 'other');
  await page.goto(told.verificationUri);
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('BBBB-BBBB');
  await page.keyboard.press('Enter');
  await page.getByText('This code is wrong, has expired or was used.').waitFor();
  assert.equal(await code.inputValue(), 'BBBB-BBBB');
  await code.fill(told.userCode.replace('-', '').toLowerCase());
  await page.keyboard.press('Enter');
  await button('Deny').click();
  await heading('Nothing was allowed').waitFor();
  const { code: exitCode, stderr } = await outcome;
  assert.equal(exitCode, 1);
  assert.match(stderr, /"code":"access_denied","message":"The login was denied in the browser"/);
  await page.goto(told.verificationUriComplete);
  await page.getByText('This code is wrong, has expired or was used.').waitFor();
});

test('a browser of the same machine comes back by itself, by keyboard alone', async () => {
  const { told, outcome } = await begin('--browser', '--read-only', '--profile', 'reader');
  await page.goto(told.authorizationUrl);
  await page.locator('h1:focus').waitFor();
  await page.getByText('You go back to a program on this computer.').waitFor();
  // Nothing but a way to answer each time: another program could ask under the same name.
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await page.locator('button:enabled', { hasText: 'Allow' }).waitFor();
  for (const name of ['Use another account', 'Deny', 'Allow']) {
    await page.keyboard.press('Tab');
    await button(name).and(page.locator(':focus')).waitFor();
  }
  await page.keyboard.press('Enter');
  await heading('Logged in').waitFor();
  assert.equal((await outcome).code, 0);
  assert.equal((await oriel('whoami', '--profile', 'reader')).code, 0);
});

test('a login that reads alone is refused a change, in words', async () => {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'numbers.yml'), 'cubes: []\n');
  const { code, stderr } = await oriel('deploy', project, '--profile', 'reader');
  assert.equal(code, 1);
  assert.match(stderr, /^oriel: The login reader may not do this: [^\n]+\(insufficient_scope\)\n$/);
});

test('a login that is withdrawn under Applications ends with the next command', async () => {
  await page.goto(`${url}/settings/applications`);
  const rows = page.getByRole('row').filter({ hasText: 'Oriel command line' });
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  const read = rows.filter({ hasText: 'Reads' }).filter({ hasNotText: 'Reads and changes' });
  await read.getByRole('button', { name: 'Withdraw Oriel command line' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw Oriel command line?' });
  // What keeps everything as it is has the focus.
  await dialog.getByRole('button', { name: 'Keep it' }).and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 1);
  const { code, stderr } = await oriel('whoami', '--profile', 'reader');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^oriel: The login to http\S+ has ended \(\w+\): log in again with oriel login --url http/,
  );
  assert.equal((await oriel('whoami', '--profile', profile())).code, 0);
});

test('logout ends the login on the server, too', async () => {
  const { code, stdout } = await oriel('logout', '--url', url, '--profile', 'localhost');
  assert.deepEqual([code, stdout], [2, '']);
  assert.equal((await oriel('logout', '--profile', profile())).stdout, `Logged out of ${url}\n`);
  await page.goto(`${url}/settings/applications`);
  await page.getByRole('heading', { name: 'No applications' }).waitFor();
});

test('pages that ask for consent are never framed, and an answered request is not open', async () => {
  for (const path of ['/oauth/consent/none', '/oauth/device']) {
    const { headers } = await fetch(url + path);
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path);
  }
  await page.goto(`${url}/oauth/consent/none`);
  await heading('This request is not open any more').waitFor();
});
