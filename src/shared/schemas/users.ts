import * as z from "zod";
import { ROLES } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

/** Longest reason (characters) that an admin gives for disabling an account. */
export const REASON_LENGTH = 1000;

/** PATCH /api/admin/users/{id}: changes the given fields, at least one. The user is told the reason. */
export const userChangesSchema = z
  .object({
    disabled: z.boolean().optional(),
    role: z.enum(ROLES).optional(),
    reason: z.string().overwrite(normaliseLines).max(REASON_LENGTH).default(""),
  })
  .refine(({ disabled, role }) => disabled !== undefined || role !== undefined, {
    path: ["disabled"],
    error: "required",
  });

/** GET /api/admin/users: prefixes of words in name or e-mail address, and further filters. */
export const usersQuerySchema = z.object({
  q: z.string().max(200).default(""),
  role: z.enum(ROLES).optional(),
  disabled: z
    .enum(["true", "false"])
    .transform((said) => said === "true")
    .optional(),
  after: z.string().optional(),
});
