import { MultiSelect } from '@mantine/core';
import type { UserGroup } from '@oriel/contract';
import { MAX_USER_ROLES } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { useRoleNames } from '../roles/roles-api.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { NameFields, useNameFields } from '../settings/name-fields.tsx';
import { useGroupChanges } from './groups-api.ts';

/** Creates a group, or changes the one that is given. */
export function GroupDialog({ group, onClose }: { group?: UserGroup; onClose(): void }) {
  const fields = useNameFields(group);
  const [roles, setRoles] = useState<string[]>([...(group?.roles ?? [])]);
  const roleNames = useRoleNames();
  const { create, update } = useGroupChanges();
  const { error, isPending } = group ? update : create;
  const save = () => {
    const body = { ...fields.body, roles };
    if (group) update.mutate({ groupId: group.id, ...body }, { onSuccess: onClose });
    else create.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={group ? t('groups.form.edit', { name: group.name }) : t('groups.form.create')}
      action={group ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={issueOf(error, 'name') === undefined ? error : null}
      onSubmit={save}
      onClose={onClose}
    >
      <NameFields
        fields={fields}
        nameLabel={t('groups.form.name')}
        nameHint={t('groups.form.nameHint')}
        descriptionLabel={t('groups.form.description')}
        error={error}
      />
      <MultiSelect
        label={t('groups.form.roles')}
        description={t('groups.form.rolesHint')}
        searchable
        maxValues={MAX_USER_ROLES}
        data={roleNames}
        value={roles}
        onChange={setRoles}
      />
    </FormDialog>
  );
}
