import { CortexError } from "../core/errors.js";
import type { ExecutionOrder, ExecutionOutcome, Runner } from "../ports/runner.js";
import { childEnv } from "./process-env.js";
import { type ProcessResult, runProcess } from "./process-run.js";

/** The command that does a task with a skill. The host decides it; a skill's text never does. */
export interface SkillCommand {
  /** Program and arguments; never a shell line. */
  readonly argv: readonly string[];
  /** @defaultValue the skill's folder */
  readonly cwd?: string;
  /** Written to its standard input. @defaultValue "" */
  readonly stdin?: string;
  /** Names of variables to pass on, besides PATH, HOME, language and temporary folder. */
  readonly passEnv?: readonly string[];
  /** Variables set to these values. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the host knows this command to do, for example `read:calendar`. */
  readonly sideEffects?: readonly string[];
}

/** Options of `createProcessRunner`. */
export interface ProcessRunnerOptions {
  /** Says which command does the task; `undefined` is a task that this skill does not fit. */
  readonly command: (order: ExecutionOrder) => SkillCommand | undefined | Promise<SkillCommand | undefined>;
  /**
   * Judges the result. @defaultValue exit code 0 is success; 127, or a program that
   * is not installed, is `dependency_missing`; everything else is `runtime_error`
   */
  readonly interpret?: (
    result: ProcessResult,
    order: ExecutionOrder,
  ) => ExecutionOutcome | Promise<ExecutionOutcome>;
  /** One run. @defaultValue 120000 */
  readonly timeoutMs?: number;
  /** Bytes kept of each of stdout and stderr. @defaultValue 1048576 */
  readonly maximumOutputBytes?: number;
}

/** Runs a command of the host's choice for an installed skill, in a process group of its own. */
export function createProcessRunner(options: ProcessRunnerOptions): Runner {
  const { timeoutMs = 120_000, maximumOutputBytes = 1024 * 1024 } = options;
  return {
    specificationVersion: "v1",
    reports: "runner",
    async execute(order, context) {
      const command = await options.command(order);
      if (command === undefined) return { result: "task_mismatch" };
      const { argv, cwd = order.location, stdin, passEnv = [], env, sideEffects } = command;
      const seen = sideEffects === undefined ? {} : { sideEffects };
      try {
        const result = await runProcess({
          argv,
          cwd,
          env: childEnv(passEnv, env),
          ...(stdin === undefined ? {} : { stdin }),
          timeoutMs,
          maximumOutputBytes,
          signal: context.signal,
        });
        const outcome = (await options.interpret?.(result, order)) ?? judge(result, argv);
        return { ...seen, ...outcome };
      } catch (error) {
        if (!CortexError.is(error)) throw error;
        if (error.code === "binary-missing") return { ...missing(argv), ...seen };
        if (error.code === "process-timeout") return { result: "runtime_error", ...seen };
        throw error;
      }
    },
  };
}

function judge({ exitCode }: ProcessResult, argv: readonly string[]): ExecutionOutcome {
  if (exitCode === 0) return { result: "success" };
  return exitCode === 127 ? missing(argv) : { result: "runtime_error" };
}

function missing([program = ""]: readonly string[]): ExecutionOutcome {
  const name = program.split(/[/\\]/).at(-1) ?? "";
  const nameable = /^[A-Za-z0-9_.+-]{1,64}$/.test(name);
  return { result: "dependency_missing", ...(nameable ? { missing: [name] } : {}) };
}
