import { useComputedColorScheme } from '@mantine/core';
import type { DashboardConfig } from '@oriel/contract';
import { useEffect, useMemo } from 'react';
import { DashboardView, type DashboardStore, type DashboardViewProps } from '../../dashboard/index.ts';
import { t } from '../../messages/dashboard-editor-texts.ts';
import styles from './dashboard-editor.module.css';

interface DraftPreviewProps {
  config: DashboardConfig;
  makeStore(config: DashboardConfig): DashboardStore;
  view: Omit<DashboardViewProps, 'store'>;
}

/** The draft as its viewers would see it at the width that there is, with controls that work. */
export function DraftPreview({ config, makeStore, view }: DraftPreviewProps) {
  const scheme = useComputedColorScheme('light');
  const store = useMemo(() => makeStore(config), [config, makeStore]);
  useEffect(() => store.start(), [store]);
  return (
    <section className={styles.canvas} data-scheme={scheme} aria-label={t('bar.preview')}>
      <DashboardView {...view} store={store} />
    </section>
  );
}
