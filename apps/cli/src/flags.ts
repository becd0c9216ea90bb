import type { Wire } from '@toolstone/protocol';

/** The options that every command takes, as commander gives them. */
export interface GlobalFlags {
  readonly cwd: string;
  readonly model?: string;
  readonly provider?: Wire;
  readonly baseUrl?: string;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly skipPermissions?: boolean;
  readonly trust?: boolean;
  readonly continue?: boolean;
  /** `true` where no id was given. */
  readonly resume?: string | true;
}
