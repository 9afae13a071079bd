import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createAppBridge } from './app-bridge.ts';
import { appLimits } from './app-protocol.ts';

const { maxPerSecond, maxPending } = appLimits;
const nothing = () => {};
type Answer = { id?: number; error?: { code: string } };

/** A bridge that keeps what it posts to its app. */
function openBridge(reports: () => unknown) {
  const posted: Answer[] = [];
  const bridge = createAppBridge({
    // The one method that these tests ask for.
    methods: { reports } as never,
    post: (message) => posted.push(message),
    onLoaded: nothing,
    onSettled: nothing,
    onOpened: nothing,
    onFailed: nothing,
  });
  const ask = (count: number) => {
    for (let id = 1; id <= count; id += 1) bridge.hear({ id, method: 'reports' });
  };
  const answers = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const codes = posted.splice(0).map(({ error }) => error?.code ?? 'answered');
    return Object.fromEntries(Object.entries(Object.groupBy(codes, (code) => code)).map(countOf));
  };
  return { bridge, ask, answers };
}

const countOf = ([code, list]: [string, string[] | undefined]) => [code, list?.length ?? 0] as const;

test('of the messages of a second so many are taken, as many again refused, and the rest is not looked at', async () => {
  const clock = mock.method(performance, 'now', () => 5_900);
  const { bridge, ask, answers } = openBridge(() => []);
  for (let round = 0; round < 10; round += 1) {
    ask(maxPerSecond / 10);
    // Not more at a time than may wait for their answers.
    assert.deepEqual(await answers(), { answered: maxPerSecond / 10 });
  }
  ask(2 * maxPerSecond);
  assert.deepEqual(await answers(), { too_many: maxPerSecond });
  clock.mock.mockImplementation(() => 6_000);
  ask(1);
  assert.deepEqual(await answers(), { answered: 1 }, 'the next second begins anew');
  bridge.close();
  clock.mock.restore();
});

test('no more requests wait for their answers at once than are allowed', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { bridge, ask, answers } = openBridge(() => promise);
  ask(maxPending + 5);
  assert.deepEqual(await answers(), { too_many: 5 });
  resolve([]);
  assert.deepEqual(await answers(), { answered: maxPending });
  ask(1);
  assert.deepEqual(await answers(), { answered: 1 });
  bridge.close();
});
