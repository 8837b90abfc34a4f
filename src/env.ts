import * as z from "zod/mini";
import { DEMO_SECRETS } from "@/shared/demo-secrets";
import { LOCALES } from "@/shared/i18n/locales";
import { englishMessages } from "@/shared/schemas/english-messages";
import { sharedDomain } from "@/shared/shared-domain";

/** The bindings of the worker, as `wrangler.toml` names them. */
export type Bindings = {
  DB: D1Database;
  MEDIA: R2Bucket;
  BACKUPS: R2Bucket;
  MAIL_QUEUE: Queue<MailWakeUp>;
  IMAGES: ImagesBinding;
  /** Cloudflare's mail service; not needed if MAIL_ENDPOINT is set. */
  EMAIL?: SendEmail;
  ASSETS: Fetcher;
  CF_VERSION_METADATA: WorkerVersionMetadata;
} & Record<ConfigName, string | undefined>;

/** Signals that mail or push messages are due; they are in the outbox tables. */
export type MailWakeUp = { wake: "outbox" };

const origin = z
  .url({ protocol: /^https?$/ })
  .check(
    z.refine(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      "must be an origin such as https://example.ro, without a path",
    ),
  );
/** An address that paths are added to. */
const address = z
  .url({ protocol: /^https?$/ })
  .check(z.refine((value) => !/[?#]|\/$/.test(value), "must have no slash at its end and no query"));
const sender = z
  .string()
  .check(
    z.regex(/^([^<>]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/, "must be an address or Name <address>"),
  );
const SECONDS_OF_400_DAYS = 400 * 86_400;
/** An integer up to 400 days: browsers keep no cookie longer, and Hono throws for one that asks for more. */
const duration = (min: number, unitsPerSecond = 1) => {
  const max = SECONDS_OF_400_DAYS * unitsPerSecond;
  return z.coerce
    .number()
    .check(z.int(), z.minimum(min), z.maximum(max, `must be at most ${max} (400 days)`));
};

/** Every setting that the worker reads. Each error says how to fix the setting. */
const settings = z.object({
  SITE_NAME: z.string().check(z.minLength(1), z.maxLength(60)),
  SITE_URL: origin,
  API_BASE: z._default(z.union([origin, z.literal("")]), ""),
  DEFAULT_LOCALE: z._default(z.enum(LOCALES), "en"),
  JWT_SECRET: z
    .string()
    .check(z.refine((value) => new TextEncoder().encode(value).length >= 32, "must have at least 32 bytes")),
  ACCESS_TOKEN_TTL_S: z._default(duration(1), 300),
  ACCESS_REFRESH_MS: z._default(duration(1, 1000), 120_000),
  REFRESH_GRACE_S: z._default(duration(0), 30),
  REFRESH_IDLE_S: z._default(duration(1), 12 * 3600),
  REFRESH_REMEMBER_S: z._default(duration(1), 30 * 86_400),
  STRIPE_SECRET_KEY: z.string().check(z.regex(/^(sk|rk)_/, "must be a Stripe secret key (sk_… or rk_…)")),
  STRIPE_WEBHOOK_SECRET: z.string().check(z.regex(/^whsec_/, "must be a Stripe webhook secret (whsec_…)")),
  STRIPE_API_BASE: z._default(origin, "https://api.stripe.com"),
  MAIL_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
  MAIL_FROM: sender,
  /** Sender of digests and other bulk mail; MAIL_FROM if it is not set. */
  MAIL_FROM_DIGESTS: z.optional(sender),
  CONTACT_EMAIL: z.email(),
  TURNSTILE_SITE_KEY: z.optional(z.string().check(z.minLength(1))),
  TURNSTILE_SECRET_KEY: z.optional(z.string().check(z.minLength(1))),
  TURNSTILE_VERIFY_URL: z._default(
    z.url({ protocol: /^https?$/ }),
    "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  ),
  VAPID_PUBLIC_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^B[\w-]{86}$/, "must be an uncompressed P-256 point in base64url (87 characters)")),
  ),
  VAPID_PRIVATE_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{43}$/, "must be a P-256 private key in base64url (43 characters)")),
  ),
  VAPID_SUBJECT: z.optional(
    z
      .string()
      .check(z.regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, "must be a mailto: or https: address")),
  ),
  EFACTURA_CLIENT_ID: z.optional(z.string().check(z.minLength(1))),
  EFACTURA_CLIENT_SECRET: z.optional(z.string().check(z.minLength(1))),
  EFACTURA_AUTH_URL: z._default(address, "https://logincert.anaf.ro/anaf-oauth2/v1"),
  EFACTURA_API_URL: z._default(address, "https://api.anaf.ro/prod/FCTEL/rest"),
  MAINTENANCE: z._default(
    z.pipe(
      z.enum(["0", "1"]),
      z.transform((value) => value === "1"),
    ),
    false,
  ),
  GA_MEASUREMENT_ID: z.optional(z.string().check(z.regex(/^G-[A-Z0-9]+$/, "must look like G-XXXXXXX"))),
});

/** Settings that only work together. */
const GROUPS = [
  ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
  ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"],
  ["EFACTURA_CLIENT_ID", "EFACTURA_CLIENT_SECRET"],
] as const;

/** Public or without effect: keys of Stripe's test mode, and Turnstile's keys for tests. */
const TEST_KEYS = {
  STRIPE_SECRET_KEY: /^(sk|rk)_test_/,
  TURNSTILE_SITE_KEY: /^[1-3]x0{16}/,
  TURNSTILE_SECRET_KEY: /^[1-3]x0{16}/,
} as const;

/** Whether only this machine can open the site. */
function isLoopback(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const configSchema = settings.check(
  z.superRefine((config, context) => {
    for (const group of GROUPS) {
      const present = group.find((name) => config[name] !== undefined);
      if (present === undefined) continue;
      for (const missing of group.filter((name) => config[name] === undefined)) {
        context.addIssue({ code: "custom", path: [missing], message: `, though ${present} is set` });
      }
    }
    const { SITE_URL, API_BASE } = config;
    // A malformed one has its own error.
    if (URL.canParse(SITE_URL) && !isLoopback(SITE_URL)) {
      const refuse = (name: ConfigName, what: string) => {
        const message = `${what}; only a site on localhost may have it`;
        context.addIssue({ code: "custom", path: [name], message });
      };
      for (const [name, value] of Object.entries(DEMO_SECRETS) as [keyof typeof DEMO_SECRETS, string][]) {
        if (config[name] === value && !(name in TEST_KEYS))
          refuse(name, "it is the public value of .dev.vars.example");
      }
      for (const [name, pattern] of Object.entries(TEST_KEYS) as [keyof typeof TEST_KEYS, RegExp][]) {
        if (pattern.test(config[name] ?? "")) refuse(name, "it is a key for tests");
      }
    }
    if (API_BASE !== "" && sharedDomain(SITE_URL, API_BASE) === null) {
      const message = `must be on the same site as SITE_URL (${SITE_URL}) with the same scheme, such as https://api.your.site for https://your.site`;
      context.addIssue({ code: "custom", path: ["API_BASE"], message });
    }
  }),
);

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
  const parsed = configSchema.safeParse(values, englishMessages);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const missing = `is missing${issue.code === "custom" ? issue.message : ""}`;
    const problem = values[name] === undefined ? missing : `is malformed: ${issue.message}`;
    return `${name} ${problem}. Set it as an environment variable of that name (with "wrangler dev" in .dev.vars, see .dev.vars.example), or in production with "wrangler secret put ${name}" or under [vars] in wrangler.toml.`;
  });
  throw new Error(lines.join("\n"));
}
