import styles from './chart-tooltip.module.css';
import type { TooltipContent } from './tooltip-content.ts';

/** A row of a tooltip: the colour and name of a series, and its value. */
export function rowElement({ name, value, color }: TooltipContent['rows'][number]): HTMLElement {
  const row = element('div', styles.row);
  const label = element('span', styles.name);
  if (color !== undefined) {
    const swatch = element('i', styles.swatch);
    // Not `background`, which takes pictures: the colour is the author's.
    swatch.style.backgroundColor = color;
    label.append(swatch);
  }
  label.append(name);
  row.append(label, element('b', undefined, value));
  return row;
}

/** An element with a class and a text; never with markup. */
export function element(tag: string, className: string | undefined, text = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className: className ?? '', textContent: text });
}
