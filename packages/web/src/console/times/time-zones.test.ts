import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeZonesWith } from './time-zones.ts';

test('each zone is offered once, also where the browser lists UTC, and one that it does not list', (context) => {
  context.mock.method(Intl, 'supportedValuesOf', () => ['Asia/Tokyo', 'Europe/Berlin', 'UTC']);
  const listed = ['UTC', 'Asia/Tokyo', 'Europe/Berlin'];
  for (const chosen of ['', null, undefined, 'UTC']) assert.deepEqual(timeZonesWith(chosen), listed);
  assert.deepEqual(timeZonesWith('Europe/Berlin').toSorted(), listed.toSorted());
  assert.deepEqual(timeZonesWith('Etc/GMT+3'), ['UTC', 'Etc/GMT+3', 'Asia/Tokyo', 'Europe/Berlin']);
});
