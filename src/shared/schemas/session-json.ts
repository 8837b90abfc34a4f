import * as z from "zod";
import { SIGN_UP_ROLES } from "@/shared/codes";

/** The answer to signing in and refreshing. */
export const accessSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal("bearer"),
    /** Seconds. */
    expires_in: z.number().int(),
  })
  .meta({ id: "AccessToken" });

/** The sender's own data after a sign-up; the id comes with the first sign-in. */
export const signedUpSchema = z.object({
  email: z.string(),
  role: z.enum(SIGN_UP_ROLES),
  first_name: z.string(),
  last_name: z.string(),
});

/** The form of POST /auth/users/token. */
export const credentialsSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });

/** The optional body of POST /auth/users/logout: the token whose session ends. */
export const logoutSchema = z.object({
  access_token: z.string().optional(),
  token_type: z.literal("bearer").optional(),
});
