/** The protocol as it is on the wire, for programs that check a surface from outside. */
import { eventPayloads, type EventType } from './protocol/events.ts';

export { actionPayloads } from './protocol/actions.ts';
export { brands, type Brand } from './protocol/brand.ts';
export { wireType } from './protocol/envelope.ts';
export { surfaces, type EmbedEvent, type EventType, type Surface } from './protocol/events.ts';
export { messageLimits } from './protocol/limits.ts';
export { brandOfEvent, readEvent, type Reading } from './protocol/read-message.ts';

/** The bare name of every event. */
// Object.keys is typed string[]; the keys of this record are the names.
export const eventTypes = Object.keys(eventPayloads) as EventType[];

/** The fields of an event's payload, those that may be absent as well. */
export function fieldsOf(type: EventType): string[] {
  return Object.keys(eventPayloads[type].shape);
}
