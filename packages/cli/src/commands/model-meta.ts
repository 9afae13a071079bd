import { describeModel } from '@oriel/semantic';
import { exitCodes, type LocalCommand } from '../command.ts';
import { compileFolder } from '../model/compile-folder.ts';
import { modelFolder } from '../model/model-folder.ts';
import { readQuerySettings } from '../model/query-settings.ts';

export const modelMeta: LocalCommand = {
  kind: 'local',
  usage: 'DIR',
  description:
    'Prints the cubes, views and members that a caller may use, as /meta of the query API does, which is JSON with and\nwithout --json.',
  operand: modelFolder,
  flags: ['context'],
  async run({ flags, operand, print }) {
    const contextOf = readQuerySettings(flags);
    const compiled = compileFolder(operand);
    if ('broken' in compiled) throw compiled.broken;
    print(JSON.stringify(describeModel(compiled.model, contextOf()), undefined, 2));
    return exitCodes.done;
  },
};
