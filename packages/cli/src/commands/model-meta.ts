import { compileModel, describeModel } from '@oriel/semantic';
import type { LocalCommand } from '../command.ts';
import { exitCodes } from '../command-error.ts';
import { readCompileContext } from '../model/compile-context.ts';
import { modelFolder } from '../model/model-folder.ts';
import { brokenModel } from '../model/query-faults.ts';
import { readModelFiles } from '../model/read-model-files.ts';
import { readQuerySettings } from '../model/query-settings.ts';

/** `oriel model meta`: prints what a model offers to its callers. */
export const modelMeta: LocalCommand = {
  kind: 'local',
  usage: 'DIR',
  description:
    'Prints the cubes, views and members that a caller may use, as /meta of the query API does, which is JSON with and\nwithout --json.',
  operand: modelFolder,
  flags: ['context'],
  async run({ flags, operand, print, variables }) {
    const contextOf = readQuerySettings({ flags, variables });
    const compiled = compileModel(readModelFiles(operand), readCompileContext({ flags, variables }));
    if ('problems' in compiled) throw brokenModel(compiled.problems);
    print(JSON.stringify(describeModel(compiled.model, contextOf()), undefined, 2));
    return exitCodes.done;
  },
};
