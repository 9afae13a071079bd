import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { usePermission } from '../api/api.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { BuildStatus } from './build-status.tsx';
import { DeleteDeploymentDialog } from './delete-deployment-dialog.tsx';
import { useDeploymentSettings } from './deployment-api.ts';
import { GeneralForm } from './general-form.tsx';

/** What a deployment is called, what it serves, and its end. */
export function GeneralTab({ deploymentId }: { deploymentId: number }) {
  const settings = useDeploymentSettings(deploymentId);
  const mayDelete = usePermission('DeploymentDelete');
  const [isDeleting, setDeleting] = useState(false);
  if (!settings.data)
    return settings.isError ? (
      <ErrorState
        title={t('deploymentSettings.unloaded')}
        error={settings.error}
        isRetrying={settings.isFetching}
        onRetry={() => void settings.refetch()}
      />
    ) : (
      <LoadingState />
    );
  const { name } = settings.data;
  return (
    <Stack maw={720}>
      <BuildStatus deploymentId={deploymentId} />
      <GeneralForm key={deploymentId} deploymentId={deploymentId} settings={settings.data} />
      {mayDelete && (
        <SettingsSection
          title={t('deploymentSettings.delete.section')}
          hint={t('deploymentSettings.delete.hint')}
        >
          <Group>
            <Button color="red" variant="light" onClick={() => setDeleting(true)}>
              {t('deploymentSettings.delete.action')}
            </Button>
          </Group>
        </SettingsSection>
      )}
      {isDeleting && (
        <DeleteDeploymentDialog deploymentId={deploymentId} name={name} onClose={() => setDeleting(false)} />
      )}
    </Stack>
  );
}
