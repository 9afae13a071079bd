import { shippedLocales } from '@oriel/contract/locale';
import { engineErrors } from '@oriel/engine';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailTexts } from '../../mail/texts/mail-texts.ts';
import { chartHtml, chartText } from './chart-html.ts';

const failed = (code?: string) => ({
  widgetId: 'w',
  title: 'Turnover',
  error: 'Error: The database cannot be reached: ECONNREFUSED 10.0.0.7',
  ...(code !== undefined && { code }),
});

test('a chart that failed says why in the language of the message, and nothing of the words of the query API', () => {
  const german = chartHtml(failed('source.unavailable'), 'de-DE');
  assert.match(german, /Dieses Diagramm konnte nicht geladen werden\. Die Datenbank ist nicht erreichbar\./);
  for (const locale of shippedLocales)
    for (const code of [...Object.keys(engineErrors), 'python_failed', 'no_join_path', undefined])
      for (const text of [chartHtml(failed(code), locale), chartText(failed(code), locale)])
        assert.doesNotMatch(text, /ECONNREFUSED|Error:/, `${locale} ${code}`);
});

test('a cause that is not known is a general sentence', () => {
  for (const locale of shippedLocales) {
    const { failed: sentence, causes } = mailTexts[locale].notification;
    for (const code of [undefined, 'query.failed', 'a_code_of_later', '__proto__', 'toString'])
      assert.equal(chartText(failed(code), locale), `Turnover\n${sentence} ${causes.other}`);
  }
});

test('what is known has a sentence of its own', () => {
  const cause = (code: string) => chartText(failed(code), 'en-US').split('loaded. ')[1];
  assert.equal(cause('query.timeout'), 'The query took too long and was stopped.');
  assert.equal(cause('message_too_large'), 'The result is too large for a message.');
  assert.equal(cause('no_join_path'), 'The data model has problems or is not there.');
  assert.equal(cause('unknown_member'), 'A field of it is not in the data model, or you may not see it.');
  assert.equal(cause('python_failed'), 'Its Python code has failed.');
});
