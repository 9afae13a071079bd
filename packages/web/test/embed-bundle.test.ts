import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

/** What the built embed loads. The web has to be built; `npm test` sees to it. */
const dist = join(import.meta.dirname, '../dist');

interface Chunk {
  imports: string[];
  dynamicImports: string[];
  /** Paths from the root of the repository. */
  sources: string[];
}

/** What only the console has a use for, and a stranger's page should not wait for. */
const CONSOLE_ONLY =
  /packages\/web\/src\/console\/|node_modules\/(@mantine|@tabler|@dnd-kit|@tanstack\/(react-)?(router|query|table))\b/;

let chunks: Map<string, Chunk>;
/** The files that the page names itself, in scripts and preloads. */
let named: string[];
before(async () => {
  chunks = new Map(Object.entries(JSON.parse(await readFile(join(dist, 'chunk-sources.json'), 'utf8'))));
  const html = await readFile(join(dist, 'embed.html'), 'utf8');
  named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].flatMap(([, file]) => file ?? []);
});

/** The files, and whatever they import; in `next` says which imports count. */
function reachable(files: readonly string[], next: (chunk: Chunk) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    const chunk = chunks.get(file);
    assert.ok(chunk, `${file} is a chunk of the build`);
    if (found.has(file)) return;
    found.add(file);
    for (const imported of next(chunk)) visit(imported);
  };
  for (const file of files) visit(file);
  return found;
}

const atOnce = () => reachable(named, ({ imports }) => imports);
const ever = () => reachable(named, ({ imports, dynamicImports }) => [...imports, ...dynamicImports]);

test('nothing of the console is in what the embed loads, at once or ever', () => {
  const foreign = [...ever()].flatMap((file) =>
    (chunks.get(file)?.sources ?? [])
      .filter((source) => CONSOLE_ONLY.test(source))
      .map((source) => `${file}: ${source}`),
  );
  assert.deepEqual(foreign, []);
});

test('the same look finds the console in what the console loads', () => {
  const console = [...chunks.values()].filter(({ sources }) =>
    sources.some((source) => CONSOLE_ONLY.test(source)),
  );
  assert.ok(console.length > 1);
});

test('the code editor comes when a file is edited, in a chunk of its own', async () => {
  const pages = await Promise.all(
    ['index.html', 'embed-app.html', 'embed.html'].map((page) => readFile(join(dist, page), 'utf8')),
  );
  const first = pages.flatMap((html) =>
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].flatMap(([, file]) => file ?? []),
  );
  const editors = [...chunks].filter(([, { sources }]) =>
    sources.some((source) => source.startsWith('node_modules/@codemirror/')),
  );
  assert.deepEqual(
    editors.map(([file]) => file.replace(/-[^-]+$/, '')),
    ['assets/code-editor'],
  );
  const appEditor = [...chunks].filter(([file]) => file.startsWith('assets/app-editor'));
  assert.equal(appEditor.length, 1);
  const early = reachable([...first, ...appEditor.map(([file]) => file)], ({ imports }) => imports);
  for (const [file] of editors) assert.ok(!early.has(file), file);
});

async function bytesOf(files: Iterable<string>, ending: string): Promise<number> {
  const sizes = await Promise.all([...files].map((file) => stat(join(dist, file + ending))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

test('a dashboard loads at most 300 kB of compressed script before its first chart', async () => {
  const bytes = await bytesOf(atOnce(), '.br');
  assert.ok(bytes <= 300_000, `${bytes} bytes`);
});

test('charts are drawn without Vega-Lite, which comes when one is to be compiled', () => {
  const holds = (files: ReadonlySet<string>, name: string) =>
    [...files].some((file) =>
      chunks.get(file)?.sources.some((source) => source.startsWith(`node_modules/${name}/`)),
    );
  assert.deepEqual([holds(atOnce(), 'vega-view'), holds(atOnce(), 'vega-lite')], [true, false]);
  assert.equal(holds(ever(), 'vega-lite'), true);
});

test('the bytes of script that the embed loads are told', async (t) => {
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KiB`;
  for (const [what, files] of [
    ['at once', atOnce()],
    ['at most', ever()],
  ] as const) {
    const [plain, compressed] = [await bytesOf(files, ''), await bytesOf(files, '.br')];
    t.diagnostic(`${what}: ${files.size} files, ${kilobytes(plain)}, ${kilobytes(compressed)} compressed`);
    assert.ok(compressed > 0 && compressed < plain);
  }
});
