import type { AppConfigResponse, AppTheme, ChartPalette, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';
import { takeFonts } from '../test/hosts/font-host.ts';

const CONFIG = '/api/v1/app-config';

let world: TestApp;
before(async () => {
  world = await createTestApp({ checkFonts: takeFonts });
});
beforeEach(async () => {
  const nothing = { appTheme: null, applyThemeGlobally: null, chartPalettes: null, dashboardThemes: null };
  assert.equal((await put(nothing)).statusCode, 200);
});
after(() => world.close());

const put = (body: object) => world.call({ method: 'PUT', path: CONFIG, body });

async function issuesOf(body: object): Promise<string[]> {
  const answer = await put(body);
  assert.equal(answer.statusCode, 400, answer.body);
  return ((answer.json() as Problem).issues ?? []).map(({ path }) => path);
}

const side = {
  accentColor: 'red',
  backgroundColor: 'white',
  contrast: 50,
  foregroundColor: 'black',
  logoUrl: '',
};
const theme = {
  logoUrl: 'https://images.example.com/logo.svg',
  palette: { accent: { color: '#4f46e5' } },
  light: side,
  dark: side,
  typography: {
    fonts: [{ id: 'inter', format: 'woff2', url: 'https://fonts.example.com/inter.woff2' }],
    body: { fontRef: 'inter', fontWeight: 400 },
    heading: { fontRef: 'inter', fontWeight: 700 },
  },
} satisfies AppTheme;
const palette = {
  id: 'brand',
  name: 'Brand',
  kind: 'categorical',
  colors: ['#123456', 'teal'],
} satisfies ChartPalette;

const HOSTILE = [
  'url(https://elsewhere.example/a)',
  'red; background: url(//elsewhere.example)',
  'red} body { display: none',
  String.raw`u\72l(//elsewhere.example)`,
  'var(--x, url(//elsewhere.example))',
  '</style><script>alert(1)</script>',
  'x'.repeat(10_000),
  'a\ud800b',
  'no colour',
  '',
];

test('what is no colour is refused in a theme and in a palette, with its place', async () => {
  for (const color of HOSTILE) {
    const accent = { ...theme, palette: { accent: { color } } };
    assert.deepEqual(
      await issuesOf({ appTheme: accent }),
      ['appTheme.palette.accent.color'],
      color.slice(0, 50),
    );
    const danger = { ...theme, palette: { themes: { danger: { color } } } };
    assert.deepEqual(await issuesOf({ appTheme: danger }), ['appTheme.palette.themes.danger.color']);
    const dark = { ...side, backgroundColor: color };
    assert.deepEqual(await issuesOf({ appTheme: { ...theme, dark } }), ['appTheme.dark.backgroundColor']);
    const colors = ['red', color];
    assert.deepEqual(await issuesOf({ chartPalettes: [{ ...palette, colors }] }), [
      'chartPalettes[0].colors[1]',
    ]);
  }
});

test('what is no CSS value is refused in a theme for dashboards', async () => {
  for (const value of HOSTILE.slice(0, 8)) {
    const dashboardThemes = [{ id: 'a', name: 'A', theme: { widgets: { border: { color: value } } } }];
    assert.deepEqual(await issuesOf({ dashboardThemes }), ['dashboardThemes[0].theme.widgets.border.color']);
  }
});

test('fonts are files by HTTPS, and texts have one of them', async () => {
  const [font] = theme.typography.fonts;
  const withFont = (changed: object) => ({
    appTheme: { ...theme, typography: { ...theme.typography, fonts: [{ ...font, ...changed }] } },
  });
  const at = 'appTheme.typography.fonts[0]';
  for (const url of ['http://fonts.example.com/a.woff2', 'data:font/woff2,x', 'file:///a', '//a/b'])
    assert.deepEqual(await issuesOf(withFont({ url })), [`${at}.url`]);
  assert.deepEqual(await issuesOf(withFont({ format: 'svg' })), [`${at}.format`]);
  assert.deepEqual(await issuesOf(withFont({ id: 'other' })), [
    'appTheme.typography.body.fontRef',
    'appTheme.typography.heading.fontRef',
  ]);
});

test('ids are there once, and one palette of a kind is the default', async () => {
  const chartPalettes = [palette, { ...palette, isDefault: true }, { ...palette, id: 'b', isDefault: true }];
  assert.deepEqual(await issuesOf({ chartPalettes }), ['chartPalettes[1].id', 'chartPalettes[2].isDefault']);
  const other = { ...palette, id: 'heat', kind: 'sequential', isDefault: true };
  assert.equal((await put({ chartPalettes: [{ ...palette, isDefault: true }, other] })).statusCode, 200);
  for (const id of ['', 'With Space', '../a', 'ä'])
    assert.deepEqual(await issuesOf({ chartPalettes: [{ ...palette, id }] }), ['chartPalettes[0].id']);
});

test('the looks are kept as they came, each for itself', async () => {
  const dashboardThemes = [{ id: 'quiet', name: 'Quiet', theme: { primaryColor: 'teal' } }];
  await put({ appTheme: theme });
  await put({ chartPalettes: [palette] });
  const config = (await put({ dashboardThemes })).json<AppConfigResponse>();
  assert.deepEqual(config.appTheme, theme);
  assert.deepEqual(config.chartPalettes, [palette]);
  assert.deepEqual(config.dashboardThemes, dashboardThemes);
});

const pageAt = async (url: string, host?: string) => {
  const headers = { accept: 'text/html', ...(host !== undefined && { host }) };
  const answer = await world.app.inject({ method: 'GET', url, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  const policy = String(answer.headers['content-security-policy']);
  const sources = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ');
  const [, config = ''] = /id="oriel-config">(.*?)<\/script>/.exec(answer.body) ?? [];
  return { fonts: sources('font-src'), images: sources('img-src'), config: JSON.parse(config) as object };
};

test('pages may load the fonts and the logo of the theme, and the console is told the look where it has it', async () => {
  await put({ appTheme: theme });
  const embedded = await pageAt('/embed/dashboard/abc?session=x');
  assert.deepEqual(embedded.fonts, ["'self'", 'https://fonts.example.com']);
  const plain = await pageAt('/');
  assert.deepEqual(plain.images?.slice(2), ['https://images.example.com']);
  assert.equal('theme' in plain.config, false);
  await put({ applyThemeGlobally: true });
  const { config } = await pageAt('/');
  assert.deepEqual('theme' in config && config.theme, theme);
  await world.build.tenant({ host: 'looks.example.com' });
  const stranger = await pageAt('/', 'looks.example.com');
  assert.equal('theme' in stranger.config, false);
  assert.deepEqual(stranger.fonts, ["'self'"]);
});

test('a look that was stored before it was checked brings no other source into the policy', async () => {
  const fonts = [
    "https://a.example.com; script-src 'unsafe-inline'",
    'javascript:alert(1)',
    'http://b.example.com/x',
  ];
  const hostile = {
    ...theme,
    logoUrl: "https://c.example.com/';script-src *",
    typography: { ...theme.typography, fonts: fonts.map((url) => ({ id: 'a', format: 'woff2', url })) },
  };
  await world.database.pool.query(
    `update tenants set app_config = jsonb_build_object('appTheme', $1::jsonb) where id = $2`,
    [JSON.stringify(hostile), world.tenantId],
  );
  const page = await pageAt('/');
  assert.deepEqual(page.fonts, ["'self'"]);
  assert.deepEqual(page.images?.slice(2), ['https://c.example.com']);
});
