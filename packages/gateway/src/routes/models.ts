import type { FastifyInstance } from "fastify";
import { mayUse, mayUseModels, type Caller } from "../http/caller.ts";
import type { GatewayContext } from "../http/context.ts";
import { notFound } from "../http/http-error.ts";

interface Model {
  readonly id: string;
  readonly object: "model";
  /** Seconds since 1970. */
  readonly created: number;
  readonly owned_by: string;
}

/** `/v1/models`: published workflows as `workflow/<name>`, beside the configured aliases. */
export function modelRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.get("/v1/models", async (request) => ({ object: "list", data: modelsFor(request.caller, context) }));
  // Clients write the slash of `workflow/<name>` as it is, or as %2F, which the router has read.
  app.get<{ Params: { "*": string } }>("/v1/models/*", async (request) => {
    const id = request.params["*"];
    const found = modelsFor(request.caller, context).find((model) => model.id === id);
    if (found === undefined) throw notFound(`there is no model "${id}"`, "model_not_found");
    return found;
  });
}

function modelsFor(caller: Caller, context: GatewayContext): Model[] {
  const workflows = context.store
    .workflows()
    .filter((row) => row.liveVersion !== undefined && mayUse(caller, row.name))
    .map((row): Model => {
      const created = Math.floor((row.publishedAt ?? row.registeredAt) / 1000);
      return { id: `workflow/${row.name}`, object: "model", created, owned_by: "espalier" };
    });
  if (!mayUseModels(caller)) return workflows;
  const aliases = [...context.models.aliases].map(([id, { provider }]): Model => ({
    id,
    object: "model",
    created: 0,
    owned_by: provider,
  }));
  return [...workflows, ...aliases];
}
