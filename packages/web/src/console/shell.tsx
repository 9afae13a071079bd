import {
  ActionIcon,
  AppShell,
  Avatar,
  Burger,
  Button,
  Center,
  Group,
  Loader,
  Menu,
  NavLink,
  Select,
  Stack,
  Text,
  Title,
  Tooltip,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconFolders,
  IconKey,
  IconLogout,
  IconMoon,
  IconBook2,
  IconSun,
  IconSunMoon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { chooseDeployment, client, useCurrentUser, useDeployment } from './api.ts';

/** What stands around every room: where one is, where one can go, who one is. */
export function Shell() {
  const { data: user, isError } = useCurrentUser();
  const [isOpen, { toggle, close }] = useDisclosure();
  if (isError) return null;
  if (!user) {
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <AppShell.Header px="md">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Logo />
            <DeploymentPicker />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SchemeButton />
            <UserMenu email={user.email} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Rooms onChoose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M3 29V10l7-7h12l7 7v19z" fill="var(--mantine-primary-color-filled)" />
        <path d="M9 29V12.5l4-3.5v20zm6-20h2v20h-2zm4 0 4 3.5V29h-4z" fill="white" opacity="0.95" />
      </svg>
      <Text fw={680} size="lg" style={{ letterSpacing: '-0.02em' }}>
        Oriel
      </Text>
    </Group>
  );
}

function Rooms({ onChoose }: { onChoose(): void }) {
  const { pathname } = useLocation();
  const rooms = [
    {
      to: '/workspace',
      label: 'Workspace',
      icon: <IconFolders size={18} />,
      isHere: !pathname.startsWith('/settings'),
    },
    {
      to: '/settings/api-keys',
      label: 'API keys',
      icon: <IconKey size={18} />,
      isHere: pathname === '/settings/api-keys',
    },
  ] as const;
  return (
    <Stack gap={2} h="100%">
      {rooms.map(({ to, label, icon, isHere }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={icon}
          active={isHere}
          onClick={onChoose}
        />
      ))}
      <NavLink
        mt="auto"
        component="a"
        href="/docs/api"
        target="_blank"
        label="API reference"
        leftSection={<IconBook2 size={18} />}
      />
    </Stack>
  );
}

function DeploymentPicker() {
  const { all, current } = useDeployment();
  if (all.length < 2) return <Text c="dimmed">{current?.name}</Text>;
  return (
    <Select
      size="xs"
      aria-label="Deployment"
      allowDeselect={false}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(current?.id ?? '')}
      onChange={(value) => value && chooseDeployment(Number(value))}
    />
  );
}

const schemes = {
  light: { next: 'dark', icon: <IconSun size={18} />, label: 'Light' },
  dark: { next: 'auto', icon: <IconMoon size={18} />, label: 'Dark' },
  auto: { next: 'light', icon: <IconSunMoon size={18} />, label: 'As the system' },
} as const;

function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, icon, label } = schemes[colorScheme];
  return (
    <Tooltip label={`Colours: ${label}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Colours: ${label}`}
        onClick={() => setColorScheme(next)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function UserMenu({ email }: { email: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = async () => {
    await client.call('signOut', {});
    queryClient.clear();
    await navigate({ to: '/sign-in' });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="transparent" size="lg" aria-label={`Account of ${email}`}>
          <Avatar size={30} name={email} color="initials" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function NotFound() {
  return (
    <Center h="70vh">
      <Stack align="center" gap="xs">
        <Title order={1}>There is nothing here</Title>
        <Text c="dimmed">The address may be old, or the thing may have been deleted.</Text>
        <Button component={Link} to="/workspace" variant="light" mt="sm">
          To the workspace
        </Button>
      </Stack>
    </Center>
  );
}
