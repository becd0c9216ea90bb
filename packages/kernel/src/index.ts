export { unreachableCodes } from './agent/lane-failure.ts';
export { type CycleRegistry, createCycleRegistry } from './approval/cycle-registry.ts';
export * from './failure.ts';
export type { Detector } from './guard/detector.ts';
export { guardJson } from './guard/guard-json.ts';
export { type GuardedText, guardText } from './guard/guard-text.ts';
export { createRedactor, type Redactor } from './guard/redact-stream.ts';
export { type Judge, type JudgedBatch, type JudgedCall, noJudge, type Verdict } from './judge/judge.ts';
export { applyRecord, emptyView, workstreamState } from './log/projection.ts';
export type { WorkstreamView } from './log/view.ts';
export { Superseded } from './log/workstream-log.ts';
export type { PipelineContext, PipelineSettings } from './pipeline/call.ts';
export { explainCall } from './pipeline/explain-call.ts';
export { allowHint, allowWith } from './policy/allow-with.ts';
export { builtInRules } from './policy/built-in-rules.ts';
export {
  type ConsideredRule,
  compilePolicy,
  type Decision,
  type Policy,
  type PolicyOptions,
} from './policy/decide.ts';
export { type Explanation, explain, renderExplanation } from './policy/explain.ts';
export { describeFact, type Fact, namedPaths, type PolicyCall } from './policy/facts.ts';
export {
  type PatternKind,
  parseRuleShorthand,
  type ShorthandOptions,
  type ShorthandResult,
} from './policy/rule-shorthand.ts';
export { parseShellCommand, type ShellFacts, type ShellPlace } from './policy/shell-command.ts';
export * from './ports/clock.ts';
export * from './ports/compute.ts';
export * from './ports/environment.ts';
export * from './ports/lane.ts';
export * from './ports/log-store.ts';
export * from './ports/workspace.ts';
export * from './tool/define-tool.ts';
export { type ExportFormat, toAnthropic, toDescriptor, toOpenAi } from './tool/export-tools.ts';
export { type ImportedTool, importTool } from './tool/import-tool.ts';
export { describeShape, inputSchema } from './tool/json-schema.ts';
export { modelParts, partsText } from './tool/render-result.ts';
export * from './tool/result.ts';
export { createToolSet, type ToolSet } from './tool/tool-set.ts';
export type { Sender } from './workstream/inbox.ts';
export type { WorkstreamOptions } from './workstream/options.ts';
export { type FileStory, standingChanges } from './workstream/undo.ts';
export { openWorkstream, type Workstream } from './workstream/workstream.ts';
