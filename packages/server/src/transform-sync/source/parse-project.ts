import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limits } from '@oriel/contract';
import { SyncFailure, type SyncLog } from '../sync-log.ts';
import type { TransformSettings } from '../transform-settings.ts';
import { runSandboxed, type ProcessEnd } from './confined-process.ts';
import { findDbtFolders } from './dbt-folders.ts';
import { profileOf } from './dbt-profile.ts';
import { readProjectFile } from './project-file.ts';

/** A file of a dbt project; the path is one of the project, which was checked. */
export interface ProjectFileContent {
  readonly path: string;
  readonly content: Buffer;
}

/** What a project is parsed with. */
interface ParseOptions {
  /** The program. */
  readonly dbt: string;
  /** A folder that nobody else uses, and that is removed afterwards. */
  readonly folder: string;
  /** What dbt never reads, wherever it lies: the data folder of the server. */
  readonly hidden: readonly string[];
  readonly settings: Pick<TransformSettings, 'target' | 'schema'>;
  /** Of the deployment. */
  readonly variables: ReadonlyMap<string, string>;
  readonly log: SyncLog;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 180_000;
const SHOWN_LINES = 50;

/**
 * Has dbt parse a project, which connects to no data source.
 *
 * @returns the content of its manifest
 * @throws {@link SyncFailure} with the last lines of dbt where it fails
 */
export async function parseProject(
  files: readonly ProjectFileContent[],
  options: ParseOptions,
): Promise<unknown> {
  const { folder, settings, variables, log, signal } = options;
  const project = files.find(({ path }) => path === 'dbt_project.yml');
  if (!project) throw new SyncFailure('There is no dbt_project.yml');
  const { profile } = await readProjectFile(project.content.toString());
  checkPackages(files);
  const [projectFolder, home] = [join(folder, 'project'), join(folder, 'home')];
  for (const { path, content } of files) {
    await mkdir(dirname(join(projectFolder, path)), { recursive: true });
    await writeFile(join(projectFolder, path), content);
  }
  await mkdir(home);
  await writeFile(join(home, 'profiles.yml'), profileOf(profile, settings, variables));
  const { exitCode, output, hasTimedOut } = await runDbt(options, projectFolder, home);
  signal.throwIfAborted();
  const lines = linesOf(output, folder);
  for (const line of lines) log.say(line, { stream: 'stdout', level: exitCode === 0 ? 'info' : 'error' });
  if (hasTimedOut)
    throw new SyncFailure(`dbt took more than ${TIMEOUT_MS / 1000} seconds to parse the project`);
  if (exitCode !== 0) throw new SyncFailure(`dbt cannot parse the project: ${lines.slice(-5).join(' ')}`);
  return readManifestFile(join(home, 'target', 'manifest.json'));
}

/** @throws {@link SyncFailure} where the machine cannot confine it: a project may name files of the server anywhere */
async function runDbt(
  { dbt, hidden, signal }: ParseOptions,
  projectFolder: string,
  home: string,
): Promise<ProcessEnd> {
  try {
    return await runSandboxed({
      program: dbt,
      args: ['parse', '--project-dir', projectFolder, '--profiles-dir', home],
      directory: projectFolder,
      writable: dirname(projectFolder),
      shown: await findDbtFolders(dbt),
      hidden,
      environment: environmentOf(home),
      timeoutMs: TIMEOUT_MS,
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SyncFailure(
      'dbt is run in a sandbox alone, which this server cannot make: commit target/manifest.json, send a manifest with "source": "manifest", or have the operator install bubblewrap and Python 3',
      { cause },
    );
  }
}

/** Installing packages would fetch whatever the project names. */
function checkPackages(files: readonly ProjectFileContent[]): void {
  const needs = files.some(
    ({ path, content }) =>
      /^(packages|dependencies)\.yml$/.test(path) &&
      /^\s*packages\s*:\s*(\S|\n\s*-)/m.test(content.toString()),
  );
  if (needs && !files.some(({ path }) => path.startsWith('dbt_packages/')))
    throw new SyncFailure(
      'The project has packages, and dbt is given no network to install them: commit dbt_packages, or target/manifest.json as dbt makes it',
    );
}

/** All that dbt finds of its environment; what it writes stays apart from the project. */
function environmentOf(home: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    TMPDIR: home,
    LC_ALL: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    DBT_TARGET_PATH: join(home, 'target'),
    DBT_LOG_PATH: join(home, 'logs'),
    DBT_PARTIAL_PARSE: 'false',
    DBT_SEND_ANONYMOUS_USAGE_STATS: 'false',
    DO_NOT_TRACK: '1',
    DBT_VERSION_CHECK: 'false',
    DBT_USE_COLORS: 'false',
  };
}

/** An escape sequence of a terminal. */
const COLOUR = /\p{Cc}\[[\d;]*m/gu;

function linesOf(output: string, folder: string): string[] {
  return output
    .replaceAll(COLOUR, '')
    .replaceAll(folder, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-SHOWN_LINES);
}

async function readManifestFile(path: string): Promise<unknown> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new SyncFailure('dbt has written no manifest');
  if (found.size > limits.MAX_MANIFEST_BYTES)
    throw new SyncFailure(`The manifest has more than ${limits.MAX_MANIFEST_BYTES} bytes`);
  return JSON.parse(await readFile(path, 'utf8'));
}
