/** Where something is kept: until the tab is closed, or for every tab of the browser. */
type StorageArea = 'tab' | 'browser';

/** Who looks at a page: a user of the account, or a viewer of an embedded surface. */
export interface PageOwner {
  readonly kind: 'user' | 'viewer';
  /** Tells them apart from every other of the server. */
  readonly id: string;
}

/**
 * What a page keeps of the one who looks at it: in the storages of the browser and in memory. Everything is kept under
 * its owner, is read for that owner alone, and goes when the owner leaves or another one comes.
 */
interface PageStorage {
  /** Whether it is known by now who looks. */
  readonly isOwned: boolean;
  /**
   * Says who looks. What is kept of others is removed.
   *
   * @returns false where the page has shown another owner before: it has to be loaded anew, and keeps nothing for this
   * one
   */
  enter(owner: PageOwner): boolean;
  /**
   * Removes everything of the owner.
   * @param isFinal the page is about to go: whatever it writes from now on is dropped
   */
  leave(options: { isFinal: boolean }): void;
  /** Whether another tab has left, or has been entered by another, since this page was entered. */
  isStale(): boolean;
  read(area: StorageArea, name: string): string | undefined;
  /**
   * Before it is known who looks it is held back until then. A full storage keeps it for as long as the page is open.
   */
  write(area: StorageArea, name: string, text: string): void;
  remove(area: StorageArea, name: string): void;
  /**
   * The language of the console on this device as a BCP 47 tag, the same for all its users; undefined follows the
   * browser.
   */
  language: string | undefined;
  /** A map that is emptied with the rest; `edits` is for work that would be lost with it. */
  memory<T>(options?: { edits: boolean }): Map<string, T>;
  /** Whether work is kept that is not saved: in a map of edits, or in the tab under a name that begins so. */
  hasEdits(prefix: string): boolean;
}

const PREFIX = 'oriel/';
/** The entry with the user whom the tabs of a browser show. */
export const USER = 'oriel-user';
/** Preferences of the device, the same for all users: the language, and what components keep. */
const LANGUAGE = 'oriel-language';
const OF_DEVICE: ReadonlySet<string> = new Set(['mantine-color-scheme-value', LANGUAGE]);

/** @param areas the storages of the browser, as far as it lends them to the page */
export function createPageStorage(areas: {
  readonly [area in StorageArea]: Storage | undefined;
}): PageStorage {
  const { tab, browser } = areas;
  const maps: { map: Map<string, unknown>; edits: boolean }[] = [];
  const held = { tab: new Map<string, string>(), browser: new Map<string, string>() };
  let owner: PageOwner | undefined;
  let isOver = false;

  const keyOf = ({ kind, id }: PageOwner, name: string) =>
    `${PREFIX}${kind}/${encodeURIComponent(id)}/${name}`;
  const recorded = () => browser?.getItem(USER) ?? undefined;
  const forget = () => {
    for (const { map } of maps) map.clear();
    held.tab.clear();
    held.browser.clear();
  };
  /** Entries of one kind of owner that are not of this one. */
  const removeOthers = (storage: Storage | undefined, of: PageOwner) => {
    for (const key of namesOf(storage))
      if (key.startsWith(`${PREFIX}${of.kind}/`) && !key.startsWith(keyOf(of, ''))) storage?.removeItem(key);
  };
  const store = (area: StorageArea, name: string, text: string) => {
    if (!owner) return;
    try {
      areas[area]?.setItem(keyOf(owner, name), text);
    } catch {
      // What does not fit stays in memory; an older text in its place would be read after a reload.
      areas[area]?.removeItem(keyOf(owner, name));
    }
  };

  return {
    get isOwned() {
      return owner !== undefined;
    },
    enter(next) {
      if (isOver) return false;
      if (owner) return owner.kind === next.kind && owner.id === next.id;
      owner = next;
      if (next.kind === 'user' && recorded() !== next.id) {
        clear(tab);
        clear(browser);
        attempt(() => browser?.setItem(USER, next.id));
      }
      removeOthers(tab, next);
      removeOthers(browser, next);
      for (const area of ['tab', 'browser'] as const)
        for (const [name, text] of held[area]) store(area, name, text);
      return true;
    },
    leave({ isFinal }) {
      // Another user may have signed in in another tab meanwhile, and those entries are theirs.
      const isOthers = owner !== undefined && recorded() !== undefined && recorded() !== owner.id;
      forget();
      clear(tab);
      if (!isOthers && !isOver) clear(browser);
      owner = undefined;
      isOver ||= isFinal;
    },
    isStale: () => owner?.kind === 'user' && browser !== undefined && recorded() !== owner.id,
    read: (area, name) =>
      held[area].get(name) ?? (owner && (areas[area]?.getItem(keyOf(owner, name)) ?? undefined)),
    write(area, name, text) {
      if (isOver) return;
      held[area].set(name, text);
      store(area, name, text);
    },
    remove(area, name) {
      held[area].delete(name);
      if (owner) areas[area]?.removeItem(keyOf(owner, name));
    },
    get language() {
      return browser?.getItem(LANGUAGE) ?? undefined;
    },
    set language(tag) {
      if (tag === undefined) browser?.removeItem(LANGUAGE);
      else attempt(() => browser?.setItem(LANGUAGE, tag));
    },
    memory<T>({ edits }: { edits: boolean } = { edits: false }) {
      const map = new Map<string, T>();
      maps.push({ map, edits });
      return map;
    },
    hasEdits: (prefix) =>
      maps.some(({ map, edits }) => edits && map.size > 0) ||
      [...held.tab.keys()].some((name) => name.startsWith(prefix)) ||
      (owner !== undefined && namesOf(tab).some((key) => owner && key.startsWith(keyOf(owner, prefix)))),
  };
}

function namesOf(storage: Storage | undefined): string[] {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
}

function clear(storage: Storage | undefined): void {
  for (const name of namesOf(storage)) if (!OF_DEVICE.has(name)) storage?.removeItem(name);
}

/** A full storage takes nothing, and the page goes on without. */
function attempt(write: () => void): void {
  try {
    write();
  } catch {
    // Told by what reads it: nothing is there.
  }
}

/** The storages of this browser; one that blocks the data of other sites refuses them to a frame. */
export function browserStorages(): Parameters<typeof createPageStorage>[0] {
  const lent = (storage: () => Storage | undefined) => {
    try {
      return storage();
    } catch {
      return undefined;
    }
  };
  return { tab: lent(() => globalThis.sessionStorage), browser: lent(() => globalThis.localStorage) };
}
