/**
 * A page with a virtual list by hand: cells as the table of the benchmark has them, in rows that are taken up again at
 * the other end when they have gone out of view. With `#rich` in its address they have a bar, a scale of colours and a
 * condition.
 */
export function floorPage(rows: number): string {
  return `<!doctype html><title>Rows</title>
<style>
  body { margin: 8px; font: 14px system-ui, sans-serif }
  [role=region] { height: 860px; overflow: auto; contain: strict }
  .rows { position: relative; height: ${rows * ROW_HEIGHT}px }
  .head, .row { display: grid; grid-template-columns: 56px 1fr 1fr 1fr 1fr 1fr; height: ${ROW_HEIGHT}px }
  .head { position: sticky; top: 0; z-index: 1; background: #fff }
  .row { position: absolute; inset: 0 0 auto 0; contain: strict }
  .row > * { padding: 6px 10px; border-bottom: 1px solid #eee; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
  .end { text-align: end }
  button { border: 0; background: none; padding: 0; font: inherit }
  .bar { display: flex; align-items: center; gap: 8px }
  .track { position: relative; flex: 1; height: 12px }
  .track > span { position: absolute; inset-block: 0; background: #3657d6; border-radius: 2px }
</style>
<div role="region" aria-label="Rows" tabindex="0">
  <div class="head"><b></b><b>From</b><b>To</b><b>Departure</b><b>Flights</b><b>Average delay</b></div>
  <div class="rows"></div>
</div>
<script>(${list.toString()})(${rows}, ${ROW_HEIGHT})</script>`;
}

const ROW_HEIGHT = 33;

/** Runs in the page. */
function list(count: number, height: number): void {
  const isRich = location.hash === '#rich';
  const cities = ['Los Angeles', 'San Francisco', 'Seattle', 'Portland', 'Las Vegas', 'Sacramento', 'Reno'];
  const data = Array.from({ length: count }, (_, index) => ({
    from: cities[index % cities.length],
    to: cities[(index * 3 + 1) % cities.length],
    departure: new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString().slice(0, 23),
    flights: 1 + (index % 3),
    delay: ((index * 37) % 1200) / 10 - 20,
  }));
  const times = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  const region = document.querySelector<HTMLElement>('[role=region]');
  const holder = document.querySelector<HTMLElement>('.rows');
  if (!region || !holder) throw new Error('The page is not whole');
  const cell = (row: HTMLElement, className: string, inner?: string) => {
    const made = document.createElement('div');
    made.className = className;
    if (inner !== undefined) made.innerHTML = inner;
    row.append(made);
    return made;
  };
  const pool = Array.from({ length: Math.ceil(region.clientHeight / height) + 24 }, () => {
    const row = document.createElement('div');
    row.className = 'row';
    const cells = [cell(row, 'end'), cell(row, ''), cell(row, ''), cell(row, '')];
    const bar = isRich ? '<span class="track"><span></span></span>' : '';
    const flights = cell(row, isRich ? 'end bar' : 'end', `${bar}<button></button>`);
    const delay = cell(row, 'end', '<button></button>');
    holder.append(row);
    return {
      row,
      cells,
      track: flights.querySelector<HTMLElement>('.track > span'),
      flights: flights.querySelector('button'),
      delay: delay.querySelector('button'),
      ground: delay,
      shows: -1,
    };
  });
  const draw = () => {
    const first = Math.max(0, Math.floor(region.scrollTop / height) - 12);
    for (let index = first; index < Math.min(count, first + pool.length); index += 1) {
      const [slot, values] = [pool[index % pool.length], data[index]];
      if (!slot || !values || slot.shows === index) continue;
      slot.shows = index;
      slot.row.dataset['index'] = String(index);
      slot.row.style.transform = `translateY(${index * height}px)`;
      const time = times.format(new Date(`${values.departure}Z`));
      const texts = [String(index + 1), values.from, values.to, time];
      slot.cells.forEach((one, at) => (one.textContent = texts[at] ?? ''));
      if (slot.flights) slot.flights.textContent = numbers.format(values.flights);
      if (slot.delay) slot.delay.textContent = numbers.format(values.delay);
      if (!isRich) continue;
      if (slot.track) slot.track.style.width = `${(values.flights / 3) * 100}%`;
      slot.ground.style.background = `rgb(229 72 77 / ${Math.max(0, values.delay) / 100})`;
      slot.row.style.color = values.delay > 30 ? '#b42318' : '';
    }
  };
  region.addEventListener('scroll', draw, { passive: true });
  draw();
}
