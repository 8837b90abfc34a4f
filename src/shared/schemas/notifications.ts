import "./jitless";
import * as z from "zod/mini";
import type { NotificationKind } from "@/shared/codes";
import { contentSchema } from "./json";

const mailAndPush = z.object({ mail: z.boolean(), push: z.boolean() });
const mailOnly = z.object({ mail: z.boolean(), push: z.literal(false) });

/** What a user wants to get, by kind. Some kinds are never sent as push messages. */
export const notificationSettingsSchema = z.object({
  enquiries: mailAndPush,
  reviews: mailOnly,
  listings: mailOnly,
  alerts: mailAndPush,
  requests: mailAndPush,
  news: mailOnly,
} satisfies Record<NotificationKind, z.ZodMiniType>);
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

/** A new choice. Clients from before there were requests leave them out: that choice stays as it is. */
export const notificationChoicesSchema = z.object({
  ...notificationSettingsSchema.shape,
  requests: z.optional(notificationSettingsSchema.shape.requests),
});

export const notificationSettingsResponseSchema = contentSchema(notificationSettingsSchema);
