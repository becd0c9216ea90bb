import type { Clock } from '@toolstone/kernel';
import type { HttpClient } from './http.ts';

/** What the lanes take from the outside world. `createNodeModelPorts` makes it. */
export interface ModelPorts {
  readonly http: HttpClient;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly encodeBase64: (bytes: Uint8Array) => string;
}
