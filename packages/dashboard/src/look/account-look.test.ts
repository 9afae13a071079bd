import type { AppTheme } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveLook } from './account-look.ts';
import { accountProperties } from './account-properties.ts';
import { contrastOf, readColor } from './colors.ts';

const scheme = {
  accentColor: 'red',
  backgroundColor: 'white',
  foregroundColor: 'black',
  contrast: 50,
  logoUrl: '',
};
const themeWith = (palette: AppTheme['palette'], more: Partial<AppTheme> = {}): AppTheme => ({
  logoUrl: '',
  palette,
  light: scheme,
  dark: { ...scheme, backgroundColor: 'black', foregroundColor: 'white' },
  ...more,
});

const contrast = (one: string, other: string) => {
  const [a, b] = [readColor(one), readColor(other)];
  assert.ok(a && b);
  return contrastOf(a, b);
};

test('an accent that is given as a colour is that colour in light, and lighter in dark', () => {
  const theme = themeWith({ accent: { color: '#7a1fa2' }, base: { hue: 90, saturation: 10 } });
  assert.equal(deriveLook(theme, 'light').accent, '#7a1fa2');
  assert.ok(contrast(deriveLook(theme, 'dark').accent, deriveLook(theme, 'dark').page) >= 4.5);
});

test('a palette that says nothing leaves light and dark as they are', () => {
  const { accent, page, text } = deriveLook(themeWith({}), 'dark');
  assert.deepEqual([accent, page, text], ['#ff0000', '#000000', '#ffffff']);
});

test('surfaces are grey, or carry a tint of the accent', () => {
  const chroma = (surfaceMode: 'neutral' | 'tinted') =>
    readColor(deriveLook(themeWith({ accent: { color: '#e11d48' }, surfaceMode }), 'light').page)?.c ?? 0;
  assert.ok(chroma('tinted') > 2 * chroma('neutral'));
});

const percent = fc.option(fc.double({ min: 0, max: 100, noNaN: true }));
const seed = fc.record({
  color: fc.option(fc.constantFrom('#fff', '#000', 'yellow', 'hsl(200 90% 40%)', 'no colour', '')),
  hue: fc.option(fc.double({ min: 0, max: 360, noNaN: true })),
  saturation: percent,
});

test('whatever is chosen, texts are read on every ground and all colours are colours', () => {
  const palette = fc.record({
    accent: fc.option(seed),
    base: fc.option(seed),
    contrastLevel: percent,
    pastel: fc.option(fc.boolean()),
    surfaceMode: fc.option(fc.constantFrom('neutral' as const, 'tinted' as const)),
    themes: fc.option(fc.record({ danger: fc.option(seed), success: fc.option(seed) })),
  });
  fc.assert(
    fc.property(palette, fc.constantFrom('light' as const, 'dark' as const), (chosen, which) => {
      const look = deriveLook(themeWith(chosen), which);
      for (const color of Object.values(look)) assert.match(color, /^#[\da-f]{6}$/);
      for (const name of ['text', 'muted', 'accentText', 'danger', 'success', 'warning', 'note'] as const)
        for (const ground of [look.page, look.surface])
          assert.ok(contrast(look[name], ground) >= 4.4, `${name} ${look[name]} on ${ground}`);
      assert.ok(contrast(look.onAccent, look.accent) >= 4.3);
    }),
    { seed: 20261122, numRuns: 60 },
  );
});

test('a family never leaves its string', () => {
  const typography: AppTheme['typography'] = {
    fonts: [{ id: 'a', family: 'x", url(//e) \\;}', format: 'woff2', url: 'https://example.com/a.woff2' }],
    body: { fontRef: 'a', fontWeight: 400 },
    heading: { fontRef: 'gone', fontWeight: 700 },
  };
  const properties = accountProperties({ theme: themeWith({}, { typography }) }, 'light');
  assert.equal(properties['--account-font'], '"x, url(//e) ;}", ui-sans-serif, system-ui, sans-serif');
  assert.equal(properties['--account-heading-font'], '"gone", ui-sans-serif, system-ui, sans-serif');
});

test('a default palette with few colours begins again', () => {
  const palettes = [
    { id: 'a', name: 'A', kind: 'categorical' as const, colors: ['red', 'blue'], isDefault: true },
  ];
  const properties = accountProperties({ palettes }, 'light');
  assert.equal(properties['--account-series-3'], 'red');
  assert.equal(Object.keys(properties).length, 8);
  assert.deepEqual(accountProperties({}, 'dark'), {});
});
