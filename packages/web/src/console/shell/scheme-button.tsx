import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';

const schemes = {
  light: { next: 'dark', icon: <IconSun size={18} />, label: 'Light' },
  dark: { next: 'auto', icon: <IconMoon size={18} />, label: 'Dark' },
  auto: { next: 'light', icon: <IconSunMoon size={18} />, label: 'As the system' },
} as const;

/** Goes from light to dark to what the system says. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, icon, label } = schemes[colorScheme];
  return (
    <Tooltip label={`Colours: ${label}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Colours: ${label}`}
        onClick={() => setColorScheme(next)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
