/** What a template asks for that cannot be had; the message is for its author. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem';
}
