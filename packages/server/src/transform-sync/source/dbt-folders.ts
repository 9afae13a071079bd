import { open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Programs of the machine, which dbt starts. */
const PROGRAMS = '/usr/bin';

/**
 * The files that dbt is made of: what lies beside its program, in the virtual environment that this belongs to, and in
 * the Python that its first line names.
 */
export async function findDbtFolders(dbt: string): Promise<string[]> {
  const real = await realpath(dbt);
  const interpreter = await interpreterOf(real);
  const programs = [
    dbt,
    real,
    ...(interpreter === undefined ? [] : [interpreter, await realpath(interpreter)]),
  ];
  return [PROGRAMS, ...programs.flatMap(installationOf)];
}

/** The parts of the folder that a program is installed in. */
function installationOf(program: string): string[] {
  const folder = dirname(program);
  if (basename(folder) !== 'bin') return [folder];
  return ['bin', 'lib', 'lib64', 'pyvenv.cfg'].map((name) => join(dirname(folder), name));
}

/** What the first line of a script names; undefined for a program that is none, and where it is not there. */
async function interpreterOf(program: string): Promise<string | undefined> {
  const file = await open(program);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const [, interpreter] = /^#! *(\/[^\s]+)/.exec(buffer.subarray(0, bytesRead).toString()) ?? [];
    if (interpreter === undefined) return undefined;
    return await stat(interpreter).then(
      () => interpreter,
      () => undefined,
    );
  } finally {
    await file.close();
  }
}
