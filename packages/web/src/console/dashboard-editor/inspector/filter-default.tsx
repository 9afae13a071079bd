import { useComputedColorScheme } from '@mantine/core';
import type { WidgetOf } from '@oriel/contract';
import { publishedStateOf } from '@oriel/dashboard/control-states';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { FilterWidget } from '../../../dashboard/controls/control-widgets.tsx';
import { createDashboardStore } from '../../../dashboard/index.ts';
import look from '../../../dashboard/look/look.module.css';
import { isSameJson } from '../../dashboards/publish-state.ts';
import { useMemberTypeLoader } from '../../data-model/use-model.ts';
import { useDeploymentId } from '../../api/deployment-id.ts';
import { useRunBatch } from '../../api/session.ts';
import { withConfig } from '../draft/dashboard-draft.ts';
import { dashboardOf } from '../draft/draft-dashboard.ts';
import { useEditor } from '../draft/editor-context.ts';
import styles from './inspector.module.css';

/**
 * The control itself: what is chosen here is what the dashboard begins with. Another member, or another kind of choice,
 * needs a new one.
 */
export function FilterDefault({ widget }: { widget: WidgetOf<'FILTER'> }) {
  const { edit } = useEditor();
  const deploymentId = useDeploymentId();
  const scheme = useComputedColorScheme('light');
  const runBatch = useRunBatch(deploymentId);
  const loadMemberTypes = useMemberTypeLoader(deploymentId);
  const { id } = widget;
  const take = useEffectEvent(() => {
    const state = store.control(id);
    if (isSameJson(state, publishedStateOf(widget))) return;
    edit((draft) => withConfig(draft, id, { operator: state.operator, value: state.value ?? undefined }));
  });
  const store = useMemo(
    () => {
      const alone = { ...widget, config: { ...widget.config, visibility: 'visible' as const } };
      const dashboard = dashboardOf({ deploymentId, id: 0, name: '' }, { widgets: [alone] }, []);
      return createDashboardStore({
        dashboard,
        runBatch,
        runPython: () => Promise.reject(new Error('A filter has no script')),
        loadMemberTypes,
      });
    },
    // The widget is read once: what changes of it is put into the store below.
    // oxlint-disable-next-line react/exhaustive-deps
    [deploymentId, id, runBatch, loadMemberTypes],
  );
  useEffect(() => {
    store.markShown();
    return store.subscribe(take);
  }, [store]);
  const stated = publishedStateOf(widget);
  useEffect(() => {
    if (!isSameJson(store.control(id), stated)) store.setControls(new Map([[id, stated]]));
  }, [store, id, stated]);
  return (
    <div data-scheme={scheme} className={`${look.look} ${styles.control}`}>
      <FilterWidget
        store={store}
        widget={{ ...widget, config: { ...widget.config, visibility: 'visible' } }}
      />
    </div>
  );
}
