import { Text, TextInput } from '@mantine/core';
import type { User, UserAttributeValue } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { textOfValue, valueOfText } from '../attributes/attribute-text.ts';
import { useAttributeChanges, useAttributeValues } from '../attributes/attributes-api.ts';
import { DialogForm } from '../settings/form-dialog.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { nameOf } from './people-api.ts';
import { Dialog } from '../elements/dialog.tsx';

interface UserAttributesDialogProps {
  user: User;
  onClose(): void;
}

/** The attribute values of a user: what is empty has the default. */
export function UserAttributesDialog({ user, onClose }: UserAttributesDialogProps) {
  const values = useAttributeValues(user.id);
  return (
    <Dialog onClose={onClose} title={t('attributes.ofUser', { name: nameOf(user) })}>
      {values.data && values.data.length > 0 ? (
        <ValuesForm userId={user.id} values={values.data} onClose={onClose} />
      ) : values.data ? (
        <Text>{t('attributes.noneToSet')}</Text>
      ) : values.isError ? (
        <ErrorState
          title={t('attributes.unloaded')}
          error={values.error}
          isRetrying={values.isFetching}
          onRetry={() => void values.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

interface ValuesFormProps {
  userId: number;
  values: readonly UserAttributeValue[];
  onClose(): void;
}

function ValuesForm({ userId, values, onClose }: ValuesFormProps) {
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  const { setValues } = useAttributeChanges();
  const changed = values.filter(
    ({ userAttributeId, value }) =>
      texts[userAttributeId] !== undefined && texts[userAttributeId] !== textOfValue(value),
  );
  const save = () =>
    setValues.mutate(
      changed.map(({ userAttributeId, type }) => ({
        userId: String(userId),
        userAttributeId: String(userAttributeId),
        value: valueOfText(type, texts[userAttributeId] ?? ''),
      })),
      { onSuccess: onClose },
    );
  return (
    <DialogForm
      action={t('action.save')}
      isBusy={setValues.isPending}
      error={setValues.error}
      onSubmit={save}
      onClose={onClose}
    >
      {values.map((each) => (
        <TextInput
          key={each.userAttributeId}
          label={each.displayName ?? each.name}
          description={t(`attributes.valueHint.${each.type}`)}
          placeholder={each.value == null ? (each.formattedValue ?? '') : ''}
          value={texts[each.userAttributeId] ?? textOfValue(each.value)}
          onChange={(event) => setTexts({ ...texts, [each.userAttributeId]: event.target.value })}
        />
      ))}
    </DialogForm>
  );
}
