import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { useDeployments, usePermission } from '../api/api.ts';
import styles from '../look/page.module.css';
import { PageHeading } from '../settings/page-heading.tsx';
import { useDeploymentId } from '../api/deployment-id.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { deploymentTabs } from './deployment-tabs.ts';
import { EnvironmentsTab } from './environments-tab.tsx';
import { GeneralTab } from './general-tab.tsx';
import { LogsTab } from './logs-tab.tsx';
import { VariablesTab } from './variables-tab.tsx';

/** The settings of the current deployment, in tabs that the address names. */
export function DeploymentPage() {
  const deploymentId = useDeploymentId();
  const { current } = useDeployments();
  const { tab = 'general' } = useSearch({ from: '/shell/deployment/settings/deployment' });
  const navigate = useNavigate();
  const managesSecrets = usePermission('SecretsManage');
  const title = t('deploymentSettings.title', { name: current?.name ?? '' });
  useDocumentTitle(title);
  const tabs = deploymentTabs.filter((each) => each !== 'variables' || managesSecrets);
  return (
    <div className={styles.page}>
      <PageHeading title={title} hint={t('deploymentSettings.hint')} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          const chosen = deploymentTabs.find((each) => each === next);
          if (chosen) void navigate({ to: '/settings/deployment', search: { tab: chosen } });
        }}
      >
        <Tabs.List mb="md">
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`deploymentSettings.tab.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general">
          <GeneralTab deploymentId={deploymentId} />
        </Tabs.Panel>
        <Tabs.Panel value="variables">
          <VariablesTab deploymentId={deploymentId} />
        </Tabs.Panel>
        <Tabs.Panel value="environments">
          <EnvironmentsTab deploymentId={deploymentId} managesTokens={managesSecrets} />
        </Tabs.Panel>
        <Tabs.Panel value="logs">
          <LogsTab deploymentId={deploymentId} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
