import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { SectionForm } from '../settings/section-form.tsx';
import type { useAllowedOrigins } from './account-api.ts';

interface TextListFormProps {
  list: ReturnType<typeof useAllowedOrigins>;
  title: string;
  hint: string;
  label: string;
  placeholder: string;
}

/** A list of texts, each entered with Enter, saved as a whole. */
export function TextListForm({
  list: { query, replace },
  title,
  hint,
  label,
  placeholder,
}: TextListFormProps) {
  const [changed, setChanged] = useState<string[]>();
  const saved = query.data ?? [];
  const shown = changed ?? saved;
  return (
    <SectionForm
      title={title}
      hint={hint}
      isChanged={changed !== undefined && changed.join('\n') !== saved.join('\n')}
      mutation={query.error ? { ...replace, error: query.error } : replace}
      onSave={() => replace.mutate(shown, { onSuccess: () => setChanged(undefined) })}
    >
      <TagsInput
        label={label}
        disabled={!query.data}
        {...(shown.length === 0 && { placeholder })}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        value={shown}
        onChange={setChanged}
      />
    </SectionForm>
  );
}
