import { ColorInput, NumberInput, Stack, Textarea, Title } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { MAX_CONTAINER_COLUMNS, MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { timeZonesWith } from '../../times/time-zones.ts';
import { useAppConfig } from '../../api/app-config.ts';
import { rulesOf, withColumns, withCompaction, withSettings, withTheme } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice, Flag, TextField } from './fields.tsx';
import { SlugField } from './slug-field.tsx';

/** A name of a font, which is the same in every language. */
const EXAMPLE_FONT = 'Inter';

interface SettingsPanelProps {
  workbook: Workbook;
  /** The slug was saved, which makes another version of the workbook. */
  onSlugSaved(version: number | undefined): void;
}

/** What of a dashboard is set as a whole. */
export function SettingsPanel({ workbook, onSlugSaved }: SettingsPanelProps) {
  const { draft, edit } = useEditor();
  const account = useAppConfig().data;
  const rules = rulesOf(draft);
  const { settings, theme, layout } = draft;
  const zone = textOf(settings?.['timezone']) ?? '';
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('settings.title')}
      </Title>
      <TextField
        label={t('field.title')}
        value={draft.title}
        placeholder={workbook.name}
        onChange={(title) => edit((now) => ({ ...now, title: title ?? null }), 'title')}
      />
      <Textarea
        label={t('settings.description')}
        autosize
        minRows={2}
        maxRows={6}
        value={draft.description ?? ''}
        onChange={({ currentTarget: { value } }) =>
          edit((now) => ({ ...now, description: value === '' ? null : value }), 'description')
        }
      />
      <SlugField workbook={workbook} onSaved={onSlugSaved} />
      <Choice
        label={t('settings.timezone')}
        description={t('settings.timezoneHint')}
        searchable
        limit={100}
        value={zone}
        data={[
          { value: '', label: t('settings.timezoneOfAccount') },
          ...timeZonesWith(zone === '' ? 'UTC' : zone).map((value) => ({ value, label: value })),
        ]}
        onChoose={(value) => edit((now) => withSettings(now, { timezone: value === '' ? undefined : value }))}
      />
      <NumberInput
        label={t('settings.columns')}
        min={1}
        max={MAX_CONTAINER_COLUMNS}
        allowDecimal={false}
        value={rules.columns}

        onChange={(columns) =>
          typeof columns === 'number' &&
          columns >= 1 &&
          columns <= MAX_CONTAINER_COLUMNS &&
          edit((now) => withColumns(now, columns), 'columns')
        }
      />
      <NumberInput
        label={t('settings.rowHeight')}
        min={8}
        max={400}
        allowDecimal={false}
        value={layout?.rowHeight ?? DASHBOARD_LAYOUT_DEFAULTS.rowHeight}
        onChange={(rowHeight) =>
          typeof rowHeight === 'number' &&
          rowHeight >= 8 &&
          rowHeight <= 400 &&
          edit((now) => ({ ...now, layout: { ...now.layout, rowHeight } }), 'rowHeight')
        }
      />
      <Flag
        label={t('settings.closesGaps')}
        description={t('settings.closesGapsHint')}
        isOn={rules.closesGaps}
        onChange={(isOn) => edit((now) => withCompaction(now, isOn))}
      />
      <Choice
        label={t('settings.theme')}
        value={textOf(theme?.['themeId']) ?? ''}
        data={[
          { value: '', label: t('settings.themeOfAccount') },
          ...(account?.dashboardThemes ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChoose={(value) => edit((now) => withTheme(now, { themeId: value === '' ? undefined : value }))}
      />
      {(['primaryColor', 'backgroundColor'] as const).map((name) => (
        <ColorField
          key={name}
          label={t(`settings.${name}`)}
          value={textOf(theme?.[name]) ?? ''}
          onChange={(value) =>
            edit((now) => withTheme(now, { [name]: value === '' ? undefined : value }), name)
          }
        />
      ))}
      <TextField
        label={t('settings.fontFamily')}
        value={textOf(theme?.['fontFamily'])}
        placeholder={EXAMPLE_FONT}
        faultOf={(text) => (isCssValue(text) ? undefined : t('fault.css'))}
        onChange={(fontFamily) => edit((now) => withTheme(now, { fontFamily }), 'fontFamily')}
      />
    </Stack>
  );
}

/** A colour in CSS; one that is none is not taken. */
function ColorField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
}) {
  return (
    <ColorInput
      label={label}
      placeholder={t('settings.colorOfTheme')}
      // Its button would have no name.
      withEyeDropper={false}
      maxLength={MAX_NAME_LENGTH}
      popoverProps={{ withinPortal: true }}
      value={value}
      onChange={(color) => (color === '' || isCssValue(color)) && onChange(color)}
    />
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
