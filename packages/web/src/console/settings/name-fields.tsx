import { Textarea, TextInput } from '@mantine/core';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { issueOf } from '../api/error-kind.ts';

/** A name and a description that are typed, beginning with those of the record that is changed. */
export function useNameFields(record: { name: string; description?: string | null | undefined } | undefined) {
  const [name, setName] = useState(record?.name ?? '');
  const [description, setDescription] = useState(record?.description ?? '');
  const trimmed = description.trim();
  return {
    name,
    setName,
    description,
    setDescription,
    body: { name, description: trimmed === '' ? null : trimmed },
  };
}

interface NameFieldsProps {
  fields: ReturnType<typeof useNameFields>;
  nameLabel: string;
  nameHint?: string;
  descriptionLabel: string;
  /** Why the last change was refused; what it says of the name is said there. */
  error: Error | null;
}

/** The first fields of a form of something with a name. */
export function NameFields({ fields, nameLabel, nameHint, descriptionLabel, error }: NameFieldsProps) {
  return (
    <>
      <TextInput
        label={nameLabel}
        description={nameHint}
        required
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        value={fields.name}
        error={issueOf(error, 'name')}
        onChange={(event) => fields.setName(event.target.value)}
      />
      <Textarea
        label={descriptionLabel}
        autosize
        maxLength={MAX_NAME_LENGTH}
        value={fields.description}
        onChange={(event) => fields.setDescription(event.target.value)}
      />
    </>
  );
}
