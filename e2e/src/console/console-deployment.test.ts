import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole, typeInFocused } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { commitModelFile } from '../support/model-author.ts';

/** An account with two deployments, of which the second is taken away. The tests build on each other. */
let installation: Installation;
let browser: Browser;
let page: Page;
let deploymentId: number;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  browser = installation.browser;
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  ({ id: deploymentId } = await installation.client.call('createDeployment', { body: { name: 'Trial' } }));
  ({ page } = await openConsole(browser, installation.oriel, '/workspace'));
  // The address names the deployment, which is the console's from then on.
  const address = `${installation.oriel.url}/settings/deployment`;
  await page.goto(`${address}?deployment=${deploymentId}`);
  await page.waitForURL(address);
});
after(() => installation.close());

const dialog = () => page.getByRole('dialog');
const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
const submit = async (name: string) => {
  await dialog().getByRole('button', { name, exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
};

test('the settings say what is served, and a name that is taken is refused at its field', async () => {
  await page.getByRole('heading', { name: 'Settings of Trial' }).waitFor();
  await page.getByRole('region', { name: 'Build' }).getByText('Served').waitFor();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Sales');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is a deployment of this name.').waitFor();
  await name.fill('Try-out');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Settings of Try-out' }).waitFor();
  const settings = await installation.client.call('getDeploymentSettings', { params: { deploymentId } });
  assert.equal(settings.name, 'Try-out');
});

test('a file with cubes outside of the folder of the model is named beside the build', async () => {
  const repository = { dataDir: installation.oriel.dataDir, deploymentId };
  const cubes = 'cubes: [{ name: orders, sql: SELECT 1 AS id }]\n';
  await commitModelFile(repository, 'model/orders.yml', cubes);
  await commitModelFile(repository, 'examples/orders.yml', cubes);
  await page.reload();
  await page
    .getByRole('region', { name: 'What is not part of the model' })
    .getByText('examples/orders.yml is left out')
    .waitFor();
  await page.getByRole('region', { name: 'Build' }).getByText('Served').waitFor();
});

test('a variable is added, changed and deleted, and a secret stays hidden', async () => {
  await openTab('Variables');
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await typeInFocused(page, 'CUBEJS_DB_PASS');
  await dialog().getByRole('textbox', { name: 'Value' }).fill('hunter2');
  await submit('Save');
  const secret = page.getByRole('row').filter({ hasText: 'CUBEJS_DB_PASS' });
  await secret.getByRole('cell', { name: 'Hidden', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for CUBEJS_DB_PASS' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  assert.equal(await dialog().getByRole('textbox', { name: 'Value' }).inputValue(), '');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await typeInFocused(page, '1_BAD');
  await dialog().getByRole('textbox', { name: 'Value' }).fill('x');
  await page.keyboard.press('Tab');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByRole('alert').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Actions for CUBEJS_DB_PASS' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await submit('Delete');
  await secret.waitFor({ state: 'detached' });
});

test('a token of an environment is made, shown once and revoked', async () => {
  await openTab('Environments');
  await page
    .getByRole('row')
    .filter({ hasText: 'Production' })
    .getByRole('button', { name: /^Tokens/ })
    .click();
  await dialog().getByText('No token is valid at the moment.').waitFor();
  await dialog().getByRole('button', { name: 'New token' }).click();
  await dialog().getByRole('textbox', { name: 'Security context' }).fill('[]');
  await dialog().getByText('This is no JSON object.').waitFor();
  await dialog().getByRole('textbox', { name: 'Security context' }).fill('{"region": "EMEA"}');
  await dialog().getByRole('button', { name: 'Create' }).click();
  const shown = dialog().locator('pre');
  await shown.waitFor();
  const token = (await shown.textContent()) ?? '';
  const ask = () =>
    fetch(`${installation.oriel.url}/deployments/${deploymentId}/cubejs-api/v1/meta`, {
      headers: { authorization: token },
    });
  assert.equal((await ask()).status, 200);
  await dialog().getByRole('button', { name: 'I have it' }).click();
  await dialog().getByRole('listitem').getByRole('button', { name: 'Revoke' }).click();
  await dialog().getByText('No token is valid at the moment.').waitFor();
  assert.equal((await ask()).status, 403);
  await page.keyboard.press('Escape');
});

test('the log names the runtime that answered', async () => {
  await openTab('Logs');
  await page.getByRole('log').filter({ hasText: 'master' }).waitFor();
  await page.getByRole('region', { name: 'Runtimes' }).getByText('Running').waitFor();
  await page.reload();
  await page.getByRole('log').waitFor();
});

test('a deployment is deleted once its name is typed, and the console goes on in another', async () => {
  await openTab('General');
  await page.getByRole('button', { name: 'Delete the deployment' }).click();
  const confirm = dialog().getByRole('button', { name: 'Delete the deployment' });
  assert.equal(await confirm.isDisabled(), true);
  await typeInFocused(page, 'Try-out');
  await confirm.click();
  await page.waitForURL('**/workspace');
  await page.getByRole('heading', { name: 'Workspace' }).first().waitFor();
  const { items } = await installation.client.call('getDeployments', {});
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Sales'],
  );
});
