import type { DashboardThemeInput } from '@oriel/contract';
import type { AccountAppearance } from '@oriel/dashboard/account-properties';
import type { Scheme } from '@oriel/dashboard/account-look';
import { useLayoutEffect, useRef } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { applyAppearance } from '../look/account-appearance.ts';
import { ChartPalettes } from '../look/chart-palettes.ts';
import { themeProperties } from '../look/dashboard-theme.ts';
import control from '../controls/control.module.css';
import look from '../look/look.module.css';
import { ReportBody } from './report-body.tsx';
import { sampleReports, type SampleId } from './sample-reports.ts';
import styles from './sample-dashboard.module.css';
import '../look/tokens.css';

interface SampleDashboardProps {
  appearance: AccountAppearance;
  /** The look of the dashboard itself; it goes before that of the account. */
  dashboard?: DashboardThemeInput | undefined;
  scheme: Scheme;
  /** One report alone; default a whole dashboard. */
  only?: SampleId;
}

/** A dashboard with made-up numbers, for those who choose looks: it is drawn by what draws dashboards. */
export function SampleDashboard({ appearance, dashboard, scheme, only }: SampleDashboardProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (frame.current) applyAppearance(frame.current, appearance, scheme);
  }, [appearance, scheme]);
  // Charts are painted once more in other colours.
  const themeKey = JSON.stringify([appearance, dashboard, scheme]);
  const reports = sampleReports().filter(({ id }) => only === undefined || id === only);
  return (
    <ChartPalettes value={appearance.palettes ?? []}>
      <div ref={frame} data-scheme={scheme}>
        <div className={look.look} style={themeProperties(dashboard)} data-part="sample">
          <div className={styles.sample} data-alone={only !== undefined}>
            {only === undefined && (
              <div className={control.control}>
                <span className={control.label}>{t('sample.filter')}</span>
                <span className={styles.value}>{t('sample.filterValue')}</span>
              </div>
            )}
            {reports.map(({ id, title, ...report }) => (
              <section key={id} className={`${look.card} ${styles.card}`} data-sample={id}>
                <h3>{title}</h3>
                <div className={styles.body}>
                  <ReportBody title={title} {...report} themeKey={themeKey} />
                </div>
              </section>
            ))}
          </div>
        </div>
      </div>
    </ChartPalettes>
  );
}
