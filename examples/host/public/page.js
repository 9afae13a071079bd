import { createEventList } from './event-list.js';
import { noticeOf } from './notices.js';
import { phraseOf, translatePage } from './phrases.js';

/** How long a surface may take to say that it is ready before the page offers to try again. */
const patienceMs = 20_000;

/** Looks that the action `set-theme` sends; null gives a value back to the dashboard's own theme. */
const themes = [
  { name: 'Wayfare', theme: { primaryColor: '#0f6b5c', font: 'Georgia, serif', borderRadius: 12 } },
  { name: 'Coral', theme: { primaryColor: '#e4572e', font: 'Verdana, sans-serif', borderRadius: 2 } },
  { name: 'Indigo', theme: { primaryColor: '#4c51bf', font: 'system-ui, sans-serif', borderRadius: 18 } },
  { name: 'reset', theme: { primaryColor: null, font: null, borderRadius: null } },
];

const actions = document.querySelector('#actions');
const tenantSelect = document.querySelector('#tenant');
const modeSelect = document.querySelector('#mode');
const languageSelect = actions.elements.locale;
const surfaceLinks = document.querySelectorAll('#surfaces a');
/** The language that is chosen; empty: as the session or the account says, and English for the page. */
const locale = () => languageSelect.value;
const phrase = (name, values) => phraseOf(locale(), name, values);
const eventList = createEventList(locale);

/** What the whole page knows once it has started: the settings, Oriel's SDK, and a card for each embed. */
let settings;
let sdk;
let cards = [];

/** The comment that the link of a mail names. */
const linkedComment = new URLSearchParams(window.location.search).get('commentId');

/** What each surface of Oriel is on this page: one card, or one for each dashboard. `address` is what the SDK makes an address of. */
const cardsOf = {
  dashboard: () =>
    settings.dashboards.map(({ publicId, ...dashboard }) => ({
      ...dashboard,
      // Mail about a comment leads to this page, which says on to the embed which one it is.
      // The card says the title.
      address: {
        surface: 'dashboard',
        publicId,
        commentId: linkedComment,
        allowExport: true,
        showDashboardTitle: false,
      },
    })),
  app: () => [
    {
      phrases: { title: 'workspace', note: 'workspaceNote' },
      heightPx: 900,
      address: { surface: 'app', deploymentId: settings.deploymentId },
    },
  ],
  chat: () => [
    {
      phrases: { title: 'chat', note: 'chatNote' },
      heightPx: 760,
      address: { surface: 'chat' },
    },
  ],
};

// --- Start ---------------------------------------------------------------------------------------------------

async function start() {
  hideFailure(document.querySelector('#page-failure'));
  try {
    settings = await getJson('/api/settings');
    sdk = await importSdk(settings.orielUrl);
  } catch (error) {
    showFailure(document.querySelector('#page-failure'), error.message, start);
    return;
  }
  tenantSelect.replaceChildren(...settings.tenants.map(({ id, name }) => new Option(name, id)));
  languageSelect.append(...sdk.shippedLocales.map((locale) => new Option(nameOfLanguage(locale), locale)));
  offerFilters();
  actions.inert = false;
  showSurface();
}

/** Shows the surface that the address of the page names. */
function showSurface() {
  const [link] = [...surfaceLinks].filter(({ hash }) => hash === location.hash);
  const shown = link ?? surfaceLinks[0];
  for (const each of surfaceLinks) each.ariaCurrent = each === shown ? 'page' : null;
  // Who has no session there has no creator mode: the application is for sessions alone.
  const surface = shown.hash.slice(1);
  modeSelect.disabled = surface === 'app';
  if (surface === 'app') modeSelect.value = 'signed';
  for (const card of cards) remove(card);
  cards = cardsOf[surface]().map(createCard);
  document.querySelector('#surface').replaceChildren(...cards.map((card) => card.element));
  translate();
  embedAll();
}

/** Writes everything that the page says anew, in the language that is chosen. */
function translate() {
  translatePage(locale());
  eventList.translate();
  const title = document.querySelector('#surfaces [aria-current]').textContent;
  document.querySelector('h1').textContent = title;
  document.title = `${title} · Wayfare`;
  document.querySelector('#mode-note').textContent = phrase('modeNote', { origin: location.origin });
  for (const card of cards) nameCard(card);
  noteTenant();
  offerTargets();
}

