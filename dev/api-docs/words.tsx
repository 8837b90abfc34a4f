/** A text in which `backquotes` mark what is code. */
export const Words = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay where they are
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
