import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import type { DashboardConfig } from '@oriel/contract';
import { useEffect, useMemo, useState } from 'react';
import { DashboardView, type DashboardStore, type DashboardViewProps } from '../../dashboard/index.ts';
import { t } from '../../messages/dashboard-editor-texts.ts';
import styles from './dashboard-editor.module.css';

interface DraftPreviewProps {
  config: DashboardConfig;
  makeStore(config: DashboardConfig): DashboardStore;
  view: Omit<DashboardViewProps, 'store'>;
}

/** In pixels, an upright tablet and a telephone. */
const WIDTHS = { full: undefined, tablet: 820, phone: 390 } as const;
type Width = keyof typeof WIDTHS;

/**
 * The draft as its viewers would see it, with controls that work: at the width that there is, or at that of a smaller
 * screen.
 */
export function DraftPreview({ config, makeStore, view }: DraftPreviewProps) {
  const scheme = useComputedColorScheme('light');
  const store = useMemo(() => makeStore(config), [config, makeStore]);
  const [width, setWidth] = useState<Width>('full');
  useEffect(() => store.start(), [store]);
  return (
    <>
      <SegmentedControl<Width>
        className={styles.widths}
        aria-label={t('width.label')}
        data={(['full', 'tablet', 'phone'] as const).map((value) => ({ value, label: t(`width.${value}`) }))}
        value={width}
        onChange={setWidth}
      />
      <section
        className={styles.canvas}
        data-scheme={scheme}
        aria-label={t('bar.preview')}
        style={{ width: '100%', maxWidth: WIDTHS[width], marginInline: 'auto' }}
      >
        <DashboardView {...view} store={store} />
      </section>
    </>
  );
}
