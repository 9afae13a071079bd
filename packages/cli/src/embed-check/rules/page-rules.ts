import type { Rule } from '../rule.ts';
import { NotTried } from '../rule-outcomes.ts';
import { expect, expectDone, expectRefused } from './expect.ts';

const parse = (text: string) => new URLSearchParams(text).toString().split('&').toSorted().join('&');

/** Where a surface is, and what its viewer has chosen. */
export const pageRules: readonly Rule[] = [
  {
    id: 'navigate',
    title: 'navigate leads to a page of the application; navigate is told, then view',
    section: 7,
    surfaces: ['app'],
    async check({ address, ask, events, until, heard }) {
      const first = (await until('view')).payload.path;
      const away = `/embed/d/${address.deploymentId}/app/no-such-page`;
      expectDone('navigate', await ask('navigate', { path: away }));
      await until('navigate', {
        fits: ({ payload }) => payload.path === away,
        called: `navigate to ${away}`,
      });
      const viewed = (await events('view')).length;
      const before = (await heard()).length;
      expectDone('navigate', await ask('navigate', { path: first }));
      const back = await until('navigate', {
        fits: ({ payload }) => payload.path === first,
        called: `navigate to ${first}`,
      });
      expect(back.payload.previousPath === away, `previousPath is ${back.payload.previousPath}, not ${away}`);
      await until('view', {
        fits: (event) => event.payload.path === first && event.timestamp >= back.timestamp,
      });
      const types = (await heard()).slice(before).map(({ event }) => event?.type);
      expect(types.indexOf('navigate') < types.indexOf('view'), 'view came before navigate');
      expect((await events('view')).length === viewed + 1, 'one page was viewed more than once');
    },
  },
  {
    id: 'navigate-own',
    title: 'navigate to the path of the surface itself is carried out; navigate is told, then view',
    section: 7,
    surfaces: ['dashboard', 'chat'],
    async check({ ask, until, heard }) {
      const { path } = (await until('view')).payload;
      const before = (await heard()).length;
      expectDone('navigate', await ask('navigate', { path }));
      await until('navigate', {
        fits: ({ payload }) => payload.path === path,
        called: `navigate to ${path}`,
      });
      const types = (await heard()).slice(before).map(({ event }) => event?.type);
      const [navigated, viewed] = [types.indexOf('navigate'), types.indexOf('view')];
      expect(navigated >= 0 && navigated < viewed, 'view did not follow navigate');
    },
  },
  {
    id: 'navigate-elsewhere',
    title: 'navigate refuses another application',
    section: 7,
    surfaces: ['app'],
    async check({ address, ask }) {
      for (const path of [`/embed/d/${Number(address.deploymentId) + 1}/app`, '/embed/chat'])
        expectRefused('navigate', await ask('navigate', { path }));
    },
  },
  {
    id: 'state',
    title: 'what get-state answers, set-state makes so again',
    section: 1,
    surfaces: ['dashboard'],
    async check({ ask }) {
      const first = await stateOf(ask);
      expectDone('set-state', await ask('set-state', { state: first }));
      const again = await stateOf(ask);
      expect(again === first, `the state is ${JSON.stringify(again)}, and was ${JSON.stringify(first)}`);
      return JSON.stringify(first);
    },
  },
  {
    id: 'set-filter',
    title: 'set-filter sets a control, filter-changed tells it, and the state holds it',
    section: 1,
    surfaces: ['dashboard'],
    async check({ address, ask, until }) {
      const { filter } = address;
      if (filter === undefined)
        throw new NotTried('no control of the dashboard is known; name one with --filter');
      expectDone('set-state', await ask('set-state', { state: '' }));
      expectDone('set-filter', await ask('set-filter', { filterUrlParameter: filter }));
      const chosen = await stateOf(ask);
      expect(chosen !== '', 'the state is empty after it: the dashboard may have no such control');
      await until('filter-changed', {
        fits: ({ payload }) => payload.state === chosen,
        called: `filter-changed with ${chosen}`,
      });
      expectDone('set-state', await ask('set-state', { state: '' }));
      const emptied = await stateOf(ask);
      expect(emptied === '', `after set-state of nothing the state is ${JSON.stringify(emptied)}`);
      expectDone('set-state', await ask('set-state', { state: chosen }));
      const again = await stateOf(ask);
      expect(parse(again) === parse(chosen), `the state is ${again}, and was ${chosen}`);
      expectDone('set-state', await ask('set-state', { state: '' }));
      return chosen;
    },
  },
  {
    id: 'set-filter-unreadable',
    title: 'set-filter refuses what cannot be read',
    section: 6,
    surfaces: ['dashboard'],
    async check({ ask }) {
      for (const filterUrlParameter of ['f_a.b=c', 'f_a.b={"value":', 'session=1'])
        expectRefused('set-filter', await ask('set-filter', { filterUrlParameter }));
    },
  },
];

type Ask = Parameters<Rule['check']>[0]['ask'];

async function stateOf(ask: Ask): Promise<string> {
  const answer = await ask('get-state');
  expectDone('get-state', answer);
  const states = answer.meanwhile.flatMap((event) => (event.type === 'state' ? [event.payload] : []));
  expect(states.length === 1, `get-state was answered by ${states.length} events state, not by one`);
  expect(states[0]?.id !== undefined, 'the event state has no id, though get-state had one');
  return states[0]?.state ?? '';
}
