import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showsDashboardChat } from './ai-settings.ts';

test('the session says whether there is a chat, else the account, else there is one', () => {
  const account = (showDashboardChat: boolean | null) => ({ embedding: { showDashboardChat } });
  assert.equal(showsDashboardChat({}, undefined), true);
  assert.equal(showsDashboardChat({}, account(null)), true);
  assert.equal(showsDashboardChat({}, account(false)), false);
  assert.equal(showsDashboardChat({ showDashboardChat: null }, account(false)), false);
  assert.equal(showsDashboardChat({ showDashboardChat: true }, account(false)), true);
  assert.equal(showsDashboardChat({ showDashboardChat: false }, account(true)), false);
});

test('without AI there is no chat, whatever else is said', () => {
  const wanted = { showDashboardChat: true };
  assert.equal(showsDashboardChat({ ...wanted, allowAi: false }, undefined), false);
  assert.equal(showsDashboardChat({ ...wanted, allowAi: true }, { embedding: { allowAi: false } }), false);
});
