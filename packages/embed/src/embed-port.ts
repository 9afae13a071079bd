import type { EmbedAction } from './protocol/actions.ts';
import { brands, type Brand } from './protocol/brand.ts';
import {
  startEmbed,
  stepEmbed,
  type EmbedEffect,
  type EmbedInput,
  type LookAction,
} from './machines/embed-machine.ts';
import { sealEvent } from './protocol/envelope.ts';
import {
  eventPayloads,
  type EmbedEvent,
  type EventPayloads,
  type EventType,
  type Surface,
} from './protocol/events.ts';
import { readAction, readActionId, requirePayload } from './protocol/read-message.ts';

/** A window that hears messages: the embed's own. */
export interface ListeningWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** A window that messages are posted to: the other end's. */
export interface PostingWindow {
  postMessage(message: unknown, targetOrigin: string): void;
}

export interface EmbedPortOptions {
  surface: Surface;
  /** Default `svc`. */
  brand?: Brand;
  /** From {@link findHostOrigin}. Undefined: nothing is sent and nothing is taken. */
  hostOrigin: string | undefined;
  /** The page's own window. */
  window: ListeningWindow;
  /** The window of the host: `window.parent`. */
  parent: PostingWindow;
  /**
   * Carries out one action. Called in the order of arrival, never before ready; a promise is not waited for
   * before the next action, but for its answer. A throw or rejection reaches the host as an `error` event that is not
   * fatal.
   */
  onAction(action: EmbedAction): void | Promise<void>;
  /**
   * Shows a look or a language before ready, such as on a page that asks for a sign-in. The same action is given to
   * `onAction` in its turn, and what is wrong with it is told then; a throw is passed over here.
   */
  onLook?(action: LookAction): void;
  /** Called with a sentence for the operator of the surface: a refused action, a dropped event. */
  onProblem?(problem: string): void;
}

/** The payload that a surface gives; the port knows the surface and fills it in. */
export type EmittedPayload<T extends EventType> = Omit<EventPayloads[T], 'surface'>;

/** The embed's way to its host. */
export interface EmbedPort {
  /**
   * Tells the host something; held back until {@link ready}, except for an error with `fatal: true`.
   *
   * @throws TypeError when the payload does not fit its event.
   */
  emit<T extends Exclude<EventType, 'ready'>>(type: T, payload: EmittedPayload<T>): void;
  /**
   * Says once that the surface is authenticated and mounted: posts `ready`, then what was held back, then applies
   * the actions that have arrived.
   *
   * @throws TypeError when the payload does not fit.
   */
  ready(payload: EmittedPayload<'ready'>): void;
  /** Stops listening and speaking, for good. */
  close(): void;
}

/**
 * Opens the embed end of the protocol (SPEC.md section 2). Call it while the page's first script runs: what the
 * host sends after the iframe's `load` is kept from then on.
 */
export function createEmbedPort(options: EmbedPortOptions): EmbedPort {
  const { surface, brand = brands.svc, hostOrigin, window, parent, onAction, onLook, onProblem } = options;
  let state = startEmbed({ hasHost: hostOrigin !== undefined });

  const refusal = (id: string | undefined) => ({ timestamp: Date.now(), surface, id });

  function feed(input: EmbedInput): void {
    const step = stepEmbed(state, input);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }

  function perform(effect: EmbedEffect): void {
    switch (effect.kind) {
      case 'post':
        // Without a host's origin the machine is muted and posts nothing.
        if (hostOrigin !== undefined) parent.postMessage(sealEvent(effect.event, brand), hostOrigin);
        return;
      case 'apply':
        return apply(effect.action);
      case 'show':
        return show(effect.action);
      case 'report':
        return onProblem?.(effect.problem);
    }
  }

  function apply(action: EmbedAction): void {
    const { type, id } = action;
    const refuse = (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      feed({ kind: 'refused', problem: `The action ${type} failed: ${reason}`, refusal: refusal(id) });
    };
    const answer = () => {
      if (id !== undefined) feed({ kind: 'emit', event: makeEvent('action-result', { id, ok: true }) });
    };
    try {
      const work = onAction(action);
      if (work) work.then(answer, refuse);
      else answer();
    } catch (error) {
      refuse(error);
    }
  }

  function show(action: LookAction): void {
    try {
      onLook?.(action);
    } catch {
      // Told when it is applied.
    }
  }

  function hear(event: MessageEvent): void {
    if (event.source !== parent || event.origin !== hostOrigin) return feed({ kind: 'foreign' });
    const reading = readAction(event.data, brand);
    if (reading.kind === 'foreign') return feed({ kind: 'foreign' });
    if (reading.kind === 'read')
      return feed({ kind: 'action', action: reading.message, refusal: refusal(reading.message.id) });
    return feed({ kind: 'refused', problem: reading.problem, refusal: refusal(readActionId(event.data)) });
  }

  function makeEvent(type: EventType, payload: object): EmbedEvent {
    const clean = requirePayload(eventPayloads, type, { ...payload, surface }, 'event');
    // The payload was read by the check of this very type, which is what the union says.
    return { type, payload: clean, timestamp: Date.now(), surface } as EmbedEvent;
  }

  window.addEventListener('message', hear);

  return {
    emit(type, payload) {
      const event = makeEvent(type, payload);
      if (event.type === 'error' && event.payload.fatal) feed({ kind: 'fatal', event });
      else feed({ kind: 'emit', event });
    },
    ready: (payload) => feed({ kind: 'ready', event: makeEvent('ready', payload) }),
    close() {
      window.removeEventListener('message', hear);
      feed({ kind: 'close' });
    },
  };
}
