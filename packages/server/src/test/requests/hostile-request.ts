import fc from 'fast-check';
import { encodeBody, type OperationRequest } from '../../http/openapi/request-from-schema.ts';
import type { Operation } from '@oriel/contract';

/** The parts of a request before they are written as text. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Values that no operation may fail with, by a name that a counterexample can show. */
const hostileValues: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  true: () => true,
  'empty text': () => '',
  'empty list': () => [],
  'empty object': () => ({}),
  'NUL in a text': () => 'a\0b',
  'lone surrogate': () => 'a\ud800b',
  'text beyond every limit': () => 'x'.repeat(20_000),
  'long incompressible text': () =>
    Array.from({ length: 9_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    ).join(''),
  'text of blanks': () => ' \t\n ',
  'text of a number': () => '1e3',
  'SQL in a text': () => `'; drop table folders; --`,
  'wildcards of a pattern': () => String.raw`%_\%`,
  'backslash at the end': () => 'a\\',
  '-1': () => -1,
  '1.5': () => 1.5,
  '2^31': () => 2 ** 31,
  '2^53': () => 2 ** 53,
  '2^63': () => 2 ** 63,
  '1e300': () => 1e300,
  'list of everything': () => [null, 1, 'a', {}, []],
  'list of 5,000': () => Array.from({ length: 5_000 }, (_, index) => index),
  '200 levels': () => {
    let nested: unknown = 1;
    for (let level = 0; level < 200; level += 1) nested = [nested];
    return nested;
  },
  'prototype key': () => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
  'constructor key': () => ({ constructor: { prototype: { polluted: true } } }),
  'key with NUL': () => ({ 'a\0b': 1 }),
  'year 0': () => '0000-00-00T00:00:00Z',
};

/** Bodies that no schema is asked about. */
const hostileBodies: Readonly<
  Record<string, Pick<OperationRequest, 'headers'> & { payload?: string | Buffer }>
> = {
  'no body': { headers: {} },
  'empty JSON body': { headers: { 'content-type': 'application/json' }, payload: '' },
  'broken JSON': { headers: { 'content-type': 'application/json' }, payload: '{"name": ' },
  'JSON with a comma too many': { headers: { 'content-type': 'application/json' }, payload: '{"name": 1,}' },
  'bytes that are no UTF-8': {
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  },
  '5,000 levels': {
    headers: { 'content-type': 'application/json' },
    payload: `{"name":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  },
  '100,000 levels': { headers: { 'content-type': 'application/json' }, payload: '['.repeat(100_000) },
  'a list': { headers: { 'content-type': 'application/json' }, payload: '[1]' },
  'a text': { headers: { 'content-type': 'application/json' }, payload: '"text"' },
  null: { headers: { 'content-type': 'application/json' }, payload: 'null' },
  'plain text': { headers: { 'content-type': 'text/plain' }, payload: 'text' },
  'a form': {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'name=x&name=y&__proto__=z',
  },
  'multipart without a boundary': { headers: { 'content-type': 'multipart/form-data' }, payload: 'text' },
  'multipart that breaks off': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1',
  },
  'a media type that is none': { headers: { 'content-type': '\\' }, payload: 'text' },
};

/** What is done to a valid request before it is sent. */
export type Attack =
  | { readonly kind: 'none' }
  | { readonly kind: 'body'; readonly body: string }
  | { readonly kind: 'put'; readonly at: number; readonly value: string }
  | { readonly kind: 'add'; readonly at: number; readonly field: string; readonly value: string }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'address'; readonly suffix: string };

const at = fc.nat({ max: 200 });
const value = fc.constantFrom(...Object.keys(hostileValues));

/** Attacks by weight; a third of the requests stays valid. */
export const arbitraryAttack: fc.Arbitrary<Attack> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'none' as const }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), at, value }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      at,
      field: fc.constantFrom('extra', '__proto__', 'constructor', 'id', ''),
      value,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('body' as const),
      body: fc.constantFrom(...Object.keys(hostileBodies)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('address' as const),
      suffix: fc.constantFrom(
        '?first=1&first=2',
        '?after=%00',
        '?after=%ED%A0%80',
        '?%zz',
        '?a[b]=c',
        '?__proto__=1',
        `?search=${'x'.repeat(9_000)}`,
        '?first=',
        '?after=',
        '/%zz',
        '/..%2f',
      ),
    }),
  },
);

/** Writes a request, after an attack on its parts. */
export function writeRequest({ method, path, body }: Operation, parts: RequestParts, attack: Attack) {
  const attacked = applyTo(parts, attack);
  const url = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => encodeText(textOf(attacked.params[name])) || '%20',
  );
  const suffix = attack.kind === 'address' ? attack.suffix : searchOf(attacked.query);
  const sent =
    attack.kind === 'body'
      ? hostileBodies[attack.body]
      : body && attacked.body !== undefined
        ? encodeBody(body.mediaType, attacked.body)
        : undefined;
  return { method, url: url + suffix, headers: {}, ...sent };
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function applyTo(parts: RequestParts, attack: Attack): RequestParts {
  const copy = structuredClone(parts);
  if (attack.kind === 'none' || attack.kind === 'body' || attack.kind === 'address') return copy;
  const places = [...placesIn(copy)];
  // The parts have at least their own three fields.
  const place = places[attack.at % places.length] as Place;
  if (attack.kind === 'remove') delete place.holder[place.key];
  else if (attack.kind === 'put') place.holder[place.key] = hostileValues[attack.value]?.();
  else define(place.holder, attack.field, hostileValues[attack.value]?.());
  return copy;
}

/** `__proto__` as a field and not as the prototype. */
function define(holder: object, field: string, content: unknown): void {
  Object.defineProperty(holder, field, {
    value: content,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function* placesIn(value: unknown, depth = 0): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  // Objects and lists have their entries under text keys.
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    // The part of params and query is always an object.
    if (depth > 0 || key === 'body') yield { holder, key };
    yield* placesIn(holder[key], depth + 1);
  }
}

function textOf(part: unknown): string {
  return typeof part === 'object' ? JSON.stringify(part)?.slice(0, 5_000) : String(part);
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, part]) =>
    [part]
      .flat()
      .slice(0, 2_000)
      .map((each) => `${encodeText(name)}=${encodeText(textOf(each))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Half of a surrogate pair as the bytes that it would be, which no text may have. */
function encodeText(text: string): string {
  return text
    .split(/(\p{Surrogate})/u)
    .map((piece) => (piece.isWellFormed() ? encodeURIComponent(piece) : '%ED%A0%80'))
    .join('');
}
