// Loaded into the server, its runtimes and each of their threads before anything else, by `--import` with
// `?clock=FILE`: moves their clock. What the server is made of does not know of it.
import { readFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('clock');
const LOOK_MS = 100;

let offsetMs = 0;
let lookedAt = -Infinity;
function offset() {
  if (performance.now() - lookedAt > LOOK_MS) {
    lookedAt = performance.now();
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // It is being written, or was never moved.
    }
  }
  return offsetMs;
}

const TrueDate = Date;
globalThis.Date = class Date extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + offset());
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + offset();
  }
};
