import type { DashboardConfig, DashboardConfigDraftInput, Workbook } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { client } from '../api/api.ts';
import { useReload } from '../dashboards/dashboard-api.ts';
import { userStorage } from '../storage/user-storage.ts';
import { editsOf, faultsOf, isSame, sourceOf, type AppEdits } from './app-edits.ts';
import { APP_TEMPLATE } from './app-template.ts';

/** Edits of a workbook's app that are not saved, and of which version of the workbook they are. */
interface Unsaved {
  readonly edits: AppEdits;
  readonly version: number | undefined;
}

/** By deployment and workbook, for as long as the page is open: who goes to another room comes back to them. */
const unsaved = userStorage.memory<Unsaved>({ edits: true });

/**
 * The app of a workbook that is edited, as a config: its draft, else what is published. Undefined where that is no app.
 */
export function appConfigOf({
  dashboardDraft,
  publishedDashboard,
}: Pick<Workbook, 'dashboardDraft' | 'publishedDashboard'>): DashboardConfig | undefined {
  const config = dashboardDraft ?? publishedDashboard?.config;
  return config?.kind === 'APP' ? config : undefined;
}

/** Whether an app of the workbook has edits that are not saved. */
export const hasUnsavedApp = (workbook: Pick<Workbook, 'deploymentId' | 'id'>) =>
  unsaved.has(keyOf(workbook));

/** The app of a workbook while it is edited; a workbook without one begins with a template. */
export function useAppEdits(workbook: Workbook) {
  const { deploymentId, id } = workbook;
  const key = keyOf(workbook);
  const config = useMemo(() => appConfigOf(workbook), [workbook]);
  const saved = useMemo(() => (config ? editsOf(config.app ?? {}) : undefined), [config]);
  const [mine, setMine] = useState<Unsaved | undefined>(() => unsaved.get(key));
  const [aside, setAside] = useState<AppEdits>();
  const [shown, setShown] = useState(saved);
  if (saved !== shown) {
    setShown(saved);
    // What has come is shown where nothing was changed.
    if (mine && shown && isSame(mine.edits, shown)) setMine(undefined);
  }
  const start = useMemo(() => saved ?? editsOf(APP_TEMPLATE), [saved]);
  // What is shown and deleted is of the moment; it stays when the files are as they were saved.
  const edits = mine?.edits ?? start;
  const isChanged = saved === undefined || !isSame(edits, saved);
  const version = mine && isChanged ? mine.version : workbook.version;

  const keep = useCallback(
    (next: AppEdits | undefined, of: number | undefined) => {
      const kept = next && { edits: next, version: of };
      if (kept) unsaved.set(key, kept);
      else unsaved.delete(key);
      setMine(kept);
    },
    [key],
  );
  useEffect(() => {
    if (!isChanged) unsaved.delete(key);
    if (!isChanged || saved === undefined) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged, key, saved]);

  const reload = useReload(workbook);
  const save = useMutation({
    mutationFn: async () => {
      const { version: savedVersion } = await client.call('updateWorkbookDashboard', {
        params: { deploymentId, workbookId: id },
        body: { dashboardDraft: draftOf(config, edits), expectedVersion: version },
      });
      return { savedVersion: savedVersion ?? undefined };
    },
    async onSuccess({ savedVersion }) {
      // What was typed meanwhile is of the version that has come of it.
      const now = unsaved.get(key);
      if (now) {
        unsaved.set(key, { ...now, version: savedVersion });
        setMine({ ...now, version: savedVersion });
      }
      await reload();
    },
  });
  return {
    edits,
    source: sourceOf(edits, config?.app ?? {}),
    config,
    faults: faultsOf(edits),
    isChanged,
    save,
    /** Own edits that were put aside for what another editor has saved. */
    aside,
    edit: (change: (edits: AppEdits) => AppEdits) => keep(change(edits), version),
    /** Shows what another editor has saved, and puts the own edits aside. */
    async takeTheirs() {
      await reload();
      save.reset();
      setAside(edits);
      keep(undefined, undefined);
    },
    /** Shows the own edits again: saving puts them in the place of the other's. */
    takeMine() {
      if (aside) keep(aside, workbook.version);
      setAside(undefined);
    },
  };
}

/** What the server has answered it takes, with other files. */
function draftOf(config: DashboardConfig | undefined, edits: AppEdits): DashboardConfigDraftInput {
  return { ...config, kind: 'APP', app: sourceOf(edits, config?.app ?? {}) } as DashboardConfigDraftInput;
}

const keyOf = ({ deploymentId, id }: Pick<Workbook, 'deploymentId' | 'id'>) => `${deploymentId} ${id}`;
