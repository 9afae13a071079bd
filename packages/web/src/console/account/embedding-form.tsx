import { TextInput } from '@mantine/core';
import type { AppConfigResponse } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { useUpdateAppConfig } from '../app-config.ts';

const fields = ['locale', 'timezone', 'hostDashboardUrl'] as const;

/** What embedded surfaces show where a session says nothing of it. */
export function EmbeddingForm({ config: { embedding } }: { config: AppConfigResponse }) {
  const [changes, setChanges] = useState<Partial<Record<(typeof fields)[number], string>>>({});
  const update = useUpdateAppConfig();
  return (
    <SectionForm
      title={t('account.embedding.title')}
      hint={t('account.embedding.hint')}
      isChanged={fields.some(
        (name) => changes[name] !== undefined && changes[name] !== (embedding?.[name] ?? ''),
      )}
      mutation={update}
      onSave={() =>
        update.mutate(
          {
            embedding: Object.fromEntries(
              Object.entries(changes).map(([name, text]) => [name, text.trim() === '' ? null : text.trim()]),
            ),
          },
          { onSuccess: () => setChanges({}) },
        )
      }
    >
      {fields.map((name) => (
        <TextInput
          key={name}
          label={t(`account.embedding.${name}`)}
          placeholder={t(`account.embedding.${name}Default`)}
          {...(name === 'hostDashboardUrl' && { description: t('account.embedding.hostDashboardUrlHint') })}
          value={changes[name] ?? embedding?.[name] ?? ''}
          onChange={(event) => setChanges({ ...changes, [name]: event.target.value })}
        />
      ))}
    </SectionForm>
  );
}
