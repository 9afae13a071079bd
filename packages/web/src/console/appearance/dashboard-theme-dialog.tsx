import { SimpleGrid, TextInput, useComputedColorScheme } from '@mantine/core';
import type { NamedDashboardTheme } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import type { AccountAppearance } from '@oriel/dashboard/account-properties';
import { useState } from 'react';
import { SampleDashboard } from '../../dashboard/reports/sample-dashboard.tsx';
import { t } from '../../messages/console-texts.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import styles from './appearance.module.css';
import { ColorField } from './color-field.tsx';
import { withEntry } from './edited-list.ts';
import { idFor } from './palette-text.ts';
import { textAt, themeFields, withTextAt } from './theme-fields.ts';
import type { ConfigChanges } from '../api/use-config-changes.ts';

interface DashboardThemeDialogProps {
  changes: ConfigChanges;
  themes: readonly NamedDashboardTheme[];
  /** The look of the account, which the theme lies over. */
  appearance: AccountAppearance;
  /** Absent for a new one. */
  edited?: NamedDashboardTheme;
  onClose(): void;
}

/** Makes or changes a theme for dashboards, beside a dashboard that has it. */
export function DashboardThemeDialog({
  changes,
  themes,
  appearance,
  edited,
  onClose,
}: DashboardThemeDialogProps) {
  const scheme = useComputedColorScheme('light');
  const [name, setName] = useState(edited?.name ?? '');
  const [theme, setTheme] = useState(edited?.theme ?? {});
  const save = () => {
    const id =
      edited?.id ??
      idFor(
        name,
        themes.map((known) => known.id),
      );
    changes.change(
      t('appearance.themes.saved', { name: name.trim() }),
      ({ dashboardThemes }) => ({
        dashboardThemes: withEntry(dashboardThemes, { id, name: name.trim(), theme }),
      }),
      onClose,
    );
  };
  return (
    <FormDialog
      title={edited ? t('appearance.themes.edit', { name: edited.name }) : t('appearance.themes.create')}
      action={edited ? t('action.save') : t('action.create')}
      isBusy={changes.mutation.isPending}
      error={changes.mutation.error}
      size="xl"
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('appearance.themes.name')}
        required
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {themeFields.map((field) => {
          const value = textAt(theme, field.path);
          const props = {
            label: t(`appearance.themes.${field.name}`),
            placeholder: t('appearance.themes.usual'),
            value,
          };
          const change = (text: string) => setTheme(withTextAt(theme, field.path, text));
          return field.isColor ? (
            <ColorField key={field.name} {...props} onChange={change} />
          ) : (
            <TextInput
              key={field.name}
              {...props}
              maxLength={MAX_NAME_LENGTH}
              error={isCssValue(value) ? undefined : t('appearance.noValue')}
              onChange={(event) => change(event.target.value)}
            />
          );
        })}
      </SimpleGrid>
      <div className={styles.sample} aria-hidden="true" inert>
        <SampleDashboard appearance={appearance} dashboard={theme} scheme={scheme} />
      </div>
    </FormDialog>
  );
}
