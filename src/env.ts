import * as z from "zod";
import { LOCALES } from "@/shared/i18n/locales";
import { sharedDomain } from "@/shared/shared-domain";

/** The bindings of the worker, as `wrangler.toml` names them. */
export type Bindings = {
  DB: D1Database;
  MEDIA: R2Bucket;
  MAIL_QUEUE: Queue<MailWakeUp>;
  IMAGES: ImagesBinding;
  /** Cloudflare's mail service; not needed if MAIL_ENDPOINT is set. */
  EMAIL?: SendEmail;
  ASSETS: Fetcher;
} & Record<ConfigName, string | undefined>;

/** The queue carries no mail, only the signal that mail is due; the mails are in the outbox table. */
export type MailWakeUp = { wake: "outbox" };

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    "must be an origin such as https://example.ro, without a path",
  );
const positiveInteger = z.coerce.number().int().positive();

/** Every setting that the worker reads. Each error says how to fix the setting. */
const settings = z.object({
  SITE_NAME: z.string().min(1).max(60),
  SITE_URL: origin,
  API_BASE: origin.or(z.literal("")).default(""),
  DEFAULT_LOCALE: z.enum(LOCALES).default("en"),
  JWT_SECRET: z
    .string()
    .refine((value) => new TextEncoder().encode(value).length >= 32, "must have at least 32 bytes"),
  ACCESS_TOKEN_TTL_S: positiveInteger.default(300),
  ACCESS_REFRESH_MS: positiveInteger.default(120_000),
  REFRESH_GRACE_S: z.coerce.number().int().nonnegative().default(30),
  REFRESH_IDLE_S: positiveInteger.default(12 * 3600),
  REFRESH_REMEMBER_S: positiveInteger.default(30 * 86_400),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_/, "must be a Stripe secret key (sk_… or rk_…)"),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_/, "must be a Stripe webhook secret (whsec_…)"),
  STRIPE_API_BASE: origin.default("https://api.stripe.com"),
  MAIL_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/, "must be an address or Name <address>"),
  CONTACT_EMAIL: z.email(),
  TURNSTILE_SITE_KEY: z.string().min(1).optional(),
  TURNSTILE_SECRET_KEY: z.string().min(1).optional(),
  TURNSTILE_VERIFY_URL: z
    .url({ protocol: /^https?$/ })
    .default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, "must look like G-XXXXXXX")
    .optional(),
});

/** Settings that only work together. */
const PAIRS = [["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"]] as const;

const configSchema = settings.superRefine((config, context) => {
  for (const [first, second] of PAIRS) {
    if ((config[first] === undefined) === (config[second] === undefined)) continue;
    const [present, missing] = config[first] === undefined ? [second, first] : [first, second];
    context.addIssue({ code: "custom", path: [missing], message: `, though ${present} is set` });
  }
  const { SITE_URL, API_BASE } = config;
  if (API_BASE !== "" && sharedDomain(SITE_URL, API_BASE) === null) {
    const message = `must be on the same site as SITE_URL (${SITE_URL}) with the same scheme, such as https://api.your.site for https://your.site`;
    context.addIssue({ code: "custom", path: ["API_BASE"], message });
  }
});

export type Config = z.infer<typeof settings>;
export type ConfigName = keyof Config;
export const CONFIG_NAMES = Object.keys(settings.shape) as ConfigName[];

/**
 * Parses the settings from bindings or environment variables (other names are ignored).
 * @throws Error that names each missing or malformed variable and says what to do.
 */
export function parseConfig(record: Record<string, unknown>): Config {
  const values = Object.fromEntries(
    CONFIG_NAMES.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]),
  );
  const parsed = configSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const missing = `is missing${issue.code === "custom" ? issue.message : ""}`;
    const problem = values[name] === undefined ? missing : `is malformed: ${issue.message}`;
    return `${name} ${problem}. Set it as an environment variable of that name (with "wrangler dev" in .dev.vars, see .dev.vars.example), or in production with "wrangler secret put ${name}" or under [vars] in wrangler.toml.`;
  });
  throw new Error(lines.join("\n"));
}
