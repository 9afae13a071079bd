import type { DashboardConfig, Workbook } from '@oriel/contract';
import { isJsonObject } from '@oriel/contract/json-object';
import { EDITS_PREFIX, userStorage } from '../../storage/user-storage.ts';

/** Edits of a workbook's dashboard that are not saved, and of which version of the workbook they are. */
interface KeptEdits {
  readonly config: DashboardConfig;
  readonly version: number | undefined;
}

/**
 * Edits that a tab keeps until they are saved or discarded: who goes to another room, or loads the page again, comes
 * back to them. They are gone when the user is.
 */
export const keptEdits = {
  read(key: string): KeptEdits | undefined {
    return parse(userStorage.read('tab', key));
  },
  write(key: string, edits: KeptEdits): void {
    userStorage.write('tab', key, JSON.stringify(edits));
  },
  remove(key: string): void {
    userStorage.remove('tab', key);
  },
};

/** The name under which the edits of a workbook's dashboard are kept. */
export const editsKey = ({ deploymentId, id }: Pick<Workbook, 'deploymentId' | 'id'>): string =>
  `${EDITS_PREFIX}dashboard ${deploymentId} ${id}`;

function parse(text: string | undefined): KeptEdits | undefined {
  if (text === undefined) return undefined;
  try {
    const edits: unknown = JSON.parse(text);
    if (!isJsonObject(edits) || !isJsonObject(edits['config'])) return undefined;
    const { config, version } = edits;
    // As it was written; what the page cannot read the server refuses.
    return { config: config as DashboardConfig, version: typeof version === 'number' ? version : undefined };
  } catch {
    return undefined;
  }
}
