import { illegalArgument } from '../error/es-error.ts';
import { javaDoubleText } from '../json/java-number.ts';
import type { Position, Ring } from './geometry.ts';

export function checkLine(points: readonly Position[]): readonly Position[] {
  if (points.length < 2) throw illegalArgument('at least two points in the line is required');
  return points;
}

/** Refuses rings of fewer than four positions and such as do not close. */
export function checkRing(ring: Ring): Ring {
  const last = ring.length - 1;
  const [x0 = 0, y0 = 0] = ring[0] ?? [];
  const [x1 = 0, y1 = 0] = ring[last] ?? [];
  if (ring.length < 2) throw illegalArgument('at least two points in the line is required');
  if (x0 !== x1 || y0 !== y1) {
    const [a, b, c, d] = [x0, x1, y0, y1].map(javaDoubleText);
    throw illegalArgument(
      `first and last points of the linear ring must be the same (it must close itself): x[0]=${a} x[${last}]=${b} y[0]=${c} y[${last}]=${d}`,
    );
  }
  if (ring.length < 4) throw illegalArgument('at least 4 polygon points required');
  return ring;
}

export function closeRing(ring: Ring): Ring {
  const first = ring[0];
  const last = ring.at(-1);
  if (first === undefined || last === undefined) return ring;
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
}
