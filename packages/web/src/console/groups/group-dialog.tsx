import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import type { UserGroup } from '@oriel/contract';
import { MAX_NAME_LENGTH, MAX_USER_ROLES } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../error-kind.ts';
import { useRoleNames } from '../roles/roles-api.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { useGroupChanges } from './groups-api.ts';

/** Creates a group, or changes the one that is given. */
export function GroupDialog({ group, onClose }: { group?: UserGroup; onClose(): void }) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [roles, setRoles] = useState<string[]>([...(group?.roles ?? [])]);
  const roleNames = useRoleNames();
  const { create, update } = useGroupChanges();
  const { error, isPending } = group ? update : create;
  const nameIssue = issueOf(error, 'name');
  const save = () => {
    const body = { name, description: description.trim() === '' ? null : description.trim(), roles };
    if (group) update.mutate({ groupId: group.id, ...body }, { onSuccess: onClose });
    else create.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={group ? t('groups.form.edit', { name: group.name }) : t('groups.form.create')}
      action={group ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={nameIssue === undefined ? error : null}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('groups.form.name')}
        description={t('groups.form.nameHint')}
        required
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        value={name}
        error={nameIssue}
        onChange={(event) => setName(event.target.value)}
      />
      <Textarea
        label={t('groups.form.description')}
        autosize
        maxLength={MAX_NAME_LENGTH}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
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
