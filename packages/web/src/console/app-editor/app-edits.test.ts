import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  editsOf,
  faultsOf,
  isSame,
  nameFaultOf,
  sourceOf,
  withContent,
  withFile,
  withName,
  without,
  withRemoved,
} from './app-edits.ts';

const app = { entry: 'a.html', files: { 'a.html': '<p>', 'lib/b.js': '1' } };

test('an app that is not changed is saved as it was, with its manifest', () => {
  const manifest = { version: 1 };
  assert.deepEqual(sourceOf(editsOf(app), { manifest }), { ...app, manifest });
});

test('an app of one document becomes files with that as the entry', () => {
  assert.deepEqual(sourceOf(editsOf({ html: '<p>Whole' })), {
    entry: 'index.html',
    files: { 'index.html': '<p>Whole' },
  });
});

test('the entry keeps being the entry under another name, and is shown still', () => {
  const renamed = withName(editsOf(app), 'a.html', 'pages/c.html');
  assert.equal(renamed.entry, 'pages/c.html');
  assert.equal(renamed.opened, 'pages/c.html');
  assert.deepEqual([...renamed.files.keys()], ['pages/c.html', 'lib/b.js'], 'in its place');
  assert.deepEqual(faultsOf(renamed), []);
});

test('what was deleted comes back in turn, and beside a file that has taken its name', () => {
  const start = editsOf(app);
  const emptied = without(without(start, 'a.html'), 'lib/b.js');
  assert.equal(emptied.opened, undefined);
  assert.deepEqual(faultsOf(emptied), [{ kind: 'entry', entry: 'a.html' }]);
  const back = withRemoved(withRemoved(emptied));
  assert.ok(isSame(back, start));
  assert.ok(isSame(withRemoved(back), start), 'nothing more was deleted');
  const taken = withRemoved(withFile(without(start, 'lib/b.js'), 'lib/b.js', '2'));
  assert.deepEqual([...taken.files.keys()], ['a.html', 'lib/b.js', '2-lib/b.js']);
});

test('changes are told from none', () => {
  const start = editsOf(app);
  const changed = withContent(start, 'lib/b.js', '2');
  assert.ok(!isSame(changed, start));
  assert.ok(isSame(withContent(changed, 'lib/b.js', '1'), start));
  assert.ok(!isSame({ ...start, entry: 'lib/b.js' }, start));
});

test('names are relative paths that no other file has', () => {
  const edits = editsOf(app);
  for (const name of ['', '/a.js', '../a.js', 'a//b', 'a?b', 'a\u0000', ' a', 'x'.repeat(256)])
    assert.equal(nameFaultOf(edits, name), 'name', name);
  assert.equal(nameFaultOf(edits, 'a.html'), 'taken');
  assert.equal(nameFaultOf(edits, 'a.html', 'a.html'), undefined);
  assert.equal(nameFaultOf(edits, 'größe/c.js'), undefined);
  const prototype = withFile(edits, '__proto__', 'kept');
  assert.equal(Object.hasOwn(sourceOf(prototype).files ?? {}, '__proto__'), true);
});

test('sizes count bytes, of each file and of all', () => {
  const mega = 1024 * 1024;
  const large = withFile(editsOf(app), 'c.txt', 'ä'.repeat(mega / 2 + 1));
  assert.deepEqual(faultsOf(large), [{ kind: 'fileSize', file: 'c.txt', bytes: mega + 2 }]);
  const many = Array.from({ length: 5 }, (_, index) => `${index}.txt`).reduce(
    (edits, name) => withFile(edits, name, 'x'.repeat(mega)),
    editsOf(app),
  );
  assert.deepEqual(faultsOf(many), [{ kind: 'totalSize', bytes: 5 * mega + 4 }]);
});
