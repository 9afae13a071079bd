// What `npm start` and `npm test` share: whatever is missing is installed, whatever is stale is built.
// Plain JavaScript without dependencies, because it runs before anything is installed, on Node.js 20 or newer.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The Node.js that comes with the packages; everything but these scripts runs on it. */
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** What people read when a set-up step cannot be done, without a stack trace. */
export class SetupError extends Error {}

/** Runs a set-up and ends the process with one clear line where it fails. */
export async function orExit(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`oriel: ${error.message}`);
    process.exit(1);
  }
}

/** Installs the packages of the lockfile, unless those are what is installed. */
export async function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.oriel-installed');
  const wanted = hashFiles([join(root, 'package-lock.json')]);
  if (existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  requireTools();
  await step('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (!existsSync(pinnedNode)) {
    throw new SetupError(
      'The pinned Node.js is missing after the install. Are install scripts switched off (npm config get ignore-scripts)?',
    );
  }
  writeFileSync(stamp, wanted);
}

/** Builds the web, unless its sources are those of the last build. */
export async function ensureBuilt() {
  const stamp = join(root, 'packages', 'web', 'dist', '.built-from');
  const wanted = hashFiles([...webSources(), join(root, 'package-lock.json')]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await step('Building the web', pinnedNode, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'packages', 'web'),
  });
  writeFileSync(stamp, wanted);
}

function requireTools() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new SetupError(`Node.js 20 or newer is needed; this is ${process.version}`);
  if (spawnSync('git', ['--version']).status !== 0)
    throw new SetupError('git is needed; install it and start again');
}

/** Runs one step with a line that shows that it is working, and its output where it fails. */
export async function step(title, command, args, options = {}) {
  const started = Date.now();
  const timer = showProgress(title, started);
  const { code, output } = await capture(command, args, options);
  clearInterval(timer);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code === 0) return finishLine(`${title}: done in ${seconds} s`);
  finishLine(`${title}: failed after ${seconds} s`);
  throw new SetupError(
    `${command} ${args.join(' ')} failed:\n${output.trim().split('\n').slice(-30).join('\n')}`,
  );
}

function showProgress(title, started) {
  if (!process.stdout.isTTY) {
    console.log(`${title} …`);
    return setInterval(
      () => console.log(`${title} … ${Math.round((Date.now() - started) / 1000)} s`),
      15_000,
    );
  }
  const draw = () => process.stdout.write(`\r${title} … ${Math.round((Date.now() - started) / 1000)} s `);
  draw();
  return setInterval(draw, 1000);
}

function finishLine(text) {
  console.log(process.stdout.isTTY ? `\r${text}` : text);
}

function capture(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      ...options,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Everything that the built web is made from. */
function webSources() {
  const folders = ['web', 'dashboard', 'embed', 'client', 'contract'].map((name) =>
    join(root, 'packages', name),
  );
  return folders.flatMap(listFiles).filter((file) => !file.endsWith('.md') && !/\.test\.tsx?$/.test(file));
}

function listFiles(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = join(directory, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function hashFiles(files) {
  const hash = createHash('sha256').update(process.platform);
  for (const file of [...files].sort())
    if (statSync(file).isFile()) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}
