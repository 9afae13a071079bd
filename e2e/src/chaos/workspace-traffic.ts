import type { BulkMoveWorkspaceObjectsResponse } from '@oriel/contract';
import type { Figures } from './figures.ts';
import { ABSENT, ROOT, type Ledger, type Place } from './ledger.ts';
import type { Random } from './random.ts';
import { bodyOf, writeOutcomeOf, type Requests } from './requests.ts';

/** One author of one deployment, who works on items of its own. */
export interface Author {
  readonly name: string;
  readonly deploymentId: number;
  readonly apiKey: string;
  /** Every name of the deployment begins with it, and no name of another does. */
  readonly mark: string;
}

/** What authors share. */
export interface Traffic {
  readonly requests: Requests;
  readonly figures: Figures;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
type ItemType = (typeof TYPES)[number];
const paths: Readonly<Record<ItemType, string>> = {
  FOLDER: 'folders',
  WORKBOOK: 'workbooks',
  REPORT: 'reports',
};

interface Item {
  readonly type: ItemType;
  readonly id: number;
  readonly name: string;
}

interface Folder {
  /** Null is the root. */
  readonly id: number | null;
  readonly place: Place;
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly damaged?: unknown;
}

const MAX_ITEMS = 40;

/** Creates, moves, deletes and reads until the signal aborts, one after the other. */
export async function runAuthor(author: Author, traffic: Traffic, random: Random): Promise<void> {
  const { ledger, signal } = traffic;
  const send = sender(author, traffic);
  let made = 0;
  let items: Item[] = [];
  const folders: Folder[] = [{ id: null, place: ROOT }];

  const create = async (type: ItemType, folder: Folder): Promise<Item | undefined> => {
    made += 1;
    const name = `${author.mark} ${author.name} ${type.toLowerCase()} ${made}`;
    const settle = ledger.begin(name, folder.place);
    const content = type === 'FOLDER' ? { name, parentId: folder.id } : { name, folderId: folder.id };
    const outcome = await send('create', 'POST', `/${paths[type]}`, content);
    settle(writeOutcomeOf(outcome));
    const created = bodyOf<Named>(outcome);
    if (created) checkName(author, traffic, created);
    return created && { type, id: created.id, name };
  };
  const move = async (item: Item, folder: Folder) => {
    const settle = ledger.begin(item.name, folder.place);
    const outcome = await send('move', 'POST', '/workspace/move', {
      type: item.type,
      id: item.id,
      folderId: folder.id,
    });
    settle(writeOutcomeOf(outcome));
    const moved = bodyOf<Named>(outcome);
    if (moved) checkName(author, traffic, moved);
  };
  const moveMany = async (batch: readonly Item[], folder: Folder) => {
    const settlers = new Map(
      batch.map(({ type, id, name }) => [`${type} ${id}`, ledger.begin(name, folder.place)]),
    );
    const outcome = await send('bulk move', 'POST', '/workspace/bulk-move', {
      items: batch.map(({ type, id }) => ({ type, id })),
      folderId: folder.id,
    });
    const answer = bodyOf<BulkMoveWorkspaceObjectsResponse>(outcome);
    for (const [key, settle] of settlers) {
      const failure = answer?.failed.find(({ type, id }) => `${type} ${id}` === key);
      if (!answer) settle(writeOutcomeOf(outcome));
      else if (!failure) settle('made');
      else settle(failure.error.status < 500 || failure.error.status === 507 ? 'refused' : 'unknown');
      if (failure && failure.error.status < 500)
        traffic.figures.violation('wrong', `bulk move of ${key}: ${JSON.stringify(failure.error)}`);
    }
  };
  const remove = async (item: Item) => {
    const settle = ledger.begin(item.name, ABSENT);
    settle(writeOutcomeOf(await send('delete', 'DELETE', `/${paths[item.type]}/${item.id}`)));
  };
  const known = () => {
    items = items.filter(({ name }) => ![undefined, ABSENT].includes(ledger.placeOf(name)));
    return items;
  };

  while (folders.length < 3 && !signal.aborted) {
    const folder = await create('FOLDER', { id: null, place: ROOT });
    if (folder) folders.push({ id: folder.id, place: folder.name });
  }
  const acts: readonly (() => Promise<void>)[] = [
    async () => {
      const item = await create(random.pick(TYPES), random.pick(folders));
      if (item) items.push(item);
    },
    async () => {
      if (known().length > 0) await move(random.pick(known()), random.pick(folders));
    },
    async () => {
      const batch = random.shuffle(known()).slice(0, 1 + random.below(20));
      if (batch.length > 0) await moveMany(batch, random.pick(folders));
    },
    async () => {
      if (known().length > MAX_ITEMS || random.fraction() < 0.2) {
        const item = known()[0];
        if (item) await remove(item);
      }
    },
    async () => {
      const item = known()[0];
      if (!item) return;
      const address = `/${paths[item.type]}/${item.id}`;
      const outcome = await send('read', 'GET', item.type === 'FOLDER' ? `${address}/ancestors` : address);
      const read = bodyOf<Named>(outcome);
      if (!read || item.type === 'FOLDER') return;
      checkName(author, traffic, read);
      if (read.id !== item.id || read.name !== item.name)
        traffic.figures.violation('wrong', `${item.name} was read as ${read.name}`);
    },
    async () => {
      const folder = random.pick(folders);
      const search = folder.id === null ? '' : `&folderId=${folder.id}`;
      const address = random.pick([
        '/folders?first=100',
        '/reports?first=50',
        '/workbooks?first=50',
        `/workspace?first=20${search}`,
      ]);
      for (const name of namesIn(await send('list', 'GET', address))) checkName(author, traffic, { name });
    },
  ];
  while (!signal.aborted) await random.pick(acts)();
}

function sender({ deploymentId, apiKey }: Author, { requests }: Traffic) {
  return (kind: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    requests.send({
      kind,
      method,
      path: `/api/v1/deployments/${deploymentId}${path}`,
      headers: { authorization: `Bearer ${apiKey}` },
      ...(body && { body }),
    });
}

function namesIn(outcome: Parameters<typeof bodyOf>[0]): string[] {
  return bodyOf<{ items: { name: string }[] }>(outcome)?.items.map(({ name }) => name) ?? [];
}

function checkName(
  { mark, name: author }: Author,
  { figures }: Traffic,
  { name, damaged }: { name: string; damaged?: unknown },
): void {
  figures.checked(1);
  // What was moved and could then not be read is answered with what is known of it, which is not its name.
  if (damaged && name === '') return;
  if (!name.startsWith(`${mark} `)) figures.violation('foreign', `${author} of ${mark} was shown ${name}`);
}

/** Every item of a deployment by its name, with the name of its folder. */
export async function readPlaces({ deploymentId, apiKey }: Author, url: string): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const readFolder = async (folderId: number | null, place: Place): Promise<void> => {
    const inFolder = folderId === null ? '' : `&folderId=${folderId}`;
    for (let after = ''; ;) {
      const answer = await fetch(
        `${url}/api/v1/deployments/${deploymentId}/workspace?first=500${inFolder}${after}`,
        { headers: { authorization: `Bearer ${apiKey}` } },
      );
      if (answer.status !== 200) throw new Error(`The workspace: ${answer.status} ${await answer.text()}`);
      // What the contract of the list says.
      const { items, pageInfo } = (await answer.json()) as {
        items: { type: ItemType; id: number; name: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      for (const { type, id, name } of items) {
        places.set(name, place);
        if (type === 'FOLDER') await readFolder(id, name);
      }
      if (!pageInfo.hasNextPage) return;
      after = `&after=${pageInfo.endCursor}`;
    }
  };
  await readFolder(null, ROOT);
  return places;
}
