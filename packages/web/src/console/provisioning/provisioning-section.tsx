import { Select, Switch } from '@mantine/core';
import type { ProvisioningSettings } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { useRoleNames } from '../roles/roles-api.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useProvisioningSettings, useReplaceProvisioningSettings } from './provisioning-api.ts';
import { RolesByGroup } from './roles-by-group.tsx';

/** The default role and the roles by group of users that identity providers create: a section of a page of settings. */
export function ProvisioningSection() {
  const { data, isError, error, isFetching, refetch } = useProvisioningSettings();
  if (data) return <ProvisioningForm saved={data} />;
  return (
    <SettingsSection title={t('provisioning.title')}>
      {isError ? (
        <ErrorState
          title={t('provisioning.unloaded')}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </SettingsSection>
  );
}

function ProvisioningForm({ saved }: { saved: ProvisioningSettings }) {
  const [changed, setChanged] = useState<ProvisioningSettings>();
  const roleNames = useRoleNames().filter((name) => name !== 'Admin');
  const replace = useReplaceProvisioningSettings();
  const shown = changed ?? saved;
  const roleIssue = issueOf(replace.error, 'defaultRole');
  // What a field says need not be said again below.
  const isShownAtField =
    roleIssue !== undefined ||
    shown.roleByGroup.some((_, index) => issueOf(replace.error, `roleByGroup[${index}].role`) !== undefined);
  return (
    <SectionForm
      title={t('provisioning.title')}
      hint={t('provisioning.hint')}
      isChanged={changed !== undefined && JSON.stringify(changed) !== JSON.stringify(saved)}
      mutation={isShownAtField ? { ...replace, error: null } : replace}
      onSave={() => replace.mutate(shown, { onSuccess: () => setChanged(undefined) })}
    >
      <Select
        label={t('provisioning.defaultRole')}
        description={t('provisioning.defaultHint')}
        maw={320}
        allowDeselect={false}
        data={withShown(roleNames, shown.defaultRole)}
        value={shown.defaultRole}
        error={roleIssue}
        onChange={(role) => role !== null && setChanged({ ...shown, defaultRole: role })}
      />
      <RolesByGroup
        mappings={shown.roleByGroup}
        roleNames={roleNames}
        error={replace.error}
        onChange={(roleByGroup) => setChanged({ ...shown, roleByGroup })}
      />
      <Switch
        label={t('provisioning.administrators')}
        description={t('provisioning.administratorsHint')}
        checked={shown.managesAdministrators ?? false}
        onChange={(event) => setChanged({ ...shown, managesAdministrators: event.target.checked })}
      />
    </SectionForm>
  );
}

/** A role beyond the first page of the list is offered where it is set. */
function withShown(names: string[], shown: string): string[] {
  return names.includes(shown) ? names : [...names, shown];
}
