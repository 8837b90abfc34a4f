import "./jitless";
import * as z from "zod/mini";
import { ID_PATTERN } from "@/shared/ids";
import { contentSchema, timestampSchema } from "./json";

/** Longest endpoint (characters); those of push services have some hundreds. */
const MAX_ENDPOINT_LENGTH = 1000;

const endpoint = z.url({ protocol: /^https?$/ }).check(z.maxLength(MAX_ENDPOINT_LENGTH));

/** The JSON of a browser's `PushSubscription`: its endpoint, and its keys in base64url. */
export const pushSubscriptionSchema = z.object({
  endpoint,
  keys: z.object({
    /** An uncompressed P-256 point, 65 bytes that begin with 4. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushSubscriptionInput = z.output<typeof pushSubscriptionSchema>;

/** Names a device: by its id, or by the endpoint that its browser knows. */
export const pushDeviceReferenceSchema = z
  .object({ _id: z.optional(z.string().check(z.regex(ID_PATTERN))), endpoint: z.optional(endpoint) })
  .check(
    z.refine((device) => (device._id === undefined) !== (device.endpoint === undefined), {
      error: "required",
      path: ["_id"],
    }),
  );

/** The JSON of a device that gets push messages. */
const pushDeviceJsonSchema = z
  .object({
    _id: z.string(),
    /** Browser and system, as in "Firefox, Windows"; "" if unknown. */
    device: z.string(),
    created_ts: timestampSchema,
  })
  .register(z.globalRegistry, { id: "PushDevice" });

export const pushDeviceResponseSchema = contentSchema(pushDeviceJsonSchema);
export const pushDeviceListResponseSchema = z.object({
  content: z.array(pushDeviceJsonSchema),
  /** The list is complete: an account has few devices. */
  next: z.null(),
});
export type PushDeviceJson = z.output<typeof pushDeviceJsonSchema>;
