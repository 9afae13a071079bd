import { Group, SegmentedControl, Text, useComputedColorScheme } from '@mantine/core';
import type { DashboardThemeInput } from '@oriel/contract';
import type { AccountAppearance } from '@oriel/dashboard/account-properties';
import type { Scheme } from '@oriel/dashboard/account-look';
import { useState } from 'react';
import { SampleDashboard } from '../../dashboard/reports/sample-dashboard.tsx';
import { t } from '../../messages/console-texts.ts';
import styles from './appearance.module.css';

interface LookPreviewProps {
  appearance: AccountAppearance;
  /** The look of a dashboard over that of the account. */
  dashboard?: DashboardThemeInput;
}

const schemes = ['light', 'dark'] as const satisfies readonly Scheme[];

/** A dashboard of made-up numbers in a look, in light or in dark. */
export function LookPreview({ appearance, dashboard }: LookPreviewProps) {
  const own = useComputedColorScheme('light');
  const [chosen, setChosen] = useState<Scheme>();
  const scheme = chosen ?? own;
  return (
    <section className={styles.preview} aria-label={t('appearance.preview')}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{t('appearance.preview')}</Text>
        <SegmentedControl
          size="xs"
          aria-label={t('appearance.previewIn')}
          data={schemes.map((value) => ({ value, label: t(`appearance.scheme.${value}`) }))}
          value={scheme}
          onChange={setChosen}
        />
      </Group>
      <div className={styles.sample}>
        <SampleDashboard appearance={appearance} dashboard={dashboard} scheme={scheme} />
      </div>
    </section>
  );
}
