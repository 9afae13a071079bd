import { ApiError, createClient } from '@oriel/client';
import type { AIEngineerSettings } from '@oriel/contract';
import { createRoot } from 'react-dom/client';
import { createChatClient, loadChatSettings } from '../../chat-client/chat-client.ts';
import { ChatQueriesContext, type ChatQueries } from '../../chat/queries/chat-queries.ts';
import { createChatStore } from '../../chat/store/chat-store.ts';
import { ChatView } from '../../chat/chat-view.tsx';
import { applyAppearance, loadFonts } from '../../dashboard/look/account-appearance.ts';
import { DashboardLinksContext } from '../../dashboard/store/dashboard-links.ts';
import { createMemberTypes } from '../../dashboard/filters/member-types.ts';
import { createRunBatch } from '../../query/load-batch.ts';
import { loadMemberTypes } from '../../query/load-member-types.ts';
import { loadChatTexts, t } from '../../messages/chat-texts.ts';
import { loadDashboardTexts } from '../../messages/dashboard-texts.ts';
import { createPageEvents } from '../surface/page-events.ts';
import { SessionError, type SurfaceSession } from '../session/session.ts';
import { createSurfaceLinks } from '../surface/surface-links.ts';
import type { EmbeddedSurface, SurfaceModule } from '../surface/surface.ts';

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
    if (error instanceof ApiError) {
      const problem = problemOf(error.status, session);
      throw problem === 'notFound'
        ? new SessionError(problem, 'deployment_not_found')
        : new SessionError(problem);
    }
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
  if (!first) throw new SessionError('notFound', 'deployment_not_found');
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
  const pages = createPageEvents({ basepath: CHAT_PATH, emit });
  const opened = chatIn(address.pathname);
  let shown = opened;
  pages.arrive(belowChat(opened));
  /** A chat that is opened, begun or left is another page. */
  const tellPage = () => {
    const { chatId } = store.state();
    if (chatId === shown) return;
    shown = chatId;
    const below = belowChat(chatId);
    writePath(`${CHAT_PATH}${below === '/' ? '' : below}`);
    pages.show(below, t('title'));
  };
  const isHidden = (part: string) =>
    address.searchParams.get(`show${part}`) === 'false' || address.searchParams.get(`hide${part}`) === 'true';
  let isDrawn = false;
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
    if (!isDrawn) pages.show(belowChat(opened), t('title'));
    isDrawn = true;
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
  /** @throws for a path of another page, and for a chat that cannot be opened */
  const go = async (path: string) => {
    const to = new URL(path, address);
    const chatId = chatIn(to.pathname);
    if (to.origin !== address.origin || (chatId === undefined && withoutSlash(to.pathname) !== CHAT_PATH))
      throw new Error(`navigate takes ${CHAT_PATH} or ${CHAT_PATH}/<chatId>, not ${JSON.stringify(path)}`);
    if (chatId === store.state().chatId) {
      pages.lead(belowChat(chatId));
      pages.arrive(belowChat(chatId));
    }
    if (chatId === undefined) return store.newChat();
    await store.open(chatId);
    const { problem } = store.state();
    if (problem && store.state().chatId === chatId)
      throw new Error(`navigate: the chat ${JSON.stringify(chatId)} cannot be opened: ${problem.message}`);
  };
  surface.ready({ deploymentId }, (action) => {
    if (action.type === 'refresh') return store.refresh();
    if (action.type === 'navigate') return go(action.payload.path);
    throw new Error(`${action.type} means nothing in a chat`);
  });
  store.subscribe(tellPage);
  if (opened !== undefined) void store.open(opened);
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

/** Where the chat is; a thread of it is below. */
const CHAT_PATH = '/embed/chat';

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

/** The chat that a path names. */
function chatIn(pathname: string): string | undefined {
  const [, id] = /^\/embed\/chat\/([^/]+)\/?$/.exec(pathname) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

const belowChat = (chatId: string | undefined) =>
  chatId === undefined ? '/' : `/${encodeURIComponent(chatId)}`;

/** The page is loaded again where it is. */
function writePath(path: string): void {
  window.history.replaceState(window.history.state, '', `${path}${window.location.search}`);
}

function rootElement(): Element {
  const element = document.querySelector('#root');
  if (!element) throw new Error('The page has no root element');
  element.classList.add('fill');
  return element;
}
