import type { Report } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { client } from '../../api/api.ts';
import { beginHistory, redo, undo, withChange, type EditHistory } from '../../editing/edit-history.ts';
import type { ReportEdits } from './edited-report.ts';
import { unsavedReports, type ReportPlace, type UnsavedReport } from './unsaved-reports.ts';
import { changesOf, creationOf, isSameEdits, newEdits, readReport, type TitleOf } from './report-edits.ts';

/** The report that is edited, or where a new one is made. */
interface EditedReport {
  readonly deploymentId: number;
  readonly report: Report | undefined;
  /** The workbook that a new report becomes a tab of. */
  readonly workbookId: number | undefined;
  readonly newName: string;
}

/** A report while it is edited. */
export function useReportEdits(edited: EditedReport, titleOf: TitleOf) {
  const { deploymentId, report, workbookId, newName } = edited;
  const reportId = report?.id;
  const place = useMemo<ReportPlace>(
    () => ({ deploymentId, reportId, workbookId }),
    [deploymentId, reportId, workbookId],
  );
  const saved = useMemo(() => (report ? readReport(report) : newEdits(newName)), [report, newName]);
  const [mine, setMine] = useState<UnsavedReport | undefined>(() => unsavedReports.read(place));
  const [aside, setAside] = useState<ReportEdits>();
  const [shown, setShown] = useState({ saved, place });
  const isUnchanged = (edits: ReportEdits, of: ReportEdits) =>
    report ? Object.keys(changesOf(of, edits, { report, titleOf })).length === 0 : isSameEdits(edits, of);
  if (shown.place !== place) {
    setShown({ saved, place });
    setMine(unsavedReports.read(place));
  } else if (saved !== shown.saved) {
    setShown({ saved, place });
    // What has come is shown where nothing was changed.
    if (mine && isUnchanged(mine.history.present, shown.saved)) setMine(undefined);
  }
  const history = mine?.history ?? beginHistory(saved);
  const edits = history.present;
  const isChanged = !isUnchanged(edits, saved);
  const version = mine && isChanged ? mine.version : (report?.version ?? undefined);

  const keep = (next: EditHistory<ReportEdits> | undefined, of: number | undefined) => {
    const kept = next && { history: next, version: of, isChanged: !isUnchanged(next.present, saved) };
    if (kept) unsavedReports.write(place, kept);
    else unsavedReports.remove(place);
    setMine(kept);
  };
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);

  const queries = useQueryClient();
  const reload = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['report', deploymentId, report?.id] }),
      queries.invalidateQueries({ queryKey: ['workbook', deploymentId, report?.workbookId ?? workbookId] }),
      queries.invalidateQueries({ queryKey: ['report-python', deploymentId, report?.id] }),
      queries.invalidateQueries({ queryKey: ['workspace', deploymentId] }),
    ]);
  };
  const save = useMutation({
    mutationFn: (target: Report) =>
      client.call('updateReport', {
        params: { deploymentId, reportId: target.id },
        body: { ...changesOf(saved, edits, { report: target, titleOf }), expectedVersion: version },
      }),
    async onSuccess(stored) {
      queries.setQueryData(['report', deploymentId, stored.id], (before: Report | undefined) => ({
        ...before,
        ...stored,
      }));
      // What was changed meanwhile is of the version that has come of it.
      const now = unsavedReports.read(place);
      const next = now && {
        ...now,
        version: stored.version ?? undefined,
        isChanged: !isUnchanged(now.history.present, readReport(stored)),
      };
      if (next) unsavedReports.write(place, next);
      setMine(next);
      await reload();
    },
  });
  const create = useMutation({
    mutationFn: (name: string) =>
      client.call('createReport', {
        params: { deploymentId },
        body: {
          ...creationOf({ ...edits, name }, titleOf),
          workbookId: report ? report.workbookId : workbookId,
          ...(report?.workbookId == null && report?.folderId != null && { folderId: report.folderId }),
        },
      }),
    async onSuccess() {
      unsavedReports.remove(place);
      setMine(undefined);
      await reload();
    },
  });
  const change = (next: EditHistory<ReportEdits>) => keep(next === history ? mine?.history : next, version);
  return {
    edits,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    save,
    create,
    /** Own edits that were put aside for what another editor has saved. */
    aside,
    /** @param subject of what is undone together with the change before, when that was about the same */
    edit: (to: (edits: ReportEdits) => ReportEdits, subject?: string) =>
      change(withChange(history, to(edits), subject)),
    undo: () => change(undo(history)),
    redo: () => change(redo(history)),
    /** Goes back to what is saved, which can be undone. */
    discard: () => change(withChange(history, saved)),
    /** Shows what another editor has saved, and puts the own edits aside. */
    async takeTheirs() {
      setAside(edits);
      keep(undefined, undefined);
      save.reset();
      await reload();
    },
    /** Shows the own edits again: saving puts them in the place of the other's. */
    takeMine() {
      if (aside) keep(withChange(beginHistory(saved), aside), report?.version ?? undefined);
      setAside(undefined);
    },
  };
}

export type ReportEditing = ReturnType<typeof useReportEdits>;
