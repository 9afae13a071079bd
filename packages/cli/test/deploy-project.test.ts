import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CommandError } from '../src/command-error.ts';
import { createProgress } from '../src/deploy/progress.ts';
import { readProject } from '../src/deploy/read-project.ts';
import { sizeText } from '../src/deploy/size-text.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-project-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function makeProject(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const root = join(folder, name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

/** Runs git without the settings of the machine. */
function git(root: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
}

test('ignore files say what git makes of them', async () => {
  const root = await makeProject('ignored', {
    '.gitignore': '*.log\n/build\ntarget/\n!keep.log\ndocs/*\n!docs/model.yml\n# a comment\n\\#odd.yml\n',
    'model/.gitignore': '/local*.yml\n!debug.log\nsub/*.yml\n!sub/in.yml\n',
    'model/a.yml': '',
    'model/local-1.yml': '',
    'model/deep/local-2.yml': '',
    'model/debug.log': '',
    'model/sub/in.yml': '',
    'model/sub/out.yml': '',
    'other.log': '',
    'keep.log': '',
    'build/b.yml': '',
    'model/build/c.yml': '',
    'target/d.yml': '',
    'model/target/e.yml': '',
    'docs/model.yml': '',
    'docs/other.yml': '',
    '#odd.yml': '',
    'größe und mehr.yml': '',
  });
  git(root, 'init', '--quiet');
  const listed = git(root, 'ls-files', '-z', '--others', '--exclude-standard');
  const expected = listed.split('\0').filter(Boolean).sort();
  assert.ok(expected.length > 8, expected.join());
  const { files } = readProject(root);
  assert.deepEqual(files.map(({ path }) => path).sort(), expected);
});

test('a path of the branch is left alone where the folder would leave it alone', async () => {
  const root = await makeProject('rules', { 'model/a.yml': '', '.gitignore': 'dist/\n' });
  const { rules } = readProject(root);
  const paths = ['.env', 'model/.env', 'a/node_modules/b/c.yml', 'dist/deep/a.yml', '.github/a.yml'];
  assert.deepEqual(
    paths.filter((path) => !rules.isIgnored(path)),
    [],
  );
  assert.deepEqual(
    ['.gitignore', 'model/.gitignore', 'dist', 'model/b.yml', 'node_modules.yml'].filter(rules.isIgnored),
    [],
  );
});

test('a folder with too many files is told where they are', async () => {
  const files = Array.from({ length: 5000 }, (_, index) => [`data/${index}.csv`, ''] as const);
  const root = await makeProject('many', { 'model/a.yml': '', ...Object.fromEntries(files) });
  assert.throws(
    () => readProject(root),
    (error: CommandError) =>
      error.details.code === 'model_too_large' &&
      error.message.includes('has 5001 files') &&
      error.message.includes('data/ (5000), model/ (1)'),
  );
});

test('in a terminal progress is one line that fills, as wide as the terminal', () => {
  const written: string[] = [];
  const terminal = { columns: 60, write: (text: string) => written.push(text) };
  const progress = createProgress({ files: 4, sizeBytes: 4096 }, { terminal, printError: assert.fail });
  for (let index = 0; index < 4; index += 1) progress.advance(1024);
  progress.end();
  assert.equal(written.length, 6);
  assert.equal(written.pop(), '\n');
  for (const line of written) assert.equal(line.length, 60);
  assert.match(written[0] ?? '', /^\r░+ 0 of 4 files, 0 bytes of 4 KiB *$/);
  assert.match(written[2] ?? '', /^\r(█+)░+ 2 of 4 files, 2 KiB of 4 KiB *$/);
  assert.match(written[4] ?? '', /^\r█+ 4 of 4 files, 4 KiB of 4 KiB *$/);
  written.length = 0;
  createProgress(
    { files: 1, sizeBytes: 1 },
    { terminal: { ...terminal, columns: 10 }, printError: assert.fail },
  );
  assert.deepEqual(written, ['\r0 of 1 fi']);
});

test('without a terminal progress is a line a quarter', () => {
  const lines: string[] = [];
  const output = { terminal: undefined, printError: (line: string) => lines.push(line) };
  const progress = createProgress({ files: 1000, sizeBytes: 1000 * 1536 }, output);
  for (let index = 0; index < 1000; index += 1) progress.advance(1536);
  progress.end();
  assert.deepEqual(lines, [
    'Sent 250 of 1000 files, 375 KiB of 1.5 MiB',
    'Sent 500 of 1000 files, 750 KiB of 1.5 MiB',
    'Sent 750 of 1000 files, 1.1 MiB of 1.5 MiB',
    'Sent 1000 of 1000 files, 1.5 MiB of 1.5 MiB',
  ]);
});

test('sizes are told in units that a person reads', () => {
  assert.deepEqual([0, 1023, 1024, 1536, 5 * 1024 ** 2].map(sizeText), [
    '0 bytes',
    '1023 bytes',
    '1 KiB',
    '1.5 KiB',
    '5 MiB',
  ]);
});
