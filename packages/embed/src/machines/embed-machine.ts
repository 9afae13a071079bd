/**
 * The embed end of the protocol as a pure machine; SPEC.md section 2 is its table in words.
 *
 *                ready: post ready, post held events, apply held actions
 *      waiting ───────────────────────────────────────────────────────────▶ open
 *         │                                                                   │
 *         └──────────────────────────▶ closed ◀───────────────────────────────┘      muted ──▶ closed
 */
import { coded } from './error-advice.ts';
import type { EmbedAction } from '../protocol/actions.ts';
import type { EmbedEvent, Surface } from '../protocol/events.ts';
import { maxHeld } from '../protocol/limits.ts';

export const embedStateNames = ['muted', 'waiting', 'open', 'closed'] as const;
export type EmbedStateName = (typeof embedStateNames)[number];

/** Plain data; every step makes a new one. */
export interface EmbedState {
  readonly name: EmbedStateName;
  readonly heldEvents: readonly EmbedEvent[];
  readonly heldActions: readonly EmbedAction[];
}

/** What can happen to the embed end; each is explained in SPEC.md. */
export type EmbedInput =
  | { readonly kind: 'ready'; readonly event: EmbedEvent }
  | { readonly kind: 'emit'; readonly event: EmbedEvent }
  | { readonly kind: 'fatal'; readonly event: EmbedEvent }
  | { readonly kind: 'action'; readonly action: EmbedAction; readonly refusal: Refusal }
  | { readonly kind: 'refused'; readonly problem: string; readonly refusal: Refusal }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'close' };

/** What a refusal's event needs beside the problem: the machine has no clock and serves any surface. */
interface Refusal {
  /** Epoch milliseconds. */
  readonly timestamp: number;
  readonly surface: Surface;
  /** Of an action that wants an answer. */
  readonly id?: string | undefined;
}

/** An action that a surface can follow before it is mounted: it changes how the page looks, and asks for nothing. */
export type LookAction = Extract<EmbedAction, { type: 'set-color-scheme' | 'set-theme' | 'set-locale' }>;

/** What the shell has to do, in order. */
export type EmbedEffect =
  | { readonly kind: 'post'; readonly event: EmbedEvent }
  | { readonly kind: 'apply'; readonly action: EmbedAction }
  | { readonly kind: 'show'; readonly action: LookAction }
  | { readonly kind: 'report'; readonly problem: string };

export interface EmbedStep {
  readonly state: EmbedState;
  readonly effects: readonly EmbedEffect[];
}

/** The first state: `waiting`, or `muted` where there is no host to talk to. */
export function startEmbed(options: { hasHost: boolean }): EmbedState {
  return { name: options.hasHost ? 'waiting' : 'muted', heldEvents: [], heldActions: [] };
}

/** The next state and its effects. */
export function stepEmbed(state: EmbedState, input: EmbedInput): EmbedStep {
  // The table pairs each kind with the transition for its own input, which an index by union cannot express.
  const transition = transitions[state.name][input.kind] as Transition<EmbedInput>;
  return transition(state, input);
}

type Transition<I> = (state: EmbedState, input: I) => EmbedStep;
type Row = { readonly [K in EmbedInput['kind']]: Transition<Extract<EmbedInput, { kind: K }>> };

const stay = (state: EmbedState, ...effects: EmbedEffect[]): EmbedStep => ({ state, effects });

const close = (): EmbedStep => ({ state: { name: 'closed', heldEvents: [], heldActions: [] }, effects: [] });

function open(state: EmbedState, { event }: { event: EmbedEvent }): EmbedStep {
  const posts = [event, ...state.heldEvents].map((held) => ({ kind: 'post', event: held }) as const);
  const applies = state.heldActions.map((action) => ({ kind: 'apply', action }) as const);
  return { state: { name: 'open', heldEvents: [], heldActions: [] }, effects: [...posts, ...applies] };
}

function holdEvent(state: EmbedState, { event }: { event: EmbedEvent }): EmbedStep {
  if (state.heldEvents.length < maxHeld) return stay({ ...state, heldEvents: [...state.heldEvents, event] });
  return stay(state, {
    kind: 'report',
    problem: `The event ${event.type} was dropped: ${maxHeld} events already wait for ready`,
  });
}

function holdAction(
  state: EmbedState,
  { action, refusal }: { action: EmbedAction; refusal: Refusal },
): EmbedStep {
  if (state.heldActions.length < maxHeld) {
    const shows: EmbedEffect[] = isLook(action) ? [{ kind: 'show', action }] : [];
    return stay({ ...state, heldActions: [...state.heldActions, action] }, ...shows);
  }
  const problem = `The action ${action.type} was dropped: ${maxHeld} actions already wait for ready`;
  return holdRefusal(state, { problem, refusal });
}

const isLook = (action: EmbedAction): action is LookAction =>
  action.type === 'set-color-scheme' || action.type === 'set-theme' || action.type === 'set-locale';

function holdRefusal(state: EmbedState, refused: { problem: string; refusal: Refusal }): EmbedStep {
  const held = refusalEvents(refused).reduce<EmbedStep>(
    (step, event) => {
      const next = holdEvent(step.state, { event });
      return { state: next.state, effects: [...step.effects, ...next.effects] };
    },
    { state, effects: [] },
  );
  return { state: held.state, effects: [...held.effects, { kind: 'report', problem: refused.problem }] };
}

/** The error, and the answer to an action that wants one. */
function refusalEvents({ problem, refusal }: { problem: string; refusal: Refusal }): EmbedEvent[] {
  const { id, ...common } = refusal;
  const payload = {
    message: problem,
    name: 'EmbedActionError',
    context: 'action',
    fatal: false,
    ...coded('action_refused'),
  };
  const error = { type: 'error', payload, ...common } as const;
  if (id === undefined) return [error];
  return [error, { type: 'action-result', payload: { id, ok: false, message: problem }, ...common }];
}

const silent: Row = {
  ready: stayOnly,
  emit: stayOnly,
  fatal: stayOnly,
  action: stayOnly,
  refused: stayOnly,
  foreign: stayOnly,
  close,
};

function stayOnly(state: EmbedState): EmbedStep {
  return stay(state);
}

const transitions: Readonly<Record<EmbedStateName, Row>> = {
  muted: silent,
  waiting: {
    ready: open,
    emit: holdEvent,
    fatal: (state, { event }) => stay(state, { kind: 'post', event }),
    action: holdAction,
    refused: holdRefusal,
    foreign: stayOnly,
    close,
  },
  open: {
    ready: (state) =>
      stay(state, { kind: 'report', problem: 'The event ready was not posted: it has been already' }),
    emit: (state, { event }) => stay(state, { kind: 'post', event }),
    fatal: (state, { event }) => stay(state, { kind: 'post', event }),
    action: (state, { action }) => stay(state, { kind: 'apply', action }),
    refused: (state, refused) =>
      stay(state, ...refusalEvents(refused).map((event) => ({ kind: 'post', event }) as const), {
        kind: 'report',
        problem: refused.problem,
      }),
    foreign: stayOnly,
    close,
  },
  closed: silent,
};
