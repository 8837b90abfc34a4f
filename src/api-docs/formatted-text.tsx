/** Text with code in `backquotes`. */
export const FormattedText = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
