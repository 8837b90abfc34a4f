/** One mail on its way out; the fields of the endpoint's JSON. */
export type OutgoingMail = {
  messageId: string;
  /** An address or `Name <address>`. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** Among the headers: who gets an answer to a mail, where that is not its sender. An address. */
export const REPLY_TO = "Reply-To";

/**
 * Hands a mail over. Resolves once it was accepted.
 * @throws MailRefused when it will never be accepted; another Error when it was not or the outcome is unknown, so that
 * a retry is allowed.
 */
export type MailTransport = (mail: OutgoingMail) => Promise<void>;

/** The mail itself is at fault, or its recipient: trying again would change nothing. */
export class MailRefused extends Error {}

/**
 * Mail goes to `endpoint` where there is one, else through Cloudflare's own service.
 * @throws Error that says what to do where there is neither
 */
export function createMailTransport({
  endpoint,
  binding,
}: {
  endpoint: string | undefined;
  binding: SendEmail | undefined;
}): MailTransport {
  if (endpoint) return toEndpoint(endpoint);
  if (binding) return toBinding(binding);
  throw new Error(
    "MAIL_ENDPOINT is missing, and so is the binding EMAIL: set the one to where mail is taken by HTTP, or give the worker the other with [[send_email]] in wrangler.toml.",
  );
}

/** A POST of JSON: the local inbox, or a sending service's relay. Any 2xx accepts the mail. */
function toEndpoint(endpoint: string): MailTransport {
  return async ({ messageId, ...rest }) => {
    const answer = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message_id: messageId, ...rest }),
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`mail endpoint answered ${answer.status}`);
  };
}

/** https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
function toBinding(binding: SendEmail): MailTransport {
  return async ({ messageId, from, to, subject, text, html, headers }) => {
    // The service makes the Message-ID; ours still tells a repetition.
    const { [REPLY_TO]: replyTo, ...others } = headers;
    const all = { ...others, "X-Entity-Ref-ID": messageId };
    const answered = replyTo === undefined ? {} : { replyTo };
    try {
      await binding.send({ from: senderOf(from), to, ...answered, subject, text, html, headers: all });
    } catch (error) {
      const code = codeOf(error);
      if (code && HOPELESS.test(code)) throw new MailRefused(code);
      throw code ? new Error(code) : error;
    }
  };
}

/**
 * The service's errors that are about this mail. Limits and outages pass; a sender or a recipient that is not allowed
 * yet is for the operator to set right, and the mail waits for that.
 */
const HOPELESS =
  /^E_(VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_RECIPIENTS|RECIPIENT_SUPPRESSED|CONTENT_TOO_LARGE|HEADER_\w+|HEADERS_\w+)$/;

/** The code alone: the message may contain the recipient, and errors are logged. */
function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && code.startsWith("E_") ? code : null;
}

/** `Catedra <salut@catedra.ro>` in its parts; an address alone stays as it is. */
function senderOf(from: string): string | { name: string; email: string } {
  const [, name = "", email] = from.match(/^(.*)<([^<>]+)>$/) ?? [];
  if (!email) return from;
  const bare = name.trim().replace(/^"(.*)"$/, "$1");
  return bare ? { name: bare, email } : email;
}
