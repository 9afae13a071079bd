import { Stack, Switch, TextInput } from '@mantine/core';
import type { DeploymentSettings } from '@oriel/contract';
import { MAX_HOST_LENGTH, MAX_NAME_LENGTH, MAX_PATH_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { errorKind, issueOf } from '../api/error-kind.ts';
import { SaveRow } from '../settings/save-row.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { useDeploymentChanges } from './deployment-api.ts';

const fields = [
  { name: 'name', maxLength: MAX_NAME_LENGTH, required: true },
  { name: 'deployBranchName', maxLength: MAX_PATH_LENGTH, required: true },
  { name: 'deployProjectRoot', maxLength: MAX_PATH_LENGTH, required: false },
  { name: 'customDomain', maxLength: MAX_HOST_LENGTH, required: false },
] as const;
const switches = ['deployBranchReadOnly', 'deployBranchMergeAllowed', 'isDataChatAllowed'] as const;

interface GeneralFormProps {
  deploymentId: number;
  settings: DeploymentSettings;
}

/** The settings that a deployment itself reads. */
export function GeneralForm({ deploymentId, settings }: GeneralFormProps) {
  const [changes, setChanges] = useState<Partial<DeploymentSettings>>({});
  const { update } = useDeploymentChanges(deploymentId);
  const shown = { ...settings, ...changes };
  const isChanged = [...fields.map(({ name }) => name), ...switches].some(
    (name) => (shown[name] ?? '') !== (settings[name] ?? ''),
  );
  const change = (changed: Partial<DeploymentSettings>) => setChanges({ ...changes, ...changed });
  const save = () => {
    const { customDomain, ...others } = changes;
    update.mutate(
      { ...others, ...('customDomain' in changes && { customDomain: customDomain || null }) },
      { onSuccess: () => setChanges({}) },
    );
  };
  const isTaken = update.isError && errorKind(update.error) === 'conflict';
  const issueFor = (name: string) =>
    isTaken && name === 'name' ? t('deployments.create.taken') : issueOf(update.error, name);
  const hasIssue = fields.some(({ name }) => issueFor(name) !== undefined);
  return (
    <SettingsSection title={t('deploymentSettings.general')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          {fields.map(({ name, maxLength, required }) => (
            <TextInput
              key={name}
              label={t(`deploymentSettings.field.${name}`)}
              description={t(`deploymentSettings.hintOf.${name}`)}
              required={required}
              maxLength={maxLength}
              value={shown[name] ?? ''}
              error={issueFor(name)}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          ))}
          {switches.map((name) => (
            <Switch
              key={name}
              label={t(`deploymentSettings.field.${name}`)}
              checked={shown[name]}
              onChange={(event) => change({ [name]: event.target.checked })}
            />
          ))}
          <SaveRow
            isChanged={isChanged}
            isBusy={update.isPending}
            isSaved={update.isSuccess}
            error={hasIssue ? null : update.error}
          />
        </Stack>
      </form>
    </SettingsSection>
  );
}
