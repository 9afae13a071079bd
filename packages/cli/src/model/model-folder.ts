import type { LocalCommand } from '../command.ts';

/** The operand of every command that works on a model. */
export const modelFolder: LocalCommand['operand'] = {
  name: 'DIR',
  help: "give the folder of the model's YAML files",
};
