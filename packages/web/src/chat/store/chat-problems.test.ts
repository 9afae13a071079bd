import { ApiError } from '@oriel/client';
import { chatEnds, operations, refusalsOf } from '@oriel/contract';
import { shippedLocales, type ShippedLocale } from '@oriel/embed';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadChatTexts } from '../../messages/chat-texts.ts';
import { problemFrom, textOfAnswer, textOfCode, textOfProblem } from './chat-problems.ts';

/** What the page takes its language from. */
const page = { documentElement: { lang: 'en-US', dataset: {} } };
Object.assign(globalThis, { document: page });
after(() => Reflect.deleteProperty(globalThis, 'document'));

async function speak(locale: ShippedLocale): Promise<void> {
  await loadChatTexts(locale);
  page.documentElement.lang = locale;
}

/** With which a turn or a thread may end, by the contract. */
const codes = new Set<string>([
  ...Object.keys(chatEnds),
  ...(['streamAgentChat', 'streamDeploymentChat', 'getChatThread'] as const).flatMap((id) =>
    refusalsOf(operations[id]),
  ),
  'internal',
  'unavailable',
]);

test('every code with which a turn may end is said in each language', async () => {
  await speak('en-US');
  const english = new Map([...codes].map((code) => [code, textOfCode({ code })]));
  for (const [code, text] of english) assert.ok(text, `${code} has no text`);
  assert.match(textOfCode({ code: 'insufficient_storage' }) ?? '', /disk .* is full/);
  for (const locale of shippedLocales.filter((each) => each !== 'en-US')) {
    await speak(locale);
    for (const code of codes) assert.notEqual(textOfCode({ code }), english.get(code), `${locale} ${code}`);
  }
});

test('values of a code are part of its text, in the plural form and the digits of the language', async () => {
  const timeout = (minutes: unknown) => textOfCode({ code: 'chat_timeout', params: { minutes } });
  const limit = (retryAfterSeconds: unknown) =>
    textOfCode({ code: 'ai_usage_limit', params: { retryAfterSeconds } });
  await speak('en-US');
  assert.equal(timeout(1), 'The answer took more than 1 minute.');
  assert.equal(timeout(10), 'The answer took more than 10 minutes.');
  assert.equal(limit(3_601), 'Your limit for today is reached. You can ask again in 2 hours.');
  assert.equal(limit(5), 'Your limit for today is reached. You can ask again in 1 hour.');
  // What is no number is left out.
  for (const wrong of [undefined, null, '10', -1, Number.NaN, {}])
    assert.equal(timeout(wrong), 'The answer took too long.');
  await speak('de-DE');
  assert.equal(timeout(10), 'Die Antwort hat länger als 10 Minuten gedauert.');
  await speak('fr-FR');
  assert.equal(timeout(1_000_000), 'La réponse a pris plus de 1\u202f000\u202f000 de minutes.');
});

test('a code that the page does not know leaves the words of the server', async () => {
  await speak('de-DE');
  for (const code of [undefined, 'chat_of_tomorrow', 'constructor', '__proto__'])
    assert.equal(textOfProblem({ code, message: 'It is full' }, 'Nein.'), 'Nein. It is full');
  assert.equal(textOfProblem({ message: '' }, 'Nein.'), 'Nein.');
});

test('an answer that is none of a model is said in the language of the page', async () => {
  await speak('de-DE');
  const answer = (code?: string, content = 'The model has given no answer.') =>
    textOfAnswer({ content, code, isWithoutModel: false });
  assert.equal(answer('model_silent'), 'Das Sprachmodell hat keine Antwort gegeben.');
  assert.equal(answer(undefined, '**Seven**'), '**Seven**');
  assert.match(answer('model_cut_off', '**Seven**'), /^\*\*Seven\*\*\n\n> Die Antwort ist nicht vollständig/);
  assert.equal(answer('of_tomorrow', 'Later.'), 'Later.');
});

test('what the client meets has a code, and when to ask again', () => {
  const refusal = new ApiError({
    status: 429,
    code: 'ai_usage_limit',
    message: 'Enough',
    retryAfterMs: 7_200_000,
  });
  assert.deepEqual(problemFrom(refusal), {
    code: 'ai_usage_limit',
    message: 'Enough',
    params: { retryAfterSeconds: 7_200 },
  });
  assert.equal(problemFrom(new TypeError('fetch failed')).code, 'unreachable');
});
