// `npm start` and `npm run cli`: the terminal agent from a clone, set up first where needed.
import { requireNode } from './setup/node-version.mjs';

requireNode(new URL('../package.json', import.meta.url));
const { start } = await import('./start/start.mjs');
await start();
