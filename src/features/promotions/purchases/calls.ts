import * as z from "zod";
import {
  createdOrderSchema,
  orderConflictSchema,
  orderJsonSchema,
  orderListSchema,
} from "@/shared/schemas/order-json";
import { promotionOrderSchema } from "@/shared/schemas/promotion-order";
import { contentSchema } from "@/shared/schemas/user-json";

/** The API descriptions of the calls, used as `describeRoute(PLACE_ORDER)`. */

const ID = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const ORDERED = { schema: createdOrderSchema };

export const PLACE_ORDER = {
  tag: "orders",
  auth: BEARER,
  idempotent: true,
  parameters: [ID],
  body: { schema: promotionOrderSchema },
  answers: {
    200: ORDERED,
    201: ORDERED,
    // Replaces the plain problem: it may say when a slot is free again.
    409: { schema: orderConflictSchema, type: "application/problem+json" },
  },
  problems: ["unauthenticated", "not_found", "invalid", "too_many", "unavailable"],
} as const;

export const LIST_ORDERS = {
  tag: "orders",
  auth: BEARER,
  parameters: [{ name: "after", in: "query", schema: z.string().optional() }],
  answers: { 200: { schema: orderListSchema } },
  problems: ["unauthenticated"],
} as const;

export const GET_ORDER = {
  tag: "orders",
  auth: BEARER,
  parameters: [ID],
  answers: { 200: { schema: contentSchema(orderJsonSchema) } },
  problems: ["unauthenticated", "not_found"],
} as const;
