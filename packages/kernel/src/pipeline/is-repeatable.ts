import type { Effects } from '@toolstone/protocol';

/** Whether a call that may have run can simply run again. */
export const isRepeatable = (effects: Effects): boolean => effects === 'none' || effects === 'read';
