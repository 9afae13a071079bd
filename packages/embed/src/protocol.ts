/** The protocol as it is on the wire, for programs that check a surface from outside. */
import { eventPayloads, type EventType } from './events.ts';

export { actionPayloads } from './actions.ts';
export { brands, type Brand } from './brand.ts';
export { wireType } from './envelope.ts';
export { surfaces, type EmbedEvent, type EventType, type Surface } from './events.ts';
export { messageLimits } from './limits.ts';
export { brandOfEvent, readEvent, type Reading } from './read-message.ts';

/** The bare name of every event. */
// Object.keys is typed string[]; the keys of this record are the names.
export const eventTypes = Object.keys(eventPayloads) as EventType[];

/** The fields of an event's payload, those that may be absent as well. */
export function fieldsOf(type: EventType): string[] {
  return Object.keys(eventPayloads[type].shape);
}
