import { useCallback, useEffect, useRef, useState } from 'react';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import { exportFile, ExportRefused, type ExportedFile, type ExportTarget } from '../store/export-file.ts';

/** How far an export is. */
export type ExportState =
  | { readonly status: 'idle' | 'running' }
  /** With the server's sentence; without one it is the server that cannot be reached. */
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'part'; readonly rowCount: number; readonly totalRowCount: number };

const IDLE: ExportState = { status: 'idle' };

/** One export at a time of a part of a dashboard, which ends with the part. */
export function useExport({ store, request, onDownload }: DashboardViewProps) {
  const load = useCallback(
    (target: ExportTarget, signal: AbortSignal) =>
      exportFile(store, target, { request: request ?? fetch, signal }),
    [store, request],
  );
  return useFileExport(load, onDownload);
}

/** One export at a time, which ends with the component. @param load as {@link exportFile} */
export function useFileExport(
  load: (target: ExportTarget, signal: AbortSignal) => Promise<ExportedFile>,
  onDownload?: (file: ExportedFile) => void,
) {
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
        const file = await load(target, own.signal);
        if (own.signal.aborted) return;
        onDownload?.(file);
        setState(stateAfter(file));
      } catch (error) {
        // An export that was given up is none.
        if (own.signal.aborted) return;
        setState({ status: 'failed', reason: error instanceof ExportRefused ? error.message : '' });
      }
    },
    [load, onDownload],
  );
  const stop = useCallback(() => {
    running.current?.abort();
    setState(IDLE);
  }, []);
  return { state, start, stop };
}

function stateAfter({ rowCount, totalRowCount }: ExportedFile): ExportState {
  return rowCount === undefined || totalRowCount === undefined || rowCount === totalRowCount
    ? IDLE
    : { status: 'part', rowCount, totalRowCount };
}
