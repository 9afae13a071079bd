import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

/** The SDK as the package that a host page is bundled with, installed in a project of its own. */
const root = join(import.meta.dirname, '../../..');
const archive = join(import.meta.dirname, '../dist/host-package/embed.tgz');
let project: string;
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'oriel-host-package-'));
  await write('package.json', JSON.stringify({ name: 'host', private: true, type: 'module' }));
  await run('npm', 'install', '--offline', '--no-audit', '--no-fund', archive);
});
after(() => rm(project, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(project, name), text);
const run = async (command: string, ...args: string[]) =>
  (await promisify(execFile)(command, args, { cwd: project })).stdout.trim();

test('npm installs it with nothing else, and its modules run', async () => {
  const source = await readFile(join(root, 'packages/embed/package.json'), 'utf8');
  const { version } = JSON.parse(source) as { version: string };
  const program = `
    import { readFileSync } from 'node:fs';
    import * as sdk from '@oriel/embed';
    const url = sdk.embedUrl({ baseUrl: 'https://a.example', surface: 'chat', session: 's1' });
    const { version } = JSON.parse(readFileSync('node_modules/@oriel/embed/package.json', 'utf8'));
    console.log(JSON.stringify([url, typeof sdk.connectEmbed, version]));`;
  assert.deepEqual(JSON.parse(await run(process.execPath, '--input-type=module', '-e', program)), [
    'https://a.example/embed/chat?sessionId=s1',
    'function',
    version,
  ]);
  assert.deepEqual(Object.keys(JSON.parse(await run('npm', 'ls', '--json')).dependencies), ['@oriel/embed']);
});

test('its types say what a host may do, in a strict project of its own', async () => {
  await write(
    'host.ts',
    `import { connectEmbed, embedUrl, type EmbedConnection } from '@oriel/embed';
     const frame = document.createElement('iframe');
     export const connection: EmbedConnection = connectEmbed(frame, {
       origin: 'https://a.example',
       autoRenewSession: async ({ signal }) => (await fetch('/session', { signal })).text(),
     });
     connection.on('download', ({ format, rowCount }) => [format === 'csv', rowCount?.toFixed()]);
     // @ts-expect-error there is no such event
     connection.on('loaded', () => {});
     // @ts-expect-error a dashboard has a public id
     embedUrl({ baseUrl: 'https://a.example', surface: 'dashboard' });`,
  );
  const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2022 --lib es2024,dom';
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  // What the compiler has to say it says in its output, with which it fails.
  assert.equal(await run(process.execPath, compiler, ...options.split(' '), 'host.ts'), '');
});

test('its component is one for clients, and renders on a server without a warning', async () => {
  for (const name of ['react', 'react-dom'])
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  const module = await readFile(join(project, 'node_modules/@oriel/embed/react.js'), 'utf8');
  assert.match(module, /^["']use client["'];/);
  const program = `
    import { OrielEmbed } from '@oriel/embed/react';
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    const src = 'https://a.example/embed/chat?sessionId=s1';
    console.log(renderToString(createElement(OrielEmbed, { src, title: 'Chat' })));`;
  const args = ['--preserve-symlinks', '--input-type=module', '-e', program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: project });
  assert.match(stdout, /^<iframe [^>]*title="Chat"/);
  assert.equal(stderr, '');
});
