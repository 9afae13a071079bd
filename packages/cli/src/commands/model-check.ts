import { compileModel, type Model } from '@oriel/semantic/model';
import type { LocalCommand } from '../command.ts';
import { exitCodes } from '../command-error.ts';
import { readCompileContext } from '../model/compile-context.ts';
import { modelFolder } from '../model/model-folder.ts';
import { count, problemReport } from '../model/problem-report.ts';
import { readModelFiles } from '../model/read-model-files.ts';

/** `oriel model check`: compiles a folder of model files and lists every problem with its location. */
export const modelCheck: LocalCommand = {
  kind: 'local',
  usage: 'DIR',
  description:
    'Compiles the model in a folder and prints every problem with its location, its line and what to do about it; the exit\ncode is 1 where there is one. With --json the problems are a JSON array. Templates are rendered for the caller of --context.',
  operand: modelFolder,
  flags: ['context'],
  async run({ flags, operand, print, variables }) {
    const context = readCompileContext({ flags, variables });
    const files = readModelFiles(operand);
    const compiled = compileModel(files, context);
    const problems = 'problems' in compiled ? compiled.problems : [];
    if (flags.json) print(JSON.stringify(problems, undefined, 2));
    else if ('model' in compiled) print(summaryOf(compiled.model));
    else for (const line of problemReport(problems, files)) print(line);
    return problems.length === 0 ? exitCodes.done : exitCodes.failed;
  },
};

function summaryOf({ cubes, views }: Model): string {
  const members = [
    ...Object.values(cubes).flatMap(({ dimensions, measures, segments }) => [dimensions, measures, segments]),
    ...Object.values(views).map((view) => view.members),
  ].reduce((sum, names) => sum + Object.keys(names).length, 0);
  const counts = [
    count(Object.keys(cubes).length, 'cube'),
    count(Object.keys(views).length, 'view'),
    count(members, 'member'),
  ];
  return counts.join(', ');
}
