import { brokenModelMessage, compileModel, type Model } from '@oriel/semantic/model';
import { CommandError, exitCodes } from '../command.ts';
import { readModelFiles } from './read-model-files.ts';

/** The model of a folder, or what everybody is told who asks one that has problems. */
export function compileFolder(directory: string): { model: Model } | { broken: CommandError } {
  const compiled = compileModel(readModelFiles(directory));
  if ('model' in compiled) return compiled;
  const message = brokenModelMessage(compiled.problems);
  return { broken: new CommandError(message, exitCodes.failed, { code: 'model.broken' }) };
}
