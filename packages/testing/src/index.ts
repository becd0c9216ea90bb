export {
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptSource,
  startScriptedModel,
} from './node/start-scripted-model.ts';
export type { ReplyFunction } from './scripted-model/choose-reply.ts';
export type {
  RecordedLookup,
  RecordedRequest,
  RequestView,
  ViewedCall,
  ViewedImage,
  ViewedMessage,
  ViewedResult,
  ViewedTool,
  WireName,
} from './scripted-model/recorded-request.ts';
export {
  type FailureKind,
  type Script,
  type ScriptedCall,
  type ScriptedError,
  type ScriptedReply,
  type ScriptedUsage,
  type ScriptText,
  scriptSchema,
} from './scripted-model/script.ts';
export { sealOf } from './scripted-model/seal.ts';
export { createWorkbench, type Workbench, type WorkbenchOptions, type WorkbenchResult } from './workbench/workbench.ts';
