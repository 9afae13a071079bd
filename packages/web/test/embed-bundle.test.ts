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

/** Of script, compressed, before a surface may ask its first question: 29 kB of a dashboard's when this was written. */
const FIRST_QUESTION_BYTES = 33_000;

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
    // A hash of eight signs, which may have a hyphen among them.
    editors.map(([file]) => file.replace(/-[\w-]{8}(?:\.js)?$/, '')),
    ['assets/code-editor'],
  );
  const appEditor = [...chunks].filter(([file]) => file.startsWith('assets/app-editor'));
  assert.equal(appEditor.length, 1);
  const early = reachable([...first, ...appEditor.map(([file]) => file)], ({ imports }) => imports);
  for (const [file] of editors) assert.ok(!early.has(file), file);
});

/** The page of each surface. */
const surfacePages = ['embed.html', 'embed-app.html', 'embed-chat.html'];
/** What draws: libraries, components, and texts that are longer than a refusal. */
const DRAWING =
  /(^|\/)node_modules\/|\.tsx$|\/messages\/(?!(dashboard-languages\/index|language|english\/session-english|translation\/translation-loader)\.ts)/;

/** The file that a page runs, and what that waits for: the first question is asked once these have come. */
async function beforeFirstQuestion(page: string): Promise<Set<string>> {
  const html = await readFile(join(dist, page), 'utf8');
  const entry = /<script type="module"[^>]* src="\/([^"]+)"/.exec(html)?.[1];
  assert.ok(entry, `${page} runs a program`);
  return reachable([entry], ({ imports }) => imports);
}
const sourcesOf = (files: Iterable<string>) => [...files].flatMap((file) => chunks.get(file)?.sources ?? []);

for (const page of surfacePages)
  test(`${page}: the first question is asked before anything that draws has come`, async () => {
    const files = await beforeFirstQuestion(page);
    const sources = sourcesOf(files);
    assert.ok(sources.includes('packages/web/src/embed/session/session.ts'), 'what asks is there');
    assert.deepEqual(
      sources.filter((source) => DRAWING.test(source)),
      [],
    );
    const bytes = await bytesOf(files, '.br');
    assert.ok(bytes <= FIRST_QUESTION_BYTES, `${bytes} bytes of compressed script`);
    // The offer to sign in is loaded where there is no session, and not before.
    const offer = [...chunks].find(([, chunk]) =>
      chunk.sources.includes('packages/web/src/embed/session/sign-in-offer.ts'),
    );
    assert.ok(offer && !files.has(offer[0]));
  });

test('the same look finds what draws in what a dashboard loads at once', () => {
  const drawing = sourcesOf(atOnce()).filter((source) => DRAWING.test(source));
  for (const name of ['react-dom', 'vega-view', 'render-dashboard.tsx'])
    assert.ok(
      drawing.some((source) => source.includes(name)),
      name,
    );
});

test('the window of the sign-in and the console begin without charts and without the code editor', async () => {
  const libraries = sourcesOf(await beforeFirstQuestion('index.html')).filter((source) =>
    /node_modules\/(vega-(lite|view|scenegraph|runtime)|@codemirror)\//.test(source),
  );
  assert.deepEqual(libraries, []);
});

async function bytesOf(files: Iterable<string>, ending: string): Promise<number> {
  const sizes = await Promise.all([...files].map((file) => stat(join(dist, file + ending))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

test('a dashboard loads at most 300 kB of compressed script before its first chart', async () => {
  const bytes = await bytesOf(atOnce(), '.br');
  assert.ok(bytes <= 300_000, `${bytes} bytes`);
});

/** Of script, at the start of each page: each of them is a request. */
const FILES_AT_START = { 'index.html': 18, 'embed.html': 14, 'embed-app.html': 20, 'embed-chat.html': 20 };
/** More of them for a page of the console. */
const FILES_OF_A_PAGE = 22;

test('a page comes in few files', async () => {
  for (const [page, most] of Object.entries(FILES_AT_START)) {
    const html = await readFile(join(dist, page), 'utf8');
    const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].flatMap(
      ([, file]) => file ?? [],
    );
    const atStart = reachable(files, ({ imports }) => imports);
    assert.ok(atStart.size <= most, `${page}: ${atStart.size} files`);
  }
  const begun = await beforeFirstQuestion('index.html');
  const pages = [...chunks.keys()].filter((file) => /^assets\/[a-z-]+-page-[\w-]{8}\.js$/.test(file));
  assert.ok(pages.length > 20, 'the pages of the console are found');
  for (const page of pages) {
    const more = reachable([page], ({ imports }) => imports).difference(begun);
    assert.ok(more.size <= FILES_OF_A_PAGE, `${page}: ${more.size} files`);
  }
});

test('what starts a surface is in a file that no other surface loads', () => {
  const starts = ['console/main.tsx', 'embed/dashboard.ts', 'embed/app.ts', 'embed/chat.ts'];
  for (const start of starts) {
    const source = `packages/web/src/${start}`;
    const files = [...chunks].filter(([, chunk]) => chunk.sources.includes(source)).map(([file]) => file);
    assert.equal(files.length, 1, start);
    const importers = [...chunks].filter(([, { imports }]) => imports.some((file) => files.includes(file)));
    assert.deepEqual(
      importers.map(([file]) => file),
      [],
      start,
    );
  }
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
