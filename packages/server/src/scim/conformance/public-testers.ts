import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Testers of SCIM that others have written, from PyPI, with what they need of each other. */
const PACKAGES = [
  'scim2-tester==0.5.2',
  'scim2-client[httpx2]==0.13.2',
  'scim2-models==0.12.3',
  'scim-sanity==0.7.4',
];
const INSTALL_MS = 90_000;
/** They take seconds; a busy machine takes many times as long. */
const RUN_MS = 300_000;

const cache = join(import.meta.dirname, '../../../../../node_modules/.cache');
const folder = join(cache, `scim-testers-${PACKAGES.join('-').replaceAll(/[^\w.-]+/g, '_')}`);

/** The testers, ready to run. */
export interface PublicTesters {
  /** Runs Python with them and answers with what it has printed, whatever its exit code says. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
}

/** The testers; where they cannot be had, such as without Python or offline, why. */
export async function findPublicTesters(): Promise<PublicTesters | { readonly missing: string }> {
  try {
    await install();
  } catch (error) {
    const { message, stderr = '' } = error as Error & { stderr?: string };
    return { missing: `The testers of SCIM cannot be installed: ${lastLine(stderr) || message}` };
  }
  return {
    run: async (args, env = {}) => {
      try {
        const { stdout } = await python(args, RUN_MS, env);
        return stdout;
      } catch (error) {
        // A tester that finds something ends with an exit code, and a report.
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        if (stdout === '') throw new Error(`The tester has printed nothing: ${stderr}`, { cause: error });
        return stdout;
      }
    },
  };
}

/**
 * Into a folder of their own beside the one that is asked for, so that a run at the same time never sees half of them.
 */
async function install(): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'scim-testers-'));
  try {
    const flags = ['--no-input', '--disable-pip-version-check', '--only-binary=:all:', '--retries=0'];
    await python(
      ['-m', 'pip', 'install', '--quiet', ...flags, '--timeout=10', '--target', made, ...PACKAGES],
      INSTALL_MS,
    );
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another run was faster.
    if (!(await stat(folder).catch(() => undefined))) throw error;
  }
}

const runFile = promisify(execFile);

function python(args: readonly string[], timeout: number, env: Readonly<Record<string, string>> = {}) {
  return runFile('python3', args, {
    timeout,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, ...env, PYTHONPATH: folder },
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
