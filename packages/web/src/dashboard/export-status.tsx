import { t } from '../messages/dashboard-texts.ts';
import type { ExportState } from './use-export.ts';
import look from './look.module.css';
import styles from './export-status.module.css';

/** Says how far an export is, and gives it up. */
export function ExportStatus({ state, onStop }: { state: ExportState; onStop(): void }) {
  if (state.status === 'idle') return null;
  const isRunning = state.status === 'running';
  return (
    <div className={styles.status} role={state.status === 'failed' ? 'alert' : 'status'}>
      <span>{textOf(state)}</span>
      <button type="button" className={look.quietButton} onClick={onStop}>
        {isRunning ? t('export.cancel') : t('drill.close')}
      </button>
    </div>
  );
}

function textOf(state: ExportState): string {
  if (state.status === 'failed') return t(state.reason === '' ? 'export.unreachable' : 'export.failed');
  if (state.status !== 'part') return t('export.preparing');
  return t('drill.part', { written: state.rowCount, count: state.totalRowCount });
}
