import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginHistory } from '../../editing/edit-history.ts';
import { EDITS_PREFIX, userStorage } from '../../storage/user-storage.ts';
import type { ReportEdits } from './edited-report.ts';
import { newEdits } from './report-edits.ts';
import { unsavedReports } from './unsaved-reports.ts';

const place = { deploymentId: 1, reportId: 7, workbookId: 3 };
const beginning = { deploymentId: 1, reportId: undefined, workbookId: 3 };
const edits: ReportEdits = { ...newEdits('Flights'), meta: { description: 'By month' } };
const unsaved = { history: beginHistory(edits), version: 4, isChanged: true };

test('edits that are not saved are kept for a page that is loaded again, and those of a new report as well', () => {
  for (const [of, name] of [
    [place, `${EDITS_PREFIX}report 1 7`],
    [beginning, `${EDITS_PREFIX}new report 1 3`],
  ] as const) {
    unsavedReports.write(of, unsaved);
    assert.deepEqual(JSON.parse(userStorage.read('tab', name) ?? ''), { edits, version: 4 });
    assert.equal(userStorage.hasEdits(EDITS_PREFIX), true);
    unsavedReports.remove(of);
    assert.equal(userStorage.read('tab', name), undefined);
    assert.equal(unsavedReports.read(of), undefined);
  }
});

test('what a page before has kept is read, and what is none is not', () => {
  const name = `${EDITS_PREFIX}report 1 8`;
  const other = { ...place, reportId: 8 };
  userStorage.write('tab', name, JSON.stringify({ edits, version: 2 }));
  assert.deepEqual(unsavedReports.read(other), { ...unsaved, version: 2 });
  for (const text of [
    '',
    '{',
    '[]',
    '{}',
    '{"edits":{"name":"x"}}',
    '{"edits":{"name":1,"query":{},"drawing":{},"meta":{}}}',
  ]) {
    userStorage.write('tab', name, text);
    assert.equal(unsavedReports.read(other), undefined, text);
  }
  userStorage.remove('tab', name);
});

test('changes that were taken back can be made again, and are not kept for another page', () => {
  unsavedReports.write(place, unsaved);
  unsavedReports.write(place, { ...unsaved, isChanged: false });
  assert.equal(userStorage.read('tab', `${EDITS_PREFIX}report 1 7`), undefined);
  assert.equal(unsavedReports.read(place)?.isChanged, false);
  unsavedReports.remove(place);
});
