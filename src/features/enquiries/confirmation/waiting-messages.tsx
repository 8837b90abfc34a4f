import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { formatLinkToken } from "../guests/link-tokens";
import type { WaitingMessage } from "./list-waiting-messages";

/** Other messages of a guest with a proven address that wait for confirmation, with one button that sends them all. */
export function WaitingMessages({ messages }: { messages: readonly WaitingMessage[] }) {
  const { t, url } = usePage();
  if (messages.length === 0) return null;
  return (
    <Notice tone="warning" title={t("enquiries.waiting.title")}>
      <ul>
        {messages.map(({ id, teacher, text }) => (
          <li key={id} className="break-anywhere">
            {t("enquiries.waiting.message", { teacher, text })}
          </li>
        ))}
      </ul>
      <ActionButton
        action={url(paths.confirmEnquiries())}
        fields={{ token: messages.map(formatLinkToken) }}
        size="small"
      >
        {t.count("enquiries.waiting.send", messages.length)}
      </ActionButton>
    </Notice>
  );
}
