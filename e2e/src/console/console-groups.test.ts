import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole, typeInFocused } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** An account with an administrator and a user without anything. The tests build on each other. */
let installation: Installation;
let browser: Browser;
let page: Page;
let userId: number;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  browser = installation.browser;
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  const user = await installation.client.call('createUser', {
    body: { email: 'ada@example.com', username: 'ada@example.com', firstName: 'Ada', defaultRoles: [] },
  });
  userId = user.id;
  ({ page } = await openConsole(browser, installation.oriel, '/settings/roles'));
});
after(() => installation.close());

const dialog = () => page.getByRole('dialog');
const open = async (name: string) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
};
const submit = async (name: string) => {
  await dialog().getByRole('button', { name, exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
};

test('a role is made of policies, and stands before the built-in ones', async () => {
  await page.getByText('Manages everything, people included.').waitFor();
  await page.getByRole('button', { name: 'New role' }).click();
  await typeInFocused(page, 'Analyst');
  await dialog().getByRole('button', { name: 'Add a policy' }).click();
  await dialog().getByRole('button', { name: 'Remove policy 3' }).click();
  const permissions = dialog().getByRole('group', { name: 'Policy 2' }).getByRole('combobox', {
    name: 'Permissions',
  });
  await permissions.fill('SqlRunner');
  await page.getByRole('option', { name: 'SqlRunnerRead' }).click();
  await page.keyboard.press('Tab');
  await submit('Create');
  const { items } = await installation.client.call('getRoles', {});
  assert.deepEqual(items[0]?.policies, [
    { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] },
    { resourceType: 'Deployment', actions: ['DeploymentRead', 'SqlRunnerRead'], resources: ['All'] },
  ]);
  await page
    .getByRole('row')
    .filter({ hasText: 'DeploymentRead, SqlRunnerRead on every Deployment' })
    .waitFor();
});

test('a name that is taken is refused at the field', async () => {
  await page.getByRole('button', { name: 'New role' }).click();
  await typeInFocused(page, 'ANALYST');
  await page.keyboard.press('Enter');
  await dialog().getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('a group confers a role on the users who are put into it', async () => {
  await open('Groups');
  await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
  await page.getByRole('button', { name: 'New group' }).click();
  await typeInFocused(page, 'managers');
  await dialog().getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Analyst' }).click();
  // The choices stay open for more; leaving the field closes them.
  await page.keyboard.press('Tab');
  await submit('Create');
  await page
    .getByRole('row')
    .filter({ hasText: 'managers' })
    .getByRole('button', { name: '0 users' })
    .click();
  await dialog().getByRole('combobox', { name: 'Add a user' }).click();
  await typeInFocused(page, 'ada@');
  await page.getByRole('option', { name: /Ada/ }).click();
  await dialog().getByRole('listitem').getByText('ada@example.com').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '1 user', exact: true }).waitFor();
  const [group] = (await installation.client.call('getUserGroups', {})).items;
  assert.deepEqual(group && [group.name, group.roles, group.userCount], ['managers', ['Analyst'], 1]);
});

test('a group is renamed, searched for and deleted', async () => {
  await page.getByRole('button', { name: 'Actions for managers' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('leads');
  await submit('Save');
  await page.getByRole('textbox', { name: 'Search by name' }).fill('managers');
  await page.getByRole('heading', { name: 'No group has this in its name' }).waitFor();
  await page.getByRole('textbox', { name: 'Search by name' }).fill('LEA');
  await page.getByRole('button', { name: 'Actions for leads' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await submit('Delete');
  assert.deepEqual((await installation.client.call('getUserGroups', {})).items, []);
});

test('an attribute is created, refused where its default does not fit, and set for a user', async () => {
  await open('Attributes');
  await page.getByRole('button', { name: 'New attribute' }).click();
  await typeInFocused(page, 'shops');
  await dialog().getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'List of numbers' }).click();
  await dialog().getByRole('textbox', { name: 'Default' }).fill('one');
  await page.keyboard.press('Enter');
  await dialog()
    .getByText(/number/)
    .last()
    .waitFor();
  await dialog().getByRole('textbox', { name: 'Default' }).fill('1, 2');
  await submit('Create');
  await page.getByRole('row').filter({ hasText: 'shops' }).getByText('List of numbers').waitFor();
  await open('People');
  await page.getByRole('button', { name: 'Actions for Ada' }).click();
  await page.getByRole('menuitem', { name: 'Attributes' }).click();
  await dialog().getByRole('textbox', { name: 'shops' }).fill('4, 7');
  await submit('Save');
  const [value] = await installation.client.call('getUserAttributeValues', { params: { userId } });
  assert.deepEqual(value?.value, [4, 7]);
});
