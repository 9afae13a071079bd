import { Select, TextInput } from '@mantine/core';
import type { AppConfigResponse } from '@oriel/contract';
import { shippedLocales } from '@oriel/embed';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useUpdateAppConfig } from '../api/app-config.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { languageChoices } from './language-choices.ts';
import { timeZonesWith } from '../times/time-zones.ts';

const fields = ['locale', 'timezone', 'hostDashboardUrl'] as const;

/** What embedded surfaces show where a session says nothing of it. */
export function EmbeddingForm({ config: { embedding } }: { config: AppConfigResponse }) {
  const [changes, setChanges] = useState<Partial<Record<(typeof fields)[number], string>>>({});
  const update = useUpdateAppConfig();
  const shown = (name: (typeof fields)[number]) => changes[name] ?? embedding?.[name] ?? '';
  const change = (name: (typeof fields)[number], text: string | null) =>
    setChanges({ ...changes, [name]: text ?? '' });
  const [locale, timezone] = [shown('locale'), shown('timezone')];
  // A language may be set by a tag that is none of ours, such as that of any German.
  const isShipped = locale === '' || shippedLocales.some((each) => each === locale);
  return (
    <SectionForm
      title={t('account.embedding.title')}
      hint={t('account.embedding.hint')}
      isChanged={fields.some((name) => shown(name) !== (embedding?.[name] ?? ''))}
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
      <Select
        label={t('account.embedding.locale')}
        placeholder={t('account.embedding.localeDefault')}
        searchable
        clearable
        data={languageChoices(isShipped ? shippedLocales : [locale, ...shippedLocales])}
        value={locale === '' ? null : locale}
        onChange={(chosen) => change('locale', chosen)}
      />
      <Select
        label={t('account.embedding.timezone')}
        placeholder={t('account.embedding.timezoneDefault')}
        searchable
        clearable
        data={timeZonesWith(timezone)}
        value={timezone === '' ? null : timezone}
        onChange={(chosen) => change('timezone', chosen)}
      />
      <TextInput
        label={t('account.embedding.hostDashboardUrl')}
        description={t('account.embedding.hostDashboardUrlHint')}
        placeholder={t('account.embedding.hostDashboardUrlDefault')}
        inputMode="url"
        value={shown('hostDashboardUrl')}
        onChange={(event) => change('hostDashboardUrl', event.target.value)}
      />
    </SectionForm>
  );
}
