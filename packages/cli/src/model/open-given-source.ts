import type { SourceConfig } from '@oriel/engine';
import { openSource, type Source } from '@oriel/engine/statements';
import { UsageError } from '../command-error.ts';

/** Opens the database of `--source`. @throws `UsageError` where it cannot be opened */
export async function openGivenSource(config: SourceConfig): Promise<Source> {
  try {
    return await openSource(config);
  } catch (error) {
    // The person at the terminal may know the file; the address of a server may hold a password.
    const file = config.type === 'duckdb' ? ` ${config.path}` : '';
    throw new UsageError(`--source${file} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}
