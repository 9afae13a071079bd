import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { useAppConfig } from '../api/app-config.ts';
import styles from '../look/page.module.css';
import { PageHeading } from '../settings/page-heading.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { appearanceTabs } from './appearance-tabs.ts';
import { DashboardThemesTab } from './dashboard-themes-tab.tsx';
import { PalettesTab } from './palettes-tab.tsx';
import { ThemeTab } from './theme-tab.tsx';

/** The theme of the account, its palettes, and its themes for dashboards. */
export function AppearancePage() {
  const config = useAppConfig();
  const { tab = 'theme' } = useSearch({ from: '/shell/settings/appearance' });
  const navigate = useNavigate();
  useDocumentTitle(t('appearance.title'));
  return (
    <div className={styles.page}>
      <PageHeading title={t('appearance.title')} hint={t('appearance.hint')} />
      {config.data ? (
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={(next) => {
            const chosen = appearanceTabs.find((each) => each === next);
            if (chosen) void navigate({ to: '/settings/appearance', search: { tab: chosen } });
          }}
        >
          <Tabs.List mb="md">
            {appearanceTabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`appearance.tab.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="theme">
            <ThemeTab config={config.data} />
          </Tabs.Panel>
          <Tabs.Panel value="palettes">
            <PalettesTab palettes={config.data.chartPalettes} />
          </Tabs.Panel>
          <Tabs.Panel value="dashboards">
            <DashboardThemesTab config={config.data} />
          </Tabs.Panel>
        </Tabs>
      ) : config.isError ? (
        <ErrorState
          title={t('appearance.unloaded')}
          error={config.error}
          isRetrying={config.isFetching}
          onRetry={() => void config.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}
