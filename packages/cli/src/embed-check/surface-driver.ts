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

/** A message event of the host page. */
interface Heard {
  /** `MessageEvent.origin`, which the sender cannot choose. */
  readonly origin: string;
  /** The event of the protocol; undefined where the message is malformed. */
  readonly event: EmbedEvent | undefined;
  /** Why the message is malformed. */
  readonly problem: string | undefined;
}

/** The result of an action. */
export interface Answer {
  readonly ok: boolean;
  /** The reason of a refusal. */
  readonly message: string | undefined;
  /** The events between the action and its result. */
  readonly meanwhile: readonly EmbedEvent[];
}

/** Drives a surface from its host page. */
export interface SurfaceDriver {
  readonly address: EmbedAddress;
  readonly page: Page;
  /** The frame of the host page. */
  readonly host: Frame;
  readonly brand: Brand;
  /** Returns an unused session. @throws {@link NotTried} when there are none left */
  newSession(): Promise<string>;
  /** The origin of the host page. */
  readonly hostOrigin: string;
  /** An origin other than the host's. */
  readonly foreignOrigin: string;
  /** The frame of the surface. */
  frame(): Frame;
  /** All messages so far, in order. */
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

interface SurfaceDriverOptions {
  address: EmbedAddress;
  page: Page;
  /** The frame that records the messages. */
  host: Frame;
  brand: Brand;
  hostOrigin: string;
  newSession(): Promise<string>;
  foreignOrigin: string;
  /** Timeout of every wait. */
  patienceMs: number;
}

/** Interval of polling. */
const LOOK_MS = 25;

/** All messages that the host page has recorded, in order. */
async function readHeard(host: Frame, brand: Brand): Promise<Heard[]> {
  const messages = await host.evaluate(
    () => (window as unknown as { heard: { origin: string; data: unknown }[] }).heard,
  );
  return messages.map(({ origin, data }) => {
    const reading = readEvent(data, brand);
    if (reading.kind === 'read') return { origin, event: reading.message, problem: undefined };
    const problem = reading.kind === 'malformed' ? reading.problem : foreignProblem(data);
    return { origin, event: undefined, problem };
  });
}

/** Waits until there is nothing to see any more. @throws {@link Misbehaviour} of what is seen last */
async function waitUntil(look: () => Promise<string | undefined>, patienceMs: number): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen === undefined) return;
    if (performance.now() >= endsAt) throw new Misbehaviour(`${seen}, after ${patienceMs / 1000} s`);
    // A timer of this process: the clock of the page may be paused.
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Creates the driver of an open surface. */
export function createSurfaceDriver(options: SurfaceDriverOptions): SurfaceDriver {
  const { address, page, host, brand, patienceMs } = options;
  let asked = 0;
  const heard = () => readHeard(host, brand);
  const events = async <T extends EventType>(type: T): Promise<EmbedEvent<T>[]> =>
    (await heard()).flatMap(({ event }) => (event?.type === type ? [event as EmbedEvent<T>] : []));
  const eventually = (look: () => Promise<string | undefined>) => waitUntil(look, patienceMs);
  const messageOf = (action: string, payload: object = {}, id?: string) => ({
    source: brand.source,
    direction: 'action',
    // Rules also post actions that do not exist.
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
      // `eventually` has thrown unless an event was found.
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

/** Explains a message that is no event of the brand: it may be one of the other brand. */
function foreignProblem(data: unknown): string {
  const name = brandOfEvent(data);
  return name ? `it is of the brand ${name}; --brand ${name} checks that` : 'it is no event of this protocol';
}
