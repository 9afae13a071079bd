import { endOfString } from './json-bounds.ts';
import { cutText } from '../../cut-text.ts';

/** No text without one of these has a number that a double could not hold. */
const CANDIDATE = /\d[\d.]{15}|[eE][+-]?\d{2}/;
const NUMBERS = /-?\d[\d.]*(?:[eE][+-]?\d+)?/g;
/** All that a double can say in decimal digits where it is asked for so many. */
const MAX_DIGITS = 100;
const SHOWN_LENGTH = 60;
/** Characters of a number: a longer one is not looked at digit by digit. */
const MAX_LENGTH = 1_000;

/**
 * A number of a JSON text that is read as another one: a double does not say it to as many digits as are written. Such
 * a number would stand for its neighbour without a word, as in a filter.
 *
 * @returns what is wrong and what to do; undefined where every number is what it says. What is no JSON may get any
 * answer
 */
export function inexactNumber(text: string): string | undefined {
  if (!CANDIDATE.test(text)) return undefined;
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    const [number] = (text.slice(from, end).match(NUMBERS) ?? []).filter((each) => !isExact(each));
    if (number !== undefined) {
      return `the number ${cutText(number, SHOWN_LENGTH)} would be read as ${Number(number)}, since numbers of JSON are doubles; write it as a text, in quotation marks`;
    }
    from = quote === -1 ? text.length : endOfString(text, quote) + 1;
  }
  return undefined;
}

function isExact(number: string): boolean {
  if (number.length > MAX_LENGTH) return false;
  const digits = digitsOf(number);
  const value = Number(number);
  if (significant(digits) === '') return true;
  if (!Number.isFinite(value) || value === 0) return false;
  // As programs write their doubles: with as few digits as tell them apart.
  if (significant(digitsOf(String(value))) === significant(digits)) return true;
  return digits.length <= MAX_DIGITS && digitsOf(value.toPrecision(digits.length)) === digits;
}

/** The digits of a number from the first one that is not 0. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.toLowerCase().split('e');
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
}

const significant = (digits: string) => digits.replace(/0+$/, '');
