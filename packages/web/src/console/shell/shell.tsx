import { AppShell, Burger, Group } from '@mantine/core';
import type { CurrentUser } from '@oriel/contract';
import { useDisclosure } from '@mantine/hooks';
import { Navigate, Outlet } from '@tanstack/react-router';
import { useCurrentUser } from '../api/api.ts';
import { useAccountLook } from '../look/account-look.tsx';
import { useLanguageOf } from '../language/console-language.ts';
import { CreateDeploymentDialog } from '../deployments/create-deployment-dialog.tsx';
import { isSignedOut } from '../api/error-kind.ts';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import type { PageLink } from '../pages/page-link.ts';
import { DeploymentPicker } from './deployment-picker.tsx';
import { LanguageDialog } from './language-dialog.tsx';
import { Logo } from './logo.tsx';
import { MainLinks } from './main-links.tsx';
import { SchemeButton } from './scheme-button.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useNavigationWidth } from './navigation-width.ts';
import { UserMenu } from './user-menu.tsx';
import { useKey } from './use-key.ts';
import styles from './shell.module.css';
import { t } from '../../messages/console-texts.ts';

/** The frame around every page: header, navigation, account menu, with the links to all pages. */
export function Shell({ links }: { links: readonly PageLink[] }) {
  const user = useCurrentUser();
  // The session reaches nothing before its user has a second factor.
  if (user.data?.needsSecondFactor) return <Navigate to="/sign-in/enrol" />;
  if (user.data) return <SignedIn user={user.data} links={links} />;
  // Without a session the sign-in is on its way.
  if (!user.isError || isSignedOut(user.error)) return <LoadingState />;
  return (
    <ErrorState
      title={t('shell.unopened')}
      error={user.error}
      isRetrying={user.isFetching}
      onRetry={() => void user.refetch()}
    />
  );
}

function SignedIn({ user, links }: { user: CurrentUser; links: readonly PageLink[] }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [showsShortcuts, shortcuts] = useDisclosure();
  const [showsNewDeployment, newDeployment] = useDisclosure();
  const [showsLanguage, language] = useDisclosure();
  useAccountLook();
  useLanguageOf(user);
  const { isNarrow, toggle: toggleWidth } = useNavigationWidth();
  useKey('?', shortcuts.open);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: isNarrow ? 60 : 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <AppShell.Header px="md">
        <a className={styles.skipLink} href="#content">
          {t('shell.skip')}
        </a>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('shell.navigation')}
            />
            <Logo />
            <DeploymentPicker />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SchemeButton />
            <UserMenu
              links={links}
              email={user.email}
              onLanguage={language.open}
              onShortcuts={shortcuts.open}
              onNewDeployment={newDeployment.open}
            />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p={isNarrow ? 'xs' : 'sm'} aria-label={t('shell.main')}>
        <MainLinks links={links} onChoose={close} isNarrow={isNarrow} onToggleWidth={toggleWidth} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
      {showsNewDeployment && <CreateDeploymentDialog onClose={newDeployment.close} />}
      {showsLanguage && <LanguageDialog user={user} onClose={language.close} />}
      {showsShortcuts && <ShortcutsDialog onClose={shortcuts.close} />}
    </AppShell>
  );
}
