import {
  brandOfEvent,
  readEvent,
  wireType,
  type Brand,
  type EmbedEvent,
  type EventType,
} from '@oriel/embed/protocol';
import type { Frame, Page } from 'playwright-core';
import type { EmbedAddress } from './embed-address.ts';
import { Misbehaviour, NotTried } from './rule-outcomes.ts';

/** A message of the surface, as the host page has heard it. */
export interface Heard {
  /** The origin that the browser vouches for. */
  readonly origin: string;
  /** What it says; undefined where it cannot be read. */
  readonly event: EmbedEvent | undefined;
  /** Why it cannot be read. */
  readonly problem: string | undefined;
}

/** What came of an action. */
export interface Answer {
  readonly ok: boolean;
  /** Why it was not carried out. */
  readonly message: string | undefined;
  /** What was heard from the action up to its answer. */
  readonly meanwhile: readonly EmbedEvent[];
}

/** A surface in a host page, and what its host can do with it. */
export interface EmbedStage {
  readonly address: EmbedAddress;
  readonly page: Page;
  /** The window that the host page is in. */
  readonly host: Frame;
  readonly brand: Brand;
  /** A session that nobody has used. @throws {@link NotTried} where there is none left */
  newSession(): Promise<string>;
  /** The origin of the host page. */
  readonly hostOrigin: string;
  /** An origin that is not the host's. */
  readonly foreignOrigin: string;
  /** The surface's own window. */
  frame(): Frame;
  /** Everything that was heard so far, in order. */
  heard(): Promise<readonly Heard[]>;
  /** The events of one type so far. */
  events<T extends EventType>(type: T): Promise<EmbedEvent<T>[]>;
  /**
   * Waits for an event, past or to come.
   *
   * @throws {@link Misbehaviour} when it does not come
   */
  until<T extends EventType>(
    type: T,
    options?: { fits?: (event: EmbedEvent<T>) => boolean; called?: string },
  ): Promise<EmbedEvent<T>>;
  /** Posts an action with an id and waits for its answer. @throws {@link Misbehaviour} when none comes */
  ask(action: string, payload?: object): Promise<Answer>;
  /** Posts any message from the host page. */
  post(message: unknown): Promise<void>;
  /** An action as a message; without an id nothing answers it. */
  messageOf(action: string, payload?: object, id?: string): object;
  /** Waits until something holds. @throws {@link Misbehaviour} of what is seen instead, when it does not */
  eventually(look: () => Promise<string | undefined>): Promise<void>;
  close(): Promise<void>;
}

export interface StageOptions {
  address: EmbedAddress;
  page: Page;
  /** The window that has the record of messages. */
  host: Frame;
  brand: Brand;
  hostOrigin: string;
  newSession(): Promise<string>;
  foreignOrigin: string;
  /** How long is waited for what must come. */
  patienceMs: number;
}

/** How often it is looked for what must come. */
const LOOK_MS = 25;

/** Makes the host's view of a surface that is open already. */
export function createStage(options: StageOptions): EmbedStage {
  const { address, page, host, brand, patienceMs } = options;
  let asked = 0;
  const heard = async (): Promise<Heard[]> => {
    const messages = await host.evaluate(
      () => (window as unknown as { heard: { origin: string; data: unknown }[] }).heard,
    );
    return messages.map(({ origin, data }) => {
      const reading = readEvent(data, brand);
      if (reading.kind === 'read') return { origin, event: reading.message, problem: undefined };
      const problem = reading.kind === 'malformed' ? reading.problem : foreignProblem(data);
      return { origin, event: undefined, problem };
    });
  };
  const events = async <T extends EventType>(type: T): Promise<EmbedEvent<T>[]> =>
    (await heard()).flatMap(({ event }) => (event?.type === type ? [event as EmbedEvent<T>] : []));
  const eventually = async (look: () => Promise<string | undefined>): Promise<void> => {
    const endsAt = performance.now() + patienceMs;
    for (;;) {
      const seen = await look();
      if (seen === undefined) return;
      if (performance.now() >= endsAt) throw new Misbehaviour(`${seen}, after ${patienceMs / 1000} s`);
      // Of this process: the clock of the page may stand still.
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  const messageOf = (action: string, payload: object = {}, id?: string) => ({
    source: brand.source,
    direction: 'action',
    // A check says names, too, that there are none of.
    type: wireType(brand, 'action', action as Parameters<typeof wireType>[2]),
    payload,
    timestamp: Date.now(),
    ...(id !== undefined && { id }),
  });
  const post = (message: unknown) =>
    host.evaluate(
      ([data, origin]) => document.querySelector('iframe')?.contentWindow?.postMessage(data, origin),
      [message, address.origin] as const,
    );
  return {
    ...options,
    heard,
    events,
    eventually,
    messageOf,
    post,
    frame() {
      const [frame] = host.childFrames();
      if (!frame) throw new NotTried('the frame is gone');
      return frame;
    },
    async until(type, { fits = () => true, called = type } = {}) {
      let found: EmbedEvent<typeof type> | undefined;
      await eventually(async () => {
        found = (await events(type)).find(fits);
        return found ? undefined : `no ${called} was heard`;
      });
      // It was found, or this was thrown out of.
      return found as EmbedEvent<typeof type>;
    },
    async ask(action, payload = {}) {
      const before = (await heard()).length;
      const id = `check-${(asked += 1)}`;
      await post(messageOf(action, payload, id));
      let answer: Answer | undefined;
      await eventually(async () => {
        const said = (await heard()).slice(before).flatMap(({ event }) => event ?? []);
        const at = said.findIndex((event) => event.type === 'action-result' && event.payload.id === id);
        const result = said[at];
        if (result?.type !== 'action-result') return `${action} was not answered`;
        answer = {
          ok: result.payload.ok,
          message: result.payload.message,
          meanwhile: said.slice(0, at),
        };
        return undefined;
      });
      return answer as Answer;
    },
    async close() {
      await page.context().close();
    },
  };
}

/** What is no event of the brand that is checked may be one of another. */
function foreignProblem(data: unknown): string {
  const name = brandOfEvent(data);
  return name ? `it is of the brand ${name}; --brand ${name} checks that` : 'it is no event of this protocol';
}
