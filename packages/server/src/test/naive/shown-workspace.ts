import type { Report, Workbook } from '@oriel/contract';
import type { TestApp } from '../test-app.ts';
import type { ItemType, Ref, Shown } from './naive-workspace.ts';
import { sendAs, type SendingCaller } from './workspace-callers.ts';
import { addressOf, type WorkspaceRequest } from './workspace-requests.ts';

/* What the API shows of a workspace, in one form for all of its answers. */

/** An item as an answer shows it, with the time of its last change. */
export type ShownNow = Shown & { readonly updatedAt: string };

/** What the answers about items have, each by its kind. */
type Answered = Pick<
  Workbook,
  'id' | 'name' | 'type' | 'folderPath' | 'canEdit' | 'canManage' | 'updatedAt'
> &
  Partial<Pick<Report, 'workbookId'>> & { folderId?: number | null; parentId?: number | null };

/** An item of an answer in the common form. */
export function toShown(item: Answered): ShownNow {
  return {
    // No kind but those three.
    type: item.type as ItemType,
    id: item.id,
    name: item.name,
    folderId: (item.folderId === undefined ? item.parentId : item.folderId) ?? null,
    path: (item.folderPath ?? []).map(({ name }) => name),
    workbookId: item.workbookId ?? null,
    canEdit: item.canEdit ?? false,
    canManage: item.canManage ?? false,
    updatedAt: item.updatedAt,
  };
}

/** Reads what a caller is shown. */
export function createShownReader(world: Pick<TestApp, 'call'>, deploymentId: number) {
  const send = (caller: SendingCaller, request: WorkspaceRequest) =>
    sendAs(world, deploymentId, caller, request);
  async function list(caller: SendingCaller, path: string): Promise<{ items: ShownNow[]; body: string }> {
    const answer = await send(caller, { method: 'GET', path });
    if (answer.statusCode !== 200)
      throw new Error(`${caller.name} GET ${path}: ${answer.statusCode} ${answer.body}`);
    return { items: answer.json<{ items: Answered[] }>().items.map(toShown), body: answer.body };
  }
  return {
    send,
    list,
    /** One item by its own address; undefined where it is not there for the caller. */
    async get(
      caller: SendingCaller,
      item: Ref,
    ): Promise<{ status: number; item: ShownNow | undefined; body: string }> {
      const { statusCode, body } = await send(caller, { method: 'GET', path: addressOf(item) });
      const shown = statusCode === 200 ? toShown(JSON.parse(body) as Answered) : undefined;
      return { status: statusCode, item: shown, body };
    },
    /** The public id of the dashboard that a workbook is shown with; undefined for none. */
    async dashboardOf(caller: SendingCaller, item: Ref): Promise<string | undefined> {
      const { body } = await send(caller, { method: 'GET', path: addressOf(item) });
      return (JSON.parse(body) as Partial<Workbook>).publishedDashboard?.publicId;
    },
    /** The status of a dashboard's own address. */
    async openDashboard({ headers }: SendingCaller, publicId: string): Promise<number> {
      const path = `/api/v1/embed/dashboard/${publicId}`;
      return (await world.call({ method: 'GET', path, headers, key: '' })).statusCode;
    },
    /** The feed over all folders: what stands alone. */
    feed: (caller: SendingCaller) =>
      list(caller, `/${caller.kind === 'reader' ? 'shared-workspace' : 'workspace'}?search=thing&first=1000`),
  };
}

/** Reads what a caller is shown. */
export type ShownReader = ReturnType<typeof createShownReader>;
