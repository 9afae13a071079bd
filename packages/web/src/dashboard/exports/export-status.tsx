import { t } from '../../messages/dashboard-texts.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import type { ExportState } from './use-export.ts';
import look from '../look/look.module.css';
import styles from './export-status.module.css';
import { useOutage } from '../store/use-store.ts';

interface ExportStatusProps {
  store: DashboardStore;
  state: ExportState;
  onStop(): void;
}

/** Says how far an export is, and gives it up. */
export function ExportStatus({ store, state, onStop }: ExportStatusProps) {
  const isExpired = useOutage(store) === 'expired';
  if (state.status === 'idle') return null;
  const isRunning = state.status === 'running';
  return (
    <div className={styles.status} role={state.status === 'failed' ? 'alert' : 'status'}>
      <span>{isRunning && isExpired ? t('export.waits') : textOf(state)}</span>
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
