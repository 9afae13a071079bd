import type { ModelBuild } from '@oriel/contract';
import type { CommandContext, ServerCommand } from '../command.ts';
import { exitCodes } from '../command-error.ts';
import { awaitBuild } from '../deploy/await-build.ts';
import { findDeployment } from '../deploy/find-deployment.ts';
import { readProject } from '../deploy/read-project.ts';
import { sizeText } from '../deploy/size-text.ts';
import { uploadProject, type UploadResult } from '../deploy/upload-project.ts';
import { count } from '../model/problem-report.ts';

/** `oriel deploy`: makes a branch what a folder holds, and waits for its build. */
export const deploy: ServerCommand = {
  kind: 'server',
  usage: 'DIR [--deployment N]',
  description:
    'Makes a branch of a deployment what the folder holds, in one commit, and waits for its build: the exit code is 1 where the\n' +
    'model has problems, which are printed with their locations. Only what differs is sent; after a cut, the same command goes on.\n' +
    'Names that begin with a dot (.env, .git), node_modules and what .gitignore and .orielignore say are left alone, in the folder\n' +
    'and on the branch. Without --deployment it is the only one that the key or login reaches.',
  operand: { name: 'DIR', help: 'give the folder of the project' },
  flags: ['deployment', 'branch', 'message', 'keep-missing'],
  run: (context) => context.untilInterrupted((signal) => deployFolder(context, signal)),
};

async function deployFolder(context: CommandContext, signal: AbortSignal): Promise<number> {
  const { client, flags, operand, print, printError } = context;
  const { branch: branchName, message, json: isQuiet = false } = flags;
  const project = readProject(operand);
  if (!isQuiet)
    for (const path of project.foreignLinks) printError(`Left out: the link ${path} leads out of the folder`);
  const deploymentId = await findDeployment(client, flags);
  const target = { client, signal, deploymentId, branchName };
  const keepsMissing = flags['keep-missing'] ?? false;
  const result = await uploadProject(project, { ...context, ...target, message, keepsMissing, isQuiet });
  if (!isQuiet) print(uploadLine(result));
  const build = await awaitBuild({ ...target, commitId: result.commitId });
  if (isQuiet) print(JSON.stringify(toJson(deploymentId, result, build), undefined, 2));
  else for (const line of buildLines(result, build)) print(line);
  return build?.state === 'failed' ? exitCodes.failed : exitCodes.done;
}

function uploadLine({ deploymentName, sent, sentBytes, removed, unchanged }: UploadResult): string {
  const changes = [
    `${count(sent, 'file')} sent (${sizeText(sentBytes)})`,
    `${removed} removed`,
    `${unchanged} unchanged`,
  ];
  return `${deploymentName}: ${changes.join(', ')}`;
}

function buildLines({ commitId }: UploadResult, build: ModelBuild | undefined): string[] {
  if (!build) return [`Commit ${commitId} was not built`];
  const { id, branchName, state } = build;
  const problems = linesOf(build.errorText);
  const lines = [
    ...linesOf(build.warningText),
    `${branchName} is at ${commitId}; build ${id} ${stateText[state]}`,
  ];
  if (problems.length === 0) return lines;
  return [
    ...problems,
    '',
    ...lines,
    `${count(problems.length, 'problem')}; the last good build goes on answering`,
  ];
}

const stateText: Readonly<Record<ModelBuild['state'], string>> = {
  building: 'goes on',
  success: 'succeeded',
  failed: 'failed',
};

/** What a build says, line by line, without what would command the terminal. */
function linesOf(told: string | null | undefined): string[] {
  return (told ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/[^\P{Cc}\t]/gu, '\uFFFD'));
}

function toJson(deploymentId: number, result: UploadResult, build: ModelBuild | undefined): object {
  const { deploymentName, commitId, sent, sentBytes, removed, unchanged } = result;
  return {
    deployment: { id: deploymentId, name: deploymentName },
    commitId,
    files: { sent, sentBytes, removed, unchanged },
    build: build
      ? {
          id: build.id,
          branchName: build.branchName,
          state: build.state,
          problems: linesOf(build.errorText),
          warnings: linesOf(build.warningText),
        }
      : null,
  };
}
