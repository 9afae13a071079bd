import { isJsonObject } from '@oriel/contract/json-object';
import { useSyncExternalStore } from 'react';
import { beginHistory, type EditHistory } from '../../editing/edit-history.ts';
import { EDITS_PREFIX, userStorage } from '../../storage/user-storage.ts';
import type { ReportEdits } from './edited-report.ts';

/** Edits that are not saved, and of which version of the report they are. */
export interface UnsavedReport {
  readonly history: EditHistory<ReportEdits>;
  readonly version: number | undefined;
  /** Whether they differ from what is saved; those that were taken back can be made again. */
  readonly isChanged: boolean;
}

/** A report, or the one that is being made in a workbook. */
export interface ReportPlace {
  readonly deploymentId: number;
  readonly reportId: number | undefined;
  readonly workbookId: number | undefined;
}

/**
 * Edits that a tab keeps until they are saved or discarded: who closes the editor, goes to another room, or loads the
 * page again, comes back to them. What could be undone is kept for as long as the page is open. They are gone when the
 * user is.
 */
const inMemory = userStorage.memory<UnsavedReport>({ edits: true });
const listeners = new Set<() => void>();

export const unsavedReports = {
  read(place: ReportPlace): UnsavedReport | undefined {
    const key = keyOf(place);
    return inMemory.get(key) ?? parse(userStorage.read('tab', key));
  },
  write(place: ReportPlace, edits: UnsavedReport): void {
    const key = keyOf(place);
    const { history, version, isChanged } = edits;
    inMemory.set(key, edits);
    if (isChanged) userStorage.write('tab', key, JSON.stringify({ edits: history.present, version }));
    else userStorage.remove('tab', key);
    tell();
  },
  remove(place: ReportPlace): void {
    inMemory.delete(keyOf(place));
    userStorage.remove('tab', keyOf(place));
    tell();
  },
};

/** Whether a report has changes that are not saved, as soon as it has. */
export function useIsUnsaved(place: ReportPlace): boolean {
  return useSyncExternalStore(subscribe, () => unsavedReports.read(place)?.isChanged === true);
}

/** Which of some reports have changes that are not saved; undefined stands for the one that is being made. */
export function useUnsaved(
  deploymentId: number,
  workbookId: number,
  reportIds: readonly (number | undefined)[],
): ReadonlySet<number | undefined> {
  const found = useSyncExternalStore(subscribe, () =>
    reportIds
      .filter((reportId) => unsavedReports.read({ deploymentId, workbookId, reportId })?.isChanged === true)
      .map(String)
      .join(' '),
  );
  return new Set(reportIds.filter((reportId) => found.split(' ').includes(String(reportId))));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

const keyOf = ({ deploymentId, reportId, workbookId }: ReportPlace): string =>
  `${EDITS_PREFIX}${reportId === undefined ? `new report ${deploymentId} ${workbookId}` : `report ${deploymentId} ${reportId}`}`;

function parse(text: string | undefined): UnsavedReport | undefined {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isJsonObject(kept) || !isEdits(kept['edits'])) return undefined;
    const { edits, version } = kept;
    return {
      history: beginHistory(edits as unknown as ReportEdits),
      version: typeof version === 'number' ? version : undefined,
      isChanged: true,
    };
  } catch {
    return undefined;
  }
}

/** As it was written; what the page cannot read the server refuses. */
const isEdits = (edits: unknown): boolean =>
  isJsonObject(edits) &&
  typeof edits['name'] === 'string' &&
  ['query', 'drawing', 'meta'].every((part) => isJsonObject(edits[part]));
