import type { Clock } from '@toolstone/kernel';
import type { ModelPorts } from '../ports.ts';
import { encodeBase64 } from './base64.ts';
import { createHttpClient } from './http-client.ts';

/** The lanes' ports on Node. Close `http` to let go of idle connections. */
export function createNodeModelPorts(clock: Clock): ModelPorts {
  return { http: createHttpClient(), clock, random: Math.random, encodeBase64 };
}
