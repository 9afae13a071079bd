import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasUnpublishedChanges } from './publish-state.ts';

const published = { title: 'Board', settings: { a: 1, b: [1, 2] } };

test('a draft that says the same in another order is published', () => {
  const dashboardDraft = { settings: { b: [1, 2], a: 1 }, title: 'Board' };
  assert.equal(hasUnpublishedChanges({ dashboardDraft, dashboardPublished: published }), false);
});

test('a draft that differs anywhere is not', () => {
  const dashboardDraft = { ...published, settings: { a: 1, b: [2, 1] } };
  assert.equal(hasUnpublishedChanges({ dashboardDraft, dashboardPublished: published }), true);
});

test('without a draft there is nothing to publish', () => {
  assert.equal(hasUnpublishedChanges({ dashboardDraft: null, dashboardPublished: published }), false);
});
