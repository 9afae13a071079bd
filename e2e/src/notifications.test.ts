import { startMailServer, type MailServer } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './support/browsers/browser.ts';
import { openConsole } from './support/console.ts';
import { startInstallation, type Installation } from './support/installation.ts';

/** A server with a mail server and a browser, and a published dashboard. The tests build on each other. */
let installation: Installation;
let mailServer: MailServer;
let browser: Browser;
let page: Page;
let problems: string[];
let deploymentId: number;
let publicId: string;
before(async () => {
  mailServer = await startMailServer();
  const { smtpUrl, smtpFrom } = mailServer.settings;
  const { CHROMIUM_PATH: chromium } = process.env;
  installation = await startInstallation({
    env: chromium === undefined ? {} : { ORIEL_CHROMIUM: chromium },
    args: ['--no-demo', '--smtp-url', smtpUrl, '--smtp-from', smtpFrom],
  });
  browser = installation.browser;
  const { client } = installation;
  ({ id: deploymentId } = await client.call('createDeployment', { body: { name: 'Sales' } }));
  await client.call('createUser', {
    body: {
      email: 'ada@example.com',
      username: 'ada@example.com',
      firstName: 'Ada',
      password: 'a long password',
    },
  });
  const params = { deploymentId };
  const { id: workbookId } = await client.call('createWorkbook', { params, body: { name: 'Sales' } });
  const widget = {
    id: 'text',
    type: 'TEXT',
    position: { x: 0, y: 0, w: 6, h: 4 },
    config: { content: '# Hello' },
  } as const;
  ({ publicId } = await client.call('publishDashboard', {
    params: { deploymentId, workbookId },
    body: { workbookId, title: 'Sales', config: { title: 'Sales', widgets: [widget] } },
  }));
  await client.call('updateWorkbookAccess', {
    params: { deploymentId, workbookId },
    body: { entries: [{ subjectType: 'ORGANIZATION', level: 'read' }] },
  });
  ({ page, problems } = await openConsole(browser, installation.oriel, '/settings/notifications'));
});
after(async () => {
  await installation.close();
  await mailServer.close();
});

const dialog = () => page.getByRole('dialog');
const act = async (name: string) => {
  await page.getByRole('button', { name: 'Actions for Sales' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('a notification is made with a preview of its next runs', async () => {
  await page.getByRole('heading', { name: 'No notifications yet' }).waitFor();
  await page.getByRole('button', { name: 'New notification' }).click();
  await dialog().getByRole('combobox', { name: 'Dashboard' }).click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await dialog().getByRole('combobox', { name: 'Runs' }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  await dialog().getByText('At 09:00, only on Monday').waitFor();
  assert.equal(await dialog().getByRole('listitem').filter({ hasText: 'Mon' }).count(), 5);
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Not run yet' }).waitFor();
});

test('a schedule that cannot be is said at its field', async () => {
  await act('Edit');
  await dialog().getByRole('combobox', { name: 'Runs' }).click();
  await page.getByRole('option', { name: 'By cron expression' }).click();
  await dialog().getByLabel('Cron expression').fill('61 * * * *');
  await dialog().getByText('The schedule is not complete yet.').waitFor();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('Invalid value for minute: 61').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('recipients are added and removed, and one without an address is refused', async () => {
  await act('Recipients');
  await dialog().getByText('No recipients yet.', { exact: false }).waitFor();
  await dialog().getByRole('combobox', { name: 'Add a user' }).fill('ada');
  await page.getByRole('option', { name: 'Ada · ada@example.com' }).click();
  await dialog().getByRole('listitem').filter({ hasText: 'ada@example.com' }).waitFor();
  await dialog().getByLabel('Embed tenant').fill('northwind');
  await dialog().getByLabel('External id of a viewer').fill('nobody');
  await dialog().getByRole('button', { name: 'Add viewer' }).click();
  await dialog().getByRole('alert').waitFor();
  await dialog().getByLabel('External id of a viewer').fill('grace@example.com');
  await dialog().getByRole('button', { name: 'Add viewer' }).click();
  await dialog().getByRole('listitem').filter({ hasText: 'viewer of northwind' }).waitFor();
  await dialog().getByRole('button', { name: 'Remove grace@example.com' }).click();
  await dialog().getByText('viewer of northwind').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('a run by hand sends the dashboard with its picture, and is in the history', async () => {
  await act('Run now');
  await dialog().getByRole('button', { name: 'Succeeded' }).click();
  await dialog().getByRole('listitem').filter({ hasText: 'ada@example.com' }).getByText('Sent').waitFor();
  const [mail] = mailServer.mails;
  assert.equal(mail?.to, 'ada@example.com');
  assert.ok(mail.parts.get('dashboard.png')?.includes('PNG'));
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  // What was refused above, the browser reports as well.
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('status of 400')),
    [],
  );
});

test('the link of the message unsubscribes with a button, without signing in', async () => {
  const [, link = ''] = /Unsubscribe: (\S+)/.exec(mailServer.mails[0]?.parts.get('text/plain') ?? '') ?? [];
  const { page: reader } = await openPage(browser);
  await reader.goto(link);
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await reader.getByRole('heading', { name: 'Unsubscribed' }).waitFor();
  // Who is a recipient is for administrators to say.
  assert.equal(await reader.getByRole('button', { name: 'Send these again' }).count(), 0);
  const [address = '', token = ''] = link.split('#');
  await reader.goto(`${address}?locale=de-DE#${token.slice(0, -3)}abc`);
  await reader.getByRole('heading', { name: 'Dieser Link kann nicht verwendet werden' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '0 recipients' }).waitFor();
});

test('an export is drawn as PNG and PDF, and is gone for others', async () => {
  const { client } = installation;
  for (const [format, magic] of [
    ['png', '\u0089PNG'],
    ['pdf', '%PDF'],
  ] as const) {
    const body = { dashboardPublicId: publicId, format };
    const { jobId } = await client.call('startExport', { params: { deploymentId }, body });
    const params = { deploymentId, jobId };
    const ask = () => client.call('getExportStatus', { params });
    let state = await ask();
    while (state.status === 'pending' || state.status === 'processing') state = await ask();
    assert.deepEqual([state.status, state.error], ['completed', null]);
    const url = `${installation.oriel.url}/api/v1/deployments/${deploymentId}/dashboard-exports/${jobId}/download?filename=sales`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${installation.oriel.apiKey}` } });
    assert.equal(answer.headers.get('content-type'), state.contentType);
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`sales\\.${format}`));
    assert.ok(
      Buffer.from(await answer.arrayBuffer())
        .toString('latin1')
        .startsWith(magic),
    );
  }
});
