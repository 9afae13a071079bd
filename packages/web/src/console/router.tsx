import { createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { readAppearanceSearch } from './appearance/appearance-tabs.ts';
import { readConnectionsSearch } from './connections/connections-search.ts';
import { readAuthenticationSearch } from './authentication/authentication-search.ts';
import { ConnectionBanner } from './connection/connection-banner.tsx';
import { readDeploymentSearch } from './deployment-settings/deployment-tabs.ts';
import { lazyPage } from './elements/lazy-page.ts';
import { readQuerySearch } from './query/query-search.ts';
import { createRooms } from './rooms.tsx';
import { searchText } from './elements/search-text.ts';
import { DeploymentLayout } from './deployment-layout.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageError } from './shell/page-error.tsx';
import { Shell } from './shell/shell.tsx';
import { applySignInLanguage, EMBED_SIGN_IN_PATH } from './language/sign-in-language.ts';
import { InvitationPage } from './sign-in/invitation-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { LoadingState } from './elements/states.tsx';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function Root() {
  return (
    <>
      <Outlet />
      <ConnectionBanner />
    </>
  );
}

/** The routes of the console; the code of each page is loaded on first use. */
export function createConsoleRouter() {
  const {
    root: rootRoute,
    shell,
    home,
    deployment: inDeployment,
    rooms,
  } = createRooms({ root: Root, shell: Shell, deployment: DeploymentLayout });
  const signIn = createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    component: SignInPage,
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (
      search: Record<string, unknown>,
    ): { from?: string | undefined; problem?: string | undefined } => ({
      from: text(search['from']),
      problem: text(search['problem']),
    }),
  });
  const secondFactor = createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/second-factor',
    component: lazyPage(() => import('./sign-in/second-factor-page.tsx'), 'SecondFactorPage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (search: Record<string, unknown>): { from?: string | undefined } => ({
      from: text(search['from']),
    }),
  });
  const enrol = createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/enrol',
    component: lazyPage(() => import('./security/enrol-page.tsx'), 'EnrolPage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (search: Record<string, unknown>): { from?: string | undefined } => ({
      from: text(search['from']),
    }),
  });
  const invitation = createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    component: InvitationPage,
  });
  const forgotPassword = createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    component: lazyPage(() => import('./sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  });
  const resetPassword = createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    component: lazyPage(() => import('./sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
  });
  const unsubscribe = createRoute({
    getParentRoute: () => rootRoute,
    path: '/unsubscribe',
    component: lazyPage(() => import('./notifications/unsubscribe-page.tsx'), 'UnsubscribePage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (search: Record<string, unknown>): { locale?: string | undefined } => ({
      locale: text(search['locale']),
    }),
  });
  const embedSignIn = createRoute({
    getParentRoute: () => rootRoute,
    path: EMBED_SIGN_IN_PATH,
    component: lazyPage(() => import('./embed-sign-in/embed-sign-in-page.tsx'), 'EmbedSignInPage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (
      search: Record<string, unknown>,
    ): { challenge?: string | undefined; locale?: string | undefined } => ({
      challenge: text(search['challenge']),
      locale: text(search['locale']),
    }),
  });
  const consent = createRoute({
    getParentRoute: () => rootRoute,
    path: '/oauth/consent/$uid',
    component: lazyPage(() => import('./oauth/consent-page.tsx'), 'ConsentPage'),
  });
  const device = createRoute({
    getParentRoute: () => rootRoute,
    path: '/oauth/device',
    component: lazyPage(() => import('./oauth/device-page.tsx'), 'DevicePage'),
    // The name of RFC 8628.
    validateSearch: (search: Record<string, unknown>): { user_code?: string | undefined } => ({
      user_code: text(search['user_code']),
    }),
  });
  const query = createRoute({
    getParentRoute: () => inDeployment,
    path: '/query',
    component: lazyPage(() => import('./query/query-page.tsx'), 'QueryPage'),
    validateSearch: readQuerySearch,
  });
  const deploymentSettings = createRoute({
    getParentRoute: () => inDeployment,
    path: '/settings/deployment',
    component: lazyPage(() => import('./deployment-settings/deployment-page.tsx'), 'DeploymentPage'),
    validateSearch: readDeploymentSearch,
  });
  const notifications = createRoute({
    getParentRoute: () => inDeployment,
    path: '/settings/notifications',
    component: lazyPage(() => import('./notifications/notifications-page.tsx'), 'NotificationsPage'),
  });
  const apiKeys = createRoute({
    getParentRoute: () => shell,
    path: '/settings/api-keys',
    component: lazyPage(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  });
  const security = createRoute({
    getParentRoute: () => shell,
    path: '/settings/security',
    component: lazyPage(() => import('./security/security-page.tsx'), 'SecurityPage'),
  });
  const applications = createRoute({
    getParentRoute: () => shell,
    path: '/settings/applications',
    component: lazyPage(() => import('./applications/applications-page.tsx'), 'ApplicationsPage'),
  });
  const oauthClients = createRoute({
    getParentRoute: () => shell,
    path: '/settings/oauth-clients',
    component: lazyPage(() => import('./oauth-clients/oauth-clients-page.tsx'), 'OAuthClientsPage'),
  });
  const people = createRoute({
    getParentRoute: () => shell,
    path: '/settings/people',
    component: lazyPage(() => import('./people/people-page.tsx'), 'PeoplePage'),
  });
  const groups = createRoute({
    getParentRoute: () => shell,
    path: '/settings/groups',
    component: lazyPage(() => import('./groups/groups-page.tsx'), 'GroupsPage'),
  });
  const roles = createRoute({
    getParentRoute: () => shell,
    path: '/settings/roles',
    component: lazyPage(() => import('./roles/roles-page.tsx'), 'RolesPage'),
  });
  const attributes = createRoute({
    getParentRoute: () => shell,
    path: '/settings/attributes',
    component: lazyPage(() => import('./attributes/attributes-page.tsx'), 'AttributesPage'),
  });
  const account = createRoute({
    getParentRoute: () => shell,
    path: '/settings/account',
    component: lazyPage(() => import('./account/account-page.tsx'), 'AccountPage'),
  });
  const authentication = createRoute({
    getParentRoute: () => shell,
    path: '/settings/authentication',
    component: lazyPage(() => import('./authentication/authentication-page.tsx'), 'AuthenticationPage'),
    validateSearch: readAuthenticationSearch,
  });
  const appearance = createRoute({
    getParentRoute: () => shell,
    path: '/settings/appearance',
    component: lazyPage(() => import('./appearance/appearance-page.tsx'), 'AppearancePage'),
    validateSearch: readAppearanceSearch,
  });
  const connections = createRoute({
    getParentRoute: () => shell,
    path: '/connections',
    component: lazyPage(() => import('./connections/connections-page.tsx'), 'ConnectionsPage'),
    validateSearch: readConnectionsSearch,
  });
  const oauthIntegrations = createRoute({
    getParentRoute: () => shell,
    path: '/settings/oauth-integrations',
    component: lazyPage(
      () => import('./oauth-integrations/oauth-integrations-page.tsx'),
      'OAuthIntegrationsPage',
    ),
  });
  const workloadTokens = createRoute({
    getParentRoute: () => shell,
    path: '/settings/workload-tokens',
    component: lazyPage(() => import('./workload-tokens/workload-tokens-page.tsx'), 'WorkloadTokensPage'),
  });
  const languageModel = createRoute({
    getParentRoute: () => shell,
    path: '/settings/ai',
    component: lazyPage(() => import('./language-model/language-model-page.tsx'), 'LanguageModelPage'),
  });
  const anythingElse = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });
  const routeTree = rootRoute.addChildren([
    signIn,
    secondFactor,
    enrol,
    invitation,
    forgotPassword,
    resetPassword,
    unsubscribe,
    embedSignIn,
    consent,
    device,
    shell.addChildren([
      home,
      inDeployment.addChildren([...rooms, query, deploymentSettings, notifications]),
      apiKeys,
      applications,
      oauthClients,
      security,
      people,
      groups,
      roles,
      attributes,
      account,
      authentication,
      appearance,
      connections,
      oauthIntegrations,
      workloadTokens,
      languageModel,
      anythingElse,
    ]),
  ]);
  return createRouter({
    ...searchText,
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: LoadingState,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