function nameOfLanguage(locale) {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}

let attempts = 0;

async function importSdk(orielUrl) {
  // A browser may remember that a module failed; another query makes the next attempt a new module.
  const query = attempts++ === 0 ? '' : `?attempt=${attempts}`;
  try {
    return await import(`${orielUrl}/embed/sdk.js${query}`);
  } catch (error) {
    throw new Error(phrase('noOriel', { url: orielUrl }), { cause: error });
  }
}

async function getJson(path, init) {
  const response = await fetch(path, init).catch((error) => {
    throw new Error(phrase('noServer'), { cause: error });
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

// --- Embedding -----------------------------------------------------------------------------------------------

/** A card with its own `title` and `note`, or with `phrases` that stand for them. */
function createCard({ title, note = '', phrases, heightPx = 720, address }) {
  const element = document.querySelector('#card').content.cloneNode(true).firstElementChild;
  element.querySelector('.stage').style.height = `${heightPx}px`;
  const status = { text: '' };
  const card = {
    title,
    note,
    phrases,
    address,
    element,
    status,
    filters: undefined,
    failure: undefined,
    placement: undefined,
    connection: undefined,
  };
  nameCard(card);
  return card;
}

function nameCard(card) {
  if (card.phrases !== undefined) {
    card.title = phrase(card.phrases.title);
    card.note = phrase(card.phrases.note);
  }
  card.element.querySelector('h2').textContent = card.title;
  card.element.querySelector('.note').textContent = card.note;
  card.element.querySelector('iframe')?.setAttribute('title', card.title);
}

const chosenTenant = () => settings.tenants.find(({ id }) => id === tenantSelect.value);

function noteTenant() {
  const tenant = chosenTenant();
  document.querySelector('#tenant-note').textContent = tenant.note ?? phrase('maySee', tenant);
}

function embedAll() {
  const tenant = chosenTenant();
  noteTenant();
  for (const card of cards) embed(card, tenant);
}

/**
 * Shows a card's surface to the tenant's viewer: a session from our back end, an iframe, a connection. Without a session the visitor
 * signs in to Oriel inside the frame.
 */
async function embed(card, tenant) {
  remove(card);
  setStatus(card, { name: 'signingIn' });
  const placement = (card.placement = Symbol('placement'));
  try {
    const session = modeSelect.value === 'signed' ? await openSession(card, tenant) : undefined;
    // The tenant may have been switched meanwhile; the session then lapses unused.
    if (card.placement === placement) place(card, tenant, session);
  } catch (error) {
    if (card.placement === placement) fail(card, tenant, { text: error.message });
  }
}

async function openSession({ address: { surface } }, { id: tenantId }) {
  const { sessionId } = await getJson('/api/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, surface }),
  });
  return sessionId;
}

// #region place
function place(card, tenant, session) {
  // A new iframe each time: a new address in the old one would leave an entry in the browser's history.
  const iframe = document.createElement('iframe');
  iframe.title = card.title;
  iframe.referrerPolicy = 'origin';
  const address = sdk.embedUrl({ baseUrl: settings.orielUrl, session, ...card.address });
  // A link to this dashboard may have brought filters, in the form that its address takes.
  iframe.src = card.filters === undefined ? address : `${address}&${card.filters}`;
  card.element.querySelector('.stage').prepend(iframe);

  const connection = sdk.connectEmbed(iframe, {
    origin: new URL(settings.orielUrl).origin,
    brand: sdk.brands[settings.brand],
    onEvent: (event) => noteEvent(card, event),
    // What failed, such as a try to renew the session, which is repeated by itself.
    onProblem: (problem) => setStatus(card, { text: problem, kind: 'bad' }),
    // The surface goes on with the next session; nothing of what the viewer has chosen is lost.
    ...(session !== undefined && { autoRenewSession: () => renewSession(card, tenant) }),
  });
  card.connection = connection;
  setStatus(card, { name: session === undefined ? 'waiting' : 'loading' });

  // Sent before the surface is ready: the connection and the embed keep it until then.
  connection.setColorScheme(pageScheme());
  if (locale() !== '') connection.setLocale(locale());

  // Without a session the surface is ready when its visitor has signed in, however long that takes.
  const impatience = setTimeout(
    () => session !== undefined && fail(card, tenant, { name: 'silent', values: card }),
    patienceMs,
  );
  connection.ready.then(
    () => {
      clearTimeout(impatience);
      setStatus(card, { name: 'ready', kind: 'good' });
    },
    () => clearTimeout(impatience), // closed before it was ready: another placement has taken over
  );
  connection.on('dashboard-loaded', ({ widgetCount, loadDurationMs }) => {
    const values = { widgetCount, ms: Math.round(loadDurationMs) };
    setStatus(card, { name: 'loaded', values, kind: 'good' });
  });
  connection.on('error', ({ message, fatal, context }) => {
    if (fatal) fail(card, tenant, { text: message });
    // That the server does not answer the surface says itself, for as long as that lasts.
    else if (context !== 'connection') setStatus(card, { text: message, kind: 'bad' });
  });
  // A link of the model to another dashboard: the frame stays as it is, this page opens what it leads to.
  connection.on('dashboard-link', (link) => openLinked(link, tenant));
  // The account does not allow this page: nothing more comes of this frame.
  connection.on('origin-refused', ({ origin }) => {
    clearTimeout(impatience);
    fail(card, tenant, { name: 'refused', values: { title: card.title, origin } });
  });
  connection.on('download', (values) => setStatus(card, { name: 'download', values }));
  connection.on('drilldown', (values) => setStatus(card, { name: 'drilldown', values }));
  connection.on('filter-changed', (values) => setStatus(card, { name: 'filters', values }));
  connection.on('ai-query', (values) => setStatus(card, { name: 'question', values }));
  connection.on('navigate', (values) => setStatus(card, { name: 'page', values }));
  // Without a session its visitor signs in again, in the frame.
  if (session === undefined) connection.on('session-expired', () => setStatus(card, { name: 'waiting' }));
}

/** Asked by the connection when a session ends soon, and when it is over. */
async function renewSession(card, tenant) {
  setStatus(card, { name: 'renewing' });
  const sessionId = await openSession(card, tenant);
  setStatus(card, { name: 'ready', kind: 'good' });
  return sessionId;
}
// #endregion

/** Shows the dashboard that a link leads to, with the link's filters: in its card, or in a new one below the others. */
function openLinked({ publicId, title = publicId, filterUrlParameter }, tenant) {
  let card = cards.find(({ address }) => address.publicId === publicId);
  if (card === undefined) {
    card = createCard({
      title,
      address: { surface: 'dashboard', publicId, allowExport: true, showDashboardTitle: false },
    });
    cards.push(card);
    document.querySelector('#surface').append(card.element);
    offerTargets();
  }
  card.filters = filterUrlParameter;
  card.element.scrollIntoView();
  embed(card, tenant);
}

function remove(card) {
  card.connection?.close();
  card.connection = undefined;
  card.element.querySelector('iframe')?.remove();
  card.failure = undefined;
  hideFailure(card.element.querySelector('.failure'));
}

/** `notice` has the name of a text and what is filled in, or a `text` as somebody else has said it. */
function fail(card, tenant, notice) {
  remove(card);
  card.failure = { notice, retry: () => embed(card, tenant) };
  setStatus(card, { name: 'unavailable', kind: 'bad' });
}

function setStatus(card, notice) {
  card.status = notice;
  showNotices(card);
}

/** Writes what a card says, in the language that is chosen. */
function showNotices({ element, status, failure }) {
  const line = element.querySelector('.status');
  line.textContent = say(status);
  line.className = `status ${status.kind ?? ''}`;
  if (failure !== undefined)
    showFailure(element.querySelector('.failure'), say(failure.notice), failure.retry);
}

const say = ({ text, name, values }) => text ?? noticeOf(locale(), name, values);

function noteEvent(card, event) {
  const name = sdk.wireType(sdk.brands[settings.brand], 'event', event.type);
  eventList.add({ name, embed: card.title, event });
}

// --- Failures ------------------------------------------------------------------------------------------------

function showFailure(box, message, retry) {
  const text = document.createElement('p');
  text.textContent = message;
  const button = document.createElement('button');
  button.textContent = noticeOf(locale(), 'retry');
  button.addEventListener('click', retry);
  box.replaceChildren(text, button);
  box.hidden = false;
}

function hideFailure(box) {
  box.hidden = true;
}

// --- Actions -------------------------------------------------------------------------------------------------

function offerTargets() {
  const { target } = actions.elements;
  const { value } = target;
  const all = new Option(phrase('all'), '');
  target.replaceChildren(all, ...cards.map(({ title }, index) => new Option(title, index)));
  if (value < cards.length) target.value = value;
}

function offerFilters() {
  const filters = settings.dashboards.flatMap((dashboard) => dashboard.filters ?? []);
  const unique = filters.filter(
    ({ member }, index) => filters.findIndex((other) => other.member === member) === index,
  );
  const { filter: controls, member, value } = actions.elements;
  controls.disabled = unique.length === 0;
  const offerValues = () => {
    const values = unique.find((filter) => filter.member === member.value)?.values ?? [];
    // JSON keeps numbers apart from texts.
    value.replaceChildren(...values.map((each) => new Option(each, JSON.stringify(each))));
  };
  member.replaceChildren(...unique.map((filter) => new Option(filter.label, filter.member)));
  member.addEventListener('change', offerValues);
  offerValues();
}

/** Does something to every embed that is chosen as the target, and says so. */
function tell(what, act) {
  const { value } = actions.elements.target;
  const targets = value === '' ? cards : [cards[Number(value)]];
  const reached = targets.filter((card) => card.connection !== undefined);
  for (const card of reached) act(card.connection, card);
  document.querySelector('#sent').textContent =
    reached.length === 0 ? phrase('nobody') : phrase('sent', { what, targets: targetNames(reached) });
}

const targetNames = (reached) => reached.map((card) => card.title).join(` ${phrase('and')} `);

/** What the buttons of the form do, by their names. */
const commands = {
  scheme: ({ value }) => tell(`set-color-scheme ${value}`, (embed) => embed.setColorScheme(value)),
  theme: ({ value }) =>
    tell(`set-theme ${themes[value].name}`, (embed) => embed.setTheme(themes[value].theme)),
  'set-filter': () => {
    const { member, value } = actions.elements;
    const filter = { member: member.value, value: JSON.parse(value.value) };
    tell('set-filter', (embed) => embed.setFilter({ filters: [filter] }));
  },
  'clear-filter': () => {
    const member = actions.elements.member.value;
    tell('set-filter without a value', (embed) => embed.setFilter({ cleared: [member] }));
  },
  refresh: () => tell('refresh', (embed) => embed.refresh()),
  malformed: () => tell('a malformed action', (_, card) => postMalformedAction(card)),
};

/** The SDK refuses to send nonsense, so this one goes around it. The surface answers with an error event. */
function postMalformedAction(card) {
  const brand = sdk.brands[settings.brand];
  const message = {
    source: brand.source,
    direction: 'action',
    type: sdk.wireType(brand, 'action', 'set-color-scheme'),
    payload: { scheme: 'purple' },
    timestamp: Date.now(),
  };
  const { contentWindow } = card.element.querySelector('iframe');
  contentWindow.postMessage(message, new URL(settings.orielUrl).origin);
}

actions.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button !== null) commands[button.name](button);
});

