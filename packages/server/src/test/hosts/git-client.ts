import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A folder in which a person works with git. */
export interface GitClient {
  readonly directory: string;
  /** Runs git there; rejects with `stderr` where it fails. */
  git(...args: string[]): Promise<string>;
  write(path: string, content: string): Promise<void>;
  /** Writes files and commits all there is; answers with the commit. */
  commit(files: Record<string, string>, message?: string): Promise<string>;
  /** Runs `git fast-import` with commands of one's own; answers with the commit of the branch `loaded`. */
  load(commands: string): Promise<string>;
  close(): Promise<void>;
}

/** The commands of one commit on the branch `loaded`, of these lines about its files. */
export function loadedCommit(lines: readonly string[]): string {
  const head = ['commit refs/heads/loaded', 'committer Grace <grace@example.com> 1 +0000', 'data 1', 'x'];
  return [...head, ...lines, ''].join('\n');
}

const run = promisify(execFile);

/** Makes an empty folder, on a machine where git has no configuration. */
export async function createGitClient(): Promise<GitClient> {
  const directory = await mkdtemp(join(tmpdir(), 'oriel-git-client-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Grace',
    GIT_AUTHOR_EMAIL: 'grace@example.com',
    GIT_COMMITTER_NAME: 'Grace',
    GIT_COMMITTER_EMAIL: 'grace@example.com',
  };
  const git = async (...args: string[]) =>
    (await run('git', args, { cwd: directory, env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  };
  return {
    directory,
    git,
    write,
    async commit(files, message = 'Change the model') {
      for (const [path, content] of Object.entries(files)) await write(path, content);
      await git('add', '--all');
      await git('commit', '--quiet', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    async load(commands) {
      const loading = run('git', ['fast-import', '--quiet', '--force'], { cwd: directory, env });
      loading.child.stdin?.end(commands);
      await loading;
      return git('rev-parse', 'loaded');
    },
    close: () => rm(directory, { recursive: true, maxRetries: 10 }),
  };
}
