import type { Directory } from '../segment/directory.ts';
import { segmentFileName } from '../segment/segment-file.ts';
import { isManifestFile, type Manifest } from './manifest.ts';
import { logName, logNumbers } from './write-log.ts';

/** Removes the files that neither the manifest nor the writer's segments of these names need. */
export const removeLeftovers = (directory: Directory, manifest: Manifest, segments: readonly string[]): void => {
  const kept = new Set<string>(segments.map(segmentFileName));
  for (const { name, liveFile } of manifest.segments) {
    kept.add(segmentFileName(name));
    if (liveFile !== null) kept.add(liveFile);
  }
  for (const number of logNumbers(directory)) if (number >= manifest.firstLog) kept.add(logName(number));
  for (const name of directory.list()) if (!kept.has(name) && !isManifestFile(name)) directory.remove(name);
};
