import { ApiError, createClient } from '@oriel/client';
import type { AIEngineerSettings } from '@oriel/contract';
import { createRoot } from 'react-dom/client';
import { createChatClient, loadChatSettings } from '../chat-client/chat-client.ts';
import { ChatQueriesContext, type ChatQueries } from '../chat/chat-queries.ts';
import { createChatStore } from '../chat/chat-store.ts';
import { ChatView } from '../chat/chat-view.tsx';
import { applyAppearance, loadFonts } from '../dashboard/account-appearance.ts';
import { DashboardLinksContext } from '../dashboard/dashboard-links.ts';
import { createMemberTypes } from '../dashboard/member-types.ts';
import { createRunBatch } from '../query/load-batch.ts';
import { loadMemberTypes } from '../query/load-member-types.ts';
import { loadChatTexts, t } from '../messages/chat-texts.ts';
import { loadDashboardTexts } from '../messages/dashboard-texts.ts';
import { SessionError, type SurfaceSession } from './session.ts';
import { createSurfaceLinks } from './surface-links.ts';
import type { EmbeddedSurface, SurfaceAction, SurfaceModule } from './surface.ts';

/** What the chat has to know before it is shown. */
interface LoadedChat {
  readonly deploymentId: number;
  readonly settings: AIEngineerSettings;
}

/** The chat in a frame, over the whole of it. */
export const chatSurface: SurfaceModule<LoadedChat> = { load: loadChat, mount };

async function loadChat(session: SurfaceSession, address: URL): Promise<LoadedChat> {
  try {
    const deploymentId = session.deploymentId ?? (await findDeployment(session, address));
    return { deploymentId, settings: await loadChatSettings(deploymentId, session.request) };
  } catch (error) {
    if (error instanceof ApiError) throw new SessionError(problemOf(error.status, session));
    throw error;
  }
}

function problemOf(status: number, { mode }: SurfaceSession) {
  if (status === 401) return mode === 'signed' ? 'used' : 'signIn';
  if (status === 403) return 'refused';
  return status === 404 ? 'notFound' : 'down';
}

/** Of a viewer with an account: the deployment that the address names, else their first. */
async function findDeployment({ request }: SurfaceSession, address: URL): Promise<number> {
  const named = Number(address.searchParams.get('deploymentId'));
  if (Number.isSafeInteger(named) && named > 0) return named;
  const client = createClient({ baseUrl: '', fetch: request, retry: false });
  const { items } = await client.call('getDeployments', { query: { first: 1 } });
  const [first] = items;
  if (!first) throw new SessionError('notFound');
  return first.id;
}

function mount(surface: EmbeddedSurface, { deploymentId, settings }: LoadedChat): void {
  const { address, session, preferences, account, emit } = surface;
  const store = createChatStore({
    client: createChatClient({ deploymentId, accountName: settings.accountName, fetch: session.fetch }),
    surroundings: () => ({ timezone: preferences.timezone }),
    onQuestion: (question) => emit('ai-query', question),
  });
  const links = createSurfaceLinks(surface, deploymentId);
  const queries = queriesOf(session, deploymentId);
  const root = createRoot(rootElement());
  let revision = 0;
  let isViewed = false;
  const isHidden = (part: string) =>
    address.searchParams.get(`show${part}`) === 'false' || address.searchParams.get(`hide${part}`) === 'true';
  const draw = async () => {
    revision += 1;
    const drawn = revision;
    const { locale, scheme } = preferences;
    // Without the texts of a language it is drawn in English.
    await Promise.allSettled([loadChatTexts(locale), loadDashboardTexts(locale)]);
    if (drawn !== revision) return;
    applyAppearance(
      document.documentElement,
      { theme: account?.appTheme, palettes: account?.chartPalettes },
      scheme,
    );
    document.title = t('title');
    if (!isViewed) emit('view', { path: address.pathname, title: t('title') });
    isViewed = true;
    root.render(
      <DashboardLinksContext value={links}>
        <ChatQueriesContext value={queries}>
          <ChatView
            key={locale}
            store={store}
            hasModel={settings.isAvailable}
            threadScopes={settings.threadScopes}
            showsNewChat={!isHidden('NewChat')}
            showsInput={!isHidden('ChatInput')}
            showsHistory={!isHidden('ChatHistory')}
            themeKey={String(revision)}
          />
        </ChatQueriesContext>
      </DashboardLinksContext>,
    );
  };
  preferences.subscribe((change) => change !== 'timezone' && void draw());
  surface.ready({ deploymentId }, (action) => perform(action, () => store.refresh()));
  void draw();
  void loadFonts(account?.appTheme);
}

/** What the tables of answers ask beside their rows. */
function queriesOf(session: SurfaceSession, deploymentId: number): ChatQueries {
  const options = { deploymentUrl: `/deployments/${deploymentId}`, fetch: session.fetch };
  return {
    runBatch: createRunBatch(options),
    loadMembers: createMemberTypes(() => loadMemberTypes(options)).load,
  };
}

function perform(action: SurfaceAction, refresh: () => void): void {
  if (action.type === 'refresh') return refresh();
  throw new Error(`${action.type} means nothing in a chat`);
}

function rootElement(): Element {
  const element = document.querySelector('#root');
  if (!element) throw new Error('The page has no root element');
  element.classList.add('fill');
  return element;
}
