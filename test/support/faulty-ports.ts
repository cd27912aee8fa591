/** One way in which a port lets its caller down. */
export interface Fault {
  readonly name: string;
  readonly act: () => unknown;
}

const throwingGetter = () =>
  new Proxy(
    {},
    {
      get() {
        throw new Error("a getter that throws");
      },
    },
  );

export const FAULTS: readonly Fault[] = [
  { name: "rejects", act: () => Promise.reject(new Error("port broke")) },
  { name: "rejects with no error", act: () => Promise.reject(undefined) },
  {
    name: "throws",
    act: () => {
      throw new Error("port broke at once");
    },
  },
  { name: "hangs", act: () => new Promise(() => {}) },
  {
    name: "answers late, with a rejection",
    act: () => new Promise((_, reject) => setTimeout(reject, 60, new Error("late"))),
  },
  ...[undefined, null, 42, "nonsense", [], {}, [null], { pin: null, listings: 7 }].map((garbage) => ({
    name: `answers ${JSON.stringify(garbage) ?? "undefined"}`,
    act: () => Promise.resolve(garbage),
  })),
  { name: "answers something that throws when read", act: async () => ({ value: throwingGetter() }) },
];

/** Counts the calls of every method of a set of ports and lets one of them fail. */
export function createFaultLine() {
  const calls = new Map<string, number>();
  let target: { readonly method: string; readonly nth: number; readonly fault: Fault } | undefined;
  let struck = 0;
  return {
    calls,
    struck: () => struck,
    aim(method: string, nth: number, fault: Fault): void {
      target = { method, nth, fault };
    },
    /** The same port, with its methods counted and, at the aimed call, replaced by the fault. */
    wrap<Port extends object>(name: string, port: Port): Port {
      return new Proxy(port, {
        get(original, property) {
          const member: unknown = Reflect.get(original, property);
          if (typeof member !== "function") return member;
          const method = `${name}.${String(property)}`;
          return (...args: unknown[]) => {
            const nth = (calls.get(method) ?? 0) + 1;
            calls.set(method, nth);
            if (target?.method === method && target.nth === nth) {
              struck += 1;
              return target.fault.act();
            }
            return Reflect.apply(member, original, args);
          };
        },
      });
    },
  };
}
