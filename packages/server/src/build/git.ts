import { spawn } from 'node:child_process';

/** What a git command needs from around it: nothing of the machine's own configuration, and a time zone of its own. */
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  // Refs are files that we read ourselves, whatever a later git would make of a new repository.
  GIT_DEFAULT_REF_FORMAT: 'files',
};

/**
 * Runs one git command on a bare repository.
 *
 * @throws a plain error with git's own words when it fails
 */
export async function git(
  repository: string,
  args: readonly string[],
  input?: string | Buffer,
): Promise<Buffer> {
  const child = spawn('git', ['--git-dir', repository, ...args], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [output, problems] = [collect(child.stdout), collect(child.stderr)];
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return Buffer.concat(output);
  throw new Error(`git ${args[0]} failed (${code}): ${Buffer.concat(problems).toString().trim()}`);
}

function collect(stream: NodeJS.ReadableStream): Buffer[] {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return chunks;
}
