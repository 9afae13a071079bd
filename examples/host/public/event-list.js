import { phraseOf } from './phrases.js';

/** How many events are kept; the oldest go first. */
const maxEvents = 500;

/**
 * The live list of events, newest first. While it is paused new events are kept and counted, but not shown.
 *
 * @param {() => string} locale the language of now
 * @returns {{translate: () => void, add: (entry: {name: string, embed: string, event: {payload: object, timestamp: number}}) => void}}
 */
export function createEventList(locale) {
  const list = document.querySelector('#events');
  const typeSelect = document.querySelector('#event-type');
  const pauseButton = document.querySelector('#pause');
  const isPaused = () => pauseButton.ariaPressed === 'true';
  let entries = [];

  typeSelect.append(new Option('', ''));

  /** Writes what has no place of its own in the page. */
  function translate() {
    typeSelect.options[0].text = phraseOf(locale(), 'allEvents');
    pauseButton.textContent = phraseOf(locale(), isPaused() ? 'resume' : 'pause');
  }

  function show() {
    document.querySelector('#event-count').value = entries.length;
    document.querySelector('#no-events').hidden = entries.length > 0;
    if (isPaused()) return;
    const shown = entries.filter(({ name }) => typeSelect.value === '' || name === typeSelect.value);
    list.replaceChildren(...shown.map((entry) => entry.item));
  }

  typeSelect.addEventListener('change', show);
  pauseButton.addEventListener('click', () => {
    pauseButton.ariaPressed = String(!isPaused());
    translate();
    show();
  });
  document.querySelector('#clear').addEventListener('click', () => {
    entries = [];
    list.replaceChildren();
    show();
  });

  return {
    translate,
    add({ name, embed, event }) {
      entries = [{ name, item: renderEvent(name, embed, event) }, ...entries].slice(0, maxEvents);
      offerType(typeSelect, name);
      show();
    },
  };
}

/** The choice offers the types that have been heard. */
function offerType(select, name) {
  const isOffered = [...select.options].some((option) => option.value === name);
  if (!isOffered) select.append(new Option(name, name));
}

function renderEvent(name, embed, { payload, timestamp }) {
  const item = document.createElement('li');
  const time = document.createElement('time');
  time.dateTime = new Date(timestamp).toISOString();
  time.textContent =
    new Date(timestamp).toLocaleTimeString([], { hour12: false }) +
    `.${String(timestamp % 1000).padStart(3, '0')}`;
  const type = document.createElement('strong');
  type.textContent = name;
  const source = document.createElement('span');
  source.textContent = embed;
  const data = document.createElement('pre');
  data.textContent = JSON.stringify(payload, null, 1).replaceAll(/\n */g, ' ');
  item.append(time, type, source, data);
  if (name.endsWith(':error')) item.classList.add('bad');
  return item;
}
