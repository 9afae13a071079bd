import { Button, Stack, Text } from '@mantine/core';
import type { Policy, Role } from '@oriel/contract';
import { MAX_ROLE_POLICIES } from '@oriel/contract/limits';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { NameFields, useNameFields } from '../settings/name-fields.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { useRoleChanges } from './roles-api.ts';

const firstPolicy: Policy = { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] };
const nextPolicy: Policy = { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['All'] };

/** Creates a role, or changes the one that is given. */
export function RoleDialog({ role, onClose }: { role?: Role; onClose(): void }) {
  const fields = useNameFields(role);
  const [policies, setPolicies] = useState<readonly Policy[]>(role?.policies ?? [firstPolicy, nextPolicy]);
  const { create, update } = useRoleChanges();
  const { error, isPending } = role ? update : create;
  const save = () => {
    const body = { ...fields.body, policies: [...policies] };
    if (role) update.mutate({ roleId: role.id, ...body }, { onSuccess: onClose });
    else create.mutate(body, { onSuccess: onClose });
  };
  const replaceAt = (at: number, ...by: Policy[]) =>
    setPolicies([...policies.slice(0, at), ...by, ...policies.slice(at + 1)]);
  return (
    <FormDialog
      title={role ? t('roles.form.edit', { name: role.name }) : t('roles.form.create')}
      action={role ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={issueOf(error, 'name') === undefined ? error : null}
      size="lg"
      onSubmit={save}
      onClose={onClose}
    >
      <NameFields
        fields={fields}
        nameLabel={t('roles.form.name')}
        descriptionLabel={t('roles.form.description')}
        error={error}
      />
      <Stack gap="sm">
        <Text size="sm" fw={500}>
          {t('roles.form.policies')}
        </Text>
        {policies.map((policy, at) => (
          <PolicyEditor
            // A policy has no identity but its position.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            number={at + 1}
            policy={policy}
            onChange={(changed) => replaceAt(at, changed)}
            onRemove={() => replaceAt(at)}
          />
        ))}
        {policies.length < MAX_ROLE_POLICIES && (
          <Button
            variant="light"
            leftSection={<IconPlus size={16} />}
            onClick={() => setPolicies([...policies, nextPolicy])}
          >
            {t('roles.form.addPolicy')}
          </Button>
        )}
      </Stack>
    </FormDialog>
  );
}
