import type { Sender } from '@toolstone/kernel';

/** The one person of a local installation; accounts come with the server. */
export const localPerson: Sender = { principal: 'local', surface: 'cli' };
