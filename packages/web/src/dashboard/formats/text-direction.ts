/**
 * Letters of the scripts that are written from right to left: Hebrew, Arabic, Syriac and others, with their forms for
 * presentation.
 */
const RIGHT_TO_LEFT = '\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}';
const BEGINS_RIGHT_TO_LEFT = new RegExp(`^\\P{L}*(?=\\p{L})[${RIGHT_TO_LEFT}]`, 'u');
const HAS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u');

/**
 * The direction that a text is read in: that of its first letter. Numbers and signs alone are read from left to right.
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return BEGINS_RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
}

/**
 * A name as part of a longer text, which keeps its place whatever direction it is read in. A name that needs no marks
 * gets none.
 */
export function isolated(name: string): string {
  return HAS_RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * Draws each text of a canvas in its own direction. Vega draws all of them in that of the page, so that the end of an
 * Arabic name, such as the sign that it was cut, would stand at its beginning.
 */
export function directTexts(context: CanvasRenderingContext2D): void {
  for (const name of ['fillText', 'strokeText'] as const) {
    const draw = context[name].bind(context);
    context[name] = (text, ...place) => {
      context.direction = directionOf(text);
      draw(text, ...place);
    };
  }
}
