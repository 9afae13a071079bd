import type { DashboardConfig, DashboardConfigDraftInput, Workbook } from '@oriel/contract';
import { withDistinctIds } from '@oriel/dashboard/widgets';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { client } from '../../api/api.ts';
import { useReload } from '../../dashboards/dashboard-api.ts';
import { isSameJson } from '../../dashboards/publish-state.ts';
import { beginHistory, redo, undo, withChange, type EditHistory } from '../../editing/edit-history.ts';
import { editsKey, keptEdits } from './kept-edits.ts';

interface Mine {
  readonly history: EditHistory<DashboardConfig>;
  /** Of the workbook that the edits began with. */
  readonly version: number | undefined;
}

/** Changes a draft; `subject` joins edits of the same thing in a row to one step. */
export type EditDraft = (change: (draft: DashboardConfig) => DashboardConfig, subject?: string) => void;

/**
 * The draft of a workbook's classic dashboard that is stored: else what is published. Undefined where there is neither.
 */
function storedDraft({
  dashboardDraft,
  publishedDashboard,
}: Pick<Workbook, 'dashboardDraft' | 'publishedDashboard'>): DashboardConfig | undefined {
  const config = dashboardDraft ?? publishedDashboard?.config;
  return config && withDistinctIds(config);
}

/**
 * The draft of a workbook while it is edited: with undo, kept until it is saved, and never over what another editor has
 * saved.
 *
 * @param begin what a workbook without a dashboard begins with
 */
export function useDraftEdits(workbook: Workbook, begin: () => DashboardConfig) {
  const { deploymentId, id } = workbook;
  const key = editsKey(workbook);
  const saved = useMemo(() => storedDraft(workbook), [workbook]);
  const [begun] = useState(begin);
  const start = saved ?? begun;
  const [mine, setMine] = useState<Mine | undefined>(() => {
    const kept = keptEdits.read(key);
    return kept && { history: withChange(beginHistory(start), kept.config), version: kept.version };
  });
  const [aside, setAside] = useState<DashboardConfig>();
  const [shown, setShown] = useState(saved);
  if (saved !== shown) {
    setShown(saved);
    // What has come is shown where nothing was changed.
    if (mine && isSameJson(mine.history.present, shown ?? begun)) setMine(undefined);
  }
  const history = useMemo(() => mine?.history ?? beginHistory(start), [mine, start]);
  const draft = history.present;
  const isChanged = useMemo(() => saved === undefined || !isSameJson(draft, saved), [draft, saved]);
  const version = mine && isChanged ? mine.version : workbook.version;

  useEffect(() => {
    if (isChanged) keptEdits.write(key, { config: draft, version });
    else keptEdits.remove(key);
    if (!isChanged || !mine) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [key, draft, version, isChanged, mine]);

  const update = useCallback(
    (change: (history: EditHistory<DashboardConfig>) => EditHistory<DashboardConfig>) =>
      setMine((now) => ({
        history: change(now?.history ?? beginHistory(start)),
        version: now?.version ?? version,
      })),
    [start, version],
  );
  const edit: EditDraft = useCallback(
    (change, subject) => update((now) => withChange(now, change(now.present), subject)),
    [update],
  );
  const reload = useReload(workbook);
  const save = useMutation({
    mutationFn: () =>
      client.call('updateWorkbookDashboard', {
        params: { deploymentId, workbookId: id },
        // What the server has answered it takes, with other widgets.
        body: { dashboardDraft: draft as DashboardConfigDraftInput, expectedVersion: version },
      }),
    async onSuccess(answer) {
      // What was done meanwhile is of the version that has come of it.
      setMine((now) => now && { ...now, version: answer.version ?? undefined });
      await reload();
    },
  });
  return {
    draft,
    /** Whether nothing is stored yet. */
    isNew: saved === undefined,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit,
    undo: () => update(undo),
    redo: () => update(redo),
    save,
    /** Own edits that were put aside for what another editor has saved. */
    aside,
    discard() {
      save.reset();
      setMine(undefined);
      keptEdits.remove(key);
    },
    /** Shows what another editor has saved, and puts the own edits aside. */
    async takeTheirs() {
      await reload();
      save.reset();
      setAside(draft);
      setMine(undefined);
    },
    /** Shows the own edits again: saving puts them in the place of the other's. */
    takeMine() {
      if (aside) edit(() => aside);
      setAside(undefined);
    },
    /** The workbook has another version by an own change that the edits are not about. */
    rebase(newer: number | undefined) {
      setMine((now) => now && { ...now, version: newer });
    },
  };
}

export type DraftEdits = ReturnType<typeof useDraftEdits>;
