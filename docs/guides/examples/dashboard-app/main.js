import { getState, load, loaded, onChange, setState } from 'oriel';
import { drawBars } from './lib/bars.js';
import texts from './texts.json' with { type: 'json' };

const REPORT = 'Flights by city';
const [CITY, FLIGHTS] = ['network.origin_city', 'network.count'];
const find = (id) => document.querySelector(`#${id}`);
const [city, status] = [find('city'), find('status')];

find('title').textContent = texts.title;
city.addEventListener('change', () => setState(city.value && filterBy(city.value)));
onChange(show);

const first = await getState();
await offerCities();
await show(first);
loaded();

/** Every city of the report, before anything is chosen. */
async function offerCities() {
  const { rows } = await load(REPORT);
  const cities = rows.map((row) => row[CITY]);
  city.replaceChildren(new Option(texts.everyCity, ''), ...cities.map((name) => new Option(name)));
}

/** In the form of the page's own address. */
function filterBy(value) {
  return `f_${CITY}=${encodeURIComponent(JSON.stringify({ value }))}`;
}

/** Draws the rows anew, in the colours of the page around the app. */
async function show({ locale, scheme, theme, controls }) {
  document.documentElement.style.colorScheme = scheme;
  for (const [name, value] of Object.entries(theme)) document.body.style.setProperty(`--${name}`, value);
  city.value = controls.find(({ member }) => member === CITY)?.value ?? '';
  try {
    const { rows } = await load(REPORT, { limit: 20 });
    drawBars(find('bars'), rows, { label: CITY, value: FLIGHTS, locale });
    status.textContent = rows.length === 0 ? texts.empty : '';
  } catch (error) {
    status.textContent = error.message;
  }
}
