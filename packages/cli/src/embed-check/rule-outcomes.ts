/** The surface does otherwise than the specification says; the message is what was seen. */
export class Misbehaviour extends Error {
  override readonly name = 'Misbehaviour';
}

/** A rule cannot be tried here; the message says why, and what it would need. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}
