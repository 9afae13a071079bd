// What compiling a model needs, without what queries do: a process that only checks a model starts in half the time.
export { brokenModelMessage } from './broken-model.ts';
export { compileModel, recompileModel, type Compilation, type CompiledModel } from './compile-model.ts';
export { filesLeftOut, type LeftOut } from './parse/files-left-out.ts';
export type { ModelFile, ModelProblem } from './files/model-file.ts';
export type { Model } from './definitions/model.ts';
export type { CompileContext } from './template/rendered-file.ts';
