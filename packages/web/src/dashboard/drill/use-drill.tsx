import { drilledMember, isDrillable, type DrillClick } from '@oriel/dashboard/drill-click';
import { useCallback, useState, type ReactNode } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import type { DrillRequest } from '../store/drill-rows.ts';
import { DrillDialog } from './lazy-drill-dialog.tsx';

interface Drill {
  onDrill(click: DrillClick): void;
  canDrill(column: string): boolean;
  /** The columns of measures that the model names drill members of. */
  measures: readonly string[];
  /** The dialog, while it is open. */
  dialog: ReactNode;
}

/**
 * What choosing a number of a chart does: the host is told of it, and the rows behind it are shown where the model
 * names them.
 */
export function useDrill(
  { store, allowExport = false, onDrilldown, onDownload }: DashboardViewProps,
  widgetId: string,
  result: QueryResult | undefined,
): Drill {
  const [request, setRequest] = useState<DrillRequest>();
  const isTold = onDrilldown !== undefined;
  const canDrill = useCallback(
    (column: string) => isTold || isDrillable(result?.columns[column]),
    [isTold, result],
  );
  const onDrill = useCallback(
    (click: DrillClick) => {
      onDrilldown?.({ member: drilledMember(click), value: click.value, widgetId });
      setRequest(store.drill(widgetId, click));
    },
    [store, widgetId, onDrilldown],
  );
  const columns = result?.columns ?? {};
  return {
    onDrill,
    canDrill,
    measures: Object.keys(columns).filter(
      (key) => isDrillable(columns[key]) && drilledMember({ column: key }) === key,
    ),
    dialog: request && (
      <DrillDialog
        store={store}
        request={request}
        allowExport={allowExport}
        onDownload={({ rowCount, total, title }) =>
          onDownload?.({
            format: 'csv',
            widgetId,
            title,
            rowCount,
            totalRowCount: total,
            isComplete: rowCount === total,
          })
        }
        onClose={() => setRequest(undefined)}
      />
    ),
  };
}
