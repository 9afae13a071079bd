/**
 * What windows post that mean no good: run in a page, by Playwright, and so a function of its own without imports.
 *
 * Every value crosses a window border as it is, which a message of JSON could not: cycles, maps, buffers, dates,
 * prototype keys. The same seed posts the same messages.
 *
 * @returns how many messages were posted; what cannot be cloned throws at the sender and is not counted
 */
export function postHostileMessages({
  seed,
  count,
  direction,
  targetOrigin,
  target,
}: {
  seed: number;
  count: number;
  direction: 'action' | 'event';
  targetOrigin: string;
  /** The window that is attacked: the first frame of the page, its parent, or the first frame of its parent. */
  target: 'frame' | 'parent' | 'sibling';
}): number {
  let state = seed;
  /** mulberry32 */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const choose = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const polluted = (text: string) => JSON.parse(text) as object;
  const cyclic = () => {
    const value: Record<string, unknown> = { scheme: 'dark' };
    value['payload'] = value;
    return value;
  };
  const deep = () => {
    let value: object = {};
    for (let level = 0; level < 2_000; level += 1) value = random() < 0.5 ? [value] : { value };
    return value;
  };
  const values: readonly (() => unknown)[] = [
    () => null,
    () => undefined,
    () => random() * 1e308,
    () => Number.NaN,
    () => 10n ** 40n,
    () => true,
    () => '',
    () => 'x'.repeat(100_000),
    () => '\ud800\0\u202e',
    () => 'dark',
    () => 'Europe/Berlin',
    () => 'de-DE',
    () => '/embed/../../api/v1/sign-out',
    () => '//evil.example/embed/',
    () => 'javascript:alert(1)',
    () => '</style><img src=x onerror=alert(1)>',
    () => 'red; background: url(https://evil.example)',
    () => 'f_network.origin={"value":{"__proto__":{"isPolluted":true}}}',
    () => 'f___proto__.isPolluted={"value":"x"}&tg_constructor.prototype={"granularity":"day"}',
    () => 'f_network.origin=' + '['.repeat(20_000),
    () => '%E0%A4%A',
    () => polluted('{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}}}'),
    () => polluted('{"scheme":{"toString":null},"locale":{"length":1e9},"timezone":{"__proto__":null}}'),
    cyclic,
    deep,
    () => Array.from({ length: 5_000 }, () => ({})),
    () => Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, index])),
    () => new Map([[{}, new Set([1])]]),
    () => new Date(Number.NaN),
    () => new Uint8Array(1_000_000),
    () => new Error('a message'),
    () => /x/g,
    () => new Blob(['x']),
    () => document.body,
    () => () => {},
  ];
  const hostile = () => choose(values)();
  const names = [
    'set-color-scheme set-theme set-locale set-timezone set-filter navigate refresh set-session'.split(' '),
    'ready view dashboard-loaded error drilldown download session-expired navigate'.split(' '),
    ['__proto__', 'constructor', 'toString', '', 'hasOwnProperty'],
  ].flat();
  const fields =
    'scheme locale timezone path sessionId filterUrlParameter primaryColor font borderRadius message fatal';
  const payload = () =>
    random() < 0.3
      ? hostile()
      : Object.fromEntries(fields.split(' ').flatMap((name) => (random() < 0.4 ? [[name, hostile()]] : [])));
  const usually = (value: unknown) => (random() < 0.9 ? value : hostile());
  const message = () =>
    random() < 0.1
      ? hostile()
      : {
          source: usually('svc-embed'),
          direction: usually(direction),
          type: usually(`svc:${direction}:${choose(names)}`),
          payload: payload(),
          timestamp: usually(Date.now()),
          surface: usually('dashboard'),
        };
  const attacked = { frame: window.frames[0], parent: window.parent, sibling: window.parent.frames[0] }[
    target
  ];
  let posted = 0;
  for (let sent = 0; sent < count; sent += 1)
    try {
      attacked?.postMessage(message(), targetOrigin);
      posted += 1;
    } catch {
      // A function or an element cannot be cloned: such a message never leaves.
    }
  return posted;
}
