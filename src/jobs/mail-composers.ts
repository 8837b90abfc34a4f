import { composeAlertDigest } from "@/features/alerts";

/** The composers of mail that is composed when it is delivered, by template. */
export const MAIL_COMPOSERS = { alert_digest: composeAlertDigest };
