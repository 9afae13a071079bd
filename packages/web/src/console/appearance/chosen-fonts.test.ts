import type { AppTheme } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenFonts, typographyOf } from './chosen-fonts.ts';

const used = { fontRef: 'a', fontWeight: 400 };
const side = { accentColor: '', backgroundColor: '', contrast: 45, foregroundColor: '', logoUrl: '' };
const themeWith = (url: string, format: string): AppTheme => ({
  logoUrl: '',
  palette: {},
  light: side,
  dark: side,
  typography: { fonts: [{ id: 'a', family: 'Sans', url, format }], body: used, heading: used },
});

test('a font keeps its format for as long as it has its address, also one without an ending', () => {
  const fonts = chosenFonts(themeWith('https://fonts.example.com/7', 'woff2'));
  assert.equal(typographyOf({ ...fonts, body: { ...fonts.body, weight: 500 } })?.fonts[0]?.format, 'woff2');
});

test('a new address says its format by its ending, and is a stylesheet without one', () => {
  for (const [url, format] of [
    ['https://fonts.example.com/a.TTF?v=2', 'ttf'],
    ['https://fonts.example.com/a.css', 'css'],
    ['https://fonts.example.com/css2?family=Sans', 'css'],
  ] as const) {
    const font = { family: 'Sans', url, weight: 400 };
    assert.equal(typographyOf({ body: font, heading: font })?.fonts[0]?.format, format);
  }
});
