/** Lines to copy. They are folded rather than scrolled, so that a phone shows them whole. */
export const CodeBlock = ({ children }: { children: string }) => (
  <pre className="code-block" translate="no">
    <code>{children}</code>
  </pre>
);
