import type { ModelFile, ModelProblem } from '@oriel/semantic';
import { compileModel, filesLeftOut, type Model } from '@oriel/semantic/model';
import { readConfiguration } from '@oriel/server/agent-files';
import type { LocalCommand } from '../command.ts';
import { exitCodes } from '../command-error.ts';
import { readCompileContext } from '../model/compile-context.ts';
import { modelFolder } from '../model/model-folder.ts';
import { count, problemReport } from '../model/problem-report.ts';
import { readAgentFiles, readModelFiles } from '../model/read-model-files.ts';

/**
 * `oriel model check`: compiles a folder of model files and lists every problem with its location, those of its agents
 * too.
 */
export const modelCheck: LocalCommand = {
  kind: 'local',
  usage: 'DIR',
  description:
    'Compiles the model in a folder, reads its agents, and prints every problem with its location, its line and what to do about it;\nthe exit code is 1 where there is one. With --json the problems are a JSON array. Templates are rendered for the caller of --context.',
  operand: modelFolder,
  flags: ['context'],
  async run({ flags, operand, print, printError, variables }) {
    const context = readCompileContext({ flags, variables });
    const files = readModelFiles(operand);
    const compiled = compileModel(files, context);
    const agentFiles = readAgentFiles(operand);
    const problems = [
      ...('problems' in compiled ? compiled.problems : []),
      ...(await agentProblems(agentFiles)),
    ];
    for (const { message } of filesLeftOut(files)) printError(message);
    if (flags.json) print(JSON.stringify(problems, undefined, 2));
    else if ('model' in compiled && problems.length === 0) print(summaryOf(compiled.model));
    else for (const line of problemReport(problems, [...files, ...agentFiles])) print(line);
    return problems.length === 0 ? exitCodes.done : exitCodes.failed;
  },
};

/** As the build of a deployment tells them, which knows their lines alone. */
async function agentProblems(files: readonly ModelFile[]): Promise<ModelProblem[]> {
  const { problems } = await readConfiguration(files);
  return problems.map(({ path, line, message }) => ({ file: path, line, column: 1, message }));
}

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
