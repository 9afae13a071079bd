import type { ChatFrame, Dashboard, StreamChatStateInput } from '@oriel/contract';
import { createControlStates } from '@oriel/dashboard/control-states';
import { toInitialControls } from '@oriel/dashboard/initial-controls';
import { widgetsOf } from '@oriel/dashboard/widgets';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { firstUsableZone, zoneOfAccount } from '../../settings/account-zone.ts';
import { cutoff, NO_USAGE, usageLine } from '../chat-frames.ts';
import { ownerOf } from '../threads/thread-owner.ts';
import { createThreadStore } from '../threads/thread-store.ts';
import { summaryStateOf } from './open-summary.ts';
import { summaryBasisOf } from './summary-basis.ts';
import { createSummaryStore } from './summary-store.ts';
import type { AppConfigService } from '../../settings/app-config-service.ts';
import type { AgentService } from '../configuration/agent-service.ts';

/** The texts of AI widgets that one viewer has of a dashboard, for pictures of it. None is written for a picture. */
export interface ViewerSummaries {
  /** Another list where another text may be shown; empty where the viewer has none. */
  readonly versions: readonly string[];
  /**
   * The lines with which the chat API would answer the request for the text of a widget, where it wrote none:
   * `state.reason` is `not_written` then.
   *
   * @throws `widget_not_found`
   */
  read(request: Pick<StreamChatStateInput, 'timezone' | 'dashboard'>): Promise<ChatFrame[]>;
}

/** The viewer of texts, and what they are of. */
interface SummarisedDashboard {
  readonly viewer: UserPrincipal | EmbedPrincipal;
  /** With every widget: texts are about all of them. */
  readonly dashboard: Dashboard;
  /** The viewer's attributes by name. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What the policies of the model see of the viewer, by its digest. */
  readonly rights: string;
}

/** Finds the texts of a viewer; undefined where the dashboard has no AI widget, or the viewer may not use AI. */
export type FindViewerSummaries = (summarised: SummarisedDashboard) => Promise<ViewerSummaries | undefined>;

/** What texts are found with. */
interface ViewerSummariesOptions {
  readonly db: Db;
  readonly appConfig: AppConfigService;
  readonly agents: AgentService;
}

/** Makes the finder. */
export function createFindViewerSummaries({
  db,
  appConfig,
  agents,
}: ViewerSummariesOptions): FindViewerSummaries {
  const store = createSummaryStore(db);
  const threads = createThreadStore(db);
  return async ({ viewer, dashboard, attributes, rights }) => {
    const widgets = widgetsOf(dashboard.config);
    const { deploymentId, publicId } = dashboard;
    if (!widgets.some(({ type }) => type === 'AI')) return undefined;
    if (!(await agents.mayUse(viewer, deploymentId))) return undefined;
    const owner = ownerOf(viewer);
    return {
      versions: await store.listVersions({ deploymentId, publicId, owner, rights }),
      async read({ timezone, dashboard: beside }) {
        const { widgetId, ...controls } = beside ?? {};
        const states = createControlStates(widgets, toInitialControls(controls, attributes));
        const zone = firstUsableZone(timezone, zoneOfAccount(await appConfig.get(viewer.tenantId)));
        const basis = summaryBasisOf({ dashboard, widgets, states }, widgetId ?? '', {
          timezone: zone,
          branch: undefined,
        });
        const place = { deploymentId, publicId, widgetId: widgetId ?? '', owner, rights };
        const found = await store.find(place, basis.checksum);
        const text = found && firstTurnOf(await threads.listFrames(found.threadId));
        const state =
          found && text
            ? { ...summaryStateOf(found, basis), chatId: found.threadId }
            : { reason: 'not_written' };
        const first = cutoff(undefined, { isStreaming: false });
        const head = { ...first, state: { ...first.state, ...state, mayRefresh: false } };
        return [head, ...(text ?? []), usageLine(NO_USAGE)];
      },
    };
  };
}

/** The question and the answer with which a thread begins; undefined where it is not answered, or not yet. */
function firstTurnOf(frames: readonly ChatFrame[]): ChatFrame[] | undefined {
  const begin = frames.findIndex(({ role }) => role === 'user');
  const next = frames.findIndex(({ role }, index) => index > begin && role === 'user');
  const turn = frames.slice(begin, next === -1 ? undefined : next);
  const answer = turn.findLast(({ graphPath }) => graphPath?.[0] === 'final');
  const [question] = turn;
  // With any other code it is a sentence of ours, on why there is none of the model's.
  const isText = answer?.code === undefined || answer.code === 'model_cut_off';
  return question && answer && isText ? [question, answer] : undefined;
}
