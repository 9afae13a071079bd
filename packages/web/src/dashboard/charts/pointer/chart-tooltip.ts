import styles from './chart-tooltip.module.css';
import { element, rowElement } from './tooltip-element.ts';
import type { TooltipContent } from './tooltip-content.ts';

/** A box beside the pointer, and a line through the time that it tells of. */
export interface ChartTooltip {
  /** Shows the content beside a place of the container, in its pixels. */
  show(content: TooltipContent, at: { x: number; y: number }): void;
  /** Draws the line; without a place it goes away. */
  rule(at?: { x: number; top: number; height: number }): void;
  hide(): void;
  destroy(): void;
}

export function createTooltip(container: HTMLElement): ChartTooltip {
  const [box, line] = [element('div', styles.tooltip), element('div', styles.rule)];
  Object.assign(box.dataset, { part: 'tooltip' });
  Object.assign(line.dataset, { part: 'rule' });
  box.hidden = line.hidden = true;
  container.append(line, box);
  const hide = () => void (box.hidden = line.hidden = true);
  const ending = new AbortController();
  // A finger leaves nothing: what its tap has shown goes with the next one.
  document.addEventListener('pointerdown', hide, { capture: true, signal: ending.signal });
  return {
    show({ title, rows, note }, { x, y }) {
      box.replaceChildren(
        ...(title === undefined ? [] : [element('b', styles.title, title)]),
        ...rows.map(rowElement),
        ...(note === undefined ? [] : [element('div', styles.note, note)]),
      );
      box.hidden = false;
      const { clientWidth, clientHeight } = container;
      const isLeft = x + 12 + box.offsetWidth > clientWidth && x - 12 - box.offsetWidth >= 0;
      const left = isLeft ? x - 12 - box.offsetWidth : Math.min(x + 12, clientWidth - box.offsetWidth);
      box.style.left = `${Math.max(0, left)}px`;
      box.style.top = `${Math.max(0, Math.min(y - box.offsetHeight - 8, clientHeight - box.offsetHeight))}px`;
    },
    rule(at) {
      line.hidden = at === undefined;
      if (at) Object.assign(line.style, { left: `${at.x}px`, top: `${at.top}px`, height: `${at.height}px` });
    },
    hide,
    destroy() {
      ending.abort();
      box.remove();
      line.remove();
    },
  };
}
