import { startMailServer, type MailServer } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { ADMIN_EMAIL, adminPassword, fillSignIn, openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { totpCode } from '../support/totp-code.ts';

/** An account as the first start leaves it, and its administrator; the server sends mail. */
let installation: Installation;
let mailServer: MailServer;
let page: Page;
let password: string;
/** Of the authenticator app. */
let key = '';
before(async () => {
  mailServer = await startMailServer();
  const { smtpUrl, smtpFrom } = mailServer.settings;
  installation = await startInstallation({
    args: ['--no-demo', '--smtp-url', smtpUrl, '--smtp-from', smtpFrom],
  });
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  password = adminPassword(installation.oriel);
  ({ page } = await openConsole(installation.browser, installation.oriel, '/settings/security'));
});
after(async () => {
  await installation.close();
  await mailServer.close();
});

const section = (name: string) => page.getByRole('region', { name, exact: true });
const navigation = () => page.getByRole('navigation', { name: 'Main' });

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: `Account of ${ADMIN_EMAIL}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.locator('input[name=password]').waitFor();
}

test('an authenticator app is set up by its key, and the recovery codes are shown once', async () => {
  await section('Authenticator app').getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  key = (await dialog.getByRole('region', { name: 'Key' }).textContent()) ?? '';
  await dialog.getByRole('textbox', { name: 'Code of the authenticator app' }).fill(totpCode(key, 0));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const text = await codes.getByRole('region').textContent();
  assert.equal(text?.match(/[0-9a-z]{4}(-[0-9a-z]{4}){3}/g)?.length, 10, text ?? '');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await section('Authenticator app').getByText('Set up since').waitFor();
  await section('Recovery codes').getByText('10 codes left').waitFor();
});

test('after the password the code is asked for, and a wrong one is told', async () => {
  await signOut();
  await fillSignIn(page, password);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  const code = page.getByRole('textbox', { name: 'Code of the authenticator app' });
  await code.and(page.locator(':focus')).waitFor();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await code.fill(totpCode(key, 1));
  await page.keyboard.press('Enter');
  await navigation().waitFor({ state: 'attached' });
});

test('a passkey is added, and signs in without a password', async () => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${installation.oriel.url}/settings/security`);
  await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await page.keyboard.press('Enter');
  await section('Passkeys').getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  await signOut();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await navigation().waitFor({ state: 'attached' });
  await page.goto(`${installation.oriel.url}/settings/security`);
  const current = section('Sessions').getByRole('row').filter({ hasText: 'This one' });
  await current.getByRole('cell', { name: 'Passkey' }).waitFor();
});

test('the other sessions end at a button, and their browsers are led to the sign-in', async () => {
  const { page: other } = await openPage(installation.browser);
  await other.goto(`${installation.oriel.url}/settings/security`);
  await fillSignIn(other, password);
  await other.getByRole('button', { name: 'Use a recovery code' }).waitFor();
  const { recoveryCodes } = await renewCodes();
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '');
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'My security' }).waitFor();
  await page.reload();
  await section('Sessions').getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await other.reload();
  await other.locator('input[name=password]').waitFor();
  await other.close();
});

async function renewCodes(): Promise<{ recoveryCodes: string[] }> {
  await section('Recovery codes').getByRole('button', { name: 'New codes' }).click();
  const ask = page.getByRole('dialog', { name: 'Make new recovery codes?' });
  await ask.getByRole('button', { name: 'New codes' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  const text = (await shown.getByRole('region').textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  return { recoveryCodes: text.match(/[0-9a-z]{4}(-[0-9a-z]{4}){3}/g) ?? [] };
}

test('a new password is set with the old one, and what is wrong with it is told', async () => {
  const form = section('Password');
  const fill = async (current: string, next: string) => {
    await form.getByLabel('Current password').fill(current);
    await form.getByLabel('New password').fill(next);
    await form.getByLabel('The same again').fill(next);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(password, 'password1');
  await form.getByRole('alert').filter({ hasText: 'commonest' }).waitFor();
  await fill(password, 'correct horse battery staple');
  await form.getByRole('status').filter({ hasText: 'Your password was changed.' }).waitFor();
});

test('who has forgotten the password asks for a link, and is told nothing about others', async () => {
  await signOut();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The page of the sign-in has a field of this name, too.
  await page.getByRole('button', { name: 'Send the link' }).waitFor();
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If there is an account for nobody@example.com').waitFor();
  await page.getByRole('link', { name: 'Back to the sign-in' }).click();
  await page.locator('input[name=password]').waitFor();
});

test('where the account demands a second factor, a new user sets one up before anything else', async () => {
  await installation.client.call('updateTenantSettings', { body: { requiresSecondFactor: true } });
  const { invitation } = await installation.client.call('createUser', {
    body: { email: 'ada@example.com', username: 'ada' },
  });
  assert.ok(invitation);
  const { page: own } = await openPage(installation.browser);
  await own.goto(invitation.url);
  await own.getByLabel('New password').fill('a quiet evening by the sea');
  await own.getByLabel('The same again').fill('a quiet evening by the sea');
  await own.keyboard.press('Enter');
  await own.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await own.goto(`${installation.oriel.url}/workspace`);
  await own.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await own.getByRole('button', { name: 'Set up' }).click();
  const dialog = own.getByRole('dialog');
  const secret = (await dialog.getByRole('region', { name: 'Key' }).textContent()) ?? '';
  await dialog.getByRole('textbox').fill(totpCode(secret, 0));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await own.getByRole('button', { name: 'I have kept them' }).click();
  await own.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  await own.close();
});
