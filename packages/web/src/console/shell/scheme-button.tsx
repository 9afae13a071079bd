import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';

const schemes = {
  light: { next: 'dark', icon: <IconSun size={18} /> },
  dark: { next: 'auto', icon: <IconMoon size={18} /> },
  auto: { next: 'light', icon: <IconSunMoon size={18} /> },
} as const;

/** Goes from light to dark to what the system says. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, icon } = schemes[colorScheme];
  const label = t('shell.colours.label', { scheme: t(`shell.colours.${colorScheme}`) });
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(next)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
