import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPageEvents } from './page-events.ts';

function record() {
  const told: string[] = [];
  const events = createPageEvents({
    basepath: '/embed/d/42/app',
    emit: (type, payload) => void told.push(`${type} ${JSON.stringify(payload)}`),
  });
  return { told, events };
}

test('the first page is viewed once, with its whole path', () => {
  const { told, events } = record();
  events.arrive('/workspace');
  events.show('/workspace', 'Workspace');
  events.show('/workspace', 'Workspace');
  assert.deepEqual(told, ['view {"path":"/embed/d/42/app/workspace","title":"Workspace"}']);
});

test('another page is navigated to and then viewed, whichever is said first', () => {
  for (const isTitleFirst of [true, false]) {
    const { told, events } = record();
    events.show('/workspace', 'Workspace');
    if (!isTitleFirst) events.arrive('/workbook/130');
    events.show('/workbook/130', 'Sales');
    if (isTitleFirst) events.arrive('/workbook/130');
    assert.deepEqual(told.slice(1), [
      'navigate {"path":"/embed/d/42/app/workbook/130","previousPath":"/embed/d/42/app/workspace"}',
      'view {"path":"/embed/d/42/app/workbook/130","title":"Sales"}',
    ]);
  }
});

test('going back is a navigation, and a view again', () => {
  const { told, events } = record();
  for (const path of ['/a', '/b', '/a']) events.show(path, path);
  assert.deepEqual(
    told.map((each) => each.split(' ')[0]),
    ['view', 'navigate', 'view', 'navigate', 'view'],
  );
});

test('a page that the host leads to is told, also where it is the one that is there', () => {
  const { told, events } = record();
  events.show('/a', 'A');
  events.lead('/a');
  events.arrive('/a');
  events.arrive('/a');
  events.lead('/b');
  // The page that is left says its title once more.
  events.show('/a', 'A');
  events.show('/b', 'B');
  events.arrive('/b');
  assert.deepEqual(
    told.map((each) => `${each.split(' ')[0]} ${each.match(/app(\/\w)/)?.[1]}`),
    ['view /a', 'navigate /a', 'view /a', 'navigate /b', 'view /b'],
  );
});
