import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import type { AppConfigResponse, AppTheme } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import styles from './appearance.module.css';
import { ContrastNotice } from './contrast-notice.tsx';
import { startingTheme, withSchemes } from './edited-theme.ts';
import { LookPreview } from './look-preview.tsx';
import { ThemeColors } from './theme-colors.tsx';
import { ThemeFonts } from './theme-fonts.tsx';
import { UndoNotice } from '../settings/undo-notice.tsx';
import { useConfigChanges } from '../api/use-config-changes.ts';

interface Edited {
  theme: AppTheme | null;
  isGlobal: boolean;
}

/** The theme of the account beside what it looks like; saved as a whole. */
export function ThemeTab({ config }: { config: AppConfigResponse }) {
  const saved: Edited = { theme: config.appTheme ?? null, isGlobal: config.applyThemeGlobally };
  const [edited, setEdited] = useState<Edited>();
  const changes = useConfigChanges();
  const { theme, isGlobal } = edited ?? saved;
  const shown = theme ?? startingTheme;
  const isChanged = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(saved);
  const change = (changed: Partial<AppTheme>) =>
    setEdited({ isGlobal, theme: withSchemes({ ...shown, ...changed }) });
  const save = () =>
    changes.change(
      t('appearance.saved'),
      () => ({ appTheme: theme, applyThemeGlobally: isGlobal }),
      () => setEdited(undefined),
    );
  return (
    <div className={styles.columns}>
      <form
        aria-label={t('appearance.tab.theme')}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <ThemeColors theme={shown} onChange={change} />
          <ThemeFonts theme={shown} onChange={change} />
          <Switch
            label={t('appearance.global')}
            description={t('appearance.globalHint')}
            checked={isGlobal}
            onChange={(event) => setEdited({ theme, isGlobal: event.target.checked })}
          />
          <ContrastNotice theme={shown} />
          <FailureAlert error={changes.mutation.error} />
          <UndoNotice changes={changes} />
          <Group>
            <Button type="submit" disabled={!isChanged} loading={changes.mutation.isPending}>
              {t('action.save')}
            </Button>
            <Button variant="default" disabled={!isChanged} onClick={() => setEdited(undefined)}>
              {t('appearance.discard')}
            </Button>
            <Button
              variant="subtle"
              disabled={theme === null}
              onClick={() => setEdited({ theme: null, isGlobal })}
            >
              {t('appearance.reset')}
            </Button>
          </Group>
          {theme === null && (
            <Text size="sm" c="dimmed">
              {t('appearance.none')}
            </Text>
          )}
        </Stack>
      </form>
      <LookPreview appearance={{ theme, palettes: config.chartPalettes }} />
    </div>
  );
}
