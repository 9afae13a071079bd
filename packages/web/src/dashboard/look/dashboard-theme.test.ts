import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themeProperties } from './dashboard-theme.ts';

test('what a theme leaves out keeps the look of the product', () => {
  assert.deepEqual(themeProperties(null), {});
  assert.deepEqual(themeProperties({ primaryColor: null, widgets: { border: null } }), {});
});

test('each part of a theme has a property of its own', () => {
  const properties = themeProperties({
    backgroundColor: 'ivory',
    dashboard: { backgroundColor: 'linen', padding: '24px' },
    widgets: { backgroundColor: 'white', border: { color: 'tan', radius: '4px' }, text: { color: 'black' } },
    controls: { backgroundColor: 'beige', title: { fontSize: '11px' } },
  });
  assert.deepEqual(properties, {
    '--page': 'linen',
    '--dashboard-padding': '24px',
    '--surface': 'white',
    '--text': 'black',
    '--widget-border-color': 'tan',
    '--widget-radius': 'var(--host-radius, 4px)',
    '--control-surface': 'beige',
    '--control-title-size': '11px',
  });
});

test('the colour that the host page asks for goes before the one of the dashboard', () => {
  assert.equal(themeProperties({ primaryColor: 'teal' })['--accent'], 'var(--host-accent, teal)');
});

test('a value that would load something, or is no value, is left out', () => {
  const theme = {
    primaryColor: 'url(https://elsewhere.example/a)',
    backgroundColor: 'red; background: blue',
    widgets: {
      backgroundColor: String.raw`u\72l(//a)`,
      border: { color: 'tan', radius: 'var(--x, url(//a))' },
    },
  };
  assert.deepEqual(themeProperties(theme), { '--widget-border-color': 'tan' });
});
