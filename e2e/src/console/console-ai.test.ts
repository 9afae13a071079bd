import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** An account without a model, and a model that answers what a test has written. */
let installation: Installation;
let model: ModelServer;
let page: Page;
let problems: string[];
before(async () => {
  model = await startModelServer();
  installation = await startInstallation({ args: ['--no-demo'], env: { ORIEL_LLM_ALLOW_PRIVATE: 'true' } });
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
  ({ page, problems } = await openConsole(installation.browser, installation.oriel, '/settings/ai'));
});
after(async () => {
  await installation.close();
  await model.close();
});

const section = (name: string) => page.getByRole('region', { name });
const field = (name: string) => section('Language model').getByRole('textbox', { name });
const button = (name: string) => section('Language model').getByRole('button', { name, exact: true });
const saved = (name: string) => section(name).getByText('Saved').waitFor();

test('the page says that there is no model, and tries what is entered before it is stored', async () => {
  await page.getByText('No model is set up').waitFor();
  assert.equal(await button('Try it').isDisabled(), true);
  await field('Base address').fill(model.url);
  await field('Model').fill('large-1');
  await field('Key').fill('wrong-key');
  model.steps.push({ status: 401 });
  await button('Try it').click();
  await section('Language model').getByRole('alert').getByText('refuses the key').waitFor();
  await field('Key').fill('right-key');
  model.steps.push({ text: 'Ready' });
  await button('Try it').click();
  await section('Language model').getByText('“Ready”').waitFor();
  assert.equal(model.requests.at(-1)?.headers.authorization, 'Bearer right-key');
  await button('Save').click();
  await saved('Language model');
  await page.getByText('answered by this model of the account').waitFor();
  assert.equal(await field('Key').inputValue(), '');
});

test('usage of today stands beside the limit, which is changed on the page', async () => {
  const usage = section('Usage');
  await usage.getByRole('row', { name: /Today/ }).waitFor();
  await section('Daily limit').getByRole('radio', { name: 'Of our own' }).click();
  await section('Daily limit').getByRole('textbox', { name: 'Tokens' }).fill('20');
  await section('Daily limit').getByRole('button', { name: 'Save' }).click();
  await saved('Daily limit');
  await usage.getByRole('progressbar', { name: '75% of the daily limit of admin@oriel.localhost' }).waitFor();
  assert.equal((await installation.client.call('getLanguageModel', {})).dailyTokens, 20);
});

test('the stored key is asked for again where the address becomes another host’s', async () => {
  await field('Base address').fill('https://models.example.com/v1');
  await section('Language model').getByText('enter the key for this one').waitFor();
  await button('Save').click();
  await section('Language model').getByText('must be given again').waitFor();
  await field('Base address').fill('not an address');
  // The browser says so, in its own words.
  await button('Save').click();
  await page.reload();
  assert.equal(await field('Base address').inputValue(), model.url);
});

test('a model is removed with its key, after a question', async () => {
  await button('Remove the model').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the model' }).click();
  await page.getByText('No model is set up').waitFor();
  assert.equal(await field('Base address').inputValue(), '');
  const { source, endpoint } = await installation.client.call('getLanguageModel', {});
  assert.deepEqual([source, endpoint], ['none', null]);
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('400')),
    [],
  );
});
