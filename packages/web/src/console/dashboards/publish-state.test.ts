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

test('a look that a draft names adds to what is published, and is no change of the draft', () => {
  const theme = { themeId: 'quiet', primaryColor: null, widgets: { margin: '1px', border: null } };
  const taken = {
    themeId: 'quiet',
    primaryColor: 'teal',
    widgets: { margin: '1px', border: { color: 'tan' } },
  };
  const isChanged = (draft: Record<string, unknown>, shown: Record<string, unknown>) =>
    hasUnpublishedChanges({ dashboardDraft: { theme: draft }, dashboardPublished: { theme: shown } });
  assert.equal(isChanged(theme, taken), false);
  assert.equal(isChanged({ ...theme, widgets: { margin: '2px' } }, taken), true);
  assert.equal(isChanged({ ...theme, themeId: 'other' }, taken), true);
  assert.equal(isChanged({ primaryColor: 'teal' }, { primaryColor: 'teal', fontFamily: 'Georgia' }), true);
});
