import type { DashboardConfig, DashboardWidget, Report, Workbook } from '@oriel/contract';
import { isControl } from '@oriel/dashboard/control-states';
import { arrangementOf, childrenOf, drawnWidgets } from '@oriel/dashboard/widgets';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createDashboardStore, type DashboardStore } from '../../../dashboard/index.ts';
import { findRun } from '../../app-editor/preview-run.ts';
import { createPreviewPython } from '../../app-editor/preview-python.ts';
import { useMemberTypeLoader } from '../../data-model/use-model.ts';
import { useRunBatch } from '../../api/session.ts';
import { useSurface } from '../../surface/surface.ts';
import { createCachedBatch } from './cached-batch.ts';
import { dashboardOf, snapshotOf } from './draft-dashboard.ts';

/** Makes stores of a workbook's drafts, with the author's own rights; what was asked before is not asked again. */
export function useStoreMaker(
  workbook: Workbook,
  reports: readonly Report[],
): (config: DashboardConfig) => DashboardStore {
  const { deploymentId, id, name, calculatedFields } = workbook;
  const { kind, timezone, timezoneOf } = useSurface();
  const asks = useRunBatch(deploymentId);
  const runBatch = useMemo(() => createCachedBatch(asks), [asks]);
  const loadTypes = useMemberTypeLoader(deploymentId);
  const snapshots = useMemo(
    () => reports.map((report) => snapshotOf(report, { calculatedFields })),
    [reports, calculatedFields],
  );
  return useCallback(
    (config) => {
      const dashboard = dashboardOf({ deploymentId, id, name }, config, snapshots);
      return createDashboardStore({
        dashboard,
        runBatch,
        runPython: createPreviewPython({
          snapshots,
          find: (reportId, signal) => findRun({ deploymentId, reportId }, { kind, timezone }, signal),
        }),
        loadMemberTypes: loadTypes,
        initial: { filters: new Map(), grains: new Map(), timezone: timezoneOf(dashboard) },
      });
    },
    [deploymentId, id, name, snapshots, runBatch, loadTypes, kind, timezone, timezoneOf],
  );
}

/**
 * The rows of a draft's charts. An edit that changes what is asked makes another store, which takes the place of the
 * one before once its charts have their rows: until then what was drawn stays.
 */
export function useLiveStore(
  draft: DashboardConfig,
  makeStore: (config: DashboardConfig) => DashboardStore,
): DashboardStore {
  const content = JSON.stringify({ settings: draft.settings, widgets: asked(draft.widgets) });
  const next = useMemo(() => makeStore(JSON.parse(content) as DashboardConfig), [content, makeStore]);
  const [shown, setShown] = useState(next);
  useEffect(() => {
    for (const [container, child] of shown.openTabs()) next.openTab(container, child);
    next.start();
    // Nobody waits for the first drawing of an editor; what asks for the model's members waits for it.
    next.markShown();
    for (const { id } of next.widgets) next.markRendered(id);
    const settle = () => {
      // What lies behind a tab that is closed is not asked.
      const drawn = drawnWidgets(next.dashboard.config, next.openTabs());
      if (drawn.every(({ id, type }) => type !== 'CHART' || next.chart(id).status !== 'loading'))
        setShown(next);
    };
    settle();
    return next.subscribe(settle);
    // The tabs are taken over once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [next]);
  return shown;
}

/** Of widgets what decides on queries; how they look and where they lie does not. */
function asked(widgets: readonly DashboardWidget[] | null | undefined): object[] {
  return (widgets ?? []).map((widget) => {
    const { id, type } = widget;
    if (type === 'CHART')
      return { id, type, config: { reportId: widget.config?.reportId, controls: widget.config?.controls } };
    if (type === 'CONTAINER')
      return { id, type, config: { direction: arrangementOf(widget), children: asked(childrenOf(widget)) } };
    return isControl(widget) ? { id, type, config: widget.config } : { id, type };
  });
}