languageSelect.addEventListener('change', ({ target }) => {
  translate();
  for (const card of cards) showNotices(card);
  if (target.value !== '') tell(`set-locale ${target.value}`, (embed) => embed.setLocale(target.value));
});

actions.elements.timezone.addEventListener('change', ({ target }) => {
  tell(`set-timezone ${target.value}`, (embed) => embed.setTimezone(target.value));
});

document.querySelector('#themes').append(
  ...themes.map(({ name, theme }, index) => {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', name: 'theme', value: index, textContent: name });
    if (name === 'reset') button.dataset.text = name;
    if (theme.primaryColor !== null) button.style.setProperty('--swatch', theme.primaryColor);
    return button;
  }),
);

// --- The page's own controls ---------------------------------------------------------------------------------

const pageScheme = () => document.querySelector('input[name="page-scheme"]:checked').value;

function applyPageScheme() {
  const scheme = pageScheme();
  document.documentElement.dataset.scheme = scheme;
  for (const { connection } of cards) connection?.setColorScheme(scheme);
}

document.querySelector('#scheme').addEventListener('change', applyPageScheme);
tenantSelect.addEventListener('change', embedAll);
modeSelect.addEventListener('change', embedAll);
addEventListener('hashchange', showSurface);

applyPageScheme();
start();
