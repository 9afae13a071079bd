import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeSamlResponse, makeSamlKey, signSamlResponse } from '../../test/identity/sign-saml-response.ts';
import { writeSamlResponse } from '../../test/identity/write-saml-response.ts';
import { SamlFault } from './saml-fault.ts';
import { openResponse } from './open-response.ts';
import { verifyResponse } from './verify-response.ts';

const key = makeSamlKey();
const expected = {
  issuer: 'https://idp.example.com/entity',
  audience: 'https://oriel.example.com/metadata',
  callbackUrl: 'https://oriel.example.com/callback',
  requestId: '_request',
  nowMs: Date.now(),
};
const unsigned = writeSamlResponse({ ...expected, nameId: 'ann', attributes: { groups: ['Sales'] } });
const signed = {
  Assertion: signSamlResponse(unsigned, key, { signs: 'Assertion' }),
  Response: signSamlResponse(unsigned, key, { signs: 'Response' }),
};
const seed = Number(process.env.ORIEL_FUZZ_SEED ?? 20_261_122);

/** Who is signed in, with all that is known of them; undefined for nobody. */
async function signIn(xml: string) {
  try {
    const assertion = await verifyResponse(
      await openResponse(encodeSamlResponse(xml)),
      [key.certificate],
      expected,
    );
    return { ...assertion, attributes: Object.fromEntries(assertion.attributes) };
  } catch (error) {
    assert.ok(error instanceof SamlFault, `${String(error)}: ${xml}`);
    return undefined;
  }
}

/** Cuts, copies and moves of elements, and other characters, names and values at any place. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('character' as const), at: fc.nat(), text: fc.string({ maxLength: 3 }) }),
  fc.record({ kind: fc.constant('cut' as const), from: fc.nat(), to: fc.nat(), text: fc.constant('') }),
  fc.record({ kind: fc.constant('copy' as const), from: fc.nat(), to: fc.nat(), text: fc.constant('') }),
  fc.record({
    kind: fc.constant('replace' as const),
    from: fc.constantFrom(
      'ann',
      'Sales',
      '_request',
      'ID=',
      'URI="#',
      'saml:',
      'ds:',
      'Assertion',
      'Signature',
      'Response',
    ),
    text: fc.constantFrom('', 'admin', 'Admins', 'Id=', 'x:', 'URI="', '<a/>', '&amp;', '>'),
    isEverywhere: fc.boolean(),
  }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

function mutate(xml: string, change: Mutation): string {
  if (change.kind === 'replace')
    return change.isEverywhere
      ? xml.replaceAll(change.from, change.text)
      : xml.replace(change.from, change.text);
  if (change.kind === 'character') {
    const at = change.at % xml.length;
    return xml.slice(0, at) + change.text + xml.slice(at + 1);
  }
  const elements = [...xml.matchAll(/<(\w+:\w+)[\s>].*?<\/\1>/gs), ...xml.matchAll(/<[^<>]+>/g)];
  const from = elements[change.from % elements.length];
  const to = elements[change.to % elements.length];
  if (!from || !to) return xml;
  const inserted = xml.slice(0, to.index) + from[0] + xml.slice(to.index);
  return change.kind === 'copy'
    ? inserted
    : xml.slice(0, from.index) + xml.slice(from.index + from[0].length);
}

for (const [signs, xml] of Object.entries(signed))
  test(`no change of a response with a signed ${signs.toLowerCase()} signs anybody else in`, async () => {
    const original = await signIn(xml);
    assert.equal(original?.subject.nameId, 'ann');
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (changes) => {
        const who = await signIn(changes.reduce(mutate, xml));
        if (who === undefined) return;
        taken += 1;
        assert.deepEqual(who, original);
      }),
      { seed, numRuns: 1000 },
    );
    assert.ok(taken < 500, 'the changes change too little');
  });
