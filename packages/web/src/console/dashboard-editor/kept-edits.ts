import type { DashboardConfig, Workbook } from '@oriel/contract';
import { isJsonObject } from '@oriel/contract/json-object';
import { useCurrentUser } from '../api.ts';
import { useSurface } from '../surface.ts';

/** Edits of a workbook's dashboard that are not saved, and of which version of the workbook they are. */
export interface KeptEdits {
  readonly config: DashboardConfig;
  readonly version: number | undefined;
}

/** For as long as the page is open, also where a browser lends a frame no storage. */
const kept = new Map<string, KeptEdits>();

/**
 * Edits that a tab keeps until they are saved or discarded: who goes to another room, or loads the page again, comes back to them. Each
 * user has their own.
 */
export const keptEdits = {
  read(key: string): KeptEdits | undefined {
    return kept.get(key) ?? parse(storage()?.getItem(key));
  },
  write(key: string, edits: KeptEdits): void {
    kept.set(key, edits);
    try {
      storage()?.setItem(key, JSON.stringify(edits));
    } catch {
      // A storage that is full keeps what fits; these edits stay for as long as the page is open.
      storage()?.removeItem(key);
    }
  },
  remove(key: string): void {
    kept.delete(key);
    storage()?.removeItem(key);
  },
};

/** The key under which the edits of a workbook's dashboard are kept for who edits it. */
export function useEditsKey({ deploymentId, id }: Pick<Workbook, 'deploymentId' | 'id'>): string {
  const { viewer } = useSurface();
  const user = useCurrentUser().data;
  return `oriel-dashboard-edits ${viewer ?? user?.id ?? ''} ${deploymentId} ${id}`;
}

function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    // A browser that blocks the data of other sites refuses it to a frame.
    return undefined;
  }
}

function parse(text: string | null | undefined): KeptEdits | undefined {
  if (text == null) return undefined;
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
