import { rounded } from './statistics.mjs';

/**
 * One measured figure beside its budget.
 *
 * @typedef {{ readonly figure: string, readonly unit: string, readonly value: number, readonly budget: number, readonly pass: boolean, readonly details?: Readonly<Record<string, unknown>> }} Figure
 */

/**
 * A line of the bench.
 *
 * @typedef {{ readonly name: string, readonly what: string, measure(options: { readonly root: string, readonly runs: number }): Promise<readonly Figure[]> }} Row
 */

/**
 * @param {Pick<Figure, 'figure' | 'unit' | 'value' | 'budget' | 'details'>} figure
 * @returns {Figure}
 */
export const atMost = ({ figure, unit, value, budget, details }) => ({
  figure,
  unit,
  value: rounded(value),
  budget,
  pass: value <= budget,
  ...(details === undefined ? {} : { details }),
});
