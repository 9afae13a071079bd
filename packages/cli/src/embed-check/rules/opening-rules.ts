import type { Rule } from '../rule.ts';
import { Misbehaviour } from '../rule-outcomes.ts';
import { earlyActions } from '../harness.ts';
import { expect } from './expect.ts';

/** What a surface says by itself when it is opened. */
export const openingRules: readonly Rule[] = [
  {
    id: 'ready',
    title: 'ready is said',
    section: 2,
    isDecisive: true,
    async check(driver) {
      await driver.eventually(async () => {
        const [fatal] = (await driver.events('error')).filter(({ payload }) => payload.fatal);
        if (fatal) throw new Misbehaviour(`a fatal error came instead: ${fatal.payload.message}`);
        if ((await driver.events('ready')).length > 0) return undefined;
        const [first] = await driver.heard();
        if (first?.event?.type === 'origin-refused')
          throw new Misbehaviour(
            `${driver.hostOrigin} may not embed it; name an origin that the account allows with --origin`,
          );
        if (first?.problem !== undefined) return `no ready was heard; of the first message: ${first.problem}`;
        return first?.event
          ? `no ready was heard, but ${first.event.type}`
          : 'no ready was heard, and nothing else';
      });
    },
  },
  {
    id: 'ready-first',
    title: 'ready is the first message',
    section: 2,
    async check(driver) {
      const [first] = await driver.heard();
      expect(first?.event?.type === 'ready', `the first was ${first?.event?.type ?? first?.problem}`);
    },
  },
  {
    id: 'ready-payload',
    title: 'ready says the surface, the mode and what the address names',
    section: 2,
    async check({ address, until }) {
      const { payload, surface } = await until('ready');
      const said = { ...payload, envelope: surface };
      const wanted = {
        surface: address.surface,
        envelope: address.surface,
        mode: address.mode,
        ...(address.publicId !== undefined && { publicId: address.publicId }),
        ...(address.deploymentId !== undefined && { deploymentId: address.deploymentId }),
      };
      for (const [name, value] of Object.entries(wanted)) {
        const found = (said as Record<string, unknown>)[name];
        expect(found === value, `${name} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`);
      }
      return JSON.stringify(payload);
    },
  },
  {
    id: 'first-view',
    title: 'view follows, with the path of the page',
    section: 7,
    async check({ address, until, heard }) {
      const { payload } = await until('view');
      const isThere =
        address.surface === 'app'
          ? payload.path === address.pathname ||
            payload.path.startsWith(`/embed/d/${address.deploymentId}/app/`)
          : payload.path === address.pathname;
      expect(isThere, `path is ${payload.path}, and the address ${address.pathname}`);
      expect(payload.publicId === address.publicId, `publicId is ${payload.publicId}`);
      const types = (await heard()).map(({ event }) => event?.type);
      const navigated = types.indexOf('navigate');
      expect(
        navigated === -1 || navigated > types.indexOf('view'),
        'the first page was navigated to before it was viewed',
      );
    },
  },
  {
    id: 'early-actions',
    title: 'actions that come before ready are carried out after it, in order',
    section: 4,
    async check({ until, heard }) {
      await until('action-result', { fits: ({ payload }) => payload.id === earlyActions[1] });
      const said = (await heard()).flatMap(({ event }) => event ?? []);
      const places = earlyActions.map((id) =>
        said.findIndex((event) => event.type === 'action-result' && event.payload.id === id),
      );
      const [first = -1, second = -1] = places;
      expect(first !== -1 && first < second, 'the second was answered before the first');
      expect(said.findIndex(({ type }) => type === 'ready') < first, 'the first was answered before ready');
    },
  },
  {
    id: 'dashboard-loaded',
    title: 'dashboard-loaded follows, with every field',
    section: 7,
    surfaces: ['dashboard'],
    async check({ address, until }) {
      const { payload } = await until('dashboard-loaded');
      const { publicId, widgetCount, loadDurationMs } = payload;
      expect(publicId === address.publicId, `publicId is ${JSON.stringify(publicId)}`);
      expect(isCount(widgetCount), `widgetCount is ${widgetCount}`);
      expect(loadDurationMs !== undefined && loadDurationMs >= 0, `loadDurationMs is ${loadDurationMs}`);
      return `${widgetCount} widgets in ${loadDurationMs} ms`;
    },
  },
];

const isCount = (value: number | undefined) => value !== undefined && Number.isInteger(value) && value >= 0;
