/** The bucket of backups, and the database that a backup is loaded into. */
export type RestoreTarget = {
  /** An object of the bucket; null if there is none. */
  read(key: string): Promise<Uint8Array | null>;
  query<Result>(query: string): Promise<Result[]>;
  /** Runs statements in their order, at the latest before the next query. */
  write(statements: readonly string[]): Promise<void>;
};

/** Why a restore is refused or failed, for the operator. */
export class RestoreError extends Error {}
