// A batch's results have no types (`ctx.commit`). A statement with `returning` results in the rows that it changed.

export const countRows = (result: unknown): number => (result as readonly unknown[]).length;

/** Whether a statement with `returning` changed a row. */
export const hasRows = (result: unknown): boolean => countRows(result) > 0;
