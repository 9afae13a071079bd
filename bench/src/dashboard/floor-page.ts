import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/**
 * What a page of twelve charts takes at least: it exchanges its session for a token, asks for the rows, draws each
 * chart as they come, and says when all stand.
 */
interface Chart {
  name: string;
  spec: Record<string, unknown>;
}

const main = document.querySelector('main');
const address = new URLSearchParams(window.location.search);
const session = await fetch('token', { method: 'POST', body: address.get('session') });
if (!session.ok) throw new Error('The session cannot be used');
const headers = { authorization: `Bearer ${await session.text()}` };
const charts = (await (await fetch('charts', { headers })).json()) as Chart[];
await Promise.all(charts.map(draw));
window.parent.postMessage({ type: 'floor-loaded' }, '*');

async function draw({ name, spec }: Chart, index: number): Promise<void> {
  const section = document.createElement('section');
  const title = document.createElement('h3');
  const container = document.createElement('div');
  title.textContent = name;
  section.append(title, container);
  main?.append(section);
  const query = address.has('prepared') ? '?prepared' : '';
  const rows = (await (await fetch(`rows/${index}${query}`, { headers })).json()) as object[];
  // The document is one of the demo's reports; the server has named its fields without dots.
  const whole = {
    ...spec,
    data: { values: rows },
    width: 'container',
    height: 'container',
    autosize: { type: 'fit', contains: 'padding' },
  } as unknown as TopLevelSpec;
  await new View(parse(compile(whole).spec), { renderer: 'canvas', container, hover: true }).runAsync();
}
