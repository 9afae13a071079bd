import type { EmbedAction } from '../src/protocol/actions.ts';
import type { EmbedInput, EmbedState, EmbedStateName } from '../src/machines/embed-machine.ts';
import type { EmbedEvent } from '../src/protocol/events.ts';
import type { HostInput, HostState, HostStateName } from '../src/machines/host-machine.ts';

/** One of everything, for tests that walk every state and every input. */

const envelope = { timestamp: 1, surface: 'dashboard' } as const;
const refusal = envelope;

export const sampleAction: EmbedAction = { type: 'set-color-scheme', payload: { scheme: 'dark' } };

export const sampleReady: EmbedEvent = {
  type: 'ready',
  payload: { embedTenant: 'skyline', deploymentId: 1, mode: 'signed', surface: 'dashboard' },
  ...envelope,
};

export const sampleEvent: EmbedEvent = {
  type: 'view',
  payload: { surface: 'dashboard', path: '/embed/dashboard/abc' },
  ...envelope,
};

const fatalError: EmbedEvent = {
  type: 'error',
  payload: { message: 'The session is used up', fatal: true },
  ...envelope,
};

/** Every state, with something held wherever the state can hold it. */
export const embedStates: Record<EmbedStateName, EmbedState> = {
  muted: { name: 'muted', heldEvents: [], heldActions: [] },
  waiting: { name: 'waiting', heldEvents: [sampleEvent], heldActions: [sampleAction] },
  open: { name: 'open', heldEvents: [], heldActions: [] },
  closed: { name: 'closed', heldEvents: [], heldActions: [] },
};

export const embedInputs: { [K in EmbedInput['kind']]: Extract<EmbedInput, { kind: K }> } = {
  ready: { kind: 'ready', event: sampleReady },
  emit: { kind: 'emit', event: sampleEvent },
  fatal: { kind: 'fatal', event: fatalError },
  action: { kind: 'action', action: sampleAction, refusal },
  refused: { kind: 'refused', problem: 'The action does not exist', refusal },
  foreign: { kind: 'foreign' },
  close: { kind: 'close' },
};

export const hostStates: Record<HostStateName, HostState> = {
  loading: { name: 'loading', heldActions: [sampleAction] },
  loaded: { name: 'loaded', heldActions: [] },
  ready: { name: 'ready', heldActions: [] },
  closed: { name: 'closed', heldActions: [] },
};

export const hostInputs: { [K in HostInput['kind']]: Extract<HostInput, { kind: K }> } = {
  send: { kind: 'send', action: sampleAction },
  load: { kind: 'load' },
  ready: { kind: 'ready', event: sampleReady },
  event: { kind: 'event', event: sampleEvent },
  malformed: { kind: 'malformed', problem: 'The event does not exist' },
  foreign: { kind: 'foreign' },
  close: { kind: 'close' },
};
