import { isNumeric, toDouble } from '../runtime/arithmetic.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import type { ScriptList, ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';

const any = (value: ScriptValue): value is ScriptValue => value !== undefined;

const numbers = (list: ScriptList): number[] =>
  list.items.map((item) => (isNumeric(item) ? toDouble(item) : Number.NaN));
const present = (list: ScriptList): number[] => numbers(list).filter((value) => !Number.isNaN(value));

const average = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

const ewma = (values: readonly number[], alpha: number): number => {
  let average_ = Number.NaN;
  values.forEach((value, index) => {
    average_ = index === 0 ? value : value * alpha + average_ * (1 - alpha);
  });
  return average_;
};

/** Holt's double exponential smoothing, `ahead` steps further. */
const holt = (values: readonly number[], alpha: number, beta: number, ahead: number): number => {
  let [level, trend, lastLevel] = [0, 0, 0];
  values.forEach((value, index) => {
    if (index === 0) level = value;
    else {
      lastLevel = level;
      level = alpha * value + (1 - alpha) * (level + trend);
      trend = beta * (level - lastLevel) + (1 - beta) * trend;
    }
  });
  return values.length === 0 ? Number.NaN : level + ahead * trend;
};

/** Holt and Winters' triple exponential smoothing over two seasons or more. */
const holtWinters = (
  values: readonly number[],
  alpha: number,
  beta: number,
  gamma: number,
  period: number,
  isMultiplicative: boolean,
): number => {
  if (values.length === 0) return Number.NaN;
  if (values.length < period * 2) {
    return throwJava(
      'IllegalArgumentException',
      `Holt-Winters aggregation requires at least (2 * period == 2 * ${period} == ${2 * period}) data-points to function.  Only [${values.length}] were provided.`,
    );
  }
  const padding = isMultiplicative ? 1e-10 : 0;
  const padded = values.map((value) => value + padding);
  const at = (list: readonly number[], index: number): number => list[index] ?? 0;
  let [level, trend] = [0, 0];
  for (let index = 0; index < period; index += 1) {
    level += at(padded, index);
    trend += (at(padded, index + period) - at(padded, index)) / period;
  }
  level /= period;
  trend /= period;
  let [lastLevel, lastTrend] = [level, trend];
  const seasonal: number[] = [];
  for (let index = 0; index < period; index += 1)
    seasonal.push(
      level === 0 || Number.isNaN(level) ? 0 : isMultiplicative ? at(padded, index) / level : at(padded, index) - level,
    );
  for (let index = period; index < padded.length; index += 1) {
    const season = at(seasonal, index - period);
    const value = at(padded, index);
    level = isMultiplicative
      ? alpha * (value / season) + (1 - alpha) * (lastLevel + lastTrend)
      : alpha * (value - season) + (1 - alpha) * (lastLevel + lastTrend);
    trend = beta * (level - lastLevel) + (1 - beta) * lastTrend;
    seasonal.push(
      isMultiplicative
        ? gamma * (value / (lastLevel + lastTrend)) + (1 - gamma) * season
        : gamma * (value - (lastLevel - lastTrend)) + (1 - gamma) * season,
    );
    lastLevel = level;
    lastTrend = trend;
  }
  const season = at(seasonal, padded.length - period + (padded.length % period === 0 ? 0 : 0));
  return isMultiplicative ? (level + trend) * season : level + trend + season;
};

/** `MovingFunctions` of the aggregation moving_fn: missing values are NaN and are left out. */
export const defineMovingFunctions = (table: ClassTable): void => {
  table.define('MovingFunctions', ['Object'], any, (c) => {
    c.static('double', 'max', ['List'], ([values]) =>
      present(values).reduce((a, b) => Math.max(Number.isNaN(a) ? b : a, b), Number.NaN),
    );
    c.static('double', 'min', ['List'], ([values]) =>
      present(values).reduce((a, b) => Math.min(Number.isNaN(a) ? b : a, b), Number.NaN),
    );
    c.static('double', 'sum', ['List'], ([values]) => present(values).reduce((a, b) => a + b, 0));
    c.static('double', 'unweightedAvg', ['List'], ([values]) => average(present(values)));
    c.static('double', 'stdDev', ['List', 'double'], ([values, mean]) => {
      if (Number.isNaN(mean)) return Number.NaN;
      const given = present(values);
      return Math.sqrt(given.reduce((sum, value) => sum + (value - mean) ** 2, 0) / given.length);
    });
    c.static('double', 'linearWeightedAvg', ['List'], ([values]) => {
      let [sum, weights, weight] = [0, 1, 1];
      for (const value of present(values)) {
        sum += value * weight;
        weights += weight;
        weight += 1;
      }
      return weight === 1 ? Number.NaN : sum / weights;
    });
    c.static('double', 'ewma', ['List', 'double'], ([values, alpha]) => ewma(present(values), alpha));
    c.static('double', 'holt', ['List', 'double', 'double'], ([values, alpha, beta]) =>
      holt(present(values), alpha, beta, 1),
    );
    c.static(
      'double',
      'holtWinters',
      ['List', 'double', 'double', 'double', 'int', 'boolean'],
      ([values, alpha, beta, gamma, period, isMultiplicative]) =>
        holtWinters(present(values), alpha, beta, gamma, period, isMultiplicative),
    );
  });
};
