/** An attached file. `type` is its media type. */
export type TextFile = { name: string; type: string; text: string };

/** A mail to send; the fields of the endpoint's JSON. */
export type OutgoingMail = {
  messageId: string;
  /** An address or `Name <address>`. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments?: readonly TextFile[];
};

/** The header with the address for replies, if it is not the sender's. */
export const REPLY_TO = "Reply-To";

/**
 * Sends a mail. Resolves once the service accepts it.
 * @throws MailRefused if the service will never accept it, MailQuotaReached if it accepts no mail for now; another
 * Error if a retry may succeed.
 */
export type MailTransport = (mail: OutgoingMail) => Promise<void>;

/** The mail or its recipient is invalid: a retry can't succeed. */
export class MailRefused extends Error {}

/** The service accepts no more mail for now, whatever the mail. */
export class MailQuotaReached extends Error {}

/**
 * Sends mail to `endpoint` if it is set, else through Cloudflare's mail service.
 * @throws Error that says what to do if neither is set
 */
export function createMailTransport({
  endpoint,
  binding,
}: {
  endpoint: string | undefined;
  binding: SendEmail | undefined;
}): MailTransport {
  if (endpoint) return createEndpointTransport(endpoint);
  if (binding) return createBindingTransport(binding);
  throw new Error(
    "MAIL_ENDPOINT and the binding EMAIL are missing. Set MAIL_ENDPOINT to the URL of a mail relay, or add the binding with [[send_email]] in wrangler.toml.",
  );
}

/** Posts JSON to the local inbox or a mail relay. Any 2xx accepts the mail. */
function createEndpointTransport(endpoint: string): MailTransport {
  return async ({ messageId, ...rest }) => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message_id: messageId, ...rest }),
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `mail endpoint returned status ${response.status}`;
    throw response.status === 429 ? new MailQuotaReached(message) : new Error(message);
  };
}

/** https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
function createBindingTransport(binding: SendEmail): MailTransport {
  return async ({ messageId, from, to, subject, text, html, headers, attachments = [] }) => {
    // The service sets the Message-ID; this header keeps ours, so that repetitions can be recognized.
    const { [REPLY_TO]: replyTo, ...others } = headers;
    const all = { ...others, "X-Entity-Ref-ID": messageId };
    const reply = replyTo === undefined ? {} : { replyTo };
    try {
      await binding.send({
        from: toSender(from),
        to,
        ...reply,
        subject,
        text,
        html,
        headers: all,
        attachments: attachments.map((file) => ({
          disposition: "attachment" as const,
          filename: file.name,
          type: file.type,
          content: new TextEncoder().encode(file.text),
        })),
      });
    } catch (error) {
      const code = getServiceCode(error);
      if (code && PERMANENT_ERROR.test(code)) throw new MailRefused(code);
      if (code === "E_DAILY_LIMIT_EXCEEDED") throw new MailQuotaReached(code);
      throw code ? new Error(code) : error;
    }
  };
}

/**
 * Errors of the service that concern this mail. Limits and outages are temporary. A sender or recipient that is not yet
 * allowed is for the operator to configure; until then the mail is retried.
 */
const PERMANENT_ERROR =
  /^E_(VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_RECIPIENTS|RECIPIENT_SUPPRESSED|CONTENT_TOO_LARGE|HEADER_\w+|HEADERS_\w+)$/;

/** Only the code: the message may contain the recipient, and errors are logged. */
function getServiceCode(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && code.startsWith("E_") ? code : null;
}

/** Splits `Catedra <salut@catedra.ro>` into name and address; a plain address stays unchanged. */
function toSender(from: string): string | { name: string; email: string } {
  const [, name = "", email] = from.match(/^(.*)<([^<>]+)>$/) ?? [];
  if (!email) return from;
  const bare = name.trim().replace(/^"(.*)"$/, "$1");
  return bare ? { name: bare, email } : email;
}
