/** English descriptions of calls, by operationId (`postAuthUsersToken`). `Text` in backquotes is code. */
export type CallDocs = Record<
  string,
  {
    summary: string;
    about?: string;
    /** Parameters, body fields and answers that need a text of their own in this call. */
    parameters?: Record<string, string>;
    fields?: Record<string, string>;
    answers?: Record<number, string>;
  }
>;
