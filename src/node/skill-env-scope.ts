import type { EnvOverrides } from "../skills/env-overrides.js";

/** One run's variables in `process.env`. Ends once; ending it again does nothing. */
export interface EnvScope {
  /** Variables that this run can't see as it wants, because another one that still runs has set them otherwise. */
  readonly conflicts: readonly string[];
  restore(): void;
}

interface Layer {
  readonly value: string;
}

interface Variable {
  readonly original: string | undefined;
  /** What we wrote last: anything else was written by somebody else and is left alone. */
  written: string | undefined;
  readonly layers: Layer[];
}

/** Variables that can be set and removed, such as `process.env`. */
export type MutableEnvironment = Record<string, string | undefined>;

const environments = new WeakMap<Readonly<MutableEnvironment>, Map<string, Variable>>();

/**
 * Writes overrides into an environment until `restore`, for tools that can only read `process.env`.
 * Prefer `spawnEnvironment`. Runs may overlap and end in any order: a variable keeps the value of the
 * latest run that still needs it, and gets its original value back after the last one.
 */
export function applyEnvScope(
  overrides: Pick<EnvOverrides, "env">,
  environment: MutableEnvironment = process.env,
): EnvScope {
  const variables = environments.get(environment) ?? new Map<string, Variable>();
  environments.set(environment, variables);
  const conflicts: string[] = [];
  const layers = Object.entries(overrides.env).map(([name, value]) => {
    const variable = variables.get(name) ?? {
      original: environment[name],
      written: environment[name],
      layers: [],
    };
    variables.set(name, variable);
    if (variable.layers.some((other) => other.value !== value)) conflicts.push(name);
    const layer = { value };
    variable.layers.push(layer);
    write(environment, name, variable, value);
    return { name, variable, layer };
  });
  let open = true;
  return {
    conflicts,
    restore: () => {
      if (!open) return;
      open = false;
      for (const { name, variable, layer } of layers) {
        variable.layers.splice(variable.layers.indexOf(layer), 1);
        const top = variable.layers.at(-1);
        const untouched = environment[name] === variable.written;
        if (untouched) write(environment, name, variable, top === undefined ? variable.original : top.value);
        if (top === undefined) variables.delete(name);
      }
    },
  };
}

/**
 * The environment as it is without any open scope. What another run has set for itself must neither look like the
 * user's own setting (this run's key would vanish with that run) nor make skills usable for a while.
 */
export function withoutScopes(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const variables = environments.get(environment);
  if (variables === undefined || variables.size === 0) return environment;
  const plain = { ...environment };
  for (const [name, { original, written }] of variables) {
    if (plain[name] === written) plain[name] = original;
  }
  return plain;
}

function write(
  environment: MutableEnvironment,
  name: string,
  variable: Variable,
  value: string | undefined,
): void {
  if (value === undefined) delete environment[name];
  else environment[name] = value;
  variable.written = value;
}

/** Runs work inside a scope and ends it whatever happens. */
export async function withEnvScope<T>(
  overrides: Pick<EnvOverrides, "env">,
  work: () => T | Promise<T>,
  environment: MutableEnvironment = process.env,
): Promise<T> {
  const scope = applyEnvScope(overrides, environment);
  try {
    return await work();
  } finally {
    scope.restore();
  }
}
