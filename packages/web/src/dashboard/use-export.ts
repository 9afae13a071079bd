import { useCallback, useEffect, useRef, useState } from 'react';
import type { DashboardViewProps } from './dashboard-view-props.ts';
import { exportFile, type ExportedFile, type ExportTarget } from './export-file.ts';

/** How far an export is. */
export type ExportState =
  | { readonly status: 'idle' | 'running' | 'failed' }
  | { readonly status: 'part'; readonly rowCount: number; readonly totalRowCount: number };

const IDLE: ExportState = { status: 'idle' };

/** One export at a time of a part of a dashboard, which ends with the part. */
export function useExport({ store, request, onDownload }: DashboardViewProps) {
  const [state, setState] = useState<ExportState>(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(
    async (target: ExportTarget) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState({ status: 'running' });
      try {
        const file = await exportFile(store, target, { request: request ?? fetch, signal: own.signal });
        if (own.signal.aborted) return;
        onDownload?.(file);
        setState(stateAfter(file));
      } catch {
        // Why is the server's business; an export that was given up is none.
        if (!own.signal.aborted) setState({ status: 'failed' });
      }
    },
    [store, request, onDownload],
  );
  const stop = useCallback(() => {
    running.current?.abort();
    setState(IDLE);
  }, []);
  return { state, start, stop };
}

function stateAfter({ rowCount, totalRowCount, isComplete }: ExportedFile): ExportState {
  return isComplete || rowCount === undefined || totalRowCount === undefined
    ? IDLE
    : { status: 'part', rowCount, totalRowCount };
}
