import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changeFiles, readChange } from '../changes.mjs';
import { root } from '../setup.mjs';
import { formatSection, insertSection, MAX_LENGTH, parseChange, parts } from './change-files.mjs';

test('every file of a change has the form', () => {
  for (const file of changeFiles()) readChange(file);
});

test('a file is a kind, a part and one sentence', () => {
  assert.deepEqual(parseChange('a.md', 'added(api): `GET /a` is new.\n'), {
    kind: 'added',
    part: 'API and command line',
    text: '`GET /a` is new.',
  });
  const refused = {
    'Something is new.\n': /is no `KIND/,
    'made(api): It is new.\n': /made is none of security/,
    'added(cli): It is new.\n': /cli is none of embedding/,
    'added(api): It is new\n': /is no sentence/,
    'added(api): it is new.\n': /is no sentence/,
    'added(api): It is new.\nAnd long.\n': /more than one line/,
    'fixed(api): It works; before, it did not.\n': /what was before/,
    [`added(api): ${'A'.repeat(MAX_LENGTH)}.\n`]: /241 characters/,
  };
  for (const [content, why] of Object.entries(refused))
    assert.throws(() => parseChange('a.md', content), why, content);
});

test('a release has its parts and kinds in order, above the releases that were', () => {
  const changes = [
    ['fixed(api): B.', 'added(operations): C.', 'added(api): A.', 'security(api): S.'],
  ].flatMap((contents) => contents.map((content) => parseChange('a.md', content)));
  const section = formatSection('0.2.0 — 2026-12-01', changes);
  assert.equal(
    section,
    `## 0.2.0 — 2026-12-01

### API and command line

- Security: S.
- Added: A.
- Fixed: B.

### Operations

- Added: C.
`,
  );
  const changelog = '# Changelog\n\nText.\n\n## 0.1.0\n\n- Old.\n';
  assert.equal(insertSection(changelog, section), `# Changelog\n\nText.\n\n${section}\n## 0.1.0\n\n- Old.\n`);
  assert.equal(insertSection('# Changelog\n', section), `# Changelog\n\n${section}`);
});

test('the changelog has a line for each change, in parts that there are, and tells nothing of before', () => {
  const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n').slice(4);
  const titles = Object.values(parts).map((part) => `### ${part}`);
  const odd = lines.filter(
    (line) =>
      line !== '' && !/^## (\d+\.\d+\.\d+ — )?\d{4}-\d\d-\d\d$|^- .*\S$/.test(line) && !titles.includes(line),
  );
  assert.deepEqual(odd, []);
  assert.deepEqual(
    lines.filter((line) => /^- before,|[;.] before,/i.test(line)),
    [],
  );
});
