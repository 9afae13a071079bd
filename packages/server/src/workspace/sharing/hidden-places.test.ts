import type { AccessExplanation, ItemAccess, Report } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

/** A tab is shared by itself: its workbook, and where that lies, stay hidden. */
let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

/** A tab that a user manages, of a workbook that the user does not see. */
async function makeTab() {
  const [person, reader] = [await calls.makePerson(), await calls.makePerson()];
  const folder = await calls.makeFolder(`Secret folder ${crypto.randomUUID()}`);
  const workbook = await calls.makeWorkbook('Secret workbook', folder.id);
  const tab = await calls.makeReport({ name: 'Tab', workbookId: workbook.id });
  await calls.grant('REPORT', tab.id, person.id, 3);
  await calls.grant('WORKBOOK', workbook.id, reader.id, 2);
  const other = await calls.makePerson();
  await calls.grant('FOLDER', folder.id, other.id, 1);
  return { folder, workbook, tab, key: person.key, personId: person.id, readerId: reader.id };
}

test('who shares a tab is not told the names of the places that its access comes from', async () => {
  const { tab, key, personId, readerId } = await makeTab();
  const path = `/reports/${tab.id}/access`;
  const shown = await calls.ok<ItemAccess>('GET', path, { key });
  const entries = [{ subjectType: 'USER', subjectId: personId, level: 'manage' }];
  const shared = await calls.ok<ItemAccess>('PUT', path, { key, body: { entries } });
  const explained = await calls.ok<AccessExplanation>('GET', `${path}/explanation?userId=${readerId}`, {
    key,
  });
  for (const answer of [shown, shared, explained]) assert.doesNotMatch(JSON.stringify(answer), /Secret/);
  assert.deepEqual(
    shown.entries.map(({ inheritedFrom }) => inheritedFrom && [inheritedFrom.type, inheritedFrom.name]),
    [null, ['WORKBOOK', ''], ['FOLDER', '']],
  );
  const whole = await calls.ok<ItemAccess>('GET', path);
  assert.match(JSON.stringify(whole), /Secret workbook|Secret folder/);
});

test('a change of a tab does not tell in which folder a workbook lies that the caller does not see', async () => {
  const { folder, tab, key } = await makeTab();
  const elsewhere = await calls.makeFolder(crypto.randomUUID());
  for (const folderId of [folder.id, elsewhere.id]) {
    const body = { folderId };
    await calls.refused(['PUT', `/reports/${tab.id}`, { key, body }], 400, 'report_in_workbook');
  }
  const read = await calls.ok<Report>('PUT', `/reports/${tab.id}`, { body: { folderId: folder.id } });
  assert.equal(read.folderId, null);
});
