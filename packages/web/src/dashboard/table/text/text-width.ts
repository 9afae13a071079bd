import type { TableStyle } from '@oriel/contract';

type Part = 'header' | 'cell' | 'total';

/** Pixels that a text takes in a part of a table. */
export type TextWidth = (text: string, part: Part) => number;

/** As in the style sheet of tables: sizes that an author may set, and weights. */
const WEIGHTS = { header: 500, cell: 400, total: 600 };
const HEADER_SIZE = 12;

/** Measures texts in the fonts of an element. Without one, as before it is drawn, every text takes nothing. */
export function createTextWidth(element: Element | null, style: TableStyle | undefined): TextWidth {
  const context = element && element.ownerDocument.createElement('canvas').getContext('2d');
  if (!context) return () => 0;
  const { fontFamily, fontSize } = getComputedStyle(element);
  const own = Number.parseFloat(fontSize);
  const sizes = {
    header: style?.header?.fontSize ?? HEADER_SIZE,
    cell: style?.values?.fontSize ?? own,
    total: style?.totals?.fontSize ?? own,
  };
  const fontOf = (part: Part) => `${WEIGHTS[part]} ${sizes[part]}px ${fontFamily}`;
  let set = '';
  return (text, part) => {
    const font = fontOf(part);
    // Setting a font is read as CSS each time.
    if (set !== font) context.font = set = font;
    return context.measureText(text).width;
  };
}
