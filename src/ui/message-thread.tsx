import type { ReactNode } from "react";
import { NEWEST_MESSAGE } from "@/shared/paths";
import { usePage } from "./page-context";
import { Time } from "./time";

export type ThreadMessage = {
  id: string;
  author: string;
  text: string;
  createdTs: number;
  own: boolean;
  /** What the site says about it, to its reader. */
  note?: ReactNode;
};

/**
 * A web address without the punctuation that follows it, and with parentheses only in pairs. The odd parts of a split
 * text are addresses.
 */
const LINK = /(https?:\/\/(?:\([^\s<>"()]*\)|[^\s<>"()])*(?:\([^\s<>"()]*\)|[^\s<>"'.,;:!?()\]…]))/i;

/** A conversation, oldest first; the reader's own messages are on the right. */
export function MessageThread({ messages }: { messages: readonly ThreadMessage[] }) {
  const { t } = usePage();
  return (
    <ol className="thread" aria-label={t("general.thread.label")}>
      {messages.map((message) => (
        <li
          key={message.id}
          id={message === messages.at(-1) ? NEWEST_MESSAGE : undefined}
          className={message.own ? "message message--own" : "message"}
        >
          <p className="message__meta">
            <span className="message__author">{message.own ? t("general.thread.you") : message.author}</span>{" "}
            <Time ts={message.createdTs} clock />
          </p>
          <p className="message__text">
            {message.text.split(LINK).map((part, index) =>
              index % 2 === 1 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes
                <a key={index} href={part} rel="nofollow noopener ugc">
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </p>
          {message.note}
        </li>
      ))}
    </ol>
  );
}
