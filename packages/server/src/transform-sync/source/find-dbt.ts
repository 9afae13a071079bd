import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Finds dbt on the machine, by the search path of the server; undefined where it is not installed. */
export async function findDbt(path: string = process.env['PATH'] ?? ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((each) => isAbsolute(each))) {
    const program = join(folder, 'dbt');
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return undefined;
}
