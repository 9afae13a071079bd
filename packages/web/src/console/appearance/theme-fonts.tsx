import { Fieldset, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import type { AppTheme } from '@oriel/contract';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { t } from '../../messages/console-texts.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { chosenFonts, typographyOf, type ChosenFont } from './chosen-fonts.ts';

interface ThemeFontsProps {
  theme: AppTheme;
  onChange(changed: Partial<AppTheme>): void;
}

/** The fonts of texts and of headings, each a file. */
export function ThemeFonts({ theme, onChange }: ThemeFontsProps) {
  const fonts = chosenFonts(theme);
  const change = (changed: Partial<typeof fonts>) =>
    onChange({ typography: typographyOf({ ...fonts, ...changed }) });
  return (
    <SettingsSection title={t('appearance.fonts.title')} hint={t('appearance.fonts.hint')}>
      <Stack gap="sm">
        <FontFields
          legend={t('appearance.fonts.body')}
          font={fonts.body}
          onChange={(body) => change({ body })}
        />
        <FontFields
          legend={t('appearance.fonts.heading')}
          font={fonts.heading}
          onChange={(heading) => change({ heading })}
        />
      </Stack>
    </SettingsSection>
  );
}

interface FontFieldsProps {
  legend: string;
  font: ChosenFont;
  onChange(font: ChosenFont): void;
}

function FontFields({ legend, font, onChange }: FontFieldsProps) {
  return (
    <Fieldset legend={legend} p="sm">
      <Stack gap="xs">
        <Group gap="xs" grow preventGrowOverflow={false} align="flex-start">
          <TextInput
            label={t('appearance.fonts.family')}
            maxLength={MAX_NAME_LENGTH}
            value={font.family}
            onChange={(event) => onChange({ ...font, family: event.target.value })}
          />
          <NumberInput
            label={t('appearance.fonts.weight')}
            maw={110}
            min={1}
            max={1000}
            step={100}
            allowDecimal={false}
            value={font.weight}
            onChange={(weight) => onChange({ ...font, weight: Number(weight) || 400 })}
          />
        </Group>
        <TextInput
          type="url"
          label={t('appearance.fonts.url')}
          placeholder={t('appearance.fonts.example')}
          value={font.url}
          onChange={(event) => onChange({ ...font, url: event.target.value.trim(), format: undefined })}
        />
      </Stack>
    </Fieldset>
  );
}
