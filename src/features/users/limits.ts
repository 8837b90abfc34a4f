import { shippedLimit } from "@/db/limits";

/** Mails that admins send to one person once more. */
export const RESENT_MAILS = shippedLimit("resent_mail");
