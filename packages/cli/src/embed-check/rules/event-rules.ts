import { eventTypes, fieldsOf, type EventType } from '@oriel/embed/protocol';
import type { Rule } from '../rule.ts';
import { Misbehaviour, NotTried } from '../rule-outcomes.ts';
import { expect } from './expect.ts';

/** Why an event may not have come, where a host alone cannot bring it about. */
const reasons: Partial<Record<EventType, string>> = {
  download: 'the viewer has exported nothing',
  drilldown: 'the viewer has clicked on no mark and no cell',
  'dashboard-link': 'the viewer has followed no link to another dashboard',
  'ai-query': 'the viewer has asked nothing',
  'filter-changed': 'no control was set; name one with --filter',
};

/** Events that have rules of their own. */
const elsewhere: readonly EventType[] = ['session-expiring', 'session-expired', 'origin-refused'];
const surfacesOf: Partial<Record<EventType, Rule['surfaces']>> = {
  height: ['dashboard'],
  'dashboard-loaded': ['dashboard'],
  download: ['dashboard', 'app'],
  drilldown: ['dashboard'],
  'dashboard-link': ['dashboard'],
  state: ['dashboard'],
  'filter-changed': ['dashboard'],
};

/** What was heard in all: tried last. */
export const heardRules: readonly Rule[] = [
  {
    id: 'readable',
    title: 'every message of the surface can be read',
    section: 1,
    async check({ heard }) {
      const messages = await heard();
      const bad = messages.filter(({ problem }) => problem !== undefined);
      const [first] = bad;
      if (first) throw new Misbehaviour(`${bad.length} of ${messages.length} cannot: ${first.problem}`);
      return `${messages.length} messages`;
    },
  },
  {
    id: 'origin',
    title: 'every message comes from the origin of the address, and names its surface',
    section: 1,
    async check({ heard, address }) {
      for (const { origin, event } of await heard()) {
        expect(origin === address.origin, `one came from ${origin}`);
        expect(!event || event.surface === address.surface, `one names the surface ${event?.surface}`);
      }
    },
  },
  {
    id: 'ready-once',
    title: 'ready is said once',
    section: 2,
    async check({ events }) {
      const said = (await events('ready')).length;
      expect(said === 1, `it was said ${said} times`);
    },
  },
  ...eventTypes.flatMap(eventRule),
];

function eventRule(type: EventType): Rule[] {
  if (elsewhere.includes(type)) return [];
  const surfaces = surfacesOf[type];
  return [
    {
      id: `event-${type}`,
      title: `the event ${type} has the fields that it is said to have`,
      section: 7,
      ...(surfaces && { surfaces }),
      async check({ events }) {
        const said = await events(type);
        if (said.length === 0) {
          const reason = reasons[type];
          if (reason !== undefined) throw new NotTried(reason);
          throw new Misbehaviour('it was never heard');
        }
        const present = new Set(said.flatMap(({ payload }) => Object.keys(payload)));
        const missing = fieldsOf(type).filter((name) => !present.has(name));
        const fields = [...present].join(', ') || 'no fields';
        return `${said.length} times: ${fields}${missing.length > 0 ? `; never ${missing.join(', ')}` : ''}`;
      },
    },
  ];
}
