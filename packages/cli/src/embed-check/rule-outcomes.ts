/** The surface breaks the specification; the message is what was observed. */
export class Misbehaviour extends Error {
  override readonly name = 'Misbehaviour';
}

/** A rule cannot be checked here; the message says why, and what the check needs. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}
