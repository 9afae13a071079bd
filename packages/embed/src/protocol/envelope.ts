import type { ActionType, EmbedAction } from './actions.ts';
import type { Brand } from './brand.ts';
import type { EmbedEvent, EventType, Surface } from './events.ts';

/** A message as it travels. */
export interface Envelope {
  readonly source: string;
  readonly direction: 'event' | 'action';
  /** `<prefix><direction>:<bare name>`, such as `svc:event:ready` */
  readonly type: string;
  readonly payload: object;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  /** On every event, never on an action. */
  readonly surface?: Surface;
  /** On an action that wants an answer: the event `action-result` has the same. */
  readonly id?: string;
}

/** The type of an event or action as it appears on the wire. */
export function wireType(brand: Brand, direction: 'event', type: EventType): string;
export function wireType(brand: Brand, direction: 'action', type: ActionType): string;
export function wireType(brand: Brand, direction: string, type: string): string {
  return `${brand.prefix}${direction}:${type}`;
}

/** Puts an event into its envelope. */
export function sealEvent(event: EmbedEvent, brand: Brand): Envelope {
  const { type, payload, timestamp, surface } = event;
  return {
    source: brand.source,
    direction: 'event',
    type: wireType(brand, 'event', type),
    payload,
    timestamp,
    surface,
  };
}

/** Puts an action into its envelope. `timestamp` is in epoch milliseconds. */
export function sealAction(action: EmbedAction, timestamp: number, brand: Brand): Envelope {
  const { type, payload, id } = action;
  return {
    source: brand.source,
    direction: 'action',
    type: wireType(brand, 'action', type),
    payload,
    timestamp,
    ...(id !== undefined && { id }),
  };
}
