import { Select, TextInput } from '@mantine/core';
import type { UserAttribute } from '@oriel/contract';
import { MAX_DEFAULT_VALUE_LENGTH, MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { useAttributeChanges } from './attributes-api.ts';

const types = [
  'string',
  'number',
  'boolean',
  'string_array',
  'number_array',
] as const satisfies readonly UserAttribute['type'][];

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Creates an attribute, or changes the texts of the one that is given: its name and type are fixed. */
export function AttributeDialog({ attribute, onClose }: { attribute?: UserAttribute; onClose(): void }) {
  const [name, setName] = useState('');
  const [type, setType] = useState<UserAttribute['type']>('string');
  const [displayName, setDisplayName] = useState(attribute?.displayName ?? '');
  const [description, setDescription] = useState(attribute?.description ?? '');
  const [defaultValue, setDefaultValue] = useState(attribute?.defaultValue ?? '');
  const { create, update } = useAttributeChanges();
  const { error, isPending } = attribute ? update : create;
  const nameIssue = issueOf(error, 'name');
  const defaultIssue = issueOf(error, 'defaultValue');
  const save = () => {
    const texts = {
      displayName: textOrNull(displayName),
      description: textOrNull(description),
      defaultValue: textOrNull(defaultValue),
    };
    if (attribute) update.mutate({ userAttributeId: attribute.id, ...texts }, { onSuccess: onClose });
    else create.mutate({ name, type, ...texts }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={attribute ? t('attributes.form.edit', { name: attribute.name }) : t('attributes.form.create')}
      action={attribute ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={nameIssue === undefined && defaultIssue === undefined ? error : null}
      onSubmit={save}
      onClose={onClose}
    >
      {!attribute && (
        <>
          <TextInput
            label={t('attributes.form.name')}
            description={t('attributes.form.nameHint')}
            required
            data-autofocus
            maxLength={MAX_NAME_LENGTH}
            value={name}
            error={nameIssue}
            onChange={(event) => setName(event.target.value)}
          />
          <Select
            label={t('attributes.form.type')}
            allowDeselect={false}
            data={types.map((each) => ({ value: each, label: t(`attributes.type.${each}`) }))}
            value={type}
            onChange={(value) => setType(types.find((each) => each === value) ?? type)}
          />
        </>
      )}
      <TextInput
        label={t('attributes.form.displayName')}
        maxLength={MAX_NAME_LENGTH}
        value={displayName}
        onChange={(event) => setDisplayName(event.target.value)}
      />
      <TextInput
        label={t('attributes.form.description')}
        maxLength={MAX_NAME_LENGTH}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <TextInput
        label={t('attributes.form.default')}
        description={t(`attributes.valueHint.${attribute?.type ?? type}`)}
        maxLength={MAX_DEFAULT_VALUE_LENGTH}
        value={defaultValue}
        error={defaultIssue}
        onChange={(event) => setDefaultValue(event.target.value)}
      />
    </FormDialog>
  );
}
