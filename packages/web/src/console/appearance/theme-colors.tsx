import {
  Accordion,
  Input,
  SegmentedControl,
  SimpleGrid,
  Slider,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import type { AppTheme, AppThemePalette } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { ColorField } from './color-field.tsx';

interface ThemePartProps {
  theme: AppTheme;
  onChange(changed: Partial<AppTheme>): void;
}

const meanings = ['danger', 'warning', 'success', 'note'] as const;
const modes = ['neutral', 'tinted'] as const;

/** The seeds of all colours, and the logo. */
export function ThemeColors({ theme, onChange }: ThemePartProps) {
  const { palette } = theme;
  const change = (changed: Partial<AppThemePalette>) => onChange({ palette: { ...palette, ...changed } });
  const seed = (color: string) => (color.trim() === '' ? null : { color: color.trim() });
  return (
    <SettingsSection title={t('appearance.colors.title')} hint={t('appearance.colors.hint')}>
      <Stack gap="sm">
        <ColorField
          label={t('appearance.colors.accent')}
          value={palette.accent?.color ?? theme.light.accentColor}
          onChange={(color) => change({ accent: seed(color) })}
        />
        <ColorField
          label={t('appearance.colors.base')}
          description={t('appearance.colors.baseHint')}
          placeholder={t('appearance.colors.grey')}
          value={palette.base?.color ?? ''}
          onChange={(color) => change({ base: seed(color) })}
        />
        <Input.Wrapper label={t('appearance.colors.surfaces')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('appearance.colors.surfaces')}
            data={modes.map((value) => ({ value, label: t(`appearance.colors.${value}`) }))}
            value={palette.surfaceMode ?? 'neutral'}
            onChange={(surfaceMode) => change({ surfaceMode })}
          />
        </Input.Wrapper>
        <Input.Wrapper label={t('appearance.colors.contrast')} labelElement="div">
          <Slider
            thumbLabel={t('appearance.colors.contrast')}
            value={palette.contrastLevel ?? 50}
            onChange={(contrastLevel) => change({ contrastLevel })}
          />
        </Input.Wrapper>
        <Switch
          label={t('appearance.colors.pastel')}
          checked={palette.pastel ?? false}
          onChange={(event) => change({ pastel: event.target.checked })}
        />
        <TextInput
          type="url"
          label={t('appearance.colors.logo')}
          description={t('appearance.colors.logoHint')}
          placeholder={t('appearance.colors.logoExample')}
          value={theme.logoUrl}
          onChange={(event) => onChange({ logoUrl: event.target.value.trim() })}
        />
        <Accordion variant="contained">
          <Accordion.Item value="meanings">
            <Accordion.Control>{t('appearance.colors.meanings')}</Accordion.Control>
            <Accordion.Panel>
              <SimpleGrid cols={2} spacing="sm">
                {meanings.map((name) => (
                  <ColorField
                    key={name}
                    label={t(`appearance.colors.${name}`)}
                    placeholder={t('appearance.colors.usual')}
                    value={palette.themes?.[name]?.color ?? ''}
                    onChange={(color) => change({ themes: { ...palette.themes, [name]: seed(color) } })}
                  />
                ))}
              </SimpleGrid>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      </Stack>
    </SettingsSection>
  );
}
