import { createHash } from 'node:crypto';
import type { Hasher } from '@toolstone/kernel';

/** SHA-256 by the crypto library that Node comes with. */
export const createNodeHasher = (): Hasher => ({
  sha256: (data) => createHash('sha256').update(data).digest('hex'),
  incremental() {
    const hash = createHash('sha256');
    return {
      add(bytes) {
        hash.update(bytes);
      },
      digest: () => hash.digest('hex'),
    };
  },
});
