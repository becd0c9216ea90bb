export { modelCapabilities, modestCapabilities } from './capabilities/model-capabilities.ts';
export {
  type AdHocLane,
  type CreateLanesOptions,
  createLanes,
  type Lanes,
  plainModelSettings,
  type ResolvedLane,
} from './create-lanes.ts';
export { type DetectOptions, detectLanes } from './detect/detect-lanes.ts';
export type { DetectedLane } from './detect/detected-lane.ts';
export type { HttpClient } from './http.ts';
export {
  createEmbeddedLoader,
  type EmbeddedLoader,
  findEmbeddedModel,
  type InstallAddonOptions,
  installEmbeddedAddon,
  isEmbeddedAddonInstalled,
} from './node/embedded-addon.ts';
export { createNodeModelPorts } from './node/model-ports.ts';
export type { ModelPorts } from './ports.ts';
