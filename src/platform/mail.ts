/** One mail on its way out; the fields of the endpoint's JSON. */
export type OutgoingMail = {
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** Hands a mail over. Resolves once it was accepted (2xx); @throws Error when it was refused or nobody answered. */
export type MailTransport = (mail: OutgoingMail) => Promise<void>;

/** A mail is a POST of JSON to an HTTP endpoint: the local inbox, or a sending service's relay. */
export function createMailTransport(endpoint: string | undefined): MailTransport {
  return async (mail) => {
    if (!endpoint) throw new Error("MAIL_ENDPOINT is not set");
    const { messageId, ...rest } = mail;
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
