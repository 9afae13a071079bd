/**
 * The host end of the protocol as a pure machine; SPEC.md section 3 is its table in words.
 *
 *                load or ready: send held actions
 *      loading ──────────────────▶ loaded ──ready──▶ ready
 *         │                           │                │
 *         └───────────────────────────┴────────────────┴──▶ closed
 */
import type { EmbedAction } from '../protocol/actions.ts';
import type { EmbedEvent } from '../protocol/events.ts';
import { maxHeld } from '../protocol/limits.ts';

export const hostStateNames = ['loading', 'loaded', 'ready', 'closed'] as const;
export type HostStateName = (typeof hostStateNames)[number];

/** Plain data; every step makes a new one. */
export interface HostState {
  readonly name: HostStateName;
  readonly heldActions: readonly EmbedAction[];
}

/** What can happen to the host end; each is explained in SPEC.md. */
export type HostInput =
  | { readonly kind: 'send'; readonly action: EmbedAction }
  | { readonly kind: 'load' }
  | { readonly kind: 'ready'; readonly event: EmbedEvent }
  | { readonly kind: 'event'; readonly event: EmbedEvent }
  | { readonly kind: 'malformed'; readonly problem: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'close' };

/** What the shell has to do, in order. */
export type HostEffect =
  | { readonly kind: 'send'; readonly action: EmbedAction }
  | { readonly kind: 'deliver'; readonly event: EmbedEvent }
  | { readonly kind: 'report'; readonly problem: string };

export interface HostStep {
  readonly state: HostState;
  readonly effects: readonly HostEffect[];
}

/** The first state. `loaded` says that the iframe's page runs already, so that no `load` is to be waited for. */
export function startHost(options: { loaded: boolean }): HostState {
  return { name: options.loaded ? 'loaded' : 'loading', heldActions: [] };
}

/** The next state and its effects. */
export function stepHost(state: HostState, input: HostInput): HostStep {
  // The table pairs each kind with the transition for its own input, which an index by union cannot express.
  const transition = transitions[state.name][input.kind] as Transition<HostInput>;
  return transition(state, input);
}

type Transition<I> = (state: HostState, input: I) => HostStep;
type Row = { readonly [K in HostInput['kind']]: Transition<Extract<HostInput, { kind: K }>> };

const stay = (state: HostState): HostStep => ({ state, effects: [] });

const close = (): HostStep => ({ state: { name: 'closed', heldActions: [] }, effects: [] });

const send = (state: HostState, { action }: { action: EmbedAction }): HostStep => ({
  state,
  effects: [{ kind: 'send', action }],
});

const deliver = (state: HostState, { event }: { event: EmbedEvent }): HostStep => ({
  state,
  effects: [{ kind: 'deliver', event }],
});

const report = (state: HostState, { problem }: { problem: string }): HostStep => ({
  state,
  effects: [{ kind: 'report', problem }],
});

function holdAction(state: HostState, { action }: { action: EmbedAction }): HostStep {
  if (state.heldActions.length < maxHeld) {
    return stay({ ...state, heldActions: [...state.heldActions, action] });
  }
  const problem = `The action ${action.type} was dropped: ${maxHeld} actions already wait for the iframe to load`;
  return report(state, { problem });
}

function release(state: HostState, name: HostStateName): HostStep {
  const effects = state.heldActions.map((action) => ({ kind: 'send', action }) as const);
  return { state: { name, heldActions: [] }, effects };
}

function becomeReady(state: HostState, { event }: { event: EmbedEvent }): HostStep {
  const released = release(state, 'ready');
  return { state: released.state, effects: [...released.effects, { kind: 'deliver', event }] };
}

const connected = {
  send,
  load: stay,
  ready: becomeReady,
  event: deliver,
  malformed: report,
  foreign: stay,
  close,
};

const transitions: Readonly<Record<HostStateName, Row>> = {
  loading: { ...connected, send: holdAction, load: (state) => release(state, 'loaded') },
  loaded: connected,
  ready: connected,
  closed: {
    send: (state, { action }) =>
      report(state, { problem: `The action ${action.type} was not sent: the connection is closed` }),
    load: stay,
    ready: stay,
    event: stay,
    malformed: stay,
    foreign: stay,
    close: stay,
  },
};
