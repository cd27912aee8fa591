import type { z } from "zod";
import { CortexError } from "../core/errors.js";
import type { Matcher } from "../ports/matcher.js";
import type { Registry } from "../ports/registry.js";
import { toFailure } from "./call-port.js";
import type { ResolvedOptions } from "./cortex-options.js";
import * as answers from "./port-answers.js";

/** The shape of what each method answers; methods that are not named are passed through. */
type AnswerSchemas<Port> = { readonly [Method in keyof Port]?: z.ZodType };

/**
 * The same options with ports whose every answer has the promised shape: anything else is the
 * failure `port-answer-invalid`. Types may lie, adapters are other people's code.
 */
export function guardPorts(options: ResolvedOptions): ResolvedOptions {
  const { catalog, confirmer, notifier, planner, provisioner, runner, matcher } = options;
  return {
    ...options,
    store: guard("store", options.store, {
      list: answers.keysSchema,
      read: answers.documentSchema,
      compareAndSwap: answers.swapSchema,
    }),
    installer: guard("installer", options.installer, {
      install: answers.installAnswerSchema,
      release: answers.releaseAnswerSchema,
      read: answers.readAnswerSchema,
      list: answers.installedSchema,
    }),
    registries: options.registries.map((registry) =>
      guard<Registry>("registry", registry, {
        search: answers.listingsSchema(registry),
        describe: answers.skillVersionSchema,
        fetch: answers.bundleSchema,
      }),
    ),
    ...(catalog && {
      catalog: guard("catalog", catalog, {
        list: answers.ownedSchema,
        match: answers.ownedSchema,
      }),
    }),
    ...(confirmer && {
      confirmer: guard("confirmer", confirmer, { confirm: answers.confirmerAnswerSchema }),
    }),
    ...(notifier && {
      notifier: guard("notifier", notifier, { notify: answers.noticeOutcomeSchema }),
    }),
    ...(planner && { planner: guard("planner", planner, { outline: answers.outlineSchema }) }),
    ...(provisioner && {
      provisioner: guard("provisioner", provisioner, {
        provision: answers.provisionAnswerSchema,
      }),
    }),
    ...(runner && {
      runner: guard("runner", runner, { execute: answers.executionOutcomeSchema }),
    }),
    ...(matcher && {
      matcher: reporting(
        options,
        guard("matcher", matcher, {
          regions: answers.regionScoresSchema,
          listings: answers.scoredListingsSchema,
        }),
      ),
    }),
  };
}

function guard<Port extends object>(name: string, port: Port, schemas: AnswerSchemas<Port>): Port {
  return new Proxy(port, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      const schema = schemas[property as keyof Port];
      if (schema === undefined) return member.bind(target);
      return async (...args: unknown[]) => {
        const answer: unknown = await Reflect.apply(member, target, args);
        const parsed = schema.safeParse(answer);
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
