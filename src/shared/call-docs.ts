/** English descriptions of calls, by operationId (`postAuthUsersToken`). `Text` in backquotes is code. */
export type CallDocs = Record<
  string,
  {
    summary: string;
    about?: string;
    /** Texts of parameters, body fields and responses that differ from those in src/api-docs. */
    parameters?: Record<string, string>;
    fields?: Record<string, string>;
    responses?: Record<number, string>;
  }
>;
