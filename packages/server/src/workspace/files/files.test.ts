import type { DefinitionFile, Problem, Report, Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  overtake,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const as = (key: string | undefined) => (key === undefined ? {} : { key });
const read = (path: string, key?: string) => calls.ok<DefinitionFile>('GET', path, as(key));
const edit = (path: string, oldText: string, newText: string, more: object = {}) =>
  calls.ok<DefinitionFile>('PATCH', path, { body: { edits: [{ oldText, newText }], ...more } });
const issuesOf = async (path: string, oldText: string, newText: string) => {
  const answer = await calls.call('PATCH', path, { body: { edits: [{ oldText, newText }] } });
  assert.equal(answer.statusCode, 400, answer.body);
  const { code, issues = [] } = answer.json<Problem>();
  return [code, ...issues.map((issue) => issue.path)];
};

async function makeReport() {
  const { id } = await calls.makeReport({
    name: 'Revenue',
    title: 'By month',
    description: 'Of all regions',
    jsonQuery: '{"measures":["a.b"],"dimensions":[]}',
    meta: { spec: { columns: [{ field: 'a.b' }] }, kind: 'table' },
  });
  return { id, path: `/reports/${id}/file` };
}

test('a report is a file of sorted JSON with its query as JSON, and the hash is that of the text', async () => {
  const { path } = await makeReport();
  const { content, hash } = await read(path);
  assert.deepEqual(content.split('\n').slice(0, 6), [
    '{',
    '  "description": "Of all regions",',
    '  "jsonQuery": {',
    '    "dimensions": [],',
    '    "measures": [',
    '      "a.b"',
  ]);
  assert.deepEqual(Object.keys(JSON.parse(content) as object), [
    'description',
    'jsonQuery',
    'meta',
    'name',
    'title',
  ]);
  assert.equal(hash, createHash('sha256').update(content).digest('hex'));
});

test('edits of a report file change the report, one after the other', async () => {
  const { id, path } = await makeReport();
  const before = await read(path);
  const body = {
    edits: [
      { oldText: '"a.b"\n    ]', newText: '"a.b",\n      "a.c"\n    ]' },
      { oldText: '"title": "By month"', newText: '"title": "By year"' },
      { oldText: 'By year', newText: 'By quarter' },
    ],
    hash: before.hash,
  };
  const after = await calls.ok<DefinitionFile>('PATCH', path, { body });
  const report = await calls.ok<Report>('GET', `/reports/${id}`);
  assert.deepEqual(
    [report.jsonQuery, report.title, report.version, report.description],
    ['{"dimensions":[],"measures":["a.b","a.c"]}', 'By quarter', 2, 'Of all regions'],
  );
  assert.deepEqual(after, await read(path));
  await calls.refused(['PATCH', path, { body }], 409, 'file_changed');
  await edit(path, ',\n  "title": "By quarter"', '');
  assert.equal((await calls.ok<Report>('GET', `/reports/${id}`)).title, null);
});

test('an edit of what is not there once, or that makes no report, changes nothing', async () => {
  const { id, path } = await makeReport();
  assert.deepEqual(await issuesOf(path, 'nowhere', 'x'), ['text_not_found']);
  assert.deepEqual(await issuesOf(path, '"a.b"', 'x'), ['text_not_found']);
  assert.deepEqual(await issuesOf(path, '"name": "Revenue"', '"name": '), ['validation_failed', 'edits']);
  assert.deepEqual(await issuesOf(path, '"name": "Revenue"', '"name": 5'), [
    'validation_failed',
    'content.name',
  ]);
  assert.deepEqual(await issuesOf(path, '"table"', '"pie"'), ['validation_failed', 'meta.kind']);
  assert.deepEqual(await issuesOf(path, '"name"', '"folderId": 1, "name"'), [
    'validation_failed',
    'content.folderId',
  ]);
  assert.equal((await calls.ok<Report>('GET', `/reports/${id}`)).version, 1);
});

test('a report that is changed while its file is edited is not overwritten', async () => {
  const { id, path } = await makeReport();
  const answer = await overtake(
    world.database.pool,
    [`update reports set title = 'Theirs', version = version + 1 where id = $1`, [id]],
    () => calls.call('PATCH', path, { body: { edits: [{ oldText: 'By month', newText: 'Ours' }] } }),
  );
  assert.equal(answer.statusCode, 409, answer.body);
  assert.equal((await calls.ok<Report>('GET', `/reports/${id}`)).title, 'Theirs');
});

test('a dashboard draft is a file as well, empty where there is none', async () => {
  const { id } = await calls.makeWorkbook('Board');
  const path = `/workbooks/${id}/dashboard/file`;
  assert.equal((await read(path)).content, '{}\n');
  const widget =
    '{"type": "TEXT", "position": {"x": 0, "y": 0, "w": 4, "h": 2}, "config": {"content": "Hello"}}';
  const { content } = await edit(path, '{}', `{"title": "Board", "widgets": [${widget}]}`);
  assert.match(content, /"id": "text-1"/);
  await edit(path, 'Hello', 'Good day');
  const { dashboardDraft, version } = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
  assert.deepEqual([dashboardDraft?.widgets?.[0]?.config, version], [{ content: 'Good day' }, 3]);
  assert.deepEqual(await issuesOf(path, '"TEXT"', '"TEXTS"'), [
    'validation_failed',
    'dashboardDraft.widgets[0].type',
  ]);
});

test('reading a file takes read access, editing it edit access', async () => {
  const person = await calls.makePerson();
  const { id, path } = await makeReport();
  const { id: workbookId } = await calls.makeWorkbook('Board');
  const draft = `/workbooks/${workbookId}/dashboard/file`;
  const body = { edits: [{ oldText: '{', newText: '{' }] };
  await calls.refused(['GET', path, { key: person.key }], 404, 'report_not_found');
  await calls.refused(['GET', draft, { key: person.key }], 404, 'workbook_not_found');
  await calls.grant('REPORT', id, person.id, 1);
  await calls.grant('WORKBOOK', workbookId, person.id, 1);
  assert.ok((await read(path, person.key)).hash);
  assert.ok((await read(draft, person.key)).hash);
  const edits = { edits: [{ oldText: 'Revenue', newText: 'R' }] };
  await calls.refused(['PATCH', path, { body: edits, key: person.key }], 403, 'forbidden');
  await calls.refused(['PATCH', draft, { body, key: person.key }], 403, 'forbidden');
});
