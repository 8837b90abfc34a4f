import * as z from "zod";
import { enquiryCall, enquiryStateSchema, messageSchema, phoneCall } from "@/shared/schemas/enquiry";
import {
  enquiryListSchema,
  messageJsonSchema,
  pendingEnquirySchema,
  revealedPhoneSchema,
  threadJsonSchema,
} from "@/shared/schemas/enquiry-json";
import { contentSchema } from "@/shared/schemas/user-json";
import { BOXES } from "./inbox";

/** The API descriptions of the calls, used as `described(SEND_ENQUIRY)`. */

const ID = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const THREAD = { schema: contentSchema(threadJsonSchema) };

export const SEND_ENQUIRY = {
  tag: "enquiries",
  auth: BEARER,
  anonymous: true,
  idempotent: true,
  parameters: [ID],
  body: { schema: enquiryCall },
  answers: { 201: THREAD, 202: { schema: pendingEnquirySchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid", "too_many"],
} as const;

export const REVEAL_PHONE = {
  tag: "enquiries",
  auth: BEARER,
  anonymous: true,
  idempotent: true,
  parameters: [ID],
  body: { schema: phoneCall, required: false },
  answers: { 200: { schema: revealedPhoneSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "too_many"],
} as const;

export const LIST_ENQUIRIES = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [
    { name: "box", in: "query", schema: z.enum(BOXES).optional() },
    { name: "after", in: "query", schema: z.string().optional() },
  ],
  answers: { 200: { schema: enquiryListSchema } },
  problems: ["unauthenticated"],
} as const;

export const GET_ENQUIRY = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [ID],
  answers: { 200: THREAD },
  problems: ["unauthenticated", "not_found"],
} as const;

export const SEND_MESSAGE = {
  tag: "enquiries",
  auth: BEARER,
  idempotent: true,
  parameters: [ID],
  body: { schema: messageSchema },
  answers: { 201: { schema: contentSchema(messageJsonSchema) } },
  problems: ["unauthenticated", "not_found", "conflict", "invalid", "too_many"],
} as const;

export const FILE_ENQUIRY = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [ID],
  body: { schema: enquiryStateSchema },
  answers: { 200: THREAD },
  problems: ["unauthenticated", "not_found", "invalid"],
} as const;
