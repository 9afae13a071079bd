import {
  isNamedTimeZone,
  Refusal,
  type Dashboard,
  type ExportLayout,
  type OpenTab,
  type ServerBrand,
} from '@oriel/contract';
import { pinnedZone } from '@oriel/dashboard/pinned-zone';
import type { RuntimeTarget } from '@oriel/engine';
import type { EmbedPrincipal, UserPrincipal } from '../access/principal.ts';
import type { Database } from '../db/database.ts';
import { type ViewerSummaries } from '../agents/summaries/viewer-summaries.ts';
import type { EmbedDashboardService } from '../embedding/embed-dashboards/embed-dashboard-service.ts';
import { DownloadPermit } from '../workspace/download-permit.ts';
import { askCharts, type DashboardAnswers } from './chart-answers.ts';
import type { DashboardControls } from '@oriel/dashboard/initial-controls';
import { createViewerQueries, type ViewerQueries, type ViewerQueriesOptions } from './viewer-queries.ts';
import type { AppConfigService } from '../settings/app-config-service.ts';
import type { FindViewerSummaries } from '../agents/summaries/viewer-summaries.ts';

/** A dashboard as one viewer sees it, and may take it away. */
export interface RenderedDashboard {
  readonly viewer: UserPrincipal | EmbedPrincipal;
  readonly dashboard: Dashboard;
  readonly controls: DashboardControls;
  /** What puts rows into a file or a message needs it. */
  readonly permit: DownloadPermit;
  readonly queries: ViewerQueries;
  readonly answers: DashboardAnswers;
  /** The texts of AI widgets; undefined where there are none to be shown. */
  readonly summaries?: ViewerSummaries | undefined;
  /** Where it is drawn otherwise than by default. */
  readonly drawing?: DrawingOptions;
}

/** A filter that is told in a picture. */
export interface PrintedFilter {
  readonly member: string;
  readonly operator?: string | null | undefined;
  readonly value?: unknown;
}

/** How a dashboard is drawn. */
export interface DrawingOptions {
  /** A BCP 47 tag. */
  readonly locale?: string | undefined;
  /** An IANA name. */
  readonly timezone?: string | undefined;
  /** Default `screenshot`. */
  readonly layout?: ExportLayout | undefined;
  /** Whether of the whole page its first chart is drawn alone. */
  readonly isOneChart?: boolean;
  /** The first of each container where none is named. */
  readonly openTabs?: readonly OpenTab[] | null | undefined;
  /** What is told beside its title. */
  readonly filters?: readonly PrintedFilter[] | null | undefined;
}

/** Whether it is laid out for sheets of paper. An app lays itself out. */
export const isPrinted = ({
  dashboard,
  drawing,
}: Pick<RenderedDashboard, 'dashboard' | 'drawing'>): boolean =>
  drawing?.layout === 'print' && dashboard.config.kind !== 'APP';

/** What is rendered. */
interface RenderRequest {
  readonly publicId: string;
  readonly target: RuntimeTarget;
  readonly controls: DashboardControls;
  readonly signal: AbortSignal;
  readonly drawing?: DrawingOptions;
}

/** A dashboard that was found for its viewer. */
type FoundRequest = Omit<RenderRequest, 'publicId'> & {
  readonly dashboard: Dashboard;
  /** What `dashboard` is a part of; default itself. */
  readonly whole?: Dashboard;
  readonly permit: DownloadPermit;
  /** What answers instead of the viewer's own queries. */
  readonly queries?: ViewerQueries;
};

/** Finds a published dashboard and asks its charts, under the rights of a viewer. */
export type DashboardRendering = ReturnType<typeof createDashboardRendering>;

/** What renderings are made with. */
export interface RenderingOptions extends ViewerQueriesOptions {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly embedDashboards: EmbedDashboardService;
  readonly appConfig: AppConfigService;
  readonly findSummaries: FindViewerSummaries;
  readonly brand: ServerBrand;
}

/** Makes the rendering of dashboards: what mail, pictures and exports are made of. */
export function createDashboardRendering(options: RenderingOptions) {
  const { db } = options.database;
  const dashboards = options.embedDashboards;
  const { appConfig, findSummaries } = options;
  /**
   * The zone of a dashboard, else of the account, which counts while time zones are switched on; undefined leaves it to
   * the model.
   */
  const findTimezone = async (
    tenantId: number,
    dashboard?: Pick<Dashboard, 'config'>,
  ): Promise<string | undefined> => {
    const { embedding, timezoneSettings } = await appConfig.get(tenantId);
    if (timezoneSettings?.enabled !== true) return undefined;
    const pinned = dashboard && pinnedZone(dashboard);
    if (pinned !== undefined && isNamedTimeZone(pinned)) return pinned;
    return embedding?.timezone ?? timezoneSettings.timezone ?? undefined;
  };
  /** Asks the charts of a dashboard that was found. */
  const renderFound = async (
    viewer: UserPrincipal | EmbedPrincipal,
    { dashboard, whole = dashboard, permit, target, controls, signal, drawing, queries: given }: FoundRequest,
  ): Promise<RenderedDashboard> => {
    const queries = given ?? (await createViewerQueries(viewer, target, options));
    const timezone = drawing?.timezone ?? (await findTimezone(viewer.tenantId, dashboard));
    const answers = await askCharts(dashboard, queries, { controls, timezone, signal });
    const { userAttributes: attributes, rights } = queries;
    const summaries = await findSummaries({ viewer, dashboard: whole, attributes, rights });
    return { viewer, dashboard, controls, permit, queries, answers, summaries, ...(drawing && { drawing }) };
  };
  return {
    findTimezone,
    renderFound,
    /**
     * The dashboard that a viewer sees; without a permit where its data may not be downloaded, and then nothing is
     * asked.
     *
     * @throws `dashboard_not_found`, `embedding_not_allowed`
     */
    async render(
      viewer: UserPrincipal | EmbedPrincipal,
      { publicId, ...request }: RenderRequest,
    ): Promise<RenderedDashboard | { readonly dashboard: Dashboard; readonly permit: undefined }> {
      const dashboard = await dashboards.find(viewer, publicId);
      const permit = await permitFor(db, viewer, publicId);
      if (!permit) return { dashboard, permit };
      return renderFound(viewer, { dashboard, permit, ...request });
    },
  };
}

async function permitFor(
  db: Database['db'],
  viewer: UserPrincipal | EmbedPrincipal,
  publicId: string,
): Promise<DownloadPermit | undefined> {
  try {
    return await DownloadPermit.of(db, viewer, publicId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'forbidden') return undefined;
    throw error;
  }
}
