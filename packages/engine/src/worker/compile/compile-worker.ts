import {
  checkQuery,
  compileModel,
  createBudget,
  describeModel,
  listMembers,
  QueryError,
  type Dialect,
} from '@oriel/semantic';
import { filesLeftOut } from '@oriel/semantic/model';
import { parentPort } from 'node:worker_threads';
import type { SourceConfig } from '../../sources/connection/source-config.ts';
import { sourceDialects } from '../../sources/connection/source-dialects.ts';
import { createCallerModels, type FindModel } from './caller-models.ts';
import {
  READY,
  type CompileResults,
  type CompileTask,
  type FromCompiler,
  type ToCompiler,
} from './compile-messages.ts';
import { createModelVersions } from './model-versions.ts';
import { compileTimed } from './query-compiler.ts';
import { packRefusal } from './refusal.ts';

/** The entry of a compile thread: compiles models and queries, one after the other. */
const port = parentPort;
if (!port) throw new Error('Models are compiled in a worker thread');

interface Version {
  readonly findModel: FindModel;
  dialectOf(dataSource: string): Dialect;
}

const models = createModelVersions();
const versions = new Map<number, Version>();

port.on('message', (message: ToCompiler) => {
  if ('forget' in message) versions.delete(message.forget);
  else port.postMessage(answerTo(message) satisfies FromCompiler);
});
port.postMessage(READY);

function answerTo({ id, task }: { id: number; task: CompileTask }): FromCompiler {
  try {
    return { id, result: run(task) };
  } catch (error) {
    const refusal = packRefusal(error);
    return refusal ? { id, refusal } : { id, failure: (error as Error).stack ?? String(error) };
  }
}

function run(task: CompileTask): CompileResults[keyof CompileResults] {
  switch (task.kind) {
    case 'begin': {
      const { version, files, environment, sourceTypes } = task;
      const dialectOf = (name: string) => dialectNamed(name, sourceTypes);
      const model = models.begin(files, environment);
      versions.set(version, { findModel: createCallerModels(model, dialectOf), dialectOf });
      return undefined;
    }
    case 'compile': {
      const { findModel, dialectOf } = get(task.version);
      const model = findModel(task.context.securityContext);
      const context = { ...task.context, budget: createBudget() };
      return task.queries.map((query) => compileTimed(model, query, context, dialectOf));
    }
    case 'check': {
      const { model } = get(task.version).findModel(task.securityContext);
      const context = { ...task.context, budget: createBudget() };
      for (const query of task.queries) checkQuery(model, query, context);
      return undefined;
    }
    case 'describe': {
      const { model } = get(task.version).findModel(task.context.securityContext);
      return new TextEncoder().encode(JSON.stringify(describeModel(model, task.context, task.options)));
    }
    case 'inspect': {
      const compiled = compileModel(task.files, { environment: task.environment });
      const leftOut = filesLeftOut(task.files);
      if ('problems' in compiled) return { problems: compiled.problems, leftOut, cubes: 0 };
      const { cubes, views } = compiled.model;
      return {
        problems: [],
        leftOut,
        cubes: Object.keys(cubes).length + Object.keys(views).length,
        ...(task.isWithMembers && { members: listMembers(compiled.model) }),
      };
    }
    default:
      return task satisfies never;
  }
}

function get(version: number): Version {
  const found = versions.get(version);
  if (!found) throw new Error(`The version ${version} of the model has not begun`);
  return found;
}

function dialectNamed(name: string, sourceTypes: Readonly<Record<string, SourceConfig['type']>>): Dialect {
  const type = sourceTypes[name];
  if (!type)
    throw new QueryError(
      'unknown_source',
      `The model names a data source ${JSON.stringify(name)}, which the deployment does not have`,
    );
  return sourceDialects[type];
}
