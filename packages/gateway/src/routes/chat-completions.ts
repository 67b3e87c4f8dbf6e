import type { FastifyInstance } from "fastify";
import { answerSample } from "../chat/answer-sample.ts";
import { forward } from "../chat/forward.ts";
import { readChatRequest, workflowOfModel } from "../chat/request.ts";
import { runWorkflow } from "../chat/run-workflow.ts";
import { demand, mayUseModels } from "../http/caller.ts";
import type { GatewayContext } from "../http/context.ts";
import { HttpError } from "../http/http-error.ts";

/** `POST /v1/chat/completions`: the only address that executes anything. */
export function chatCompletionRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.post("/v1/chat/completions", async (request, reply) => {
    demand(request.caller, "invoke");
    const chat = readChatRequest(request.body, context.limits);
    const workflow = workflowOfModel(chat.model);
    if (workflow !== undefined) return runWorkflow(workflow, chat, request, reply, context);
    if (!mayUseModels(request.caller))
      throw new HttpError("this key is for its workflows only, not for models", {
        status: 403,
        code: "model_not_allowed",
      });
    const alias = context.models.resolve(chat.model);
    if (alias === undefined)
      throw new HttpError(`there is no model "${chat.model}"`, {
        status: 404,
        code: "model_not_found",
        param: "model",
      });
    const place = context.limiter.enter(request.caller.keyNo, "request");
    if (place instanceof HttpError) throw place;
    place.keep();
    return alias.provider === "sample"
      ? answerSample(alias, chat, reply, request.id)
      : forward(alias, chat, reply, context.models.fetch);
  });
}
