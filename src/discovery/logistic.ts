/** Weights of a logistic model; the first belongs to the constant. */
export type LogisticWeights = readonly number[];

/** One labelled case. */
export interface LogisticCase {
  readonly features: readonly number[];
  readonly label: boolean;
  /** How often the case counts. @defaultValue 1 */
  readonly weight?: number;
}

const ROUNDS = 40;
const SMALLEST_STEP = 1e-9;

/** Probability under the model. */
export function logistic(weights: LogisticWeights, features: readonly number[]): number {
  let sum = weights[0] ?? 0;
  features.forEach((value, index) => {
    sum += value * (weights[index + 1] ?? 0);
  });
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Most probable weights given the cases and a Gaussian around `prior`: Newton
 * steps on a concave function, so the same cases give the same weights, and a
 * few cases move a good prior only a little.
 */
export function fitLogistic(
  cases: readonly LogisticCase[],
  options: { readonly prior: LogisticWeights; readonly strength: number },
): LogisticWeights {
  const size = options.prior.length;
  let weights = [...options.prior];
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = weights.map(
      (weight, index) => options.strength * ((options.prior[index] ?? 0) - weight),
    );
    const curvature = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? options.strength : 0)),
    );
    for (const { features, label, weight = 1 } of cases) {
      const probability = logistic(weights, features);
      const row = [1, ...features];
      const slope = weight * probability * (1 - probability);
      for (let i = 0; i < size; i += 1) {
        const own = row[i] ?? 0;
        gradient[i] = (gradient[i] ?? 0) + weight * own * ((label ? 1 : 0) - probability);
        const line = curvature[i] ?? [];
        for (let j = 0; j < size; j += 1) line[j] = (line[j] ?? 0) + slope * own * (row[j] ?? 0);
      }
    }
    const step = solve(curvature, gradient);
    weights = weights.map((weight, index) => weight + (step[index] ?? 0));
    if (step.every((value) => Math.abs(value) < SMALLEST_STEP)) break;
  }
  return weights;
}

/** Gaussian elimination with pivoting; the matrix is positive definite, so a pivot is never zero. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    const pivot = rows[best] ?? [];
    rows[best] = rows[column] ?? [];
    rows[column] = pivot;
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const current = rows[row] ?? [];
      const factor = (current[column] ?? 0) / (pivot[column] ?? 1);
      for (let k = column; k <= size; k += 1) current[k] = (current[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}
