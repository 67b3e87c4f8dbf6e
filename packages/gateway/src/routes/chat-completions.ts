import type { FastifyInstance } from "fastify";
import { answerSample, forward } from "../chat/passthrough.ts";
import { readChatRequest, workflowOfModel } from "../chat/request.ts";
import { runWorkflow } from "../chat/run-workflow.ts";
import { demand } from "../http/caller.ts";
import type { GatewayContext } from "../http/context.ts";
import { notFound } from "../http/http-error.ts";

/** `POST /v1/chat/completions`: the only address that executes anything. */
export function chatCompletionRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.post("/v1/chat/completions", async (request, reply) => {
    const chat = readChatRequest(request.body);
    const workflow = workflowOfModel(chat.model);
    if (workflow !== undefined) return runWorkflow(workflow, chat, request, reply, context);
    demand(request.caller, "invoke");
    const alias = context.models.resolve(chat.model);
    if (alias === undefined) throw notFound(`there is no model "${chat.model}"`, "model_not_found");
    return alias.provider === "sample" ? answerSample(alias, chat, reply, request.id) : forward(alias, chat, reply);
  });
}
