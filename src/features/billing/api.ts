import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { billingJsonSchema, billingSchema } from "@/shared/schemas/billing";
import { contentSchema } from "@/shared/schemas/json";
import { getBilling } from "./get-billing";
import { saveBilling } from "./save-billing";

/** A user's billing details as JSON. */
export const billingApi = new Hono<AppEnv>();

declareCall(billingApi, {
  method: "GET",
  path: paths.apiBilling(),
  tag: "orders",
  summary: "Get your billing details",
  description: "Those of your last order, or as you changed them since.",
  access: "user",
  responses: {
    200: {
      description: "The billing details; `content` is null before the first order.",
      schema: contentSchema(z.nullable(billingJsonSchema)),
    },
  },
  handler: async ({ ctx }) => ({ content: await getBilling(ctx) }),
});

declareCall(billingApi, {
  method: "PUT",
  path: paths.apiBilling(),
  tag: "orders",
  summary: "Change your billing details",
  description: "Replaces all of them. Orders and invoices keep the details that they have.",
  fields: { kind: "`person` or `company`", name: "Name of the person or company" },
  access: "user",
  rawBody: billingSchema,
  responses: {
    200: { description: "The stored billing details.", schema: contentSchema(billingJsonSchema) },
  },
  handler: async ({ ctx, rawBody }) => ({ content: getOrThrow(await saveBilling(ctx, rawBody)) }),
});
