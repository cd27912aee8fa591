import { CortexError } from "../core/errors.js";

/** One call of a port's method, in the order in which calls began. */
export interface RecordedCall {
  /** 1 for the first call of any recorded port. */
  readonly number: number;
  /** The name under which the port was given. */
  readonly port: string;
  readonly method: string;
  readonly request: unknown;
}

/** What can go wrong with a call. */
export type Fault =
  /** Rejects, with the error given or with a `CortexError`; the port never hears of the call. */
  | { readonly kind: "reject"; readonly error?: unknown }
  /** Throws before there is a promise. */
  | { readonly kind: "throw"; readonly error?: unknown }
  /** Never settles, whatever the signal says. */
  | { readonly kind: "hang" }
  /** Answers this instead of calling the port: any garbage will do. */
  | { readonly kind: "answer"; readonly value: unknown }
  /** The port does its work and the answer is lost: applied, but not acknowledged. */
  | { readonly kind: "lose"; readonly error?: unknown };

/** Ports that note what they are asked, and fail when told to. */
export interface RecordingPorts<Ports extends object> {
  /** The same ports, each method recorded; everything else is passed through. */
  readonly ports: Ports;
  /** Every call so far. */
  readonly calls: readonly RecordedCall[];
  /** Makes the call with this number go wrong, once. */
  faultAt(number: number, fault: Fault): void;
  /** Makes every call of one method go wrong from now on. */
  faultFor(port: keyof Ports & string, method: string, fault: Fault): void;
}

/**
 * Wraps ports (objects with methods, or lists of them such as `registries`) so that a test can see every call and break any
 * one of them: run once to count the calls, then once more for each call and each kind of fault.
 */
export function createRecordingPorts<Ports extends object>(ports: Ports): RecordingPorts<Ports> {
  const calls: RecordedCall[] = [];
  const byNumber = new Map<number, Fault>();
  const byMethod = new Map<string, Fault>();

  const wrap = (name: string, port: unknown): unknown => {
    if (Array.isArray(port)) return port.map((one) => wrap(name, one));
    if (!isPort(port)) return port;
    return new Proxy(port, {
      get(target, method) {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== "function" || typeof method !== "string" || SYNCHRONOUS.has(method))
          return value;
        return (...parameters: readonly unknown[]): unknown => {
          const number = calls.length + 1;
          calls.push({ number, port: name, method, request: parameters[0] });
          const fault = byNumber.get(number) ?? byMethod.get(`${name}.${method}`);
          byNumber.delete(number);
          return perform(fault, `${name}.${method}`, () => Reflect.apply(value, target, parameters));
        };
      },
    });
  };
  return {
    ports: Object.fromEntries(
      Object.entries(ports).map(([name, port]: [string, unknown]) => [name, wrap(name, port)]),
    ) as Ports,
    calls,
    faultAt: (number, fault) => void byNumber.set(number, fault),
    faultFor: (port, method, fault) => void byMethod.set(`${port}.${method}`, fault),
  };
}

/** Methods that answer without a promise: clocks, chance, loggers. They are not recorded. */
const SYNCHRONOUS: ReadonlySet<string> = new Set(["now", "id", "number", "log", "understands", "advance"]);

function isPort(value: unknown): value is object {
  return typeof value === "object" && value !== null && "specificationVersion" in value;
}

function perform(fault: Fault | undefined, name: string, call: () => unknown): unknown {
  if (fault === undefined) return call();
  const error = "error" in fault ? fault.error : new CortexError("port-failed", `${name} was made to fail.`);
  switch (fault.kind) {
    case "throw":
      throw error;
    case "reject":
      return Promise.reject(error);
    case "hang":
      return new Promise(() => {});
    case "answer":
      return Promise.resolve(fault.value);
    case "lose":
      return Promise.resolve(call()).then(() => {
        throw error;
      });
  }
}
