import { Select } from '@mantine/core';
import type { CurrentUser } from '@oriel/contract';
import { resolveLocale, shippedLocales } from '@oriel/embed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { browserLanguage, loadLanguage } from '../language/console-language.ts';
import { FormDialog } from '../settings/form-dialog.tsx';

/** The choice of those who have made none. */
const OF_BROWSER = '';

/** Chooses the language of the console. Each is called by its own name, so that it is found whatever is shown. */
export function LanguageDialog({ user, onClose }: { user: CurrentUser; onClose(): void }) {
  const queryClient = useQueryClient();
  const own = user.settings?.locale ?? OF_BROWSER;
  const [chosen, setChosen] = useState(own);
  const save = useMutation({
    async mutationFn(tag: string) {
      // A language that cannot be loaded is not chosen.
      await loadLanguage(tag || browserLanguage());
      return client.call('updateMySettings', { body: { locale: tag || null } });
    },
    onSuccess({ settings }) {
      onClose();
      queryClient.setQueryData<CurrentUser>(['user'], (known) => known && { ...known, settings });
    },
  });
  // A language may have been set by a tag that is none of ours, such as that of any German.
  const isShipped = own === OF_BROWSER || shippedLocales.some((locale) => locale === own);
  const ofBrowser = t('language.ofBrowser', { language: nameOf(browserLanguage()) });
  return (
    <FormDialog
      title={t('language.title')}
      action={t('action.save')}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => (chosen === own ? onClose() : save.mutate(chosen))}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={t('language.label')}
        description={t('language.hint')}
        allowDeselect={false}
        searchable
        data={[
          { value: OF_BROWSER, label: ofBrowser },
          ...[...shippedLocales, ...(isShipped ? [] : [own])]
            .map((locale) => ({ value: locale, label: nameOf(locale) }))
            .toSorted((one, other) => one.label.localeCompare(other.label)),
        ]}
        value={chosen}
        onChange={(value) => setChosen(value ?? OF_BROWSER)}
      />
    </FormDialog>
  );
}

/** A language in itself, as in `Deutsch (Deutschland)`; the tag where the browser knows no name. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([resolveLocale(tag) ?? tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
