import { scale } from 'vega';

/** Draws a bar for each row, as long as its value. */
export function drawBars(list, rows, { label, value, locale }) {
  const largest = Math.max(1, ...rows.map((row) => row[value]));
  const width = scale('linear')().domain([0, largest]).range([0, 100]);
  const numbers = new Intl.NumberFormat(locale);
  list.replaceChildren(
    ...rows.map((row) => {
      const [item, name, bar] = ['li', 'span', 'b'].map((tag) => document.createElement(tag));
      name.textContent = row[label];
      bar.textContent = numbers.format(row[value]);
      bar.style.width = `${width(row[value])}%`;
      item.append(name, bar);
      return item;
    }),
  );
}
