import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { root } from '../setup.mjs';
import { findStaleLists } from './generated-lists.mjs';
import { anchorsOf, linksOf } from './markdown.mjs';
import { findStalePages, markdownFiles } from './pages.mjs';
import { fillSnippets } from './snippets.mjs';

test('generated pages and snippets say what the code says; npm run docs refreshes them', async () => {
  assert.deepEqual(
    (await findStalePages()).map(({ path }) => path),
    [],
  );
});

test('the lists of the contract and of the console have every file; npm run docs refreshes them', async () => {
  assert.deepEqual(
    (await findStaleLists()).map(({ path }) => path),
    [],
  );
});

test('every relative link and anchor of every page leads somewhere', async () => {
  const files = markdownFiles();
  assert.ok(files.includes('README.md') && files.includes('docs/reference/settings.md'));
  const broken = await Promise.all(files.map(brokenLinks));
  assert.deepEqual(broken.flat(), []);
});

async function brokenLinks(file) {
  const links = linksOf(await readFile(join(root, file), 'utf8'));
  const relative = links.filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
  const verdicts = await Promise.all(relative.map((link) => leadsSomewhere(file, link)));
  return relative.filter((_link, index) => !verdicts[index]).map((link) => `${file}: ${link}`);
}

async function leadsSomewhere(file, link) {
  const [path, anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), decodeURI(path)));
  if (!existsSync(join(root, target))) return false;
  if (anchor === undefined) return true;
  return target.endsWith('.md') && anchorsOf(await readFile(join(root, target), 'utf8')).includes(anchor);
}

test('links are found in prose and not in code', () => {
  const page = 'See [a](b.md#c) and ![d](<e.png>).\n`[no](link)`\n```\n[no](link)\n```\n\n[r]: f.md\n';
  assert.deepEqual(linksOf(page), ['b.md#c', 'e.png', 'f.md']);
});

test('anchors are those of GitHub', () => {
  const page = '# `oriel` — the command\n## 400: A b, c\n## Twice\n## Twice\n```\n# no heading\n```\n';
  assert.deepEqual(anchorsOf(page), ['oriel--the-command', '400-a-b-c', 'twice', 'twice-1']);
});

test('a snippet that there is not is an error', async () => {
  const page = (marker) => `<!-- snippet: ${marker} -->\n\n\`\`\`js\nold\n\`\`\`\n`;
  await assert.rejects(fillSnippets('page.md', page('scripts/setup.mjs#none')), /has no region none/);
  await assert.rejects(fillSnippets('page.md', page('scripts/setup.mjs')), /does not name PATH#NAME/);
});
