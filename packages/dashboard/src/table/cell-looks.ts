import { contrastOf, readColor, toHex, type Color } from '../look/colors.ts';

/** Colours of a cell as CSS writes them; what is left out is that of the table. */
export interface CellLook {
  readonly color?: string;
  readonly backgroundColor?: string;
}

const INK: Color = { l: 0.2, c: 0, h: 0 };
const PAPER: Color = { l: 1, c: 0, h: 0 };

/** The look with a text that can be read on its ground, where it says nothing of the text. */
export function readable(look: CellLook): CellLook {
  const ground = look.color === undefined ? readColor(look.backgroundColor) : undefined;
  if (!ground) return look;
  return { ...look, color: toHex(contrastOf(INK, ground) >= contrastOf(PAPER, ground) ? INK : PAPER) };
}
