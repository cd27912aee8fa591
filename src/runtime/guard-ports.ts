import type { z } from "zod";
import { CortexError } from "../core/errors.js";
import type { Matcher } from "../ports/matcher.js";
import type { Registry } from "../ports/registry.js";
import { toFailure } from "./call-port.js";
import type { ResolvedOptions } from "./cortex-options.js";

type Schemas = typeof import("./port-answers.js");

/** The shape of what each method answers; methods that are not named are passed through. */
type AnswerSchemas<Port> = { readonly [Method in keyof Port]?: (schemas: Schemas) => z.ZodType };

let loading: Promise<Schemas> | undefined;

/** Loaded with the first answer: building schemas takes longer than everything else that an import of us does. */
export function loadSchemas(): Promise<Schemas> {
  loading ??= import("./port-answers.js");
  return loading;
}

/**
 * The same options with ports whose every answer has the promised shape: anything else is the
 * failure `port-answer-invalid`. Types may lie, adapters are other people's code.
 */
export function guardPorts(options: ResolvedOptions): ResolvedOptions {
  const { catalog, confirmer, notifier, planner, provisioner, runner, matcher } = options;
  return {
    ...options,
    store: guard("store", options.store, {
      list: (schemas) => schemas.keysSchema,
      read: (schemas) => schemas.documentSchema,
      compareAndSwap: (schemas) => schemas.swapSchema,
    }),
    installer: guard("installer", options.installer, {
      install: (schemas) => schemas.installAnswerSchema,
      release: (schemas) => schemas.releaseAnswerSchema,
      read: (schemas) => schemas.readAnswerSchema,
      list: (schemas) => schemas.installedSchema,
    }),
    registries: options.registries.map((registry) =>
      guard<Registry>("registry", registry, {
        search: (schemas) => schemas.listingsSchema(registry),
        describe: (schemas) => schemas.skillVersionSchema,
        fetch: (schemas) => schemas.bundleSchema,
      }),
    ),
    ...(catalog && {
      catalog: guard("catalog", catalog, {
        list: (schemas) => schemas.ownedSchema,
        match: (schemas) => schemas.ownedSchema,
      }),
    }),
    ...(confirmer && {
      confirmer: guard("confirmer", confirmer, { confirm: (schemas) => schemas.confirmerAnswerSchema }),
    }),
    ...(notifier && {
      notifier: guard("notifier", notifier, { notify: (schemas) => schemas.noticeOutcomeSchema }),
    }),
    ...(planner && { planner: guard("planner", planner, { outline: (schemas) => schemas.outlineSchema }) }),
    ...(provisioner && {
      provisioner: guard("provisioner", provisioner, {
        provision: (schemas) => schemas.provisionAnswerSchema,
      }),
    }),
    ...(runner && {
      runner: guard("runner", runner, { execute: (schemas) => schemas.executionOutcomeSchema }),
    }),
    ...(matcher && {
      matcher: reporting(
        options,
        guard("matcher", matcher, {
          regions: (schemas) => schemas.regionScoresSchema,
          listings: (schemas) => schemas.scoredListingsSchema,
        }),
      ),
    }),
  };
}

function guard<Port extends { readonly specificationVersion: "v1" }>(
  name: string,
  port: Port,
  schemas: AnswerSchemas<Port>,
): Port {
  if (port.specificationVersion !== "v1")
    throw new CortexError("config-invalid", `The port "${name}" does not say specificationVersion "v1".`);
  return new Proxy(port, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      const pick = schemas[property as keyof Port];
      if (pick === undefined) return member.bind(target);
      return async (...args: unknown[]) => {
        const answer: unknown = await Reflect.apply(member, target, args);
        const parsed = pick(await loadSchemas()).safeParse(answer);
        if (parsed.success) return parsed.data;
        throw new CortexError(
          "port-answer-invalid",
          `The port "${name}" answered something unusable to "${String(property)}".`,
        );
      };
    },
  });
}

/** Matching by meaning is a refinement: without it the words decide, but not in silence. */
function reporting(options: ResolvedOptions, matcher: Matcher): Matcher {
  const watched =
    <Request, Answer>(
      method: (request: Request, context: Parameters<Matcher["regions"]>[1]) => Promise<Answer>,
    ) =>
    async (request: Request, context: Parameters<Matcher["regions"]>[1]): Promise<Answer> => {
      try {
        return await method(request, context);
      } catch (reason) {
        options.onProgress?.({
          kind: "degraded",
          flowId: context.flowId,
          at: options.clock.now(),
          port: "matcher",
          failure: toFailure(reason),
        });
        throw reason;
      }
    };
  return {
    specificationVersion: "v1",
    regions: watched(matcher.regions),
    listings: watched(matcher.listings),
  };
}
